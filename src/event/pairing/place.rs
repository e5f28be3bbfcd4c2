//! Where a pairing of a bracket is in the sequence of article 4 (2017: D).

use serde::Serialize;

use super::round::Round;
use super::route::PairedBracket;

/// The place of a bracket's pairing in the sequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SequencePlace {
    /// Players exchanged between S1 and S2 of the bracket, or of its remainder: who leaves S1, and who replaces them.
    pub exchange: Vec<[u32; 2]>,
    /// The number of the transposition of S2, from 1; `None` above 2^53.
    pub transposition: Option<u64>,
    /// The same for the opponents of moved-down players, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_down: Option<u64>,
}

/// The greatest integer that JSON readers represent exactly.
const GREATEST: u64 = 1 << 53;

impl SequencePlace {
    pub(super) fn of(round: &Round, paired: &PairedBracket) -> SequencePlace {
        let (moved, residents) = paired.players.split_at(paired.moved_down.min(paired.players.len()));
        let is_moved = |at: &usize| moved.contains(at);
        let (of_moved, rest): (Vec<_>, Vec<_>) =
            paired.pairs.iter().copied().partition(|(upper, _)| is_moved(upper));
        let opponents: Vec<usize> = of_moved.iter().map(|(_, lower)| *lower).collect();
        let left: Vec<usize> = residents.iter().copied().filter(|at| !opponents.contains(at)).collect();
        let uppers: Vec<usize> = rest.iter().map(|(upper, _)| *upper).collect();
        let lowers: Vec<usize> = rest.iter().map(|(_, lower)| *lower).collect();
        let (s1, _) = left.split_at(rest.len().min(left.len()));
        let name = |at: &usize| round.players.get(*at).map_or(0, |player| player.number);
        let leave = s1.iter().filter(|at| !uppers.contains(at));
        let come = uppers.iter().filter(|at| !s1.contains(at));
        let s2: Vec<usize> = left.iter().copied().filter(|at| !uppers.contains(at)).collect();
        SequencePlace {
            exchange: leave.zip(come).map(|(out, into)| [name(out), name(into)]).collect(),
            transposition: number(&lowers, &s2),
            moved_down: (!opponents.is_empty()).then(|| number(&opponents, residents)).flatten(),
        }
    }
}

/// The number, from 1, of the choice `chosen` among the lexicographic choices of as many of `all`.
fn number(chosen: &[usize], all: &[usize]) -> Option<u64> {
    let mut free = all.to_vec();
    let mut number: u64 = 0;
    for (at, player) in chosen.iter().enumerate() {
        let place = free.iter().position(|other| other == player)?;
        free.remove(place);
        // Choices before this one, by what comes first, and all that follow each of them.
        let after = chosen.len() - at - 1;
        if place > 0 {
            let each =
                (0..after).try_fold(1u64, |product, k| product.checked_mul((free.len() - k) as u64))?;
            number = number.checked_add(each.checked_mul(place as u64)?)?;
        }
    }
    Some(number + 1).filter(|number| *number <= GREATEST)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn transpositions_are_counted_in_the_order_of_the_handbook() {
        // Eleven players, five in S1: the last of 720 transpositions. Two moved-down players, nine residents: 72.
        let s2 = [6, 7, 8, 9, 10, 11];
        assert_eq!(number(&[6, 7, 8, 9, 10], &s2), Some(1));
        assert_eq!(number(&[6, 7, 8, 9, 11], &s2), Some(2));
        assert_eq!(number(&[11, 10, 9, 8, 7], &s2), Some(720));
        assert_eq!(number(&[11, 10], &[3, 4, 5, 6, 7, 8, 9, 10, 11]), Some(72));
        let many: Vec<usize> = (0..60).collect();
        let last: Vec<usize> = (0..60).rev().collect();
        assert_eq!((number(&many, &many), number(&last, &many)), (Some(1), None));
    }
}
