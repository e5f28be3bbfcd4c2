//! Pawn structures with the squares that pieces may reach in them: what stays of a position when the pieces are
//! let loose.
//!
//! A piece may stand anywhere in its region, or be gone. So whatever can happen on the board can happen here, and
//! what cannot happen here cannot happen on the board. The reverse does not hold.

use shakmaty::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Role, Square};

use super::board::Board;
use super::certificate::Kind;

/// Regions and numbers by colour and kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Loose {
    pub(crate) regions: [[Bitboard; 5]; 2],
    pub(crate) counts: [[u8; 5]; 2],
}

/// A pawn structure with everything that may move through it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Structure {
    pub(crate) pawns: [Bitboard; 2],
    pub(crate) loose: Loose,
    /// Pawns of the other side that the pieces of a colour may take.
    pub(crate) takes: [[Bitboard; 5]; 2],
    /// Squares that the pieces of a colour may attack.
    pub(crate) attacks: [Bitboard; 2],
}

pub(crate) fn side_index(colour: Color) -> usize {
    colour.fold_wb(0, 1)
}

/// Squares that a piece of this kind attacks from `square`.
pub(crate) fn attacks_of(kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Knight => knight_attacks(square),
        Kind::LightBishop | Kind::DarkBishop => bishop_attacks(square, occupied),
        Kind::Rook => rook_attacks(square, occupied),
        Kind::Queen => queen_attacks(square, occupied),
    }
}

impl Loose {
    pub(crate) fn of(board: &Board) -> Loose {
        let mut loose = Loose::default();
        for colour in Color::ALL {
            for kind in Kind::ALL {
                let mut squares = board.pieces(colour, kind.role());
                squares &= kind.tint();
                loose.regions[side_index(colour)][kind.index()] = squares;
                loose.counts[side_index(colour)][kind.index()] = squares.count() as u8;
            }
        }
        loose
    }

    /// A piece more of this role, on `square`.
    pub(crate) fn add(&mut self, colour: Color, role: Role, square: Square) {
        let Some(kind) = Kind::of(role, square) else { return };
        self.regions[side_index(colour)][kind.index()].add(square);
        let count = &mut self.counts[side_index(colour)][kind.index()];
        *count = count.saturating_add(1).min(15);
    }

    fn join(&mut self, other: &Loose) {
        for side in 0..2 {
            for kind in 0..5 {
                self.regions[side][kind] |= other.regions[side][kind];
                self.counts[side][kind] = self.counts[side][kind].max(other.counts[side][kind]);
            }
        }
    }

    /// All squares on which a piece of `colour` may stand.
    pub(crate) fn anywhere(&self, colour: Color) -> Bitboard {
        self.regions[side_index(colour)].into_iter().fold(Bitboard::EMPTY, |a, b| a | b)
    }
}

impl Structure {
    pub(crate) fn new(pawns: [Bitboard; 2], loose: &Loose) -> Structure {
        let mut structure = Structure {
            pawns,
            loose: *loose,
            takes: Default::default(),
            attacks: [Bitboard::EMPTY; 2],
        };
        structure.spread();
        structure
    }

    pub(crate) fn all_pawns(&self) -> Bitboard {
        self.pawns[0] | self.pawns[1]
    }

    /// Takes in more; whether anything changed.
    pub(crate) fn join(&mut self, loose: &Loose) -> bool {
        let before = self.loose;
        self.loose.join(loose);
        if self.loose == before {
            return false;
        }
        self.spread();
        self.loose != before
    }

    /// Lets every piece walk where only pawns are in its way.
    fn spread(&mut self) {
        let pawns = self.all_pawns();
        for side in 0..2 {
            self.attacks[side] = Bitboard::EMPTY;
            for kind in Kind::ALL {
                let mut region = self.loose.regions[side][kind.index()] & !pawns;
                let mut fresh = region;
                let mut reached = Bitboard::EMPTY;
                while let Some(square) = fresh.pop_front() {
                    let seen = attacks_of(kind, square, pawns);
                    reached |= seen;
                    fresh |= seen & !pawns & !region;
                    region |= seen & !pawns;
                }
                self.loose.regions[side][kind.index()] = region;
                self.takes[side][kind.index()] = reached & self.pawns[1 - side];
                self.attacks[side] |= reached;
            }
        }
    }

    /// Some piece of `colour` may make a move that leaves the pawns alone.
    pub(crate) fn may_pass(&self, colour: Color) -> bool {
        self.loose.regions[side_index(colour)].into_iter().any(Bitboard::more_than_one)
    }
}
