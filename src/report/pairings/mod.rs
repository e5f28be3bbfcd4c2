//! Pairings of a round as people and machines read them: one file per format.
//!
//! Nothing is decided here. Names and other text of the file are made harmless for the output that they are written to.

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

/// What the pairings of a round are printed from.
#[derive(Debug)]
pub struct Pairings<'a> {
    /// The event.
    pub event: &'a Event,
    /// The round according to the rules.
    pub due: &'a Due,
    /// Whether the brackets are shown, with what decided in them.
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

/// Whether a file's round is the one that the rules give.
pub fn is_same(judged: &Judged) -> bool {
    judged.difference.is_none()
        && judged.forbidden.is_empty()
        && judged.barred_byes.is_empty()
        && judged.colours.is_empty()
        && judged.byes.is_empty()
}
