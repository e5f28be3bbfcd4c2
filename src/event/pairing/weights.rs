//! The weight of a pair in a bracket: the criteria in their order, as fields of bits.

use super::bracket::Bracket;
use super::criteria::{AFTER_NEXT, BEFORE_NEXT, Criterion};
use super::matching::{Face, Fields, Weight, bytes_per_pair, first_heaviest, heaviest};
use super::round::Rules;
use super::sequence::Order;

/// Writes the weights of edges of one bracket.
pub(super) struct Weights<'b> {
    pub bracket: &'b Bracket<'b>,
    /// The completion of the round comes before everything (C4).
    pub completes: bool,
    /// Vertices of the graph.
    pub vertices: usize,
    /// Counts by slot, used again for each edge.
    counts: [Vec<u32>; 3],
}

impl<'b> Weights<'b> {
    pub(super) fn new(bracket: &'b Bracket<'b>, completes: bool, vertices: usize) -> Weights<'b> {
        Weights { bracket, completes, vertices, counts: Default::default() }
    }

    /// Writes the weight of a pair, the higher player first. `inside` says that both are in the bracket; `next` that the
    /// lower one is in the next scoregroup.
    pub(super) fn write(&mut self, upper: usize, lower: usize, inside: bool, next: bool, out: &mut Fields) {
        out.clear();
        if self.completes {
            out.put(1, bits(self.vertices / 2));
        }
        for criterion in BEFORE_NEXT {
            self.criterion(criterion, upper, lower, inside, out);
        }
        self.next_bracket(upper, lower, next, out);
        for criterion in AFTER_NEXT {
            self.criterion(criterion, upper, lower, inside, out);
        }
    }

    /// Bits of a weight, of any pair.
    fn width(&mut self, upper: usize, lower: usize) -> usize {
        let mut fields = Fields::default();
        self.write(upper, lower, false, false, &mut fields);
        fields.bits()
    }

    /// What the pair improves: the faults of its players as downfloaters, minus those of the pair. All pairings that are compared
    /// have the same number of pairs, so a constant for each pair keeps the field from going below zero.
    fn criterion(
        &mut self,
        criterion: &Criterion,
        upper: usize,
        lower: usize,
        inside: bool,
        out: &mut Fields,
    ) {
        let bracket = self.bracket;
        let (slots, most) = ((criterion.slots)(bracket), (criterion.most)(bracket));
        let constant = if criterion.pair.is_some() { most } else { 0 };
        let floats = if criterion.float.is_some() { 2 * most } else { 0 };
        let width = bits((constant + floats) as usize * (bracket.players.len() / 2));
        if !inside {
            out.fill(false, slots * width as usize);
            return;
        }
        let [pair, one, other] = &mut self.counts;
        for counts in [&mut *pair, &mut *one, &mut *other] {
            counts.clear();
            counts.resize(slots, 0);
        }
        if let Some(count) = criterion.pair {
            count(bracket, upper, lower, pair);
        }
        if let Some(count) = criterion.float {
            count(bracket, upper, one);
            count(bracket, lower, other);
        }
        for ((pair, one), other) in pair.iter().zip(one.iter()).zip(other.iter()) {
            out.put(u64::from(constant + one + other - pair), width);
        }
    }

    /// C8 (2017: C.7): the number of pairs in the next bracket, then the scores that it pairs, or their differences.
    fn next_bracket(&self, upper: usize, lower: usize, next: bool, out: &mut Fields) {
        let bracket = self.bracket;
        if bracket.next.is_empty() {
            return;
        }
        let pairs = (bracket.players.len() + bracket.next.len()) / 2;
        out.put(u64::from(next), bits(pairs));
        let score = |at| bracket.round.score(at);
        match bracket.round.rules {
            Rules::Dutch2026 => {
                let slot = bracket.slot(score(upper));
                for at in 0..bracket.scores.len() {
                    out.put(u64::from(next && at == slot), bits(pairs));
                }
            }
            Rules::Dutch2017 => {
                let made_up = bracket.next_lowest() - bracket.round.point;
                let slot = |difference| bracket.difference_slot(difference);
                let of_upper = slot(score(upper) - made_up);
                let (of_lower, of_pair) = match next {
                    true => (slot(score(lower) - made_up), slot(score(upper) - score(lower))),
                    false => (0, 0),
                };
                for at in 0..bracket.differences.len() {
                    let spared =
                        1 + u64::from(at == of_upper) + u64::from(at == of_lower) - u64::from(at == of_pair);
                    out.put(if next { spared } else { 0 }, bits(3 * pairs));
                }
            }
        }
    }
}

