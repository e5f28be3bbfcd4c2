//! Decodes a result file into lines of text with their positions in the file.

use std::borrow::Cow;

use super::fault::{Fault, FaultKind};

/// One line, without its line ending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Byte offset of its first byte in the file.
    pub offset: u64,
    /// Its text.
    pub text: String,
}

/// The lines of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    /// All lines, in order.
    pub lines: Vec<Line>,
    /// Line and column (in bytes) of the first bytes that are not UTF-8, from 1.
    pub not_utf8: Option<(u64, u64)>,
    /// The encoding.
    pub encoding: Encoding,
}

/// A text encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, the expected encoding.
    #[default]
    Utf8,
    /// Latin-1: assumed for files that are not UTF-8 and have no byte-order mark.
    Latin1,
    /// UTF-16, little-endian, with a byte-order mark.
    Utf16Le,
    /// UTF-16, big-endian, with a byte-order mark.
    Utf16Be,
}

impl Encoding {
    /// The UTF-16 encoding given by a byte-order mark.
    fn of_mark(bytes: &[u8]) -> Option<Encoding> {
        match bytes {
            [0xFF, 0xFE, ..] => Some(Encoding::Utf16Le),
            [0xFE, 0xFF, ..] => Some(Encoding::Utf16Be),
            _ => None,
        }
    }

    /// The number of bytes of a text in this encoding.
    pub fn width(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Latin1 => text.chars().count(),
            Encoding::Utf16Le | Encoding::Utf16Be => text.encode_utf16().count() * 2,
        }
    }
}

/// Converts UTF-16 with a byte-order mark to UTF-8. Other bytes are returned unchanged.
pub(super) fn unmarked(bytes: &[u8]) -> Cow<'_, [u8]> {
    let unit: fn([u8; 2]) -> u16 = match Encoding::of_mark(bytes) {
        Some(Encoding::Utf16Le) => u16::from_le_bytes,
        Some(Encoding::Utf16Be) => u16::from_be_bytes,
        _ => return Cow::Borrowed(bytes),
    };
    let pairs = bytes.get(2..).unwrap_or_default().chunks_exact(2);
    let units = pairs.filter_map(|pair| pair.try_into().ok()).map(unit);
    let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    Cow::Owned(text.into_bytes())
}

impl Lines {
    /// Splits `bytes` at LF, CRLF and CR. Files with a UTF-16 byte-order mark are read as UTF-16; other files that are
    /// not valid UTF-8 are read as Latin-1 as a whole.
    pub fn read(bytes: &[u8]) -> Lines {
        if let Some(encoding) = Encoding::of_mark(bytes) {
            return Lines::of_utf16(&unmarked(bytes), encoding);
        }
        let (bom, body) = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) => (3, rest),
            None => (0, bytes),
        };
        let broken = std::str::from_utf8(body).err().map(|e| e.valid_up_to());
        let mut out = Lines::default();
        let mut start = 0;
        while start < body.len() {
            let rest = body.get(start..).unwrap_or_default();
            let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            let raw = rest.get(..length).unwrap_or_default();
            let text = match broken {
                None => String::from_utf8_lossy(raw).into_owned(),
                Some(_) => raw.iter().map(|b| char::from(*b)).collect(),
            };
            out.lines.push(Line { offset: (bom + start) as u64, text });
            if broken.is_some_and(|at| (start..=start + length).contains(&at)) {
                out.encoding = Encoding::Latin1;
                out.not_utf8 = broken.map(|at| (out.lines.len() as u64, (at - start + 1) as u64));
            }
            let pair = rest.get(length..length + 2) == Some(b"\r\n");
            start += length + if pair { 2 } else { 1 };
        }
        out
    }

    fn of_utf16(text: &[u8], encoding: Encoding) -> Lines {
        let mut out = Lines::read(text);
        // The byte-order mark has two bytes, and so has each character of a line ending.
        let mut offset = 2;
        let mut seen = 0;
        for line in &mut out.lines {
            let between = line.offset - seen;
            offset += between * 2;
            seen = line.offset + line.text.len() as u64;
            line.offset = offset;
            offset += encoding.width(&line.text) as u64;
        }
        out.encoding = encoding;
        out.not_utf8 = Some((1, 1));
        out
    }

    /// The fault to report if the encoding is not UTF-8.
    pub fn encoding_fault(&self) -> Option<Fault> {
        let (line, column) = self.not_utf8?;
        let read_as = if self.encoding == Encoding::Latin1 { "Latin-1" } else { "UTF-16" };
        let words = format!("the file is not UTF-8; it is read as {read_as}");
        Some(Fault::new(FaultKind::Encoding, line, "", "", words).at(column, 1))
    }

    /// The text of a line, from 1; empty if there is no such line.
    pub fn get(&self, number: u64) -> &str {
        self.line(number).map_or("", |line| line.text.as_str())
    }

    /// A line, from 1.
    pub fn line(&self, number: u64) -> Option<&Line> {
        self.lines.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// Number and text of each line.
    pub fn numbered(&self) -> impl Iterator<Item = (u64, &str)> {
        self.lines.iter().enumerate().map(|(i, line)| (i as u64 + 1, line.text.as_str()))
    }
}

/// `text.trim()`, with a fast path for text that begins and ends with a visible ASCII character.
#[inline]
pub(crate) fn trimmed(text: &str) -> &str {
    let bytes = text.as_bytes();
    let solid = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    if solid(bytes.first()) && solid(bytes.last()) { text } else { text.trim() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn all_three_line_ends_and_a_missing_last_one_are_lines() {
        let lines = Lines::read(b"\xEF\xBB\xBFa\r\nb\rc\n\nd");
        assert_eq!(lines.lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>(), ["a", "b", "c", "", "d"]);
        assert_eq!(lines.line(2).unwrap().offset, 6);
        assert_eq!(lines.not_utf8, None);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_latin1() {
        let lines = Lines::read(b"one\nM\xFCller\n");
        assert_eq!(lines.get(2), "Müller");
        assert_eq!(lines.not_utf8, Some((2, 2)));
        assert_eq!(lines.encoding, Encoding::Latin1);
    }

    #[test]
    fn a_byte_order_mark_says_utf16() {
        let text = "one\r\nMüller 𝄞\nthree";
        let units = || text.encode_utf16();
        let low: Vec<u8> = [0xFF, 0xFE].into_iter().chain(units().flat_map(u16::to_le_bytes)).collect();
        let high: Vec<u8> = [0xFE, 0xFF].into_iter().chain(units().flat_map(u16::to_be_bytes)).collect();
        for (bytes, encoding) in [(low, Encoding::Utf16Le), (high, Encoding::Utf16Be)] {
            let lines = Lines::read(&bytes);
            assert_eq!((lines.get(1), lines.get(2), lines.get(3)), ("one", "Müller 𝄞", "three"));
            let offsets: Vec<u64> = lines.lines.iter().map(|line| line.offset).collect();
            assert_eq!(offsets, [2, 2 + 10, 2 + 10 + 20]);
            assert_eq!((lines.encoding, lines.not_utf8), (encoding, Some((1, 1))));
        }
    }
}
