//! The short way from a move as written to the move: one piece or pawn that gets to its target, with its king on no line
//! with it. Nearly all moves are such; of any other nothing is said here.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::board::Board;
use super::lines::{BETWEEN, ORIGINS, comes_from};
use crate::scoresheet::Packed;

const PAWN: usize = Role::Pawn as usize;
const KING: usize = Role::King as usize;

impl Board {
    /// The origin of the one legal move that fits what is written; `None` where that is not seen at once.
    #[inline(always)]
    pub(super) fn resolve_packed(&self, written: Packed, checkers: Bitboard) -> Option<Square> {
        let us = self.turn;
        let (own, other) = (self.side(us).0, self.side(!us).0);
        let occupied = own | other;
        let target = 1u64 << u32::from(written.to());
        let kings = self.roles[KING].0;
        // Nothing goes where an own piece or a king stands.
        if target & (own | kings) != 0 {
            return None;
        }
        let (role, to) = (written.role_number(), written.to());
        // Without a king any square will do: no line opens to it, or the long way sees that there is none.
        let king = Square::new((kings & own).trailing_zeros() & 63);
        if checkers.any() && role != KING && target & parries(king, checkers) == 0 {
            return None;
        }
        // A pawn takes where it goes to another file, and only there.
        if role == PAWN && (occupied & target != 0) != written.is_diagonal() {
            return None;
        }
        let movers = self.roles[role & 7].0 & own;
        let candidates = movers & comes_from(written.way(), us, to) & ORIGINS[written.origin() & 255];
        let from = Bitboard(candidates).single_square()?;
        if BETWEEN[usize::from(from) & 63][usize::from(to) & 63] & occupied != 0 {
            return None;
        }
        let attackers = if role == KING {
            self.attackers(to, !us, Bitboard(occupied & !candidates))
        } else {
            self.on_lines(king, !us) & attacks::ray(king, from)
        };
        (attackers.0 & !target == 0).then_some(from)
    }
}

/// Where a piece other than the king must go in check: to the one that gives it, or between.
fn parries(king: Square, checkers: Bitboard) -> u64 {
    checkers.single_square().map_or(0, |checker| attacks::between(king, checker).with(checker).0)
}
