//! The formats of pairings of a round. Each is one file.
//!
//! Nothing is decided here. Text from files is escaped.

pub mod html;
pub mod json;
mod schema;
pub mod text;
pub mod trf;
mod words;

pub use schema::schema;

use rustc_hash::FxHashMap;

use crate::event::pairing::{Due, Judged};
use crate::event::{Event, Player};

/// The input of the formats.
#[derive(Debug)]
pub struct Pairings<'a> {
    /// The event.
    pub event: &'a Event,
    /// The round according to the rules.
    pub due: &'a Due,
    /// Whether to show the brackets and the reasons for the pairings.
    pub explain: bool,
    places: FxHashMap<u32, usize>,
}

impl<'a> Pairings<'a> {
    /// The pairings of one round of an event.
    pub fn new(event: &'a Event, due: &'a Due, explain: bool) -> Pairings<'a> {
        let places = event.players.iter().enumerate().map(|(at, player)| (player.no, at)).collect();
        Pairings { event, due, explain, places }
    }

    fn player(&self, no: u32) -> Option<&'a Player> {
        self.event.players.get(*self.places.get(&no)?)
    }

    fn name(&self, no: u32) -> String {
        self.player(no).map_or_else(String::new, |player| player.name.clone())
    }
}

/// Whether the file's round is the one that the rules give.
pub fn is_same(judged: &Judged) -> bool {
    judged.difference.is_none()
        && judged.forbidden.is_empty()
        && judged.barred_byes.is_empty()
        && judged.colours.is_empty()
        && judged.byes.is_empty()
}
