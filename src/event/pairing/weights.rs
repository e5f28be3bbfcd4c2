//! The weight of a pair in a bracket: the criteria in their order, then the order of article 4, as fields of bits.

use super::bracket::Bracket;
use super::criteria::{AFTER_NEXT, BEFORE_NEXT, Criterion};
use super::matching::{Fields, bytes_per_pair, heaviest};
use super::round::Rules;
use super::sequence::Order;

/// Writes the weights of edges of one bracket.
pub(super) struct Weights<'b> {
    pub bracket: &'b Bracket<'b>,
    pub order: &'b Order,
    /// The completion of the round comes before everything (C4).
    pub completes: bool,
    /// Vertices of the graph.
    pub vertices: usize,
    /// Counts by slot, used again for each edge.
    counts: [Vec<u32>; 3],
}

impl<'b> Weights<'b> {
    pub(super) fn new(
        bracket: &'b Bracket<'b>,
        order: &'b Order,
        completes: bool,
        vertices: usize,
    ) -> Weights<'b> {
        Weights { bracket, order, completes, vertices, counts: Default::default() }
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
        self.order.write(upper, lower, inside, out);
    }

    /// What the pair saves: the faults of its players as downfloaters, minus those of the pair. All pairings that are compared
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

/// Bytes above which the tables of one matching are not made: some 2,000 players in the first bracket that has no perfect
/// candidate, and below it as far as completion needs them.
const MOST_BYTES: usize = 1 << 30;

/// A bracket that would need a larger matching than is made: one without a perfect candidate, in a large event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} players of a bracket and below it have to be compared at once, which takes more than 1 GiB")]
pub struct TooLarge(pub usize);

/// The best matching of `vertices`: the partner of each, by its place among them. `edge` says who may meet, whether both are in
/// the bracket, and whether the lower one is in the next scoregroup.
pub(super) fn best(
    vertices: &[usize],
    weights: &mut Weights<'_>,
    edge: impl Fn(usize, usize) -> Option<(bool, bool)>,
) -> Result<Vec<Option<usize>>, TooLarge> {
    let (Some(first), Some(last)) = (vertices.first(), vertices.last()) else { return Ok(Vec::new()) };
    let mut fields = Fields::default();
    weights.write(*first, *last, false, false, &mut fields);
    // Two bits more: duals are doubled and added.
    match fields.bits() + 2 {
        0..=128 => best_in::<2>(vertices, weights, edge),
        129..=256 => best_in::<4>(vertices, weights, edge),
        257..=512 => best_in::<8>(vertices, weights, edge),
        513..=1024 => best_in::<16>(vertices, weights, edge),
        1025..=2048 => best_in::<32>(vertices, weights, edge),
        2049..=5120 => best_in::<80>(vertices, weights, edge),
        _ => Err(TooLarge(vertices.len())),
    }
}

fn best_in<const W: usize>(
    vertices: &[usize],
    weights: &mut Weights<'_>,
    edge: impl Fn(usize, usize) -> Option<(bool, bool)>,
) -> Result<Vec<Option<usize>>, TooLarge> {
    if vertices.len().saturating_mul(vertices.len()).saturating_mul(bytes_per_pair::<W>()) > MOST_BYTES {
        return Err(TooLarge(vertices.len()));
    }
    let mut fields = Fields::default();
    let state = std::cell::RefCell::new((weights, &mut fields));
    Ok(heaviest::<W>(vertices.len(), |one, other| {
        let (upper, lower) = (*vertices.get(one)?, *vertices.get(other)?);
        let (inside, next) = edge(upper, lower)?;
        let (weights, fields) = &mut *state.borrow_mut();
        weights.write(upper, lower, inside, next, fields);
        Some(fields.weight::<W>())
    }))
}

/// Bits that hold every number up to `most`.
pub(super) fn bits(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}
