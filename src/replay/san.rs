//! Export SAN: the standard notation of a legal move.

use std::fmt::Write as _;

use shakmaty::{Bitboard, CastlingSide, Role, Square, attacks};

use super::board::Board;
use super::lines::reach_of;
use super::mv::{Move, MoveKind};

/// The part of its origin square that a piece move needs to be unambiguous.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Nothing.
    None,
    /// Its file.
    File,
    /// Its rank.
    Rank,
    /// Both.
    Square,
}

impl Board {
    /// The part of its origin square that a legal piece move needs in SAN.
    pub fn needed_origin(&self, mv: Move, role: Role) -> Origin {
        self.origin_needed_in_check(mv, role, self.checkers(self.turn))
    }

    /// Like [`Board::needed_origin`], with the pieces that give check already known.
    pub(super) fn origin_needed_in_check(&self, mv: Move, role: Role, checkers: Bitboard) -> Origin {
        if matches!(role, Role::Pawn | Role::King) {
            return Origin::None;
        }
        let mut rivals = reach_of(role, mv.to) & self.pieces(self.turn, role);
        rivals.discard(mv.from);
        for from in rivals {
            let blocked = (attacks::between(from, mv.to) & self.occupied()).any();
            if blocked || !self.safe(from, mv.to, role, checkers) {
                rivals.discard(from);
            }
        }
        if rivals.is_empty() {
            Origin::None
        } else if (rivals & Bitboard::from_file(mv.from.file())).is_empty() {
            Origin::File
        } else if (rivals & Bitboard::from_rank(mv.from.rank())).is_empty() {
            Origin::Rank
        } else {
            Origin::Square
        }
    }

    /// The move in export SAN, including its check or mate sign. The move must be legal in this position.
    pub fn san(&self, mv: Move) -> String {
        let mut out = String::new();
        match mv.kind {
            MoveKind::Castle(CastlingSide::KingSide) => out.push_str("O-O"),
            MoveKind::Castle(CastlingSide::QueenSide) => out.push_str("O-O-O"),
            MoveKind::Normal | MoveKind::EnPassant => self.write_san(mv, &mut out),
        }
        let mut after = *self;
        after.play(mv);
        let checkers = after.checkers(after.turn);
        if checkers.any() {
            out.push(if after.has_legal_move(checkers) { '+' } else { '#' });
        }
        out
    }

    fn write_san(&self, mv: Move, out: &mut String) {
        let role = self.at(mv.from).map_or(Role::Pawn, |(_, role)| role);
        let takes = self.at(mv.to).is_some() || mv.kind == MoveKind::EnPassant;
        if role == Role::Pawn {
            if takes {
                out.push(mv.from.file().char());
            }
        } else {
            out.push(role.upper_char());
            push_origin(out, self.needed_origin(mv, role), mv.from);
        }
        if takes {
            out.push('x');
        }
        let _ = write!(out, "{}", mv.to);
        if let Some(role) = mv.promotion {
            out.push('=');
            out.push(role.upper_char());
        }
    }
}

fn push_origin(out: &mut String, origin: Origin, from: Square) {
    if matches!(origin, Origin::File | Origin::Square) {
        out.push(from.file().char());
    }
    if matches!(origin, Origin::Rank | Origin::Square) {
        out.push(from.rank().char());
    }
}