/// The most bytes that the tables of one matching may take: enough for some 2,000 players, in a bracket without a perfect
/// candidate and in what is below it, where completion depends on that.
const MOST_BYTES: usize = 1 << 30;

/// Why a bracket is not paired: no candidate is perfect, and comparing them all exceeds a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// The number of players that are compared at once.
    #[error("{0} players of a bracket and below it have to be compared at once, which takes more than 1 GiB")]
    Memory(usize),
    /// The matchings of the round take more than this number of steps.
    #[error("more than {} steps", in_words_of(*.0))]
    Steps(u64),
    /// The rounds before it have taken the steps of a whole file.
    #[error("the rounds before it took more than {} steps", in_words_of(*.0))]
    File(u64),
}

/// `3,000 million`, or all digits if it is not a whole number of millions.
fn in_words_of(steps: u64) -> String {
    match (steps / 1_000_000, steps % 1_000_000) {
        (millions @ 1000.., 0) => format!("{},{:03} million", millions / 1000, millions % 1000),
        (millions @ 1.., 0) => format!("{millions} million"),
        _ => steps.to_string(),
    }
}

/// The best matchings of `vertices`. `edge` says who may meet, whether both are in the bracket, and whether the lower one is in
/// the next scoregroup.
pub(super) fn best(
    vertices: Vec<usize>,
    weights: &mut Weights<'_>,
    edge: impl Fn(usize, usize) -> Option<(bool, bool)>,
) -> Result<Face, Limit> {
    let (first, last) = (vertices.first().copied(), vertices.last().copied());
    // Two bits more: duals are doubled and added.
    let bits = first.zip(last).map_or(0, |(first, last)| weights.width(first, last)) + 2;
    let players = vertices.len();
    in_words(bits, Best { vertices, weights, edge }).unwrap_or(Err(Limit::Memory(players)))
}

/// The best matchings that are first in an order. `inside` says that both players are in the bracket.
pub(super) fn refined(
    bracket: &Bracket<'_>,
    face: &Face,
    order: Order<'_>,
    inside: impl Fn(usize, usize) -> bool,
) -> Result<Face, Limit> {
    let pairs = bracket.players.len() / 2;
    let bits = face.bits() as usize + order.bits(pairs) + 2;
    let refined = Refined { bracket, face, order, inside, pairs };
    in_words(bits, refined).unwrap_or(Err(Limit::Memory(face.vertices.len())))
}

struct Refined<'f, 'b, I> {
    bracket: &'b Bracket<'b>,
    face: &'f Face,
    order: Order<'f>,
    inside: I,
    pairs: usize,
}

impl<I: Fn(usize, usize) -> bool> Work for Refined<'_, '_, I> {
    type Done = Result<Face, Limit>;

    fn with_words<const W: usize>(self) -> Self::Done {
        let Refined { bracket, face, order, inside, pairs } = self;
        within_memory::<W>(face.vertices.len())?;
        let width = order.bits(pairs);
        let write = |upper: usize, lower: usize, out: &mut Fields| match inside(upper, lower) {
            true => order.write(upper, lower, pairs, out),
            false => out.fill(false, width),
        };
        let steps = &bracket.round.steps;
        face.refined::<W>(steps, write).ok_or(Limit::Steps(steps.most()))
    }
}

/// Whether the tables of a matching of this number of vertices are small enough.
fn within_memory<const W: usize>(vertices: usize) -> Result<(), Limit> {
    let bytes = vertices.saturating_mul(vertices).saturating_mul(bytes_per_pair::<W>());
    if bytes > MOST_BYTES { Err(Limit::Memory(vertices)) } else { Ok(()) }
}

/// Work that is generic over the number of words of a weight.
trait Work {
    type Done;

