//! The order in which article 4 (2017: D) generates candidates, as fields that break ties.
//!
//! Every pair has an upper and a lower player. The uppers are S1 after the exchange; the transposition says which lower
//! player each of them meets. A candidate in which an upper is below its partner is generated earlier in another form.

use super::matching::Fields;
use super::weights::bits;

/// A part of the order.
#[derive(Debug, Clone, Copy)]
pub(super) enum Order<'a> {
    /// The first set of moved-down players (art. 4.4): these are paired, if possible, with priority to the first.
    Paired(&'a [usize]),
    /// The first opponents of these players, in order (art. 4.2).
    Partners {
        /// Whose opponents are decided.
        uppers: &'a [usize],
        /// How many others have to be paired: moved-down players of whom none is in limbo.
        count: &'a [usize],
        /// Those who can be opponents, in order.
        among: &'a [usize],
    },
    /// The fewest exchanges, then the smallest sum (art. 4.3).
    Exchange {
        /// S1 before any exchange.
        s1: &'a [usize],
        /// S2 before any exchange.
        s2: &'a [usize],
    },
    /// These leave S1, if possible, with priority to the first (art. 4.3): players of S1 from the last one upwards.
    Leave(&'a [usize]),
    /// These leave S2, if possible, with priority to the first (art. 4.3): players of S2 from the first one downwards.
    Come(&'a [usize]),
}

impl Order<'_> {
    /// Bits of the field for a bracket with this number of pairs.
    pub(super) fn bits(&self, pairs: usize) -> usize {
        match self {
            Order::Paired(players) | Order::Come(players) => players.len(),
            Order::Partners { uppers, count, among } => {
                bits(count.len()) as usize + uppers.len() * bits(among.len()) as usize
            }
            Order::Exchange { s1, s2 } => {
                (bits(s1.len()) + bits(s1.len() * (s1.len() + s2.len() + 1))) as usize
            }
            Order::Leave(players) => bits(pairs) as usize + players.len(),
        }
    }

    /// Appends the field of a pair inside the bracket; that of any other pair is zero.
    pub(super) fn write(&self, upper: usize, lower: usize, pairs: usize, out: &mut Fields) {
        match self {
            Order::Paired(players) | Order::Come(players) => {
                let at = players.iter().position(|player| *player == upper);
                (0..players.len()).for_each(|place| out.put(u64::from(at == Some(place)), 1));
            }
            Order::Partners { uppers, count, among } => {
                out.put(u64::from(count.binary_search(&upper).is_ok()), bits(count.len()));
                partner(uppers.iter().position(|player| *player == upper), uppers.len(), lower, among, out);
            }
            Order::Exchange { s1, s2 } => {
                let (all, first) = (s1.len() + s2.len(), s1.binary_search(&upper).ok());
                let place = first.or(s2.binary_search(&upper).ok().map(|at| s1.len() + at)).unwrap_or(all);
                out.put(u64::from(first.is_some()), bits(s1.len()));
                out.put((all - place) as u64, bits(s1.len() * (all + 1)));
            }
            // A constant for each pair, and less of it where the upper player stays in S1.
            Order::Leave(players) => {
                let at = players.iter().position(|player| *player == upper);
                out.put(u64::from(at.is_none()), bits(pairs));
                let (ones, zeros) = at.map_or((0, players.len()), |at| (at + 1, players.len() - at - 1));
                out.fill(true, ones);
                out.fill(false, zeros);
            }
        }
    }
}

/// One slot for each of `count` players, in order: the lower the place of the partner in `among`, the better.
fn partner(at: Option<usize>, count: usize, lower: usize, among: &[usize], out: &mut Fields) {
    let width = bits(among.len());
    let place = among.binary_search(&lower).unwrap_or(among.len());
    for slot in 0..count {
        let value = if at == Some(slot) { among.len() - place } else { 0 };
        out.put(value as u64, width);
    }
}
