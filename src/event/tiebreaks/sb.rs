//! `SB`: Sonneborn-Berger, the opponents' adjusted scores times the points scored against them (article 9.1).

use super::cut::{Part, cut};
use super::unplayed::Adjusted;
use super::{Spec, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    let adjusted = Adjusted::new(field, spec, spec.fore);
    each(field, |_, entrant| {
        let games = adjusted.games(entrant);
        let part = |g: &super::unplayed::Against| Part {
            term: g.term(g.score * g.gain),
            rank: g.score,
            voluntary: g.voluntary,
        };
        Working::sum(cut(field, spec, games.iter().map(part).collect()))
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("SB");
        exercise("SB:C1");
    }
}