    fn with_words<const W: usize>(self) -> Self::Done;
}

/// Does the work with the fewest words that hold the bits; `None` if no number of words does.
fn in_words<T: Work>(bits: usize, work: T) -> Option<T::Done> {
    match bits {
        0..=128 => Some(work.with_words::<2>()),
        129..=256 => Some(work.with_words::<4>()),
        257..=512 => Some(work.with_words::<8>()),
        513..=1024 => Some(work.with_words::<16>()),
        1025..=2048 => Some(work.with_words::<32>()),
        2049..=5120 => Some(work.with_words::<80>()),
        _ => None,
    }
}

struct Best<'w, 'b, E> {
    vertices: Vec<usize>,
    weights: &'w mut Weights<'b>,
    edge: E,
}

impl<E: Fn(usize, usize) -> Option<(bool, bool)>> Work for Best<'_, '_, E> {
    type Done = Result<Face, Limit>;

    fn with_words<const W: usize>(self) -> Self::Done {
        let Best { vertices, weights, edge } = self;
        within_memory::<W>(vertices.len())?;
        let mut fields = Fields::default();
        let steps = &weights.bracket.round.steps;
        let places = vertices.clone();
        let weight = |one: usize, other: usize| {
            let (upper, lower) = (*places.get(one)?, *places.get(other)?);
            let (inside, next) = edge(upper, lower)?;
            weights.write(upper, lower, inside, next, &mut fields);
            Some(fields.weight::<W>())
        };
        heaviest::<W>(vertices, steps, weight).ok_or(Limit::Steps(steps.most()))
    }
}

/// The first transposition (art. 4.2) of `lowers` whose pairs with `uppers` are as good as the pairs `known` in the criteria
/// of the bracket: the partners of the uppers. Nothing where the first of the best transpositions is better or worse, so that
/// what is outside the bracket decides, or another S1.
pub(super) fn first_transposition(
    bracket: &Bracket<'_>,
    uppers: &[usize],
    lowers: &[usize],
    known: &[(usize, usize)],
) -> Option<Vec<usize>> {
    let (first, last) = (*uppers.first()?, *lowers.last()?);
    let mut weights = Weights::new(bracket, false, 0);
    // Reduced costs add up over a path of exchanges.
    let bits = weights.width(first, last) + bits(lowers.len()) as usize + 2;
    in_words(bits, First { uppers, lowers, known, weights }).flatten()
}

struct First<'v, 'b> {
    uppers: &'v [usize],
    lowers: &'v [usize],
    known: &'v [(usize, usize)],
    weights: Weights<'b>,
}

impl Work for First<'_, '_> {
    type Done = Option<Vec<usize>>;

    fn with_words<const W: usize>(self) -> Self::Done {
        let First { uppers, lowers, known, mut weights } = self;
        let pairs = uppers.len().saturating_mul(lowers.len());
        if pairs.saturating_mul(size_of::<Option<Weight<W>>>()) > MOST_BYTES {
            return None;
        }
        let round = weights.bracket.round;
        let mut fields = Fields::default();
        let mut weight = |upper: usize, lower: usize| {
            weights.write(upper, lower, true, false, &mut fields);
            fields.weight::<W>()
        };
        let sum = |sum: Weight<W>, weight: Weight<W>| sum + weight;
        let best = known.iter().map(|(u, v)| weight(*u, *v)).fold(Weight::ZERO, sum);
        let state = std::cell::RefCell::new(&mut weight);
        let columns = first_heaviest::<W>(uppers.len(), lowers.len(), &round.steps, |row, column| {
            let (u, v) = (*uppers.get(row)?, *lowers.get(column)?);
            (u < v && round.legal(u, v)).then(|| (state.borrow_mut())(u, v))
        })?;
        let partners: Vec<usize> = columns.into_iter().filter_map(|at| lowers.get(at)).copied().collect();
        let found = uppers.iter().zip(&partners).map(|(u, v)| weight(*u, *v)).fold(Weight::ZERO, sum);
        (found == best).then_some(partners)
    }
}

/// Bits that hold every number up to `most`.
pub(super) fn bits(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}
