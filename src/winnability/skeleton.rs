//! Pawn structures with the squares that pieces may reach in them: what stays of a position when the pieces are
//! let loose.
//!
//! A piece may stand anywhere in its region, or be gone. So whatever can happen on the board can happen here, and
//! what cannot happen here cannot happen on the board. The reverse does not hold.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Color, Role, Square};

use super::board::Board;
use super::certificate::{Kind, Solid};

/// Regions and numbers by colour and kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Loose {
    pub(crate) regions: [[Bitboard; 5]; 2],
    pub(crate) counts: [[u8; 5]; 2],
}

/// Pawns and what cannot move, with everything that may move through them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Structure {
    pub(crate) solid: Solid,
    pub(crate) loose: Loose,
    /// Pawns and solid pieces of the other side that the loose pieces of a colour may take.
    pub(crate) takes: [[Bitboard; 5]; 2],
    /// Squares that the pieces of a colour may attack.
    pub(crate) attacks: [Bitboard; 2],
    /// Squares that the other king can never step on: guarded by pawns and solid pieces.
    pub(crate) guards: [Bitboard; 2],
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
    /// The pieces of a board that `solid` leaves out.
    pub(crate) fn of(board: &Board, solid: &Solid) -> Loose {
        let mut loose = Loose::default();
        for colour in Color::ALL {
            for kind in Kind::ALL {
                let mut squares = board.pieces(colour, kind.role());
                squares &= kind.tint() & !solid.all();
                loose.regions[side_index(colour)][kind.index()] = squares;
                loose.counts[side_index(colour)][kind.index()] = squares.count() as u8;
            }
        }
        loose
    }

    /// A piece of this role on `square`, one more of them where it is `added`.
    pub(crate) fn add(&mut self, colour: Color, role: Role, square: Square, added: bool) {
        let Some(kind) = Kind::of(role, square) else { return };
        self.regions[side_index(colour)][kind.index()].add(square);
        let count = &mut self.counts[side_index(colour)][kind.index()];
        *count = count.saturating_add(u8::from(added)).min(15);
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
    pub(crate) fn new(solid: &Solid, loose: &Loose) -> Structure {
        let mut structure = Structure {
            solid: *solid,
            loose: *loose,
            takes: Default::default(),
            attacks: [Bitboard::EMPTY; 2],
            guards: [guards(solid, 0), guards(solid, 1)],
        };
        structure.spread();
        structure
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
        let pawns = self.solid.all();
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
                self.takes[side][kind.index()] =
                    reached & self.solid.of(1 - side) & !self.solid.kings[1 - side];
                self.attacks[side] |= reached;
            }
        }
    }

    /// Some piece of `colour` may make a move that leaves the pawns alone.
    pub(crate) fn may_pass(&self, colour: Color) -> bool {
        self.loose.regions[side_index(colour)].into_iter().any(Bitboard::more_than_one)
    }
}

/// Squares that pawns and solid pieces of one side guard whatever stands between: a line piece its neighbours only.
pub(crate) fn guards(solid: &Solid, side: usize) -> Bitboard {
    let colour = Color::from_white(side == 0);
    let mut out = Bitboard::EMPTY;
    for pawn in solid.pawns[side & 1] {
        out |= pawn_attacks(colour, pawn);
    }
    for kind in Kind::ALL {
        for square in solid.pieces[side & 1][kind.index()] {
            out |= match kind {
                Kind::Knight => knight_attacks(square),
                _ => attacks_of(kind, square, Bitboard::EMPTY) & king_attacks(square),
            };
        }
    }
    out
}

/// Takes what can move out of `solid`, until the rest cannot; what was taken out, kings aside.
///
/// A move onto a square where only a loose piece or a king stands counts as possible.
pub(crate) fn release(solid: &mut Solid) -> Vec<(Color, Kind, Square)> {
    let mut out = Vec::new();
    loop {
        let before = *solid;
        for colour in Color::ALL {
            release_side(solid, colour, &mut out);
        }
        if *solid == before {
            return out;
        }
    }
}

fn release_side(solid: &mut Solid, colour: Color, out: &mut Vec<(Color, Kind, Square)>) {
    let side = side_index(colour);
    let all = solid.all();
    for kind in Kind::ALL {
        for square in solid.pieces[side][kind.index()] {
            if !attacks_of(kind, square, all).is_subset(all) {
                solid.pieces[side][kind.index()].discard(square);
                out.push((colour, kind, square));
            }
        }
    }
    for square in solid.kings[side] {
        let steps = king_attacks(square) & !solid.of(side) & !guards(solid, 1 - side);
        if steps.any() {
            solid.kings[side] = Bitboard::EMPTY;
        }
    }
}
