//! Lines on the empty board: the squares that a bishop or rook reaches if nothing is in its way.
//!
//! Most squares have no sliding piece on their lines, so testing the lines first is faster than looking up
//! all squares that each sliding piece attacks.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square, attacks};

use crate::scoresheet::Packed;

const DIAGONALS: [u64; 64] = lines([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
const STRAIGHTS: [u64; 64] = lines([(1, 0), (-1, 0), (0, 1), (0, -1)]);

const fn lines(steps: [(i32, i32); 4]) -> [u64; 64] {
    let mut out = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < 4 {
            let (right, up) = steps[step];
            let (mut file, mut rank) = (square % 8 + right, square / 8 + up);
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                out[square as usize] |= 1 << (rank * 8 + file);
                file += right;
                rank += up;
            }
            step += 1;
        }
        square += 1;
    }
    out
}

/// The squares on the diagonals through `square`, excluding it.
#[inline]
pub(super) fn diagonals(square: Square) -> Bitboard {
    Bitboard(DIAGONALS[usize::from(square) & 63])
}

/// The squares on the rank and the file of `square`, excluding it.
#[inline]
pub(super) fn straights(square: Square) -> Bitboard {
    Bitboard(STRAIGHTS[usize::from(square) & 63])
}

/// The squares that a piece of this role reaches from `square` on the empty board, which are also the squares
/// from which it reaches `square`. Empty for a pawn.
#[inline]
pub(super) fn reach_of(role: Role, square: Square) -> Bitboard {
    Bitboard(REACH[role as usize & 7][usize::from(square) & 63])
}

const REACH: [[u64; 64]; 8] = {
    let mut out = [[0; 64]; 8];
    let mut square = 0;
    while square < 64 {
        let at = Square::new(square);
        let place = square as usize;
        out[Role::Knight as usize][place] = attacks::knight_attacks(at).0;
        out[Role::Bishop as usize][place] = DIAGONALS[place];
        out[Role::Rook as usize][place] = STRAIGHTS[place];
        out[Role::Queen as usize][place] = DIAGONALS[place] | STRAIGHTS[place];
        out[Role::King as usize][place] = attacks::king_attacks(at).0;
        square += 1;
    }
    out
};

/// The squares from which the piece with this code attacks `square` on the empty board.
#[inline]
pub(super) fn attack_origins(code: usize, square: Square) -> Bitboard {
    Bitboard(ATTACK_ORIGINS[code & 15][usize::from(square) & 63])
}

/// Indexed by piece code and square.
static ATTACK_ORIGINS: [[u64; 64]; 16] = {
    let mut out = [[0; 64]; 16];
    let mut role = 0;
    while role < 8 {
        out[role] = REACH[role];
        out[8 + role] = REACH[role];
        role += 1;
    }
    let mut square = 0;
    while square < 64 {
        let at = Square::new(square);
        out[Role::Pawn as usize][square as usize] = attacks::pawn_attacks(Color::Black, at).0;
        out[8 + Role::Pawn as usize][square as usize] = attacks::pawn_attacks(Color::White, at).0;
        square += 1;
    }
    out
};

/// The squares from which a piece or pawn of `us` can move to a target if nothing is in its way. Indexed by
/// [`Packed::way_and_target`](crate::scoresheet::Packed::way_and_target).
#[inline]
pub(super) fn move_origins(way_and_target: usize, us: Color) -> u64 {
    MOVE_ORIGINS[(usize::from(us.is_black()) << 10 | way_and_target) & 2047]
}

static MOVE_ORIGINS: [u64; 2048] = {
    let mut out = [0; 2048];
    let mut at = 2 * 64;
    while at < 8 * 64 {
        out[at] = REACH[at / 64][at % 64];
        out[1024 + at] = out[at];
        at += 1;
    }
    let mut to = 8;
    while to < 56 {
        let at = Square::new(to as u32);
        out[9 * 64 + to] = attacks::pawn_attacks(Color::Black, at).0;
        out[1024 + 9 * 64 + to] = attacks::pawn_attacks(Color::White, at).0;
        out[64 + to] = 1 << (to - 8) | if to / 8 == 3 { 1 << (to - 16) } else { 0 };
        out[1024 + 64 + to] = 1 << (to + 8) | if to / 8 == 4 { 1 << (to + 16) } else { 0 };
        to += 1;
    }
    out
};

/// The squares next to `square` on its rank if `role` (a role's number) is a pawn; empty for any other role.
#[inline]
pub(super) fn beside(role: usize, square: Square) -> Bitboard {
    Bitboard(BESIDE[usize::from(square) & 63] & PAWN_ONLY[role & 7])
}

/// All bits for a pawn. A table lookup avoids a branch on the role.
static PAWN_ONLY: [u64; 8] = [0, u64::MAX, 0, 0, 0, 0, 0, 0];

static BESIDE: [u64; 64] = {
    let mut out = [0; 64];
    let mut square = 0;
    while square < 64 {
        let at = Square::new(square);
        out[square as usize] = attacks::king_attacks(at).0 & 0xff << (square & 56);
        square += 1;
    }
    out
};

/// The squares between two squares. A table, because a lookup is faster than computing them for every move.
pub(super) static BETWEEN: [[u64; 64]; 64] = {
    let mut out = [[0; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (from, to) = (at / 64, at % 64);
        out[from][to] = attacks::between(Square::new(from as u32), Square::new(to as u32)).0;
        at += 1;
    }
    out
};

/// The squares that match a written origin. Indexed by [`Packed::origin`](crate::scoresheet::Packed::origin).
pub(super) static ORIGINS: [u64; Packed::ORIGINS] = {
    let mut out = [u64::MAX; Packed::ORIGINS];
    let mut at = 0;
    while at < out.len() {
        let (file, rank) = (at & 15, at >> 4);
        if file > 0 {
            out[at] &= 0x0101_0101_0101_0101 << ((file - 1) & 7);
        }
        if rank > 0 {
            out[at] &= 0xff << (((rank - 1) & 7) * 8);
        }
        at += 1;
    }
    out
};

/// The squares on `file` and `rank`; either one is ignored if it is `None`.
#[inline]
pub(super) fn origin(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    let files = file.map_or(Bitboard::FULL, Bitboard::from_file);
    let ranks = rank.map_or(Bitboard::FULL, Bitboard::from_rank);
    files & ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_attacks_on_the_empty_board() {
        for square in Square::ALL {
            assert_eq!(diagonals(square), attacks::bishop_attacks(square, Bitboard::EMPTY));
            assert_eq!(straights(square), attacks::rook_attacks(square, Bitboard::EMPTY));
        }
    }
}
