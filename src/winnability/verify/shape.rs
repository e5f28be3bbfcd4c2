//! Whether a situation admits a mate: a check and every flight taken, by pieces that may be there.
//!
//! Asks for less than mate does, so that every real mate passes: captures, blocks and pins are left aside.

use shakmaty::attacks::{attacks, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, Square};

use super::super::certificate::{Kind, Situation, Wall};

/// Trials after which the answer is yes.
const TRIALS: u32 = 50_000;

fn at(colour: Color) -> usize {
    colour.fold_wb(0, 1)
}

/// May the side to move be mated here?
pub(super) fn can_be_mate(wall: &Wall, s: &Situation) -> bool {
    let mut shape = Shape { wall, loser: s.turn, king: s.kings[at(s.turn)], men: Vec::new(), trials: TRIALS };
    let other = s.kings[at(s.turn.other())];
    let mut flights = Bitboard::EMPTY;
    for square in king_attacks(shape.king) {
        let own = wall.pawns[at(s.turn)].contains(square);
        let held = king_attacks(other).contains(square) || shape.by_pawn(square);
        if !own && !held {
            flights.add(square);
        }
    }
    let in_check = shape.by_pawn(shape.king);
    shape.hopeful(flights, in_check) && shape.fill(other, flights, in_check)
}

struct Shape<'a> {
    wall: &'a Wall,
    loser: Color,
    king: Square,
    men: Vec<(Color, Kind, Square)>,
    trials: u32,
}

impl Shape<'_> {
    fn by_pawn(&self, square: Square) -> bool {
        (pawn_attacks(self.loser, square) & self.wall.pawns[at(self.loser.other())]).any()
    }

    fn region(&self, colour: Color, kind: Kind) -> Bitboard {
        self.wall.regions[at(colour)][kind.index()]
    }

    /// Squares from which a mating piece of `kind` attacks `square`.
    fn sources(&self, kind: Kind, square: Square, solid: Bitboard) -> Bitboard {
        let winner = self.loser.other();
        attacks(square, kind.role().of(winner), solid) & self.region(winner, kind)
    }

    /// A quick look at each square by itself.
    fn hopeful(&self, flights: Bitboard, in_check: bool) -> bool {
        let solid = self.wall.pawns[0] | self.wall.pawns[1];
        let attackable = |sq: Square| Kind::ALL.into_iter().any(|k| self.sources(k, sq, solid).any());
        let blockable = |sq: Square| Kind::ALL.into_iter().any(|k| self.region(self.loser, k).contains(sq));
        (in_check || attackable(self.king)) && flights.into_iter().all(|f| blockable(f) || attackable(f))
    }

    fn solid(&self, other: Square) -> Bitboard {
        let men = self.men.iter().map(|m| m.2).collect::<Bitboard>();
        self.wall.pawns[0] | self.wall.pawns[1] | men | Bitboard::from_square(other)
    }

    fn spare(&self, colour: Color, kind: Kind) -> bool {
        let used = self.men.iter().filter(|m| m.0 == colour && m.1 == kind).count();
        used < usize::from(self.wall.counts[at(colour)][kind.index()])
    }

    fn held(&self, square: Square, solid: Bitboard) -> bool {
        let winner = self.loser.other();
        self.men.iter().any(|&(colour, kind, from)| {
            colour == winner && attacks(from, kind.role().of(winner), solid).contains(square)
        })
    }

    fn stuffed(&self, square: Square) -> bool {
        self.men.iter().any(|m| m.0 == self.loser && m.2 == square)
    }

    /// Adds men until the king is in check and no flight is open.
    fn fill(&mut self, other: Square, flights: Bitboard, in_check: bool) -> bool {
        if self.trials == 0 {
            return true;
        }
        self.trials -= 1;
        let solid = self.solid(other);
        let need = if !in_check && !self.held(self.king, solid) {
            Some(self.king)
        } else {
            flights.into_iter().find(|&f| !self.held(f, solid) && !self.stuffed(f))
        };
        let Some(need) = need else { return true };
        let mut candidates = Vec::new();
        for kind in Kind::ALL {
            let free = !solid & !Bitboard::from_square(self.king);
            if self.spare(self.loser.other(), kind) {
                let from = self.sources(kind, need, solid) & free;
                candidates.extend(from.into_iter().map(|sq| (self.loser.other(), kind, sq)));
            }
            let stands = self.region(self.loser, kind) & free;
            if self.spare(self.loser, kind) && stands.contains(need) {
                candidates.push((self.loser, kind, need));
            }
        }
        candidates.into_iter().any(|man| {
            self.men.push(man);
            let filled = self.fill(other, flights, in_check);
            self.men.pop();
            filled
        })
    }
}
