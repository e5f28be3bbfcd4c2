//! Could a situation be mate for some placing of the pieces in their regions?
//!
//! Says yes too often rather than too seldom: it asks only for a check and for every flight taken, each by a piece
//! that can be there. A real mate passes, whatever else stands on the board: further pieces add no requirement.

use shakmaty::attacks::{king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, Square};

use super::certificate::{Kind, Situation};
use super::skeleton::{Structure, attacks_of, side_index};
use super::walls::pawn_guard;

/// Placings tried before the answer is a plain "might be".
const PLACINGS: u32 = 20_000;

pub(crate) fn might_be_mate(structure: &Structure, situation: &Situation, side: Color) -> bool {
    let (us, them) = (side_index(side), side_index(side.other()));
    let (king, own) = (situation.kings[them], situation.kings[us]);
    let guarded = pawn_guard(side, structure.pawns[us]) | king_attacks(own);
    let reach = structure.attacks[us];
    let checked = pawn_attacks(side.other(), king) & structure.pawns[us];
    if checked.is_empty() && !reach.contains(king) {
        return false;
    }
    let flights = king_attacks(king) & !structure.pawns[them] & !guarded;
    let blockers = structure.loose.anywhere(side.other());
    if (flights & !reach & !blockers).any() {
        return false;
    }
    let mut needs: Vec<Square> = flights.into_iter().collect();
    // The flight with the fewest ways to take it first.
    needs.sort_by_key(|&f| blockers.contains(f));
    if checked.is_empty() {
        needs.insert(0, king);
    }
    let mut placing = Placing {
        structure,
        king,
        side,
        fixed: structure.all_pawns().with(own),
        placed: Vec::new(),
        used: [[0; 5]; 2],
        left: PLACINGS,
    };
    placing.meets(&needs)
}

/// A partial placing of pieces.
struct Placing<'a> {
    structure: &'a Structure,
    king: Square,
    side: Color,
    fixed: Bitboard,
    placed: Vec<(Color, Kind, Square)>,
    used: [[u8; 5]; 2],
    left: u32,
}

impl Placing<'_> {
    /// Pieces in the way of others; the king to be mated is not, so that lines go through it.
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
        // A need that was met and no longer is: a piece placed later stands in the line.
        self.by_attack(need, needs) || (need != self.king && self.by_block(need, needs))
    }

    fn by_attack(&mut self, need: Square, needs: &[Square]) -> bool {
        let occupied = self.occupied();
        for kind in Kind::ALL {
            let region = self.structure.loose.regions[side_index(self.side)][kind.index()];
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
            if self.structure.loose.regions[side_index(other)][kind.index()].contains(need)
                && self.with(other, kind, need, needs)
            {
                return true;
            }
        }
        false
    }

    fn with(&mut self, colour: Color, kind: Kind, square: Square, needs: &[Square]) -> bool {
        let side = side_index(colour);
        if self.used[side][kind.index()] >= self.structure.loose.counts[side][kind.index()] {
            return false;
        }
        self.used[side][kind.index()] += 1;
        self.placed.push((colour, kind, square));
        let met = self.meets(needs);
        self.placed.pop();
        self.used[side][kind.index()] -= 1;
        met
    }
}
