//! What a game has of the things that are looked for in each of its half-moves, kept while it is replayed: one look here
//! spares a look at every half-move.

use shakmaty::{Bitboard, Role, Square};

use super::board::Board;
use super::mv::Move;
use super::run::Ply;
use super::san::Origin;
use crate::scoresheet::{MoveText, Notation, Packed, Suffix, WrongMarks};

/// What is out of the ordinary in a game. Each is true, or as high, as soon as one half-move makes it so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Oddities {
    /// A legal piece move is written with another part of its origin than export SAN asks for.
    pub origin: bool,
    /// A move that the Laws do not allow stood.
    pub illegal: bool,
    /// The first half-move (from 1) after which the opponent has no legal move.
    pub ended_at: Option<usize>,
    /// How often the position stood that stood most often; 0 where none stood twice.
    pub occurrence: u32,
    wrong_marks: WrongMarks,
    notation: Notation,
}

impl Oddities {
    /// Whether a legal move's text departs from export SAN: in its form, or in its capture sign.
    pub fn form(&self) -> bool {
        self.wrong_marks.capture() || !self.notation.is_export()
    }

    /// Whether a legal move's sign of check is not what the board says.
    pub fn check_sign(&self) -> bool {
        self.wrong_marks.check()
    }

    /// Takes in a half-move, whatever its text.
    #[inline(always)]
    pub(super) fn played(&mut self, played: &Ply) {
        self.illegal |= !played.legal;
    }

    /// Takes in whether half-move `ply` (from 1) left the opponent without a legal move.
    pub(super) fn settled(&mut self, ply: usize, text: &MoveText, played: &Ply) {
        if played.no_reply && self.ended_at.is_none() {
            self.ended_at = Some(ply);
        }
        if played.legal && (text.suffix() == Suffix::Mate) != played.mates() {
            self.wrong_marks.add(WrongMarks::CHECK);
        }
    }

    /// Takes in the text of a move that was seen through at once.
    #[inline(always)]
    pub(super) fn signed_fast(&mut self, text: &MoveText, captured: bool, check: bool) {
        self.wrong_marks.add(text.packed().wrong_marks(captured, check));
        self.notation.add(text.notation());
    }

    /// Takes in the signs of capture and check of a legal move; a sign of mate waits until the move is settled.
    pub(super) fn signed(&mut self, text: &MoveText, captured: bool, check: bool) {
        self.notation.add(text.notation());
        if text.packed().has_target() && text.packed().wrong_marks(captured, check).capture() {
            self.wrong_marks.add(WrongMarks::CAPTURE);
        }
        let right = if check { Suffix::Check } else { Suffix::None };
        if text.suffix() != right && text.suffix() != Suffix::Mate {
            self.wrong_marks.add(WrongMarks::CHECK);
        }
    }

    /// Takes in the part of its origin that a legal piece move was written with, on the board before it.
    #[cold]
    pub(super) fn placed(
        &mut self,
        written: Packed,
        role: Role,
        before: &Board,
        checkers: Bitboard,
        from: Square,
    ) {
        let needed = before.origin_needed_in_check(Move::normal(from, written.to()), role, checkers);
        let (file, rank) = (written.origin() & 15 > 0, written.origin() >> 4 > 0);
        self.origin |= needed != written_origin(file, rank);
    }
}

fn written_origin(file: bool, rank: bool) -> Origin {
    match (file, rank) {
        (false, false) => Origin::None,
        (true, false) => Origin::File,
        (false, true) => Origin::Rank,
        (true, true) => Origin::Square,
    }
}
