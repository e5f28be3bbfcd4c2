//! `TPN`: the starting number, low is better (article 7.8, new in 2026).

use super::{Spec, Working, each};
use crate::event::field::Field;

pub(super) fn column(field: &Field, _: &Spec) -> Vec<Working> {
    each(field, |_, entrant| Working::of(Some(f64::from(entrant.no))))
}
