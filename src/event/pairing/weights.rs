//! What a pair is worth in a bracket, as fields of bits: the criteria in their order, then the order of article 4.

use super::bracket::Bracket;
use super::criteria::{AFTER_NEXT, BEFORE_NEXT, Criterion};
use super::matching::Fields;
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

    /// What the pair spares: the faults of its players as downfloaters, less those of the pair. The number of pairs is the
    /// same in all that are compared, so that a constant for each pair keeps the field from going below zero.
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

/// Bits that hold every number up to `most`.
pub(super) fn bits(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}
