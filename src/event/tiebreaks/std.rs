//! `STD`: the number of rounds with more points than the scheduled opponent, plus half of the rounds with equal points. A
//! round without an opponent is compared with a draw (article 7.7, new in 2026).

use super::{Spec, Term, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    let measure = spec.measure(field);
    each(field, |_, entrant| {
        let term = |slot: &crate::event::field::Slot| {
            let theirs = slot.opponent.and_then(|opponent| field.slot(opponent, slot.round));
            let other = match theirs {
                Some(theirs) => theirs.gain.get(measure),
                None => field.draw.get(measure),
            };
            let difference = slot.gain.get(measure) - other;
            let amount = if difference > 1e-9 {
                1.0
            } else if difference > -1e-9 {
                0.5
            } else {
                0.0
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
    fn a_forfeit_is_a_better_round_and_a_half_point_bye_an_equal_one() {
        let event = swiss(&["2w1 3b= -H", "1b0 4w+ 3b0", "4w= 1w= 2w1", "3b= 2b- -Z"]);
        assert_eq!(column(&event, "STD"), [Some(2.0), Some(1.0), Some(2.0), Some(0.5)]);
    }
}
