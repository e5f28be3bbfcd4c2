//! `CUM`: US Chess cumulative (34E3), the sum of the running scores, minus 1 for each unplayed win and ½ for each
//! half-point bye.

use super::{Spec, Term, Working, each};
use crate::event::field::Field;
use crate::event::outcome::Outcome;

pub(super) fn column(field: &Field, _: &Spec) -> Vec<Working> {
    each(field, |_, entrant| {
        let mut running = 0.0;
        let mut terms = Vec::new();
        for round in 1..=field.rounds {
            let here = || entrant.slots.iter().filter(|slot| slot.round == round);
            running += here().map(|slot| slot.gain.primary).sum::<f64>();
            terms.push(Term::of_round(round, None, running));
            let unplayed = here().filter(|slot| {
                matches!(
                    slot.outcome,
                    Outcome::FullBye | Outcome::PairingBye | Outcome::ForfeitWin | Outcome::HalfBye
                )
            });
            let less = |slot: &crate::event::field::Slot| Term {
                unplayed: true,
                note: "not played",
                ..Term::of_round(round, slot.opponent, -slot.gain.primary)
            };
            terms.extend(unplayed.map(less));
        }
        Working::sum(terms)
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::{column, swiss};

    /// The rulebook's example: 1, 2, 2, 3, 4 with a bye in round 1 is 12 minus 1.
    #[test]
    fn the_example_of_the_rulebook() {
        let event = swiss(&["-F 2w1 3w0 2b1 3b1", "-Z 1b0 -Z 1w0 -Z", "-Z -Z 1b1 -Z 1w0"]);
        assert_eq!(column(&event, "CUM")[0], Some(11.0));
    }
}
