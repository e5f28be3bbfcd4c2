//! Pawn structures with the squares that pieces may reach in them: what stays of a position when the pieces are
//! let loose.
//!
//! A piece may stand anywhere in its region, or be gone. So whatever can happen on the board can happen here, and
//! what cannot happen here cannot happen on the board. The reverse does not hold.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Color, Square};

use super::board::Board;
use super::certificate::{Kind, Part, Region, Solid};

/// Pieces of one kind that come to stand somewhere on these squares, so many at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stand {
    pub(crate) colour: Color,
    pub(crate) kind: Kind,
    pub(crate) squares: Bitboard,
    pub(crate) count: u8,
}

/// Pawns and what cannot move, with everything that may move through them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Structure {
    pub(crate) solid: Solid,
    /// Where the loose pieces may stand, by colour and kind.
    pub(crate) regions: [[Region; 5]; 2],
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

/// The pieces of a board that `solid` leaves out.
pub(crate) fn stands_of(board: &Board, solid: &Solid) -> Vec<Stand> {
    let mut out = Vec::new();
    for colour in Color::ALL {
        for kind in Kind::ALL {
            let squares = board.pieces(colour, kind.role()) & kind.tint() & !solid.all();
            out.extend(squares.into_iter().map(|square| Stand::new(colour, kind, square, true)));
        }
    }
    out
}

impl Stand {
    /// A piece on a new square: one more, or one that was counted elsewhere.
    pub(crate) fn new(colour: Color, kind: Kind, square: Square, added: bool) -> Stand {
        Stand { colour, kind, squares: Bitboard::from_square(square), count: u8::from(added) }
    }
}

impl Structure {
    pub(crate) fn new(solid: &Solid, stands: &[Stand]) -> Structure {
        let mut structure = Structure {
            solid: *solid,
            regions: Default::default(),
            takes: Default::default(),
            attacks: [Bitboard::EMPTY; 2],
            guards: [guards(solid, 0), guards(solid, 1)],
        };
        structure.take_in(stands);
        structure
    }

    /// Where the loose pieces are.
    pub(crate) fn stands(&self) -> impl Iterator<Item = Stand> {
        Color::ALL.into_iter().flat_map(move |colour| {
            Kind::ALL.into_iter().flat_map(move |kind| {
                let parts = self.regions[side_index(colour)][kind.index()].parts.into_iter();
                parts.filter(|part| part.squares.any()).map(move |part| Stand {
                    colour,
                    kind,
                    squares: part.squares,
                    count: part.count,
                })
            })
        })
    }

    /// Takes in more; whether anything changed.
    pub(crate) fn take_in(&mut self, stands: &[Stand]) -> bool {
        let all = self.solid.all();
        let before = self.regions;
        for colour in Color::ALL {
            for kind in Kind::ALL {
                let region = &mut self.regions[side_index(colour)][kind.index()];
                let some = stands.iter().filter(|s| s.colour == colour && s.kind == kind);
                if holds(region, some.clone(), all) {
                    continue;
                }
                let mut fresh = Region::default();
                for stand in some {
                    for squares in components(kind, stand.squares & !all, all) {
                        put(&mut fresh, Part { squares, count: stand.count }, u8::saturating_add);
                    }
                }
                for part in fresh.parts.into_iter().filter(|part| part.squares.any()) {
                    put(region, part, u8::max);
                }
            }
        }
        let grown = self.regions != before;
        if grown {
            self.look();
        }
        grown
    }

    /// Works out what the loose pieces attack where only what is solid is in their way.
    fn look(&mut self) {
        let solid = self.solid.all();
        for side in 0..2 {
            self.attacks[side] = Bitboard::EMPTY;
            for kind in Kind::ALL {
                let region = self.regions[side][kind.index()].squares();
                let reached = region.into_iter().fold(Bitboard::EMPTY, |r, s| r | attacks_of(kind, s, solid));
                self.takes[side][kind.index()] =
                    reached & self.solid.of(1 - side) & !self.solid.kings[1 - side];
                self.attacks[side] |= reached;
            }
        }
    }

    /// All squares on which a loose piece of `colour` may stand.
    pub(crate) fn anywhere(&self, colour: Color) -> Bitboard {
        let regions = &self.regions[side_index(colour)];
        regions.iter().fold(Bitboard::EMPTY, |all, region| all | region.squares())
    }

    /// Some piece of `colour` may make a move that leaves the pawns alone.
    pub(crate) fn may_pass(&self, colour: Color) -> bool {
        let mut parts = self.regions[side_index(colour)].iter().flat_map(|region| &region.parts);
        parts.any(|part| part.squares.more_than_one())
    }
}

/// Whether the region has room for all of them already.
fn holds<'a>(region: &Region, stands: impl Iterator<Item = &'a Stand> + Clone, solid: Bitboard) -> bool {
    let squares = region.squares();
    stands.clone().all(|stand| (stand.squares & !solid).is_subset(squares))
        && region.parts.iter().all(|part| {
            let here = stands.clone().filter(|stand| stand.squares.intersects(part.squares));
            let needed: u32 = here.map(|stand| u32::from(stand.count)).sum();
            needed.min(MANY) <= u32::from(part.count)
        })
}

/// More pieces of a kind than any mate needs.
const MANY: u32 = 15;

/// Adds a part; where it is there already, or no place is left for it, the numbers are joined by `join`.
fn put(region: &mut Region, new: Part, join: fn(u8, u8) -> u8) {
    let found = region.parts.iter().position(|part| part.squares.intersects(new.squares));
    let place = found.or_else(|| region.parts.iter().position(|part| part.squares.is_empty()));
    let (join, place) = match place {
        Some(place) => (join, place),
        None => (u8::saturating_add as fn(u8, u8) -> u8, region.parts.len() - 1),
    };
    if let Some(part) = region.parts.get_mut(place) {
        part.squares |= new.squares;
        part.count = join(part.count, new.count).min(MANY as u8);
    }
}

/// The squares that pieces of a kind reach from these, in groups that no move joins.
fn components(kind: Kind, mut from: Bitboard, solid: Bitboard) -> Vec<Bitboard> {
    let mut out = Vec::new();
    while let Some(square) = from.first() {
        let mut region = Bitboard::from_square(square);
        let mut fresh = region;
        while let Some(square) = fresh.pop_front() {
            let seen = attacks_of(kind, square, solid) & !solid;
            fresh |= seen & !region;
            region |= seen;
        }
        from &= !region;
        out.push(region);
    }
    out
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
