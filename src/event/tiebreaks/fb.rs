//! `FB`: fore Buchholz, Buchholz as if all games paired for the last round were drawn (article 8.3).

use super::{Spec, Working, bh};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    bh::buchholz(field, spec, true)
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::exercise;

    #[test]
    fn the_exercise_of_the_technical_commission() {
        exercise("FB");
    }
}
