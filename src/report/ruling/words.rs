//! Words that the formats for people share.

pub(super) use crate::rulings::duty::name;
use crate::rulings::{Ruling, plain};
pub(super) use crate::rulings::{clocks, half_moves, said, san};

/// What may be done, in plain words.
pub(super) fn options(ruling: &Ruling) -> Vec<String> {
    ruling.options.iter().map(|option| plain(option).to_owned()).collect()
}
