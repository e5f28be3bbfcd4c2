//! An illegal move that was played and stood: what was done in the hall, where exactly one reading of it exists.
//!
//! Real records hold such moves, and the game went on. The reading is: the only piece of that kind that gets to the
//! target when its own king's safety is left aside; where none does, the only piece of that kind on the board;
//! written origin squares narrow both; castling where king and rook stand on their squares; never onto an own piece.

use shakmaty::{Bitboard, CastlingSide, Rank, Role, Square};

use super::board::Board;
use super::mv::{CastlingSquares, Move, MoveKind};
use super::resolve::narrowed;
use crate::scoresheet::Written;

impl Board {
    /// The one way in which an illegal move can have been played, and the kind of piece.
    pub(super) fn played_illegally(&self, written: Written) -> Option<(Move, Role)> {
        match written {
            Written::Castle(side) => self.castled_illegally(side),
            Written::To { role, file, rank, to, promotion, .. } => {
                if self.side(self.turn).contains(to) || self.role(Role::King).contains(to) {
                    return None;
                }
                let role = match role {
                    Some(role) => role,
                    None => self.at(Square::from_coords(file?, rank?)).filter(|p| p.0 == self.turn)?.1,
                };
                let last = to.rank() == self.turn.fold_wb(Rank::Eighth, Rank::First);
                if (role == Role::Pawn && last) != promotion.is_some() {
                    return None;
                }
                let pieces = narrowed(self.pieces(self.turn, role), file, rank);
                let near: Bitboard =
                    pieces.into_iter().filter(|&from| self.gets_to(from, role, to)).collect();
                let from = if near.any() { near } else { pieces }.single_square()?;
                let en_passant =
                    role == Role::Pawn && self.en_passant == Some(to) && from.file() != to.file();
                let kind = if en_passant { MoveKind::EnPassant } else { MoveKind::Normal };
                Some((Move { from, to, promotion, kind }, role))
            }
            Written::PawnFiles { .. } | Written::Null => None,
        }
    }

    fn castled_illegally(&self, side: CastlingSide) -> Option<(Move, Role)> {
        let us = self.turn;
        let king = self.king(us)?;
        let home = us.fold_wb(Rank::First, Rank::Eighth);
        let rook = if self.chess960 {
            self.castling_rook(side)?
        } else {
            let corner = Square::from_coords(side.fold(shakmaty::File::H, shakmaty::File::A), home);
            let on_squares = king == Square::from_coords(shakmaty::File::E, home)
                && self.pieces(us, Role::Rook).contains(corner);
            on_squares.then_some(corner)?
        };
        let goals =
            Bitboard::from_square(side.king_to_color(king)) | Bitboard::from_square(side.rook_to_color(king));
        let others = self.occupied() & !Bitboard::from_square(king) & !Bitboard::from_square(rook);
        (goals & others).is_empty().then_some((
            Move { from: king, to: rook, promotion: None, kind: MoveKind::Castle(side) },
            Role::King,
        ))
    }
}

trait FoldSide {
    fn fold<T>(self, king_side: T, queen_side: T) -> T;
}

impl FoldSide for CastlingSide {
    fn fold<T>(self, king_side: T, queen_side: T) -> T {
        if self.is_king_side() { king_side } else { queen_side }
    }
}
