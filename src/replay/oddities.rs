//! Facts about a whole game, collected during the replay. A check can test them here first, and needs to go
//! through the half-moves only if its fact occurs.

use shakmaty::{Bitboard, Role, Square};

use super::board::Board;
use super::mv::Move;
use super::run::Ply;
use super::san::Origin;
use crate::scoresheet::{MoveText, Notation, Packed, Suffix, WrongMarks};

/// What is unusual about a game. A flag is set as soon as one half-move sets it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Oddities {
    /// A legal piece move is written with a different part of its origin than export SAN requires.
    pub origin: bool,
    /// An illegal move was played and stood.
    pub illegal: bool,
    /// The first half-move (from 1) after which the opponent has no legal move.
    pub ended_at: Option<usize>,
    /// The highest number of occurrences of one position; 0 if no position was repeated.
    pub occurrence: u32,
    wrong_marks: WrongMarks,
    notation: Notation,
}

impl Oddities {
    /// Whether some legal move's text differs from export SAN in its form or its capture sign.
    pub fn form(&self) -> bool {
        self.wrong_marks.capture() || !self.notation.is_export()
    }

    /// Whether some legal move's check or mate sign is wrong.
    pub fn check_sign(&self) -> bool {
        self.wrong_marks.check()
    }

    /// Records a half-move, independent of its text.
    #[inline(always)]
    pub(super) fn played(&mut self, played: &Ply) {
        self.illegal |= !played.legal;
    }

    /// Records whether half-move `ply` (from 1) left the opponent without a legal move.
    pub(super) fn settled(&mut self, ply: usize, text: &MoveText, played: &Ply) {
        if played.no_reply && self.ended_at.is_none() {
            self.ended_at = Some(ply);
        }
        if played.legal && (text.suffix() == Suffix::Mate) != played.mates() {
            self.wrong_marks.add(WrongMarks::CHECK);
        }
    }

    /// Records the text of a move that the fast path has played.
    #[inline(always)]
    pub(super) fn signed_fast(&mut self, text: &MoveText, captured: bool, check: bool) {
        self.wrong_marks.add(text.packed().wrong_marks(captured, check));
        self.notation.add(text.notation());
    }

    /// Records the capture and check signs of a legal move. A mate sign is tested later, in
    /// [`Oddities::settled`].
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

    /// Records the part of its origin that a legal piece move is written with. `before` is the board before
    /// the move.
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
