//! Position keys: one 64-bit number per position, updated incrementally (Zobrist 1970).
//!
//! The key covers what the Laws compare (FIDE 9.2.3 in the 2023 edition): the pieces on their squares, the
//! player to move, castling rights, and the en passant square if the capture is legal.

use shakmaty::{File, Square};

const fn next(state: &mut u64) -> u64 {
    // SplitMix64, a fixed sequence: the keys are the same on every machine.
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn table<const N: usize>(mut seed: u64) -> [u64; N] {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = next(&mut seed);
        i += 1;
    }
    out
}

/// One row of 64 squares per piece code. The row of code 0 (empty) is zero.
static PIECES: [u64; 1024] = without_first_row(table(1));
static CASTLING: [u64; 64] = table(2);
static EN_PASSANT: [u64; 8] = table(3);
/// Toggled with the player to move.
pub(super) const TURN: u64 = table::<1>(4)[0];

const fn without_first_row(mut rows: [u64; 1024]) -> [u64; 1024] {
    let mut i = 0;
    while i < 64 {
        rows[i] = 0;
        i += 1;
    }
    rows
}

/// The key of the piece with this code on `square`; 0 for an empty square.
#[inline]
pub(super) fn piece(code: usize, square: Square) -> u64 {
    PIECES[(code << 6 | usize::from(square)) & 1023]
}

#[inline]
pub(super) fn castling(rook: Square) -> u64 {
    CASTLING.get(usize::from(rook)).copied().unwrap_or(0)
}

#[inline]
pub(super) fn en_passant(file: File) -> u64 {
    EN_PASSANT.get(usize::from(file)).copied().unwrap_or(0)
}
