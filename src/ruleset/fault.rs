//! Faults in ruleset files, with their positions.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::section::Place;

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
        let Place { file, line, column } = &self.place;
        write!(f, "{file}:{line}:{column}: {}", self.message)?;
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

/// A text with its name, to say where in it something stands.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) file: Arc<str>,
    /// The offsets at which lines begin.
    lines: Vec<usize>,
}

impl Source {
    /// Indexes the text of a file.
    pub(crate) fn new(file: &str, text: &str) -> Source {
        let starts = memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1);
        Source { file: file.into(), lines: std::iter::once(0).chain(starts).collect() }
    }

    /// The position of a span of bytes.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        let line = self.lines.partition_point(|start| *start <= span.start).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or_default();
        Place { file: Arc::clone(&self.file), line: count(line), column: count(span.start - start) + 1 }
    }

    /// A fault at a span of bytes.
    pub(crate) fn fault(&self, span: Range<usize>, key: impl Into<String>, message: String) -> Fault {
        Fault { place: self.place(span), key: key.into(), message, help: None }
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
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
