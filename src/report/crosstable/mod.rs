//! Crosstables as people and machines read them: one file a format.
//!
//! Nothing is computed here. Names and other text of the file are made harmless for the output they stand in.

mod cells;
pub mod csv;
pub mod explain;
mod grid;
pub mod html;
pub mod json;
pub mod markdown;
mod part;
pub mod text;
pub mod wallchart;

use crate::checks::Finding;
use crate::event::Event;
use crate::event::standings::Standings;

/// The order of the rows of a round-robin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// By final rank.
    #[default]
    Rank,
    /// By starting number.
    Number,
}

/// What a crosstable is printed from.
#[derive(Debug, Clone, Copy)]
pub struct Crosstable<'a> {
    /// The event.
    pub event: &'a Event,
    /// Its standings.
    pub standings: &'a Standings,
    /// What was found in the file, at severity warning and above.
    pub problems: &'a [Finding],
    /// The order of a round-robin.
    pub order: Order,
}
