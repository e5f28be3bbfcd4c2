//! `PTP`: perfect tournament performance, the lowest rating whose expected score is at least the points scored (article
//! 10.3).

use super::{Spec, Working, tpr};
use crate::event::field::Field;
use crate::event::ratings;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    tpr::from_games(field, spec, ratings::perfect)
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("PTP");
    }
}
