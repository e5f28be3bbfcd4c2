//! The formats of pairings of a round. Each is one file and one line in the list below.
//!
//! Nothing is decided here. Text from files is escaped.

mod schema;
mod words;

pub use schema::schema;

use std::io::{self, Write};

use chrono::NaiveDate;
use rustc_hash::FxHashMap;

use crate::event::pairing::{Due, Judged};
use crate::event::tiebreaks::Edition;
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
    /// The edition of the tie-breaks that rank the players in a result file.
    pub edition: Edition,
    places: FxHashMap<u32, usize>,
}

impl<'a> Pairings<'a> {
    /// The pairings of one round of an event. If the event has no date, it is taken for one of `today`.
    pub fn new(event: &'a Event, due: &'a Due, today: NaiveDate, explain: bool) -> Pairings<'a> {
        let places = event.players.iter().enumerate().map(|(at, player)| (player.no, at)).collect();
        let edition = Edition::on(event.first_day.unwrap_or(today));
        Pairings { event, due, explain, edition, places }
    }

    fn player(&self, no: u32) -> Option<&'a Player> {
        self.event.players.get(*self.places.get(&no)?)
    }

    fn name(&self, no: u32) -> String {
        self.player(no).map_or_else(String::new, |player| player.name.clone())
    }
}

/// A format of pairings.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Its name for `--format`.
    pub name: &'static str,
    /// A one-line description.
    pub help: &'static str,
    write: fn(&Pairings<'_>, &mut dyn Write) -> io::Result<()>,
}

/// Declares the formats of pairings. Each is a module with a function `write`, and an entry of [`FORMATS`].
macro_rules! formats {
    ($($name:ident: $help:literal,)+) => {
        $(pub mod $name;)+

        /// Every format that pairings can be written in, in the order of the help.
        pub const FORMATS: &[Format] =
            &[$(Format { name: stringify!($name), help: $help, write: $name::write }),+];
    };
}

formats! {
    text: "For people",
    json: "One object",
    trf: "FIDE's result file, up to this round, without its results",
    html: "A page to be shown or printed",
}

impl Format {
    /// Writes the pairings.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(self, pairings: &Pairings<'_>, out: &mut dyn Write) -> io::Result<()> {
        (self.write)(pairings, out)
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
