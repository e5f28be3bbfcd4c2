//! The order in which article 4 (2017: D) generates candidates, as fields that break ties.
//!
//! Every pair has an upper and a lower player. The uppers are S1 after the exchange; the transposition says which lower
//! player each of them meets. A candidate in which an upper is below its partner is generated earlier in another form.

use super::matching::Fields;
use super::weights::bits;

/// The part of the order that is decided now.
#[derive(Debug, Clone)]
pub(super) enum Order {
    /// None: the criteria alone.
    Criteria,
    /// Sets of moved-down players, then the transpositions of their opponents (art. 4.4 and 4.2).
    MovedDown {
        /// Moved-down players, in order.
        moved: Vec<usize>,
        /// Residents, in order.
        residents: Vec<usize>,
    },
    /// Exchanges between S1 and S2 (art. 4.3).
    Exchange {
        /// S1 before any exchange.
        s1: Vec<usize>,
        /// S2 before any exchange.
        s2: Vec<usize>,
    },
    /// Transpositions: partners of the uppers `now`, of all `uppers` (art. 4.2).
    Transposition {
        /// S1 after the exchange, in order.
        uppers: Vec<usize>,
        /// Those whose partners are decided now; those before them have theirs.
        now: std::ops::Range<usize>,
        /// Partners already decided, of the first uppers.
        decided: Vec<usize>,
        /// All who are left to be a partner, in order.
        lowers: Vec<usize>,
    },
}

impl Order {
    /// Whether a pair inside the bracket is possible at this point.
    pub(super) fn allows(&self, upper: usize, lower: usize) -> bool {
        let Order::Transposition { uppers, decided, .. } = self else { return true };
        let Ok(at) = uppers.binary_search(&upper) else { return false };
        if uppers.binary_search(&lower).is_ok() {
            return false;
        }
        match decided.get(at) {
            Some(partner) => *partner == lower,
            None => !decided.contains(&lower),
        }
    }

    pub(super) fn write(&self, upper: usize, lower: usize, inside: bool, out: &mut Fields) {
        match self {
            Order::Criteria => {}
            Order::MovedDown { moved, residents } => {
                let at = moved.iter().position(|player| *player == upper).filter(|_| inside);
                for place in 0..moved.len() {
                    out.put(u64::from(at == Some(place)), 1);
                }
                partner(at, moved.len(), lower, residents, out);
            }
            Order::Exchange { s1, s2 } => exchange(s1, s2, upper, inside, out),
            Order::Transposition { uppers, now, lowers, .. } => {
                let at = uppers.binary_search(&upper).ok().filter(|at| inside && now.contains(at));
                partner(at.map(|at| at - now.start), now.len(), lower, lowers, out);
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

/// Fewest exchanged, then the smallest sum, then the largest number that leaves S1, then the smallest that leaves S2.
fn exchange(s1: &[usize], s2: &[usize], upper: usize, inside: bool, out: &mut Fields) {
    let (n1, all) = (s1.len(), s1.len() + s2.len());
    let (pairs, sums) = (bits(n1), bits(n1 * (all + 1)));
    if !inside {
        out.fill(false, (2 * pairs + sums) as usize + all);
        return;
    }
    let first = s1.binary_search(&upper).ok();
    let second = s2.binary_search(&upper).ok();
    let place = first.or(second.map(|at| n1 + at)).unwrap_or(all);
    out.put(u64::from(first.is_some()), pairs);
    out.put((all - place) as u64, sums);
    // Each upper of S1 takes its bit away from a constant, so that of two sets of equal size the one without the last
    // player of S1 is the larger.
    match first {
        Some(at) => {
            out.fill(false, pairs as usize);
            out.fill(true, n1 - at);
            out.fill(false, at);
        }
        None => {
            out.put(1, pairs);
            out.fill(false, n1);
        }
    }
    for at in 0..s2.len() {
        out.put(u64::from(second == Some(at)), 1);
    }
}
