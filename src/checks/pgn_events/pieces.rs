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

/// The headers of one piece, and the groups that hold some of them.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) number: u64,
    pub(super) headers: Arc<Headers>,
    /// The indices of the groups, one for each run.
    pub(super) holders: Vec<usize>,
    /// How many runs of open groups there are.
    pub(super) open: usize,
}

/// The latest pieces of which headers are held, oldest first.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    all: VecDeque<Piece>,
    /// The number of the first of them.
    first: u64,
    bytes: usize,
}

impl Pieces {
    /// Keeps the piece of a header. Returns its number.
    pub(super) fn of(&mut self, headers: &Arc<Headers>) -> u64 {
        if !self.all.back().is_some_and(|piece| Arc::ptr_eq(&piece.headers, headers)) {
            self.bytes += headers.bytes();
            let (number, holders) =
                (self.first + self.all.len() as u64, Vec::with_capacity(headers.all.len()));
            self.all.push_back(Piece { number, headers: Arc::clone(headers), holders, open: 0 });
        }
        self.first + self.all.len() as u64 - 1
    }

    /// Keeps a piece for one more run of a group.
    pub(super) fn hold(&mut self, piece: u64, group: usize) {
        if let Some(piece) = self.get_mut(piece) {
            piece.holders.push(group);
            piece.open += 1;
        }
    }

    /// Some runs are not needed any more.
    pub(super) fn release(&mut self, runs: &VecDeque<Run>) {
        for run in runs {
            self.get_mut(run.piece).iter_mut().for_each(|piece| piece.open -= 1);
        }
    }

    fn get_mut(&mut self, number: u64) -> Option<&mut Piece> {
        self.all.get_mut(number.checked_sub(self.first)? as usize)
    }

    /// Removes the oldest piece if no open group holds any of it, or if there are more than `limit` bytes; but not the latest piece.
    pub(super) fn pop_above(&mut self, limit: usize) -> Option<Piece> {
        let is_held = self.all.front()?.open > 0;
        if is_held && self.bytes <= limit || self.all.len() < 2 {
            return None;
        }
        let piece = self.all.pop_front()?;
        self.first += 1;
        self.bytes -= piece.headers.bytes();
        Some(piece)
    }

    /// The headers of all pieces, and the number of the first.
    pub(super) fn headers(&self) -> (Vec<Arc<Headers>>, u64) {
        (self.all.iter().map(|piece| Arc::clone(&piece.headers)).collect(), self.first)
    }

    /// Bytes of all pieces.
    #[cfg(test)]
    pub(super) fn all_bytes(&self) -> usize {
        self.bytes
    }
}
