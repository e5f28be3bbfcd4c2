//! Pawn structures with the squares that pieces can reach in them: an abstraction of a position in which the
//! pieces are loose.
//!
//! A loose piece may be anywhere in its region, or captured. So whatever can happen on the board can happen
//! here, and what cannot happen here cannot happen on the board. The reverse does not hold.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Color, Square};

use super::board::Board;
use super::certificate::{Kind, Part, Region, Solid};

/// Up to `count` pieces of one kind somewhere on these squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stand {
    pub(crate) colour: Color,
    pub(crate) kind: Kind,
    pub(crate) squares: Bitboard,
    pub(crate) count: u8,
}

/// A structure of pawns and immobile pieces, with everything that may move in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Structure {
    pub(crate) solid: Solid,
    /// The squares where loose pieces may be, by colour and kind.
    pub(crate) regions: [[Region; 5]; 2],
    /// Pawns and solid pieces of the other side that the loose pieces may capture, by colour and kind.
    pub(crate) takes: [[Bitboard; 5]; 2],
    /// The squares that the loose pieces may attack, by colour.
    pub(crate) attacks: [Bitboard; 2],
    /// The squares guarded by pawns and solid pieces, by colour; the other king can never go there.
    pub(crate) guards: [Bitboard; 2],
}

pub(crate) fn side_index(colour: Color) -> usize {
    colour.fold_wb(0, 1)
}

/// The squares that a piece of this kind attacks from `square`.
pub(crate) fn attacks_of(kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Knight => knight_attacks(square),
        Kind::LightBishop | Kind::DarkBishop => bishop_attacks(square, occupied),
        Kind::Rook => rook_attacks(square, occupied),
        Kind::Queen => queen_attacks(square, occupied),
    }
}

/// The pieces of a board that are not in `solid`.
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
    /// A piece on a new square. It counts only if `added`; otherwise it was counted elsewhere.
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

    /// The loose pieces and their squares.
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

    /// Adds loose pieces. Returns whether anything changed.
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
            self.update_attacks();
        }
        grown
    }

    /// Recomputes what the loose pieces attack if only solid pieces and pawns block their lines.
    fn update_attacks(&mut self) {
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

    /// All squares where a loose piece of `colour` may be.
    pub(crate) fn anywhere(&self, colour: Color) -> Bitboard {
        let regions = &self.regions[side_index(colour)];
        regions.iter().fold(Bitboard::EMPTY, |all, region| all | region.squares())
    }

    /// Whether some loose piece of `colour` may move without changing the structure.
    pub(crate) fn may_pass(&self, colour: Color) -> bool {
        let mut parts = self.regions[side_index(colour)].iter().flat_map(|region| &region.parts);
        parts.any(|part| part.squares.more_than_one())
    }
}

/// Whether the region already has room for all of them.
fn holds<'a>(region: &Region, stands: impl Iterator<Item = &'a Stand> + Clone, solid: Bitboard) -> bool {
    let squares = region.squares();
    stands.clone().all(|stand| (stand.squares & !solid).is_subset(squares))
        && region.parts.iter().all(|part| {
            let here = stands.clone().filter(|stand| stand.squares.intersects(part.squares));
            let needed: u32 = here.map(|stand| u32::from(stand.count)).sum();
            needed.min(MANY) <= u32::from(part.count)
        })
}

/// A count that means any number: more pieces of a kind than any mate needs.
const MANY: u32 = 15;

/// Adds a part. If it overlaps an existing part, the two are merged and their counts combined by `join`; if
/// no slot is free, it is merged into the last part and the counts are added.
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

/// The squares that pieces of a kind can reach from these, in components that no move connects.
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

/// The squares that pawns and solid pieces of one side guard whatever stands between: for a line piece only
/// its neighbouring squares.
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

/// Removes from `solid` everything that can move, until nothing left can. Returns the removed pieces, without
/// kings.
///
/// A move counts as possible if only a loose piece or a king is on its target.
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
