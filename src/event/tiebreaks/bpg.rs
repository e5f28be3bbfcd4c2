//! `BPG`: games played over the board with Black (article 7.3).

use super::{Spec, Term, Working, each};
use crate::event::field::Field;
use crate::event::outcome::Colour;

pub(super) fn column(field: &Field, _: &Spec) -> Vec<Working> {
    each(field, |_, entrant| {
        let games = entrant
            .slots
            .iter()
            .filter(|slot| slot.outcome.is_played() && slot.colour == Some(Colour::Black));
        Working::sum(games.map(|slot| Term::of_round(slot.round, slot.opponent, 1.0)).collect())
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("BPG");
    }
}
