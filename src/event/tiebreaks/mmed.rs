//! `MMED`, `SOLK`, `MED`: US Chess modified median (34E1), Solkoff (34E2) and Harkness median (34E4).
//!
//! An opponent's unplayed round counts half a point, whatever its result. The entrant's own unplayed round counts as an
//! opponent with 0 points.

use super::cut::{Part, cut};
use super::{Edition, Spec, Term, Working, each};
use crate::event::field::{Entrant, Field};

pub(super) fn modified(field: &Field, spec: &Spec) -> Vec<Working> {
    sum(field, spec, |entrant| {
        let played_out = field.win.primary * f64::from(field.rounds);
        let each_side = if field.rounds >= 9 { 2 } else { 1 };
        match (entrant.score.primary * 2.0).total_cmp(&played_out) {
            std::cmp::Ordering::Greater => (each_side, 0),
            std::cmp::Ordering::Less => (0, each_side),
            std::cmp::Ordering::Equal => (each_side, each_side),
        }
    })
}

pub(super) fn solkoff(field: &Field, spec: &Spec) -> Vec<Working> {
    sum(field, spec, |_| (0, 0))
}

pub(super) fn harkness(field: &Field, spec: &Spec) -> Vec<Working> {
    sum(field, spec, |_| (1, 1))
}

fn adjusted(field: &Field, entrant: &Entrant) -> f64 {
    let slot = |s: &crate::event::field::Slot| {
        if s.outcome.is_played() { s.gain.primary } else { field.draw.primary }
    };
    entrant.slots.iter().map(slot).sum()
}

fn sum(field: &Field, spec: &Spec, cuts: impl Fn(&Entrant) -> (u32, u32)) -> Vec<Working> {
    let scores: Vec<f64> = field.entrants.iter().map(|entrant| adjusted(field, entrant)).collect();
    each(field, |_, entrant| {
        let part = |slot: &crate::event::field::Slot| {
            let opponent = slot.opponent.filter(|_| slot.outcome.is_played());
            let score = opponent.and_then(|at| scores.get(at)).copied().unwrap_or(0.0);
            let term = Term::of_round(slot.round, slot.opponent, score);
            Part::new(Term { unplayed: opponent.is_none(), ..term })
        };
        let (cut_low, cut_high) = cuts(entrant);
        let plain = Spec { cut_low, cut_high, edition: Some(Edition::Y2009), ..spec.clone() };
        Working::sum(cut(field, &plain, entrant.slots.iter().map(part).collect()))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::event::Outcome;
    use crate::event::field::{Scores, Slot};

    /// The rulebook's example: 4 points of 5 against 1, 2, 3, 3½ and 4 is 12½; 13½ if nothing is dropped.
    #[test]
    fn the_example_of_the_rulebook() {
        let scores = |value| Scores { primary: value, secondary: value };
        let slot = |round, opponent, gain| Slot {
            round,
            opponent,
            colour: None,
            outcome: Outcome::Win,
            gain: scores(gain),
            boards: Vec::new(),
            cell: None,
        };
        let entrant =
            |score, slots| Entrant { no: 1, name: String::new(), rating: None, score: scores(score), slots };
        let own = (1..=5).map(|round| slot(round, Some(round as usize), 0.8)).collect();
        let mut entrants = vec![entrant(4.0, own)];
        entrants.extend([1.0, 2.0, 3.0, 3.5, 4.0].map(|points| entrant(points, vec![slot(1, None, points)])));
        let field = Field {
            round_robin: false,
            edition: Edition::Y2026,
            rounds: 5,
            win: scores(1.0),
            draw: scores(0.5),
            loss: scores(0.0),
            boards: 1,
            game_points_first: false,
            unrated: None,
            entrants,
        };
        let value =
            |name, of: fn(&Field, &Spec) -> Vec<Working>| of(&field, &Spec::parse(name).unwrap())[0].value;
        assert_eq!(value("MMED", modified), Some(12.5));
        assert_eq!(value("SOLK", solkoff), Some(13.5));
        assert_eq!(value("MED", harkness), Some(8.5));
    }
}
