//! Checks every proof before it is returned, by independent code.
//!
//! It shares only shakmaty's types with the search: legal moves, mate and positions come from shakmaty, and
//! the material rules are implemented a second time, differently. A proof that it cannot follow is rejected.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};

use shakmaty::{Bitboard, Chess, Color, Move, Position};

use super::certificate::{Certificate, Material};

mod invariant;
mod shape;

/// Whether `line` is legal from `position` and ends in mate by `side`.
pub fn line_mates(position: &Chess, line: &[Move], side: Color) -> bool {
    let mut now = position.clone();
    for &m in line {
        if !now.is_legal(m) {
            return false;
        }
        now.play_unchecked(m);
    }
    mates(&now, side)
}

/// Whether the proof holds: `side` can never mate from `position`.
pub fn holds(position: &Chess, side: Color, certificate: &Certificate) -> bool {
    match certificate {
        Certificate::Material(rule) => !mates(position, side) && material(position, side) == Some(*rule),
        Certificate::Over => position.legal_moves().is_empty() && !mates(position, side),
        Certificate::Forced { positions } => closed(position, side, *positions, 1),
        Certificate::Closed { positions } => closed(position, side, *positions, usize::MAX),
        Certificate::Invariant(set) => invariant::holds(position, side, set),
    }
}

/// Whether `side` has given checkmate in this position.
fn mates(position: &Chess, side: Color) -> bool {
    position.turn() != side && position.is_checkmate()
}

/// The material rule that applies to `side`, ignoring a mate on the board.
fn material(position: &Chess, side: Color) -> Option<Material> {
    let board = position.board();
    let own = board.material_side(side);
    let other = board.material_side(side.other());
    if own.pawn + own.rook + own.queen > 0 {
        return None;
    }
    if own.knight + own.bishop == 0 {
        return Some(Material::LoneKing);
    }
    if own.knight == 1 && own.bishop == 0 {
        let useful = other.pawn + other.knight + other.bishop + other.rook;
        return (useful == 0).then_some(Material::LoneKnight);
    }
    let light = (board.bishops() & Bitboard::LIGHT_SQUARES).any();
    let dark = (board.bishops() & Bitboard::DARK_SQUARES).any();
    let alone = own.knight + other.knight + other.pawn == 0;
    (alone && !(light && dark)).then_some(Material::OneColouredBishops)
}

/// Checks by following every legal move that no position is mate by `side`. Returns false beyond `limit`
/// positions, or if a position has more than `choices` moves.
fn closed(position: &Chess, side: Color, limit: u64, choices: usize) -> bool {
    let mut seen: HashSet<[u64; 5], BuildHasherDefault<DefaultHasher>> = HashSet::default();
    let mut open = vec![position.clone()];
    seen.insert(words(position));
    while let Some(now) = open.pop() {
        let moves = now.legal_moves();
        if moves.len() > choices || (moves.is_empty() && mates(&now, side)) {
            return false;
        }
        for &m in &moves {
            let mut next = now.clone();
            next.play_unchecked(m);
            if hopeless(&next, side) || !seen.insert(words(&next)) {
                continue;
            }
            if seen.len() as u64 > limit {
                return false;
            }
            open.push(next);
        }
    }
    true
}

/// Whether `side` has too little material and there is no mate on the board, so that nothing needs to be
/// followed.
fn hopeless(position: &Chess, side: Color) -> bool {
    material(position, side).is_some() && !mates(position, side)
}

/// The exact state that determines which moves can follow: pieces, turn, en passant, castling rights.
fn words(position: &Chess) -> [u64; 5] {
    let board = position.board();
    let (p, n, b) = (board.pawns().0, board.knights().0, board.bishops().0);
    let (r, q, k) = (board.rooks().0, board.queens().0, board.kings().0);
    let castles = position.castles().castling_rights().0;
    let passed = position.pseudo_legal_ep_square().map_or(0, |s| u64::from(s) + 1);
    let turn = u64::from(position.turn().is_white());
    // Castling rights are on the back ranks: eight bits for each.
    let state = turn | passed << 1 | (castles & 0xff) << 8 | (castles >> 56) << 16;
    [p | r | k, n | r | q, b | q | k, board.white().0, state]
}
