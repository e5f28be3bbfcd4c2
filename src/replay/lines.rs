//! The lines of the empty board: where a bishop or a rook reaches if nothing stands in its way.
//!
//! Looking along such a line for the one piece that matters is quicker than looking up all squares that a sliding
//! piece attacks: most squares have no such piece on their lines at all.

use shakmaty::{Bitboard, Square};

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

/// The squares on the diagonals through a square, without it.
#[inline]
pub(super) fn diagonals(square: Square) -> Bitboard {
    Bitboard(DIAGONALS[usize::from(square) & 63])
}

/// The squares on the rank and the file of a square, without it.
#[inline]
pub(super) fn straights(square: Square) -> Bitboard {
    Bitboard(STRAIGHTS[usize::from(square) & 63])
}

#[cfg(test)]
mod tests {
    use shakmaty::attacks;

    use super::*;

    #[test]
    fn lines_are_the_attacks_on_the_empty_board() {
        for square in Square::ALL {
            assert_eq!(diagonals(square), attacks::bishop_attacks(square, Bitboard::EMPTY));
            assert_eq!(straights(square), attacks::rook_attacks(square, Bitboard::EMPTY));
        }
    }
}
