//! `EMMSB`, `EMGSB`, `EGMSB`, `EGGSB`: extended Sonneborn-Berger of teams (articles 13.2.1 to 13.2.4). The second letter
//! names the opponents' score, the third letter the score gained against them.

use super::cut::{Part, cut};
use super::unplayed::{Adjusted, Against};
use super::{Spec, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    let letters = spec.tiebreak.acronym.as_bytes();
    let measure = |at: usize| match letters.get(at) {
        Some(b'G') => field.game_points(),
        _ => field.match_points(),
    };
    let of_opponents = Spec { measure: Some(measure(1)), ..spec.clone() };
    let adjusted = Adjusted::new(field, &of_opponents, spec.fore);
    each(field, |_, entrant| {
        let games = adjusted.games(entrant);
        let part = |g: &Against| Part {
            term: g.term(g.score * g.gains.get(measure(2))),
            rank: g.score,
            voluntary: g.voluntary,
        };
        Working::sum(cut(field, spec, games.iter().map(part).collect()))
    })
}
