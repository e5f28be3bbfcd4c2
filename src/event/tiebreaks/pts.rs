//! `PTS`, `MPTS`, `GPTS`, `MPvGP`: the scores themselves (articles 11.1 and 13.1).

use super::{Spec, Working, each};
use crate::event::field::{Field, Measure};

pub(super) fn points(field: &Field, spec: &Spec) -> Vec<Working> {
    score(field, spec.measure(field))
}

pub(super) fn match_points(field: &Field, spec: &Spec) -> Vec<Working> {
    score(field, if spec.match_points == Some(false) { field.game_points() } else { field.match_points() })
}

pub(super) fn game_points(field: &Field, _: &Spec) -> Vec<Working> {
    score(field, field.game_points())
}

pub(super) fn other(field: &Field, _: &Spec) -> Vec<Working> {
    score(field, Measure::Secondary)
}

fn score(field: &Field, measure: Measure) -> Vec<Working> {
    each(field, |_, entrant| Working::of(Some(entrant.score.get(measure))))
}
