//! The formats of crosstables. Each is one file and one line in the list below.
//!
//! Nothing is computed here. Text from files is escaped.

mod cells;
pub mod explain;
mod grid;
mod part;
pub mod wallchart;

use std::io::{self, Write};

use crate::checks::Finding;
use crate::event::Event;
use crate::event::standings::Standings;

/// The order of the rows of a round-robin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Order {
    /// By final rank.
    #[default]
    Rank,
    /// By starting number.
    Number,
}

/// The input of a crosstable.
#[derive(Debug, Clone, Copy)]
pub struct Crosstable<'a> {
    /// The event.
    pub event: &'a Event,
    /// Its standings.
    pub standings: &'a Standings,
    /// Findings in the file, of severity warning and above.
    pub problems: &'a [Finding],
    /// The order of a round-robin.
    pub order: Order,
}

/// A format of crosstables.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Its name for `--format`.
    pub name: &'static str,
    /// A one-line description.
    pub help: &'static str,
    /// What the format can hold.
    pub holds: Holds,
    write: fn(&Crosstable<'_>, usize, &mut dyn Write) -> io::Result<()>,
}

/// The capabilities of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holds {
    /// Findings, beside the table.
    pub findings: bool,
    /// Events of any size. Other formats write a grid of players by rounds or opponents, whose size is limited.
    pub any_size: bool,
}

/// Declares the formats of crosstables. Each is a module with a function `write` and a constant `HOLDS`, and an entry of
/// [`FORMATS`].
macro_rules! formats {
    ($($name:ident: $help:literal,)+) => {
        $(pub mod $name;)+

        /// Every format that a cross table can be written in, in the order of the help.
        pub const FORMATS: &[Format] = &[
            $(Format { name: stringify!($name), help: $help, holds: $name::HOLDS, write: $name::write }),+
        ];
    };
}

formats! {
    text: "For people",
    markdown: "For a report",
    html: "A page",
    csv: "One row per player",
    json: "One object",
    trf: "FIDE's result file",
}

impl Format {
    /// The format with this name on the command line.
    pub fn named(name: &str) -> Option<Format> {
        FORMATS.iter().find(|format| format.name == name).copied()
    }

    /// Writes a table. `width` is the number of columns of the terminal.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(self, table: &Crosstable<'_>, width: usize, out: &mut dyn Write) -> io::Result<()> {
        (self.write)(table, width, out)
    }
}
