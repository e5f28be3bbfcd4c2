//! `PS`: progressive score, the sum of the running scores after each round. Cuts leave out the first rounds (article
//! 7.5).

use super::{Spec, Term, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    each(field, |_, entrant| {
        let mut running = 0.0;
        let mut terms = Vec::with_capacity(field.rounds.min(64) as usize);
        for round in 1..=field.rounds {
            let slots = entrant.slots.iter().filter(|slot| slot.round == round);
            running += slots.map(|slot| slot.gain.get(spec.measure(field))).sum::<f64>();
            terms.push(Term { cut: round <= spec.cut_low, ..Term::of_round(round, None, running) });
        }
        Working::sum(terms)
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("PS");
    }
}
