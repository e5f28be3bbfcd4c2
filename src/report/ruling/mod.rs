//! Rulings as people and machines read them: one content (the [`Sheet`]), one file a format.

mod appeal;
mod brief;
mod facts;
mod html;
mod json;
mod jsonl;
mod markdown;
mod schema;
mod sheet;
mod text;
mod versus;
mod versus_text;
mod words;

use std::io::{self, Write};

use crate::rulings::{Adjudication, Difference};

pub use facts::Fact;
pub use schema::schema;
pub use sheet::{Item, Sheet};

/// A case that was heard, or could not be.
#[derive(Debug)]
pub struct Heard {
    /// The file as it was named.
    pub file: String,
    /// The ruling, or the one line that says why there is none.
    pub outcome: Result<Adjudication, String>,
    /// What makes it rule otherwise than the first ruleset of a comparison; none for that one, and without a comparison.
    pub difference: Option<Difference>,
}

impl Heard {
    /// A case by itself.
    pub fn alone(file: String, outcome: Result<Adjudication, String>) -> Heard {
        Heard { file, outcome, difference: None }
    }
}

/// How the cases of a run belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// One case: its object stands alone.
    One,
    /// Several cases, or a folder.
    Several,
    /// The same case under several rulesets.
    Compare {
        /// Columns of the screen.
        width: u16,
    },
}

/// A way to write rulings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulingReport {
    /// For people.
    Text,
    /// For people at the board: at most ten lines for each incident.
    Brief,
    /// One object.
    Json,
    /// One object a line.
    Jsonl,
    /// For a report.
    Markdown,
    /// For a sheet of paper.
    Html,
}

impl RulingReport {
    /// Writes all cases of a run.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(self, out: &mut dyn Write, cases: &[Heard], arrangement: Arrangement) -> io::Result<()> {
        match (self, arrangement) {
            (RulingReport::Json, _) => json::write(out, cases, arrangement),
            (RulingReport::Jsonl, _) => jsonl::write(out, cases),
            (RulingReport::Text, Arrangement::Compare { width }) => versus_text::text(out, cases, width),
            (RulingReport::Markdown, Arrangement::Compare { .. }) => versus_text::markdown(out, cases),
            (RulingReport::Html, Arrangement::Compare { .. }) => html::compare(out, cases),
            (RulingReport::Html, _) => html::write(out, cases),
            (RulingReport::Text, _) => text::write(out, cases),
            (RulingReport::Brief, _) => brief::write(out, cases),
            (RulingReport::Markdown, _) => markdown::write(out, cases),
        }
    }
}
