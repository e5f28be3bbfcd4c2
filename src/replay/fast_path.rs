//! The short way from a move as written to the position after it: one piece or pawn that gets to its target and leaves its
//! king safe. Nearly all moves are such; of any other nothing is said here.
//!
//! Nobody can tell beforehand whether a pawn moves next, or whether something is taken: so nothing here branches on it.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::board::{Board, numbered};
use super::key;
use super::lines::{BETWEEN, ORIGINS, aims_of, beside, comes_from};
use crate::scoresheet::Packed;

const PAWN: usize = Role::Pawn as usize;
const KING: usize = Role::King as usize;

/// The king of the player to move, and what stands against it.
#[derive(Clone, Copy)]
pub(super) struct KingAttacks {
    /// Its square. Without a king any will do: no line opens to it, or the long way sees that there is none.
    king: Square,
    /// The pieces that give check.
    pub(super) checkers: Bitboard,
    /// The bishops, rooks and queens that would give check if nothing stood between.
    lined: Bitboard,
}

impl KingAttacks {
    /// Looks for all of it.
    pub(super) fn of(board: &Board) -> KingAttacks {
        let king = board.king_or_any(board.side(board.turn));
        let lined = board.on_lines(king, board.side(!board.turn));
        KingAttacks { king, checkers: board.checkers(board.turn), lined }
    }

    /// Where a piece other than the king must go in check: to the one that gives it, or between.
    fn parries(&self) -> u64 {
        let between = |checker| attacks::between(self.king, checker).with(checker).0;
        self.checkers.single_square().map_or(0, between)
    }
}

impl Board {
    /// The square of the king among `side`, or any on a board without it.
    #[inline(always)]
    fn king_or_any(&self, side: Bitboard) -> Square {
        Square::new((self.roles[KING] & side).0.trailing_zeros() & 63)
    }

    /// The origin of the one legal move that fits what is written; `None` where that is not seen at once.
    #[inline(always)]
    pub(super) fn origin_at_once(&self, us: Color, written: Packed, attacks: &KingAttacks) -> Option<Square> {
        let (role, to) = (written.role_number(), written.to());
        if LANDINGS[landing(written.way(), us, self.code_at(to))] == NONE {
            return None;
        }
        let (own, other) = (self.side(us).0, self.side(!us).0);
        let occupied = own | other;
        let target = 1u64 << u32::from(to);
        if attacks.checkers.any() && role != KING && target & attacks.parries() == 0 {
            return None;
        }
        let movers = self.roles[role & 7].0 & own;
        let candidates = movers & comes_from(written.way_and_target(), us) & ORIGINS[written.origin() & 255];
        let mut candidates = Bitboard(candidates);
        if candidates.more_than_one() {
            candidates = with_open_lines(candidates, to, occupied);
        }
        let from = candidates.single_square()?;
        if BETWEEN[usize::from(from) & 63][usize::from(to) & 63] & occupied != 0 {
            return None;
        }
        let attackers = if role == KING {
            self.attackers(to, !us, Bitboard(occupied) & !candidates)
        } else {
            attacks.lined & attacks::ray(attacks.king, from)
        };
        let safe = attackers.0 & !target == 0 || role != KING && self.may_leave_line(from, to, attacks);
        safe.then_some(from)
    }

    /// Whether a piece that a bishop, a rook or a queen aims past at its king is not the last one in the way, or stays in it.
    #[cold]
    #[inline(never)]
    fn may_leave_line(&self, from: Square, to: Square, attacks: &KingAttacks) -> bool {
        self.unpinned(from, to, attacks.king)
    }

    /// Plays the move from `from` that [`Board::origin_at_once`] has seen; the number of the role of what it took, 0 for
    /// nothing.
    #[inline(always)]
    pub(super) fn play_at_once(
        &mut self,
        us: Color,
        from: Square,
        written: Packed,
        attacks: &mut KingAttacks,
    ) -> usize {
        self.forget_en_passant();
        let (role, to) = (written.role_number() & 7, written.to());
        let target = Bitboard::from_square(to);
        let moved = Bitboard::from_square(from) | target;
        let taken = self.step(from, to, role, role, us);
        let (own, other) = (self.side(us), self.side(!us));
        self.key ^= key::TURN;
        self.halfmove_clock = (self.halfmove_clock + 1) & LANDINGS[landing(written.way(), us, taken)] >> 1;
        self.turn = !us;
        self.half_moves += 1;
        if (self.castlers & moved).any() {
            self.drop_castling(from, to, written.role(), us);
        }
        if (beside(role, to) & self.roles[PAWN] & other).any() {
            self.open_en_passant(from, to);
        }
        let king = self.king_or_any(other);
        let lined = self.on_lines(king, own);
        let between = BETWEEN[usize::from(king) & 63][usize::from(to) & 63];
        let open = u64::from(between & (own | other).0 == 0).wrapping_neg();
        let mut checkers = aims_of(numbered(us, role), king) & target & Bitboard(open);
        if (lined & attacks::ray(king, from)).any() {
            checkers = self.checkers(!us);
        }
        *attacks = KingAttacks { king, checkers, lined };
        taken & 7
    }
}

/// Those of several pieces of a kind that get to a square past all that stands between. More than one is for the long way: one
/// may be pinned.
#[cold]
#[inline(never)]
fn with_open_lines(pieces: Bitboard, to: Square, occupied: u64) -> Bitboard {
    let between = |from| BETWEEN[usize::from(from) & 63][usize::from(to) & 63];
    pieces.into_iter().filter(|&from| between(from) & occupied == 0).collect()
}

/// The place in [`LANDINGS`] of a way of moving, a player and the code of what stands on the target.
#[inline(always)]
fn landing(way: usize, us: Color, there: usize) -> usize {
    ((usize::from(us.is_black()) << 4 | way) << 4 | there) & 511
}

/// Whether a piece may go where something stands, and what remains of the half-moves without capture and pawn move.
///
/// It may go neither onto an own piece nor onto a king, and a pawn takes where it goes to another file, and only there.
static LANDINGS: [u32; 512] = {
    let mut out = [NONE; 512];
    let mut at = 0;
    while at < 512 {
        let (us, way, there) = (at >> 8, at >> 4 & 15, at & 15);
        let empty = there == 0;
        let takes = !empty && there >> 3 != us && there & 7 != KING;
        out[at] = match way {
            PAWN if empty => IRREVERSIBLE,
            DIAGONAL_PAWN if takes => IRREVERSIBLE,
            2..7 if takes => IRREVERSIBLE,
            2..7 if empty => REVERSIBLE,
            _ => NONE,
        };
        at += 1;
    }
    out
};

/// It may not go there.
const NONE: u32 = 0;
/// It may: shifted by one, no bit of a count remains.
const IRREVERSIBLE: u32 = 1;
/// It may: shifted by one, all bits of a count remain; none is as high as half of what there is.
const REVERSIBLE: u32 = u32::MAX;
const DIAGONAL_PAWN: usize = 8 | PAWN;
