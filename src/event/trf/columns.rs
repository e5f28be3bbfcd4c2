//! Access to a line by columns, which are counted in characters.

/// A line with fixed columns.
pub(super) struct Columns<'a> {
    text: &'a str,
    /// Byte offsets of characters, for lines that are not ASCII.
    starts: Option<Vec<usize>>,
}

impl<'a> Columns<'a> {
    pub(super) fn new(text: &'a str) -> Columns<'a> {
        let starts = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
        Columns { text, starts }
    }

    /// Byte offset of a column, from 1; the end of the line if it is shorter.
    pub(super) fn offset(&self, column: usize) -> usize {
        let index = column.saturating_sub(1);
        match &self.starts {
            None => index.min(self.text.len()),
            Some(starts) => starts.get(index).copied().unwrap_or(self.text.len()),
        }
    }

    /// The text of columns `first` to `last`, inclusive, from 1; shorter if the line is.
    pub(super) fn get(&self, first: usize, last: usize) -> &'a str {
        self.text.get(self.offset(first)..self.offset(last + 1)).unwrap_or_default()
    }

    /// The text from a column on.
    pub(super) fn from(&self, first: usize) -> &'a str {
        self.text.get(self.offset(first)..).unwrap_or_default()
    }

    /// Number of columns.
    pub(super) fn width(&self) -> usize {
        self.starts.as_ref().map_or(self.text.len(), Vec::len)
    }
}
