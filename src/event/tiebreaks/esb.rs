//! `EMMSB`, `EMGSB`, `EGMSB`, `EGGSB`: extended Sonneborn-Berger of teams (articles 13.2.1 to 13.2.4). The second letter
//! says which score of the opponents counts, the third which score made against them.

use super::cut::{Part, cut};
use super::unplayed::{Adjusted, Against};
use super::{Spec, Working, each};
use crate::event::field::{Field, Measure};

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    let letters = spec.tiebreak.acronym.as_bytes();
    let measure =
        |at: usize| if letters.get(at) == Some(&b'G') { Measure::Secondary } else { Measure::Primary };
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
