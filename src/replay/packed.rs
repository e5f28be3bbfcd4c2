//! The short way from a move as written to the move: one piece or pawn that gets to its target, with its king on no line
//! with it. Nearly all moves are such; of any other nothing is said here.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::board::Board;
use super::lines::{BETWEEN, ORIGINS, reach};
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
        let movers = self.roles[role & 7].0 & own;
        let candidates = if role == PAWN {
            movers & pawn_origins(us, written, target, occupied, other)
        } else {
            movers & reach(role, to) & ORIGINS[written.origin() & 255]
        };
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

/// The squares from which a pawn of `us` gets to its target, which is on neither the first nor the last rank; none for a
/// capture of nothing and for a push onto a piece.
#[inline(always)]
fn pawn_origins(us: Color, written: Packed, target: u64, occupied: u64, other: u64) -> u64 {
    let back = |squares: u64| us.fold_wb(squares >> 8, squares << 8);
    let behind = back(target);
    if written.is_diagonal() {
        let beside = (behind & !0x8080_8080_8080_8080) << 1 | (behind & !0x0101_0101_0101_0101) >> 1;
        return if other & target != 0 { beside & ORIGINS[written.origin() & 255] } else { 0 };
    }
    let home = us.fold_wb(0x0000_0000_0000_ff00, 0x00ff_0000_0000_0000);
    let two = back(behind & !occupied) & home;
    if occupied & target != 0 { 0 } else { behind | two }
}
