//! `BH`: Buchholz, the sum of the opponents' adjusted scores (article 8.1).

use super::cut::{Part, cut};
use super::unplayed::Adjusted;
use super::{Spec, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    buchholz(field, spec, spec.fore)
}

/// Buchholz; in fore mode the games of the last round count as draws.
pub(super) fn buchholz(field: &Field, spec: &Spec, fore: bool) -> Vec<Working> {
    let adjusted = Adjusted::new(field, spec, fore);
    each(field, |_, entrant| {
        let games = adjusted.games(entrant);
        let parts =
            games.iter().map(|g| Part { voluntary: g.voluntary, ..Part::new(g.term(g.score)) }).collect();
        Working::sum(cut(field, spec, parts))
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    /// FIDE's Technical Commission published the results of its exercise for both editions.
    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("BH");
        exercise("BH:C1");
    }
}
