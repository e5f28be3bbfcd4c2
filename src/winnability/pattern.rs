//! Whether a situation could be mate for some placing of the pieces in their regions.
//!
//! The test may say yes wrongly but never no wrongly: it requires only a check and that every flight square
//! is covered, each by a piece that can be there. Every real mate passes, because further pieces add no
//! requirement.

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Color, Square};

use super::certificate::{Kind, Situation};
use super::skeleton::{Structure, attacks_of, side_index};

/// Placings to try before answering "might be", if a proof depends on the answer.
pub(crate) const PLACINGS: u32 = 20_000;
/// Placings to try if the answer only guides a search.
pub(crate) const GLANCE: u32 = 60;

/// Whether the situation might be mate by `side`. The answer is yes once `placings` have been tried.
pub(crate) fn might_be_mate(
    structure: &Structure,
    situation: &Situation,
    side: Color,
    placings: u32,
) -> bool {
    let (us, them) = (side_index(side), side_index(side.other()));
    let (king, own) = (situation.kings[them], situation.kings[us]);
    let guarded = structure.guards[us] | king_attacks(own);
    let checked = structure.guards[us].contains(king);
    let flights = king_attacks(king) & !structure.solid.of(them) & !guarded;
    let blockers = structure.anywhere(side.other());
    // A solid king blocks the lines used to compute `reach`; then only the placing can tell.
    if structure.solid.kings[them].is_empty() {
        let reach = structure.attacks[us] | solid_reach(structure, side);
        if (!checked && !reach.contains(king)) || (flights & !reach & !blockers).any() {
            return false;
        }
    }
    let mut needs: Vec<Square> = flights.into_iter().collect();
    // The flight squares with the fewest ways to cover them come first.
    needs.sort_by_key(|&f| blockers.contains(f));
    if !checked {
        needs.insert(0, king);
    }
    let mut placing = Placing {
        structure,
        king,
        side,
        fixed: structure.solid.all().without(king).with(own),
        placed: solid_pieces(structure),
        left: placings,
    };
    placing.meets(&needs)
}

/// The squares that the solid pieces of `side` attack.
fn solid_reach(structure: &Structure, side: Color) -> Bitboard {
    let all = structure.solid.all();
    let ours = solid_pieces(structure).into_iter().filter(|&(colour, ..)| colour == side);
    ours.fold(Bitboard::EMPTY, |reach, (_, kind, from)| reach | attacks_of(kind, from, all))
}

fn solid_pieces(structure: &Structure) -> Vec<(Color, Kind, Square)> {
    let mut out = Vec::new();
    for colour in Color::ALL {
        for kind in Kind::ALL {
            let squares = structure.solid.pieces[side_index(colour)][kind.index()];
            out.extend(squares.into_iter().map(|square| (colour, kind, square)));
        }
    }
    out
}

/// A partial placing of pieces.
struct Placing<'a> {
    structure: &'a Structure,
    king: Square,
    side: Color,
    fixed: Bitboard,
    placed: Vec<(Color, Kind, Square)>,
    left: u32,
}

impl Placing<'_> {
    /// The squares that block lines. The king to be mated does not block, so that lines extend through it.
    fn occupied(&self) -> Bitboard {
        self.placed.iter().fold(self.fixed, |all, &(_, _, square)| all.with(square))
    }

    fn attacked(&self, square: Square) -> bool {
        let occupied = self.occupied();
        self.placed.iter().any(|&(colour, kind, from)| {
            colour == self.side && attacks_of(kind, from, occupied).contains(square)
        })
    }

    fn blocked(&self, square: Square) -> bool {
        self.placed.iter().any(|&(colour, _, at)| colour != self.side && at == square)
    }

    fn met(&self, need: Square) -> bool {
        self.attacked(need) || (need != self.king && self.blocked(need))
    }

    fn meets(&mut self, needs: &[Square]) -> bool {
        if self.left == 0 {
            return true;
        }
        self.left -= 1;
        let Some(&need) = needs.iter().find(|&&need| !self.met(need)) else { return true };
        // A need may also have been met and be open again, if a piece placed later blocks the line.
        self.by_attack(need, needs) || (need != self.king && self.by_block(need, needs))
    }

    fn by_attack(&mut self, need: Square, needs: &[Square]) -> bool {
        let occupied = self.occupied();
        for kind in Kind::ALL {
            let region = self.structure.regions[side_index(self.side)][kind.index()].squares();
            for from in attacks_of(kind, need, occupied) & region & !occupied.with(self.king) {
                if self.with(self.side, kind, from, needs) {
                    return true;
                }
            }
        }
        false
    }

    fn by_block(&mut self, need: Square, needs: &[Square]) -> bool {
        if self.occupied().contains(need) {
            return false;
        }
        let other = self.side.other();
        for kind in Kind::ALL {
            if self.structure.regions[side_index(other)][kind.index()].squares().contains(need)
                && self.with(other, kind, need, needs)
            {
                return true;
            }
        }
        false
    }

    fn with(&mut self, colour: Color, kind: Kind, square: Square, needs: &[Square]) -> bool {
        let parts = &self.structure.regions[side_index(colour)][kind.index()].parts;
        let Some(part) = parts.iter().find(|part| part.squares.contains(square)) else { return false };
        // Solid pieces are outside every part.
        let here =
            |&&(c, k, at): &&(Color, Kind, Square)| c == colour && k == kind && part.squares.contains(at);
        if self.placed.iter().filter(here).count() >= usize::from(part.count) {
            return false;
        }
        self.placed.push((colour, kind, square));
        let met = self.meets(needs);
        self.placed.pop();
        met
    }
}
