//! `BBE`: bottom board elimination, the points on all boards except the last; if still tied, without the last two boards,
//! and so on (article 12.3).

use super::{Spec, Working, tbr};
use crate::event::field::{Field, Slot};

pub(super) fn group(field: &Field, _: &Spec, members: &[usize]) -> Vec<Working> {
    tbr::by_keys(field, members, boards)
}

/// Points without the last board, without the last two, and so on.
pub(super) fn boards(slots: &[&Slot], count: usize) -> Vec<f64> {
    let by_board = tbr::boards(slots, count);
    (1..count).rev().map(|kept| by_board.iter().take(kept).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Outcome;

    #[test]
    fn boards_are_left_out_from_the_last() {
        let slot = Slot {
            round: 1,
            opponent: None,
            colour: None,
            outcome: Outcome::Win,
            gain: Default::default(),
            boards: vec![0.5, 1.0, 0.0, 1.0],
            cell: None,
        };
        assert_eq!(boards(&[&slot], 4), [1.5, 1.5, 0.5]);
    }
}
