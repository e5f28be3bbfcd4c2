//! `REP`: rounds the player elected to play: all except half-point byes, zero-point byes and forfeit losses (article 7.6;
//! `GE` until July 2024).

use super::{Spec, Term, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, _: &Spec) -> Vec<Working> {
    each(field, |_, entrant| {
        let rounds = entrant.slots.iter().filter(|slot| !slot.outcome.is_voluntary_absence());
        Working::sum(rounds.map(|slot| Term::of_round(slot.round, slot.opponent, 1.0)).collect())
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("REP");
    }
}
