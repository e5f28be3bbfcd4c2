//! `WIN`: rounds with as many points as a win, played or not (article 7.1).

use super::{Spec, Term, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    let win = field.win.get(spec.measure(field));
    each(field, |_, entrant| {
        let rounds = entrant.slots.iter().filter(|slot| slot.gain.get(spec.measure(field)) >= win - 1e-9);
        Working::sum(rounds.map(|slot| Term::of_round(slot.round, slot.opponent, 1.0)).collect())
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("WIN");
    }
}
