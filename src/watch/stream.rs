//! The last game of a stream: it may go on, and is read again when it has grown.
//!
//! A game of usual length is read with every part that comes. A longer one is read when it has doubled, or when the stream pauses,
//! so that many small parts do not cost more than their text.

use memchr::memmem;

/// Up to this size, in bytes, a game is read again with every part.
const USUAL: usize = 64 << 10;

/// Bytes of the largest game.
const LARGEST: usize = 8 << 20;

/// The pause after which a longer game is read although it has not doubled, in milliseconds.
const PAUSE_MS: i64 = 1000;

/// The first tag of a game.
const FIRST_TAG: &[u8] = b"[Event \"";

/// Bytes kept while a game is passed over: a blank line and a first tag may come in two parts.
const TAIL: usize = 16;

/// The text since the beginning of the last game.
#[derive(Debug, Default)]
pub(super) struct Stream {
    text: Vec<u8>,
    /// Bytes of it that were read.
    read: usize,
    read_at: i64,
    /// Whether a game above the limit is passed over.
    passes_over: bool,
}

/// What is to be done after a part has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grown {
    /// The text is to be read.
    Due,
    /// It can wait.
    Later,
    /// It belongs to a game above the limit.
    PassedOver,
}

impl Stream {
    /// Takes in a part.
    pub(super) fn push(&mut self, part: &[u8]) -> Grown {
        self.text.extend_from_slice(part);
        if self.passes_over {
            let Some(start) = next_game(&self.text) else {
                self.text.drain(..self.text.len().saturating_sub(TAIL));
                return Grown::PassedOver;
            };
            self.text.drain(..start);
            self.passes_over = false;
        }
        let can_wait = self.read > USUAL && self.text.len() <= self.read.saturating_mul(2);
        if can_wait { Grown::Later } else { Grown::Due }
    }

    /// Whether there is text that was not read.
    pub(super) fn has_more(&self) -> bool {
        !self.passes_over && self.text.len() > self.read
    }

    /// Whether text that was not read has waited for long enough.
    pub(super) fn is_due(&self, at: i64) -> bool {
        self.has_more() && at - self.read_at >= PAUSE_MS
    }

    /// All text, to be read.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.text)
    }

    /// Keeps the last game of `text`, which begins at `from`.
    ///
    /// # Errors
    /// The limit, where the game is larger: it is passed over.
    pub(super) fn keep(&mut self, mut text: Vec<u8>, from: usize, at: i64) -> Result<(), usize> {
        text.drain(..from.min(text.len()));
        self.passes_over = text.len() > LARGEST;
        if self.passes_over {
            text = text.split_off(text.len() - TAIL);
        }
        (self.read, self.read_at, self.text) = (text.len(), at, text);
        if self.passes_over { Err(LARGEST) } else { Ok(()) }
    }
}

/// Where a game begins for certain, even within an unclosed comment: a first tag after a blank line.
fn next_game(text: &[u8]) -> Option<usize> {
    let behind_blank_line = |at: &usize| {
        let before = text.get(..*at).unwrap_or_default();
        [&b"\n\n"[..], b"\n\r\n", b"\r\r"].iter().any(|end| before.ends_with(end))
    };
    memmem::find_iter(text, FIRST_TAG).find(behind_blank_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_behind_one_above_the_limit_is_found_in_any_parts() {
        for line in ["\n", "\r\n", "\r"] {
            let text = format!("words{line}[Event \"no\"]{line}{line}[Event \"x\"]{line}");
            for cut in 0..text.len() {
                let mut stream = Stream { passes_over: true, ..Stream::default() };
                let (first, second) = text.as_bytes().split_at(cut);
                stream.push(first);
                assert_eq!(stream.push(second), Grown::Due, "{cut}");
                assert_eq!(stream.take(), format!("[Event \"x\"]{line}").as_bytes(), "{cut}");
            }
        }
    }

    #[test]
    fn what_is_passed_over_is_not_kept() {
        let mut stream = Stream::default();
        assert_eq!(stream.push(&vec![b'x'; LARGEST + 1]), Grown::Due);
        let text = stream.take();
        assert_eq!(stream.keep(text, 0, 0), Err(LARGEST));
        for _ in 0..3 {
            assert_eq!(stream.push(&[b'x'; 1000]), Grown::PassedOver);
            assert!(stream.text.len() <= TAIL && !stream.has_more() && !stream.is_due(9999));
        }
    }
}
