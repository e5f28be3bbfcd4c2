//! Crosstables as people and machines read them: one file a format.
//!
//! Nothing is computed here. Names and other text of the file are made harmless for the output they stand in.

pub mod json;

use crate::checks::Finding;
use crate::event::Event;
use crate::event::standings::Standings;

/// What a crosstable is printed from.
#[derive(Debug, Clone, Copy)]
pub struct Crosstable<'a> {
    /// The event.
    pub event: &'a Event,
    /// Its standings.
    pub standings: &'a Standings,
    /// What was found in the file, at severity warning and above.
    pub problems: &'a [Finding],
}
