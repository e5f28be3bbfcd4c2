//! `CUMOPP`: US Chess cumulative of opposition (34E9), the sum of the opponents' cumulative scores.

use super::{Spec, Term, Working, cum, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    let cumulative = cum::column(field, spec);
    each(field, |_, entrant| {
        let term = |slot: &crate::event::field::Slot| {
            let opponent = slot.opponent.filter(|_| slot.outcome.is_played())?;
            Some(Term::of_round(slot.round, Some(opponent), cumulative.get(opponent)?.value?))
        };
        Working::sum(entrant.slots.iter().filter_map(term).collect())
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::{column, swiss};

    #[test]
    fn the_cumulative_scores_of_those_who_were_met() {
        // Cumulative scores 1+2, 0+1, 1+1, 0+0.
        let event = swiss(&["2w1 3b1", "1b0 4w1", "4w1 1w0", "3b0 2b0"]);
        assert_eq!(column(&event, "CUMOPP"), [Some(3.0), Some(3.0), Some(3.0), Some(3.0)]);
    }
}
