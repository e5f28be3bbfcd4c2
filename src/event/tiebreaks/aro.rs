//! `ARO`: the average rating of the opponents met over the board, to the nearest whole number (article 10.1).

use super::cut::{Part, cut};
use super::{Spec, Term, Working, each};
use crate::event::field::{Entrant, Field};
use crate::event::ratings;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    each(field, |_, entrant| {
        let games = rated_games(field, spec, entrant);
        let parts = games
            .iter()
            .map(|game| Part::new(Term::of_round(game.round, Some(game.opponent), f64::from(game.rating))));
        let terms = cut(field, spec, parts.collect());
        let kept: Vec<i32> = terms.iter().filter(|t| !t.cut).map(|t| t.amount as i32).collect();
        Working { value: ratings::mean(&kept).map(f64::from), terms }
    })
}

/// A game over the board against an opponent with a rating.
pub(super) struct RatedGame {
    pub(super) round: u32,
    pub(super) opponent: usize,
    pub(super) rating: i32,
    /// 1, ½ or 0, whatever the point system of the event.
    pub(super) points: f64,
}

/// The games that count for rating tie-breaks.
pub(super) fn rated_games(field: &Field, spec: &Spec, entrant: &Entrant) -> Vec<RatedGame> {
    let game = |slot: &crate::event::field::Slot| {
        let opponent = slot.opponent.filter(|_| slot.outcome.is_played())?;
        let rating = field.rating(opponent).or(spec.unrated)?;
        let points = if slot.outcome.is_won() {
            1.0
        } else if slot.outcome.is_drawn() {
            0.5
        } else {
            0.0
        };
        Some(RatedGame { round: slot.round, opponent, rating: i32::try_from(rating).ok()?, points })
    };
    entrant.slots.iter().filter_map(game).collect()
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("ARO");
    }
}
