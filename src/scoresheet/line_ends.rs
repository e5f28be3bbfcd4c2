//! Counts line ends. LF, CR LF and a lone CR each end one line.

use memchr::memchr;

/// Number of line ends in `text`. CR LF counts once. The line number of a byte, from 1, is the number of line ends
/// before it plus one.
pub fn line_ends(text: &[u8]) -> u64 {
    let mut count = LineCount::default();
    count.add(text);
    count.lines()
}

/// Number of CR LF. A block is so short that a byte counts its pairs: then many bytes are compared at once.
fn pairs(part: &[u8]) -> usize {
    const BLOCK: usize = u8::MAX as usize;
    let next = part.get(1..).unwrap_or_default();
    let blocks = part.chunks(BLOCK).zip(next.chunks(BLOCK));
    let in_block = |(block, next): (&[u8], &[u8])| {
        let is_pair = |(a, b): (&u8, &u8)| u8::from((*a == b'\r') & (*b == b'\n'));
        usize::from(block.iter().zip(next).map(is_pair).sum::<u8>())
    };
    blocks.map(in_block).sum()
}

/// Counts the line ends of a text that arrives in parts. A CR LF may be split between two parts. Parts may be counted apart, in any
/// order, and joined.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineCount {
    lines: u64,
    /// Whether the text begins with a LF; `None` if it is empty.
    begins_with_lf: Option<bool>,
    after_cr: bool,
}

impl LineCount {
    /// The line ends of a part by itself.
    pub fn of(part: &[u8]) -> LineCount {
        let (Some(first), Some(last)) = (part.first(), part.last()) else { return LineCount::default() };
        let mut lines = bytecount::count(part, b'\n');
        if memchr(b'\r', part).is_some() {
            lines += bytecount::count(part, b'\r') - pairs(part);
        }
        LineCount { lines: lines as u64, begins_with_lf: Some(*first == b'\n'), after_cr: *last == b'\r' }
    }

    /// What follows after this many line ends.
    pub fn after(lines: u64) -> LineCount {
        LineCount { lines, ..LineCount::default() }
    }

    /// Counts the line ends of the next part.
    pub fn add(&mut self, part: &[u8]) {
        self.join(LineCount::of(part));
    }

    /// Adds the line ends of the next part, which were counted by themselves.
    pub fn join(&mut self, next: LineCount) {
        let Some(next_begins) = next.begins_with_lf else { return };
        self.lines += next.lines - u64::from(self.after_cr && next_begins);
        self.begins_with_lf.get_or_insert(next_begins);
        self.after_cr = next.after_cr;
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
        assert_eq!(line_ends("a\r\n\rb\n".repeat(300).as_bytes()), 900);
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
