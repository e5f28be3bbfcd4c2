//! `AOB`: the average Buchholz of the opponents met over the board, to two decimals (article 8.2).

use super::{Edition, Spec, Term, Working, bh, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    let Some(plain) = spec.bare("BH") else { return Vec::new() };
    let fore = spec.fore && spec.edition(field.edition) >= Edition::Y2026;
    let buchholz = bh::buchholz(field, &plain, fore);
    each(field, |_, entrant| {
        let met = entrant.slots.iter().filter(|slot| slot.outcome.is_played());
        let term = |slot: &crate::event::field::Slot| {
            let opponent = slot.opponent?;
            Some(Term::of_round(slot.round, Some(opponent), buchholz.get(opponent)?.value?))
        };
        let terms: Vec<Term> = met.filter_map(term).collect();
        let sum: f64 = terms.iter().map(|t| t.amount).sum();
        let value = (!terms.is_empty()).then(|| half_up(sum / terms.len() as f64));
        Working { value: value.or(Some(0.0)), terms }
    })
}

/// Rounds to two decimals, half up.
pub(super) fn half_up(value: f64) -> f64 {
    (value * 100.0 + 0.5 + 1e-7).floor() / 100.0
}

#[cfg(test)]
mod tests {
    use super::half_up;
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("AOB");
    }

    #[test]
    fn the_third_decimal_rounds_up_from_five() {
        assert_eq!(half_up(12.345), 12.35);
        assert_eq!(half_up(12.344), 12.34);
    }
}
