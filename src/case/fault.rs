//! What is wrong in a case, and where.

use std::fmt;
use std::sync::Arc;

/// A place in a case file or a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file as it was named.
    pub file: Arc<str>,
    /// Line, from 1; 0 where the whole file is meant.
    pub line: usize,
    /// Column in characters, from 1; 0 where the whole line is meant.
    pub column: usize,
}

impl Place {
    /// The file as a whole.
    pub fn file(file: &Arc<str>) -> Place {
        Place { file: file.clone(), line: 0, column: 0 }
    }

    /// The place of byte `offset` in `text`.
    pub fn at(file: &Arc<str>, text: &str, offset: usize) -> Place {
        let before = text.get(..offset.min(text.len())).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before.get(line_start..).map_or(0, |line| line.chars().count());
        Place { file: file.clone(), line: before.matches('\n').count() + 1, column: column + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => write!(f, "{}", self.file),
            (line, 0) => write!(f, "{}:{line}", self.file),
            (line, column) => write!(f, "{}:{line}:{column}", self.file),
        }
    }
}

/// A case that cannot be ruled on: where, which key, what is wrong, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where it stands.
    pub place: Place,
    /// The key concerned, where there is one.
    pub key: Option<String>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Fault {
    /// A fault at `place`.
    pub fn new(place: &Place, message: impl Into<String>) -> Fault {
        Fault { place: place.clone(), key: None, message: message.into(), help: None }
    }

    /// Names the key that it is about.
    #[must_use]
    pub fn key(mut self, key: &str) -> Fault {
        self.key = Some(key.to_owned());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if let Some(key) = &self.key {
            write!(f, "`{key}`: ")?;
        }
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}

/// The known word nearest to `word`, where one is near enough to be meant.
pub(super) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    known
        .into_iter()
        .map(|candidate| (strsim::normalized_damerau_levenshtein(word, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= 0.5)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// `did you mean …?` where something is near, else the whole list.
pub(super) fn suggestion(word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known: {}", known.join(", ")),
    }
}
