//! What a game has of the things that are looked for in each of its half-moves, kept while it is replayed: one look here
//! spares a look at every half-move.

use super::board::Board;
use super::run::Ply;
use super::san::Origin;
use crate::scoresheet::{MoveText, Suffix, Written};

/// What is out of the ordinary in a game. Each is true, or as high, as soon as one half-move makes it so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Notable {
    /// A legal move's text departs from export SAN: in its form, or in its capture sign.
    pub form: bool,
    /// A legal piece move is written with another part of its origin than export SAN asks for.
    pub origin: bool,
    /// A legal move's sign of check is not what the board says.
    pub check_sign: bool,
    /// A move that the Laws do not allow stood.
    pub illegal: bool,
    /// The first half-move (from 1) after which the opponent has no legal move.
    pub final_ply: Option<usize>,
    /// How often the position stood that stood most often.
    pub occurrence: u32,
    /// The most half-moves without capture and pawn move.
    pub quiet: u32,
}

impl Notable {
    /// Takes in half-move `ply` (from 1), whatever its text.
    #[inline(always)]
    pub(super) fn played(&mut self, ply: usize, played: &Ply) {
        self.illegal |= !played.legal;
        self.occurrence = self.occurrence.max(played.occurrence);
        self.quiet = self.quiet.max(played.quiet);
        if played.final_move && self.final_ply.is_none() {
            self.final_ply = Some(ply);
        }
    }

    /// Takes in how a legal move was written.
    #[inline(always)]
    pub(super) fn written(&mut self, text: &MoveText, played: &Ply) {
        let sign = match text.written {
            Written::To { capture, .. } => capture != played.captured.is_some(),
            Written::PawnFiles { .. } | Written::Castle(_) | Written::Null => false,
        };
        self.form |= sign | !text.notation.is_export();
        let right = match (played.check, played.final_move) {
            (true, true) => Suffix::Mate,
            (true, false) => Suffix::Check,
            (false, _) => Suffix::None,
        };
        self.check_sign |= text.suffix != right;
    }

    /// Takes in the origin that a legal move was written with, on the board before it.
    #[inline(always)]
    pub(super) fn placed(&mut self, text: &MoveText, before: &Board, mv: super::Move) {
        if let Written::To { role: Some(role), file, rank, .. } = text.written
            && (file.is_some() || rank.is_some())
            && role != shakmaty::Role::Pawn
        {
            self.origin |= before.needed_origin(mv, role) != written_origin(file.is_some(), rank.is_some());
        }
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
