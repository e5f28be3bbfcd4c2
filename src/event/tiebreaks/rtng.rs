//! `RTNG`: the player's own rating (article 10.6, new in 2026).

use super::{Spec, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, spec: &Spec) -> Vec<Working> {
    each(field, |at, _| Working::of(field.rating(at).or(spec.unrated).map(f64::from)))
}
