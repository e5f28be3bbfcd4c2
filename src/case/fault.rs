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
}

/// Finds lines and columns in a text: each in a bounded number of steps, however long the text and its lines are.
pub(super) struct Places<'t> {
    file: &'t Arc<str>,
    text: &'t str,
    /// The byte at which each line begins.
    lines: Vec<usize>,
    /// The characters before each block of [`BLOCK`] bytes.
    characters: Vec<usize>,
}

/// Bytes of a block.
const BLOCK: usize = 1024;

/// Whether a byte begins a character of UTF-8.
fn begins(byte: &u8) -> bool {
    byte & 0xC0 != 0x80
}

impl<'t> Places<'t> {
    pub(super) fn new(file: &'t Arc<str>, text: &'t str) -> Places<'t> {
        let bytes = text.as_bytes();
        let newlines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let lines = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        let mut characters = vec![0];
        let mut before = 0;
        for block in bytes.chunks(BLOCK) {
            before += block.iter().filter(|byte| begins(byte)).count();
            characters.push(before);
        }
        Places { file, text, lines, characters }
    }

    /// The place of byte `offset`.
    pub(super) fn at(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let column = self.characters_before(offset) - self.characters_before(start) + 1;
        Place { file: self.file.clone(), line, column }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        let rest = self.text.as_bytes().get(block * BLOCK..offset).unwrap_or_default();
        self.characters.get(block).copied().unwrap_or(0) + rest.iter().filter(|byte| begins(byte)).count()
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

/// The known word nearest to `word`, where one is near enough to be meant: the one that begins with it or has it as a part,
/// else the one with the fewest letters to change.
pub(super) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let word = word.trim().to_lowercase();
    let likeness = |candidate: &str| {
        let part = word.len() >= 3 && candidate.split('-').any(|part| part == word);
        let start = word.len() >= 3 && candidate.starts_with(&word);
        let letters = strsim::normalized_damerau_levenshtein(&word, candidate);
        letters + f64::from(u8::from(part)) + f64::from(u8::from(start))
    };
    known
        .into_iter()
        .map(|candidate| (likeness(candidate), candidate))
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

/// The only known word that begins with `word`: `w` for white.
fn begun<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let word = word.trim().to_lowercase();
    let mut fits = known.iter().filter(|candidate| !word.is_empty() && candidate.starts_with(&word));
    fits.next().copied().filter(|_| fits.next().is_none())
}

/// One of the words of a closed list, in any case of letters.
///
/// # Errors
/// Where it is none of them.
pub(super) fn closed<'k>(key: &str, word: &str, place: &Place, known: &[&'k str]) -> Result<&'k str, Fault> {
    let found = known.iter().find(|candidate| candidate.eq_ignore_ascii_case(word.trim()));
    found.copied().ok_or_else(|| {
        Fault::new(place, format!("\"{word}\" is none of {}", known.join(", "))).key(key).help(
            begun(word, known).or_else(|| nearest(word, known.iter().copied())).map_or_else(
                || format!("write {}", known.join(" or ")),
                |near| format!("did you mean `{near}`?"),
            ),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_a_count_from_the_start() {
        let text = format!("{}\nü = 1\n\n{}é€x", "ä".repeat(1500), "b€".repeat(900));
        let file: Arc<str> = "case.toml".into();
        let places = Places::new(&file, &text);
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let before = &text[..offset];
            let start = before.rfind('\n').map_or(0, |newline| newline + 1);
            let place = places.at(offset);
            assert_eq!(place.line, before.matches('\n').count() + 1, "{offset}");
            assert_eq!(place.column, before[start..].chars().count() + 1, "{offset}");
        }
    }
}
