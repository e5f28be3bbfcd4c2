//! `SSSC`: the secondary score plus Buchholz divided by a whole number (article 13.4).

use super::aob::half_up;
use super::{Spec, Term, Working, bh, each};
use crate::event::field::{Field, Measure};

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    let Some(plain) = spec.bare("BH") else { return Vec::new() };
    let buchholz = bh::buchholz(field, &plain, spec.fore);
    let other = match spec.measure(field) {
        Measure::Primary => Measure::Secondary,
        Measure::Secondary => Measure::Primary,
    };
    let divisor = spec.divisor.map_or_else(|| divisor(field, spec.measure(field), other), f64::from);
    each(field, |at, entrant| {
        let of_opponents = buchholz.get(at).and_then(|w| w.value).unwrap_or(0.0) / divisor;
        let part =
            |amount, note| Term { round: None, opponent: None, amount, cut: false, unplayed: false, note };
        let own = entrant.score.get(other);
        let terms = vec![part(own, "secondary score"), part(of_opponents, "Buchholz divided")];
        Working { value: Some(half_up(own + of_opponents)), terms }
    })
}

/// The default divisor: the highest possible score divided by the other score of one won match, rounded down, at least 1.
fn divisor(field: &Field, own: Measure, other: Measure) -> f64 {
    let most = field.win.get(own) * f64::from(field.rounds);
    let of_match = field.win.get(other);
    if of_match > 0.0 { (most / of_match).floor().max(1.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::field::Scores;
    use crate::event::tiebreaks::Edition;

    /// Nine rounds on four boards: 4 for match points, 18 for game points.
    #[test]
    fn the_divisor_of_nine_rounds_on_four_boards() {
        let none = Scores::default();
        let field = Field {
            round_robin: false,
            edition: Edition::Y2026,
            rounds: 9,
            win: Scores { primary: 2.0, secondary: 4.0 },
            draw: none,
            loss: none,
            boards: 4,
            game_points_first: false,
            unrated: None,
            entrants: Vec::new(),
        };
        assert_eq!(divisor(&field, Measure::Primary, Measure::Secondary), 4.0);
        assert_eq!(divisor(&field, Measure::Secondary, Measure::Primary), 18.0);
    }
}
