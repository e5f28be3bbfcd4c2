//! Faults in ruleset files, with their positions.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::place::{Lines, Place};

/// One fault in a ruleset file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// File, line and column.
    pub place: Place,
    /// The affected key, as `section.name`; empty if there is none.
    pub key: String,
    /// What is wrong, in one line.
    pub message: String,
    /// What to write instead, if known.
    pub help: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

impl std::error::Error for Fault {}

/// All faults of a ruleset; never empty. Prints the first one, and how many more there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.0.first() else { return Ok(()) };
        match self.0.len() - 1 {
            0 => write!(f, "{first}"),
            more => write!(f, "{first} ({more} more; `flagfall rulesets check` lists all)"),
        }
    }
}

impl std::error::Error for Faults {}

/// The text of a file with its name.
pub(crate) struct Source<'t> {
    pub(crate) file: Arc<str>,
    lines: Lines<'t>,
}

impl<'t> Source<'t> {
    pub(crate) fn new(file: &str, text: &'t str) -> Source<'t> {
        Source { file: file.into(), lines: Lines::new(text) }
    }

    /// The place of a span of bytes.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        self.lines.place(&self.file, span.start)
    }

    /// A fault at a span of bytes.
    pub(crate) fn fault(&self, span: Range<usize>, key: impl Into<String>, message: String) -> Fault {
        Fault { place: self.place(span), key: key.into(), message, help: None }
    }
}

/// Longer names are not compared with known ones.
const LONGEST_NAME: usize = 100;

/// The known name most similar to `name`, if any is similar enough.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // The work grows with the length of the name, and no typing error is that long.
    let known = known.into_iter().filter(|_| name.len() <= LONGEST_NAME);
    known
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len().max(name.len()) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
