//! `KASH`: US Chess Kashdan (34E7), 4 for a win, 2 for a draw, 1 for a loss, 0 for an unplayed round.

use super::{Spec, Term, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, _: &Spec) -> Vec<Working> {
    each(field, |_, entrant| {
        let term = |slot: &crate::event::field::Slot| {
            let amount = if !slot.outcome.is_played() {
                0.0
            } else if slot.outcome.is_won() {
                4.0
            } else if slot.outcome.is_drawn() {
                2.0
            } else {
                1.0
            };
            Term::of_round(slot.round, slot.opponent, amount)
        };
        Working::sum(entrant.slots.iter().map(term).collect())
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::{column, swiss};

    #[test]
    fn a_loss_over_the_board_beats_a_bye() {
        let event = swiss(&["2w1 2b=", "1b0 1w=", "-F -Z"]);
        assert_eq!(column(&event, "KASH"), [Some(6.0), Some(3.0), Some(0.0)]);
    }
}
