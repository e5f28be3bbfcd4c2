//! Half-open byte ranges in a game's text, relative to the first byte of the game.

use std::ops::Range;

/// A half-open byte range in one game's text. A game is at most 8 MiB by default, so 32 bits are enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte, from 0 at the game's first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`, in bytes from the game's first byte.
    #[inline]
    pub fn new(start: usize, end: usize) -> Span {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { start: clamp(start), end: clamp(end) }
    }

    /// The span as a range of indices.
    #[inline]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The bytes of `text` in this span; empty if the span reaches beyond the text.
    #[inline]
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.range()).unwrap_or_default()
    }

    /// Length in bytes.
    #[inline]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}
