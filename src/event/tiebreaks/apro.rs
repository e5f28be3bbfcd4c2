//! `APRO`, `APPO`: the average performance and perfect performance of the opponents met over the board (articles 10.4 and
//! 10.5).

use super::{Spec, Term, Working, each, ptp, tpr};
use crate::event::field::Field;
use crate::event::ratings;

pub(super) fn performance(field: &Field, spec: &Spec) -> Vec<Working> {
    average(field, &tpr::column(field, spec))
}

pub(super) fn perfect(field: &Field, spec: &Spec) -> Vec<Working> {
    average(field, &ptp::column(field, spec))
}

fn average(field: &Field, column: &[Working]) -> Vec<Working> {
    each(field, |_, entrant| {
        let term = |slot: &crate::event::field::Slot| {
            let opponent = slot.opponent.filter(|_| slot.outcome.is_played())?;
            Some(Term::of_round(slot.round, Some(opponent), column.get(opponent)?.value?))
        };
        let terms: Vec<Term> = entrant.slots.iter().filter_map(term).collect();
        let values: Vec<i32> = terms.iter().map(|t| t.amount as i32).collect();
        Working { value: ratings::mean(&values).map(f64::from), terms }
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("APRO");
        exercise("APPO");
    }
}
