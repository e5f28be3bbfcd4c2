//! An illegal move played as it is written, one reading for each piece that can be meant: for sheets that are lined up, where
//! the moves that follow tell which it was.

use shakmaty::{Bitboard, Square};

use super::board::Board;
use super::mv::Move;
use crate::scoresheet::Written;

/// One way to play an illegal move as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AsWritten {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub after: Board,
    /// Whether the piece gets there by its way of moving, its king's safety left aside.
    pub in_reach: bool,
}

impl Board {
    /// The ways to play a move that the Laws do not allow. None where no piece can be meant.
    pub fn as_written(&self, written: Written) -> Vec<AsWritten> {
        if let Some(one) = self.one_as_written(written) {
            return vec![one];
        }
        let Written::To { role: Some(role), file, rank, capture, to, promotion } = written else {
            return Vec::new();
        };
        let fits = |square: &Square| {
            file.is_none_or(|file| square.file() == file) && rank.is_none_or(|rank| square.rank() == rank)
        };
        let pieces: Bitboard = self.pieces(self.turn, role).into_iter().filter(fits).collect();
        let near: Bitboard = pieces.into_iter().filter(|&from| self.comes_to(from, role, to)).collect();
        let meant = if near.any() { near } else { pieces };
        meant
            .into_iter()
            .filter_map(|from| {
                let (file, rank) = (Some(from.file()), Some(from.rank()));
                self.one_as_written(Written::To { role: Some(role), file, rank, capture, to, promotion })
            })
            .collect()
    }

    fn one_as_written(&self, written: Written) -> Option<AsWritten> {
        let (mv, role) = self.carried_out(written)?;
        let in_reach = mv.kind.is_castle() || self.comes_to(mv.from, role, mv.to);
        let mut after = *self;
        after.clear_for(mv);
        after.play_role(mv, role, self.turn);
        after.drop_rights_without_king();
        Some(AsWritten { mv, after, in_reach })
    }
}
