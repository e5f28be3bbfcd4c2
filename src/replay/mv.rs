//! A move as played.

use std::fmt;

use shakmaty::{CastlingSide, Role, Square};

/// What is special about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing; includes captures.
    Normal,
    /// A capture en passant.
    EnPassant,
    /// Castling: `from` is the king's square, `to` the rook's.
    Castle(CastlingSide),
}

impl MoveKind {
    /// Whether king and rook move together.
    pub fn is_castle(self) -> bool {
        matches!(self, MoveKind::Castle(_))
    }
}

/// A move on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The origin square.
    pub from: Square,
    /// The target square; for castling the square of the castling rook.
    pub to: Square,
    /// The piece promoted to.
    pub promotion: Option<Role>,
    /// What is special about it.
    pub kind: MoveKind,
}

impl Move {
    /// A normal move without promotion.
    pub fn normal(from: Square, to: Square) -> Move {
        Move { from, to, promotion: None, kind: MoveKind::Normal }
    }

    /// A legal move of a move generator; none of a kind that standard chess lacks.
    pub fn of(mv: &shakmaty::Move) -> Option<Move> {
        let kind = match (mv.castling_side(), mv.is_en_passant()) {
            (Some(side), _) => MoveKind::Castle(side),
            (None, true) => MoveKind::EnPassant,
            (None, false) => MoveKind::Normal,
        };
        Some(Move { from: mv.from()?, to: mv.to(), promotion: mv.promotion(), kind })
    }

    /// The square where the moving piece ends: for castling the king's square.
    pub fn target(self) -> Square {
        match self.kind {
            MoveKind::Castle(side) => side.king_to_color(self.from),
            MoveKind::Normal | MoveKind::EnPassant => self.to,
        }
    }

    /// The move in UCI notation. Castling is written as the king's move to its target; if `chess960`, as king
    /// takes rook.
    pub fn uci(self, chess960: bool) -> String {
        let to = if chess960 { self.to } else { self.target() };
        match self.promotion {
            Some(role) => format!("{}{to}{}", self.from, role.char()),
            None => format!("{}{to}", self.from),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.uci(false))
    }
}

/// The king's and the rook's squares after castling on the rank of `king`.
pub(super) trait CastlingSquares {
    /// The king's target, on the rank of `king`.
    fn king_to_color(self, king: Square) -> Square;
    /// The rook's target, on the rank of `king`.
    fn rook_to_color(self, king: Square) -> Square;
}

impl CastlingSquares for CastlingSide {
    fn king_to_color(self, king: Square) -> Square {
        Square::from_coords(self.king_to_file(), king.rank())
    }

    fn rook_to_color(self, king: Square) -> Square {
        Square::from_coords(self.rook_to_file(), king.rank())
    }
}
