//! `KS`: Koya, the points against opponents with at least half of the possible points (article 9.2).

use super::{Spec, Term, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    let measure = spec.measure(field);
    let games = field.entrants.iter().map(|e| e.slots.iter().filter(|s| s.opponent.is_some()).count()).max();
    let possible = field.win.get(measure) * games.unwrap_or(0) as f64;
    let limit = possible * spec.limit / 100.0 + f64::from(spec.limit_steps) * field.draw.get(measure);
    each(field, |_, entrant| {
        let counts = |slot: &&crate::event::field::Slot| {
            slot.opponent.is_some_and(|opponent| field.score(opponent, measure) >= limit - 1e-9)
        };
        let games = entrant.slots.iter().filter(counts);
        Working::sum(games.map(|s| Term::of_round(s.round, s.opponent, s.gain.get(measure))).collect())
    })
}

#[cfg(test)]
mod tests {
    use crate::event::tiebreaks::testing::{column, round_robin};

    #[test]
    fn only_those_with_half_of_the_points_count() {
        // Points 2½, 2, 1½, 0; in three games, the first three players scored at least 1½.
        let event = round_robin(&["4w1 3b1 2w=", "3w= 4b1 1b=", "2b= 1w0 4w1", "1b0 2w0 3b0"]);
        assert_eq!(column(&event, "KS"), [Some(1.5), Some(1.0), Some(0.5), Some(0.0)]);
        assert_eq!(column(&event, "KS:L+1"), [Some(0.5), Some(0.5), Some(0.5), Some(0.0)]);
    }
}
