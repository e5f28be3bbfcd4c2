//! Bytes of a result file as lines of text, each with its place in the file.

/// One line, without its end.
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
    /// The first line, from 1, with bytes that are not UTF-8, with the column in bytes.
    pub not_utf8: Option<(u64, u64)>,
}

impl Lines {
    /// Cuts `bytes` at LF, CRLF and CR. Where they are not UTF-8 throughout they are read as Latin-1 throughout.
    pub fn read(bytes: &[u8]) -> Lines {
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
                out.not_utf8 = broken.map(|at| (out.lines.len() as u64, (at - start + 1) as u64));
            }
            let pair = rest.get(length..length + 2) == Some(b"\r\n");
            start += length + if pair { 2 } else { 1 };
        }
        out
    }

    /// The text of a line, from 1; empty where there is none.
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

/// Text without the blanks around it, told by its first and last byte where these are ASCII.
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
    }
}
