//! `TPR`: tournament performance rating (article 10.2).

use super::aro::{RatedGame, rated_games};
use super::{Spec, Term, Working, each};
use crate::event::field::Field;
use crate::event::ratings;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    from_games(field, spec, ratings::performance)
}

/// A column computed from the opponents' ratings and the points scored against them.
pub(super) fn from_games(field: &Field, spec: &Spec, of: fn(&[i32], f64) -> Option<i32>) -> Vec<Working> {
    each(field, |_, entrant| {
        let games = rated_games(field, spec, entrant);
        let opponents: Vec<i32> = games.iter().map(|game| game.rating).collect();
        let points = games.iter().map(|game| game.points).sum();
        let term = |game: &RatedGame| Term::of_round(game.round, Some(game.opponent), f64::from(game.rating));
        Working { value: of(&opponents, points).map(f64::from), terms: games.iter().map(term).collect() }
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("TPR");
    }
}
