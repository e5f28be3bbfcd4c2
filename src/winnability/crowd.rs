//! Counts how many positions of each pawn structure a search has seen.
//!
//! A locked position has many positions in which the pieces only shuffle, and few ways out. By their features
//! these positions all look alike, so a search would see all of them before it follows the one capture that
//! opens the wall. Therefore each doubling of the positions with the same pawns, pieces and castling rights
//! makes further ones less promising. This changes the order of a search, never what it can reach.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Role};

use super::board::Board;

/// The features that only pawn moves, captures and the loss of castling rights change.
#[derive(PartialEq, Eq, Hash)]
struct Class {
    pawns: [Bitboard; 2],
    rights: Bitboard,
    /// The numbers of pieces, eight bits for each colour and role.
    pieces: u64,
}

/// Positions seen, by class.
pub(crate) struct Crowd {
    cost: i32,
    seen: FxHashMap<Class, u32>,
}

impl Crowd {
    /// No positions seen yet; each doubling costs `cost`.
    pub(crate) fn new(cost: i32) -> Crowd {
        Crowd { cost, seen: FxHashMap::default() }
    }

    /// Counts the position. Returns the cost of a move that stays in its class.
    pub(crate) fn enter(&mut self, board: &Board) -> u32 {
        if self.cost == 0 {
            return 0;
        }
        let count = self.seen.entry(Class::of(board)).or_insert(0);
        *count += 1;
        self.cost.unsigned_abs() * count.ilog2()
    }
}

impl Class {
    fn of(board: &Board) -> Class {
        let mut pieces = 0;
        for colour in Color::ALL {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                pieces = pieces << 8 | board.pieces(colour, role).count() as u64;
            }
        }
        let pawns = Color::ALL.map(|colour| board.pieces(colour, Role::Pawn));
        Class { pawns, rights: board.rights(), pieces }
    }
}
