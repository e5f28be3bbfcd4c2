//! The pieces of the file whose headers open groups refer to.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::event::Headers;

/// Headers in a row of one piece.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// The number of the piece.
    pub(super) piece: u64,
    /// The index of the first in the piece.
    pub(super) from: usize,
    /// The index after the last.
    pub(super) to: usize,
}

/// A group that holds headers of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Holder {
    /// The index of the group.
    pub(super) group: usize,
    /// The number of games read from the file when the group's first one came: groups with the same index differ in it.
    pub(super) first: u64,
}

/// The headers of one piece, and the groups that hold some of them.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) number: u64,
    pub(super) headers: Arc<Headers>,
    pub(super) holders: Vec<Holder>,
}

/// The latest pieces of which headers are held, oldest first.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    all: VecDeque<Piece>,
    next: u64,
    bytes: usize,
}

impl Pieces {
    /// Keeps the piece of a header for a group. Returns the number of the piece.
    pub(super) fn hold(&mut self, headers: &Arc<Headers>, holder: Holder) -> u64 {
        match self.all.back_mut().filter(|piece| Arc::ptr_eq(&piece.headers, headers)) {
            Some(piece) => {
                if piece.holders.last() != Some(&holder) {
                    piece.holders.push(holder);
                }
            }
            None => {
                self.bytes += headers.bytes();
                let (number, headers) = (self.next, Arc::clone(headers));
                self.all.push_back(Piece { number, headers, holders: vec![holder] });
                self.next += 1;
            }
        }
        self.next.saturating_sub(1)
    }

    /// Removes the oldest piece if there are more than `limit` bytes, but not the latest piece.
    pub(super) fn pop_above(&mut self, limit: usize) -> Option<Piece> {
        if self.bytes <= limit || self.all.len() < 2 {
            return None;
        }
        let piece = self.all.pop_front()?;
        self.bytes -= piece.headers.bytes();
        Some(piece)
    }

    /// The headers of pieces `from` to `to`.
    pub(super) fn between(&self, from: u64, to: u64) -> Vec<Arc<Headers>> {
        let first = self.all.front().map_or(from, |piece| piece.number);
        let index = |number: u64| number.saturating_sub(first) as usize;
        let pieces = self.all.iter().skip(index(from)).take(index(to + 1) - index(from));
        pieces.map(|piece| Arc::clone(&piece.headers)).collect()
    }

    /// Bytes of all pieces.
    #[cfg(test)]
    pub(super) fn all_bytes(&self) -> usize {
        self.bytes
    }
}
