//! The formats of rulings. All formats for people print the same contents (the [`Sheet`]). Each format is one file and
//! one line in the list below.

mod appeal;
mod brief;
mod facts;
mod schema;
mod sheet;
mod versus;
mod versus_text;
mod words;

use std::io::{self, Write};

use crate::rulings::{Adjudication, Difference};

pub use facts::Fact;
pub use schema::schema;
pub use sheet::{Item, Sheet};

/// A case, and its ruling or the reason why there is none.
#[derive(Debug)]
pub struct Heard {
    /// The name of the case file, as given.
    pub file: String,
    /// The ruling, or one line with the reason why there is none.
    pub outcome: Result<Adjudication, String>,
    /// In a comparison: the cause of the difference to the ruling under the first ruleset.
    pub difference: Option<Difference>,
}

impl Heard {
    /// A case without a comparison.
    pub fn alone(file: String, outcome: Result<Adjudication, String>) -> Heard {
        Heard { file, outcome, difference: None }
    }
}

/// How the cases of a run are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// One case, written as a single object.
    One,
    /// Several cases, or a folder.
    Several,
    /// The same case under several rulesets.
    Compare {
        /// Width of the screen in columns.
        width: u16,
    },
}

/// Writes all cases of a run in one format.
type WriteCases = fn(&mut dyn Write, &[Heard], Arrangement) -> io::Result<()>;

/// A format of rulings.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Its name for `--format`.
    pub name: &'static str,
    /// A one-line description.
    pub help: &'static str,
    write: WriteCases,
}

/// Declares the formats of rulings. Each is a module with a function `write`, and an entry of [`FORMATS`].
macro_rules! formats {
    ($($name:ident: $help:literal,)+) => {
        $(mod $name;)+

        /// Every format that rulings can be written in, in the order of the help.
        pub const FORMATS: &[Format] =
            &[$(Format { name: stringify!($name), help: $help, write: $name::write }),+];
    };
}

formats! {
    text: "For people",
    json: "One object",
    jsonl: "One object per line",
    markdown: "For a report",
    html: "A page for the screen, and a sheet of paper to sign",
}

/// The parts of the HTML sheet, for pages that have a head of their own.
pub mod page_parts {
    pub use super::html::{SCRIPT, STYLE, drawing, game, sheet, symbols};
}

impl Format {
    /// For use at the board: at most ten lines for each incident. Selected by `--brief`.
    pub const BRIEF: Format =
        Format { name: "brief", help: "At most ten lines for each incident", write: brief::write };

    /// The format with this name on the command line.
    pub fn named(name: &str) -> Option<Format> {
        FORMATS.iter().find(|format| format.name == name).copied()
    }

    /// Writes all cases of a run.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(self, out: &mut dyn Write, cases: &[Heard], arrangement: Arrangement) -> io::Result<()> {
        (self.write)(out, cases, arrangement)
    }
}
