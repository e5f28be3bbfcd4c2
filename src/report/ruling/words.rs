//! Phrases that the formats for people share.

pub(super) use crate::rulings::duty::name;
use crate::rulings::{Ruling, plain};
pub(super) use crate::rulings::{clocks, half_moves, said, san};

/// The number of options listed if there are many; the usual ones come first.
const USUAL: usize = 4;

/// The options in plain words: all of them, or the usual ones and the most severe one.
pub(super) fn options(ruling: &Ruling) -> Vec<String> {
    let many = ruling.options.len() > USUAL + 2;
    let shown = if many { USUAL } else { ruling.options.len() };
    let mut words: Vec<String> =
        ruling.options.iter().take(shown).map(|option| plain(option).to_owned()).collect();
    if let Some(last) = ruling.options.last().filter(|_| many) {
        words.push(format!("more for a grave or repeated fault, up to {}", plain(last)));
    }
    words
}
