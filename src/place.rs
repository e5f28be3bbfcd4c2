//! Places in text files: line and column.

use std::fmt;
use std::sync::Arc;

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file as it was named.
    pub file: Arc<str>,
    /// Line, from 1; 0 for the whole file.
    pub line: usize,
    /// Column in characters, from 1; 0 for the whole line.
    pub column: usize,
}

impl Place {
    /// The file as a whole.
    pub fn file(file: &Arc<str>) -> Place {
        Place { file: file.clone(), line: 0, column: 0 }
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

/// Finds lines and columns in a text. The work of a lookup is bounded, however long the text and its lines are.
pub(crate) struct Lines<'t> {
    text: &'t [u8],
    /// The offset of the first byte of each line.
    starts: Vec<usize>,
    /// The number of characters before each block of [`BLOCK`] bytes.
    characters: Vec<usize>,
}

/// Bytes of a block.
const BLOCK: usize = 1024;

impl<'t> Lines<'t> {
    /// Indexes a text. It need not be UTF-8: then the columns of its faulty lines are approximate.
    pub(crate) fn new(text: &'t (impl AsRef<[u8]> + ?Sized)) -> Lines<'t> {
        let text = text.as_ref();
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|at| at + 1)).collect();
        let mut characters = vec![0];
        let mut before = 0;
        for block in text.chunks(BLOCK) {
            before += bytecount::num_chars(block);
            characters.push(before);
        }
        Lines { text, starts, characters }
    }

    /// Line and column of a byte, from 1, the column in characters.
    pub(crate) fn of(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        (line, self.characters_before(offset) - self.characters_before(start) + 1)
    }

    /// The place of a byte of `file`, whose text this is.
    pub(crate) fn place(&self, file: &Arc<str>, offset: usize) -> Place {
        let (line, column) = self.of(offset);
        Place { file: file.clone(), line, column }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        let rest = self.text.get(block * BLOCK..offset).unwrap_or_default();
        self.characters.get(block).copied().unwrap_or(0) + bytecount::num_chars(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_those_of_a_count_from_the_start() {
        let text = format!("{}\nü = 1\n\n{}é€x", "ä".repeat(1500), "b€".repeat(900));
        let lines = Lines::new(&text);
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let before = &text[..offset];
            let start = before.rfind('\n').map_or(0, |newline| newline + 1);
            let expected = (before.matches('\n').count() + 1, before[start..].chars().count() + 1);
            assert_eq!(lines.of(offset), expected, "{offset}");
        }
        assert_eq!(lines.of(usize::MAX), lines.of(text.len()));
    }
}
