//! The text of an open document, kept in step with the editor's by its edits, and its positions.
//!
//! The protocol counts lines from 0, and columns in UTF-16 units unless both sides agree on UTF-8. A line ends with
//! `\n`, `\r\n` or `\r`. A position beyond a line is its end, one within a character is the character's beginning.

use std::ops::Range;

/// The unit in which columns are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Encoding {
    /// UTF-16 code units, which every client knows.
    #[default]
    Utf16,
    /// Bytes.
    Utf8,
}

impl Encoding {
    /// Its name in the protocol.
    pub(super) fn name(self) -> &'static str {
        match self {
            Encoding::Utf16 => "utf-16",
            Encoding::Utf8 => "utf-8",
        }
    }

    fn units(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    /// The byte of `line` after so many units.
    fn byte(self, line: &str, column: usize) -> usize {
        if self == Encoding::Utf8 {
            return line.floor_char_boundary(column);
        }
        let mut units = 0;
        for (at, c) in line.char_indices() {
            units += c.len_utf16();
            if units > column {
                return at;
            }
        }
        line.len()
    }
}

/// A place in a text as the protocol writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    /// The line, from 0.
    pub(super) line: usize,
    /// The column, from 0, in the units of the [`Encoding`].
    pub(super) character: usize,
}

/// A text that edits change.
#[derive(Debug, Clone)]
pub(super) struct Text {
    text: String,
    /// The bytes at which the lines begin; the first is 0.
    lines: Vec<usize>,
}

impl Text {
    /// A text as it was opened.
    pub(super) fn new(text: String) -> Text {
        let mut new = Text { text: String::new(), lines: vec![0] };
        new.splice(0..0, &text);
        new
    }

    /// The whole text.
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// The byte at a position.
    pub(super) fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let Some(start) = self.lines.get(position.line).copied() else { return self.text.len() };
        start + encoding.byte(self.line(position.line), position.character)
    }

    /// The bytes between two positions, in either order.
    pub(super) fn range(&self, (from, to): (Position, Position), encoding: Encoding) -> Range<usize> {
        let (from, to) = (self.offset(from, encoding), self.offset(to, encoding));
        from.min(to)..from.max(to)
    }

    /// Replaces what is between two positions.
    pub(super) fn edit(&mut self, between: (Position, Position), new: &str, encoding: Encoding) {
        let range = self.range(between, encoding);
        self.splice(range, new);
    }

    /// A line without its end; empty beyond the last.
    pub(super) fn line(&self, line: usize) -> &str {
        let Some(start) = self.lines.get(line).copied() else { return "" };
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end).unwrap_or_default();
        match end < self.text.len() || text.ends_with(['\n', '\r']) {
            true => text.strip_suffix("\r\n").or(text.strip_suffix(['\n', '\r'])).unwrap_or(text),
            false => text,
        }
    }

    /// The line of a byte, from 0.
    pub(super) fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The byte at which a line begins; the end of the text for one beyond the last.
    pub(super) fn line_start(&self, line: usize) -> usize {
        self.lines.get(line).copied().unwrap_or(self.text.len())
    }

    /// The number of lines.
    pub(super) fn lines(&self) -> usize {
        self.lines.len()
    }

    /// Finds positions of bytes.
    pub(super) fn positions(&self, encoding: Encoding) -> Positions<'_> {
        Positions { text: self, encoding, last: (0, 0, 0) }
    }

    fn splice(&mut self, range: Range<usize>, new: &str) {
        self.text.replace_range(range.clone(), new);
        // A line begins after its end, so only the bytes from the first to one past the last new one can change that.
        let end = range.start + new.len();
        let from = self.lines.partition_point(|start| *start < range.start);
        let to = self.lines.partition_point(|start| *start <= range.end);
        let begun: Vec<usize> = (range.start..=end).filter(|at| self.begins_line(*at)).collect();
        let moved = from + begun.len();
        self.lines.splice(from..to, begun);
        if end != range.end {
            for start in self.lines.iter_mut().skip(moved) {
                *start = *start - range.end + end;
            }
        }
    }

    fn begins_line(&self, at: usize) -> bool {
        let bytes = self.text.as_bytes();
        match at.checked_sub(1).and_then(|before| bytes.get(before)) {
            None => at == 0,
            Some(b'\n') => true,
            Some(b'\r') => bytes.get(at) != Some(&b'\n'),
            Some(_) => false,
        }
    }
}

/// Finds the positions of bytes. Those of one long line cost one pass if they come in order.
#[derive(Debug)]
pub(super) struct Positions<'t> {
    text: &'t Text,
    encoding: Encoding,
    /// The byte that was asked for last, with its line and column.
    last: (usize, usize, usize),
}

