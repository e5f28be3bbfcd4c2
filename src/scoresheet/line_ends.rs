//! Counts line ends. LF, CR LF and a lone CR each end one line.

use memchr::{memchr, memchr_iter};

/// Number of line ends in `text`. CR LF counts once. The line number of a byte, from 1, is the number of line ends
/// before it plus one.
pub fn line_ends(text: &[u8]) -> u64 {
    let mut count = LineCount::default();
    count.add(text);
    count.lines()
}

/// Counts the line ends of a text that arrives in parts. A CR LF may be split between two parts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineCount {
    lines: u64,
    after_cr: bool,
}

impl LineCount {
    /// Counts the line ends of the next part.
    pub fn add(&mut self, part: &[u8]) {
        let (Some(first), Some(last)) = (part.first(), part.last()) else { return };
        let mut lines = bytecount::count(part, b'\n');
        if memchr(b'\r', part).is_some() {
            lines += memchr_iter(b'\r', part).filter(|at| part.get(at + 1) != Some(&b'\n')).count();
        }
        if self.after_cr && *first == b'\n' {
            lines -= 1;
        }
        self.lines += lines as u64;
        self.after_cr = *last == b'\r';
    }

    /// Line ends so far.
    pub fn lines(&self) -> u64 {
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_kind_of_line_end_counts_once() {
        assert_eq!(line_ends(b""), 0);
        assert_eq!(line_ends(b"a\nb\nc"), 2);
        assert_eq!(line_ends(b"a\r\nb\r\nc"), 2);
        assert_eq!(line_ends(b"a\rb\rc"), 2);
        assert_eq!(line_ends(b"\r\r\n\n\r"), 4);
        assert_eq!(line_ends(b"\n\r\n\r"), 3);
    }

    proptest! {
        #[test]
        fn parts_count_as_the_whole(text in "[\r\na]{0,40}", cut in 0usize..40) {
            let text = text.as_bytes();
            let (a, b) = text.split_at(cut.min(text.len()));
            let mut count = LineCount::default();
            count.add(a);
            count.add(b);
            prop_assert_eq!(count.lines(), line_ends(text));
        }
    }
}
