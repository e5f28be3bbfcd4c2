//! The fast path from a written move to the position after it. It handles the case in which exactly one piece
//! or pawn reaches the target and its king stays safe, which nearly all moves are. All other moves are left
//! to the slow path.
//!
//! Whether a pawn moves and whether something is captured cannot be predicted, so this code does not branch
//! on either.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::board::{Board, numbered};
use super::key;
use super::lines::{BETWEEN, ORIGINS, attack_origins, beside, move_origins};
use crate::scoresheet::Packed;

const PAWN: usize = Role::Pawn as usize;
const KING: usize = Role::King as usize;

/// The king of the player to move, and the pieces that attack it or might.
#[derive(Clone, Copy)]
pub(super) struct KingAttacks {
    /// Its square; any square on a board without a king, where the slow path finds that there is none.
    king: Square,
    /// The pieces that give check.
    pub(super) checkers: Bitboard,
    /// The opponent's bishops, rooks and queens that would give check if nothing were in between.
    lined: Bitboard,
}

impl KingAttacks {
    /// Computes the attacks on the king of the player to move.
    pub(super) fn of(board: &Board) -> KingAttacks {
        let king = board.king_or_any(board.side(board.turn));
        let lined = board.on_lines(king, board.side(!board.turn));
        KingAttacks { king, checkers: board.checkers(board.turn), lined }
    }

    /// The squares that a piece other than the king may go to in check: the checker's square and those
    /// between it and the king. 0 if not exactly one piece gives check.
    fn parries(&self) -> u64 {
        let between = |checker| attacks::between(self.king, checker).with(checker).0;
        self.checkers.single_square().map_or(0, between)
    }
}

impl Board {
    /// The square of the king among `side`; an arbitrary square on a board without it.
    #[inline(always)]
    fn king_or_any(&self, side: Bitboard) -> Square {
        Square::new((self.roles[KING] & side).0.trailing_zeros() & 63)
    }

    /// The origin of the one legal move that `written` means; `None` if the fast path does not cover the
    /// move.
    #[inline(always)]
    pub(super) fn fast_origin(&self, us: Color, written: Packed, attacks: &KingAttacks) -> Option<Square> {
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
        let candidates =
            movers & move_origins(written.way_and_target(), us) & ORIGINS[written.origin() & 255];
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

    /// Whether a piece that may be pinned can move: another piece still blocks the line to the king, or the
    /// piece stays on that line.
    #[cold]
    #[inline(never)]
    fn may_leave_line(&self, from: Square, to: Square, attacks: &KingAttacks) -> bool {
        self.unpinned(from, to, attacks.king)
    }

    /// Plays the move from `from` that [`Board::fast_origin`] has found. Returns the number of the captured
    /// piece's role, 0 if nothing was captured.
    #[inline(always)]
    pub(super) fn fast_play(
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
        let mut checkers = attack_origins(numbered(us, role), king) & target & Bitboard(open);
        if (lined & attacks::ray(king, from)).any() {
            checkers = self.checkers(!us);
        }
        *attacks = KingAttacks { king, checkers, lined };
        taken & 7
    }
}

/// The pieces among `pieces` that have an open line to `to`. If several remain, the move is left to the slow
/// path, because one may be pinned.
#[cold]
#[inline(never)]
fn with_open_lines(pieces: Bitboard, to: Square, occupied: u64) -> Bitboard {
    let between = |from| BETWEEN[usize::from(from) & 63][usize::from(to) & 63];
    pieces.into_iter().filter(|&from| between(from) & occupied == 0).collect()
}

/// The index into [`LANDINGS`] for a way of moving, a player, and the code of the piece on the target square.
#[inline(always)]
fn landing(way: usize, us: Color, there: usize) -> usize {
    ((usize::from(us.is_black()) << 4 | way) << 4 | there) & 511
}

/// Whether a piece may move to a square with a given content, and the mask to apply to the halfmove clock.
///
/// A piece may not move onto a piece of its own side or onto a king. A pawn captures exactly when it changes
/// its file.
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

/// The move is not allowed.
const NONE: u32 = 0;
/// The move is allowed and resets the halfmove clock: shifted right by one, this mask is zero.
const IRREVERSIBLE: u32 = 1;
/// The move is allowed and keeps the halfmove clock: shifted right by one, this mask keeps all bits. The
/// clock never reaches the top bit.
const REVERSIBLE: u32 = u32::MAX;
const DIAGONAL_PAWN: usize = 8 | PAWN;