impl Positions<'_> {
    /// The position of a byte.
    pub(super) fn at(&mut self, offset: usize) -> Position {
        let text = self.text.as_str();
        let offset = text.floor_char_boundary(offset);
        let line = self.text.line_of(offset);
        let (before, same_line, column) = self.last;
        let (from, units) = match same_line == line && before <= offset {
            true => (before, column),
            false => (self.text.line_start(line), 0),
        };
        let character = units + self.encoding.units(text.get(from..offset).unwrap_or_default());
        self.last = (offset, line, character);
        Position { line, character }
    }

    /// The positions of a range of bytes.
    pub(super) fn range(&mut self, range: Range<usize>) -> (Position, Position) {
        let start = self.at(range.start);
        (start, self.at(range.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by the plainest means: the lines are looked for anew each time.
    fn plain_offset(text: &str, position: Position, encoding: Encoding) -> usize {
        let mut at = 0;
        for _ in 0..position.line {
            match text[at..].find(['\n', '\r']) {
                None => return text.len(),
                Some(end) => at += end + if text[at + end..].starts_with("\r\n") { 2 } else { 1 },
            }
        }
        let end = text[at..].find(['\n', '\r']).map_or(text.len(), |end| at + end);
        let mut column = 0;
        for (i, c) in text[at..end].char_indices() {
            column += if encoding == Encoding::Utf8 { c.len_utf8() } else { c.len_utf16() };
            if column > position.character {
                return at + i;
            }
        }
        end
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, n: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % n as u64) as usize
        }
    }

    const PIECES: [&str; 16] = [
        "1. e4",
        " ",
        "\n",
        "\r\n",
        "\r",
        "é",
        "♞",
        "𝄞",
        "👨‍👩‍👧",
        "[Event \"x\"]\n",
        "{c}",
        "e\u{301}",
        "\n\r",
        "",
        "Nf6",
        "(",
    ];

    #[test]
    fn ten_thousand_random_edits_leave_it_in_step() {
        for encoding in [Encoding::Utf16, Encoding::Utf8] {
            let mut random = Random(0x9e37_79b9_7f4a_7c15);
            let mut plain = String::from("[White \"Doe\"]\r\n\r\n1. e4 ♟𝄞 e5\n");
            let mut text = Text::new(plain.clone());
            for _ in 0..10_000 {
                let lines = plain.matches(['\n', '\r']).count() + 2;
                let mut position = || Position { line: random.below(lines), character: random.below(24) };
                let between = (position(), position());
                let mut new: String =
                    (0..random.below(4)).map(|_| PIECES[random.below(PIECES.len())]).collect();
                if plain.len() > 600 {
                    new.clear();
                }
                let (a, b) =
                    (plain_offset(&plain, between.0, encoding), plain_offset(&plain, between.1, encoding));
                plain.replace_range(a.min(b)..a.max(b), &new);
                text.edit(between, &new, encoding);
                assert_eq!(text.as_str(), plain);
                let fresh = Text::new(plain.clone());
                assert_eq!(text.lines, fresh.lines, "{plain:?}");
                let at = plain.floor_char_boundary(random.below(plain.len() + 1));
                let position = text.positions(encoding).at(at);
                // Between the two bytes of a line end there is no position.
                if !(plain[..at].ends_with('\r') && plain[at..].starts_with('\n')) {
                    assert_eq!(plain_offset(&plain, position, encoding), at, "{plain:?} {position:?}");
                }
            }
        }
    }

    #[test]
    fn positions_are_those_of_the_protocol() {
        let text = Text::new("a𐐀b\r\nc\rd\n".to_owned());
        let at = |line, character| Position { line, character };
        assert_eq!(text.offset(at(0, 3), Encoding::Utf16), 5);
        assert_eq!(text.offset(at(0, 2), Encoding::Utf16), 1);
        assert_eq!(text.offset(at(0, 99), Encoding::Utf16), 6);
        assert_eq!(text.offset(at(0, 5), Encoding::Utf8), 5);
        assert_eq!(text.offset(at(0, 3), Encoding::Utf8), 1);
        assert_eq!(
            (text.line(0), text.line(1), text.line(2), text.line(3), text.line(9)),
            ("a𐐀b", "c", "d", "", "")
        );
        assert_eq!(text.offset(at(9, 9), Encoding::Utf16), text.as_str().len());
        let mut positions = text.positions(Encoding::Utf16);
        assert_eq!([1, 5, 6, 8].map(|offset| positions.at(offset)), [at(0, 1), at(0, 3), at(0, 4), at(1, 0)]);
        assert_eq!(positions.at(1), at(0, 1));
    }
}
