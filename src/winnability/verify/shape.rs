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

/// Whether pawns or solid pieces of `by` attack `square` whatever loose pieces stand between.
pub(super) fn guarded(wall: &Wall, by: Color, square: Square) -> bool {
    let pieces = &wall.solid.pieces[at(by)];
    let pawn = (pawn_attacks(by.other(), square) & wall.solid.pawns[at(by)]).any();
    pawn || Kind::ALL.into_iter().any(|kind| {
        let sources = attacks(square, kind.role().of(by), Bitboard::FULL) & pieces[kind.index()];
        sources.any()
    })
}

/// May the side to move be mated here?
pub(super) fn can_be_mate(wall: &Wall, s: &Situation) -> bool {
    let winner = s.turn.other();
    let mut men = Vec::new();
    for colour in Color::ALL {
        for kind in Kind::ALL {
            let squares = wall.solid.pieces[at(colour)][kind.index()];
            men.extend(squares.into_iter().map(|square| (colour, kind, square)));
        }
    }
    let other = s.kings[at(winner)];
    let king = s.kings[at(s.turn)];
    let solid = men.len();
    let mut shape = Shape { wall, loser: s.turn, king, other, men, solid, trials: TRIALS };
    let mut flights = Bitboard::EMPTY;
    for square in king_attacks(king) {
        let own = wall.solid.of(at(s.turn)).contains(square);
        if !own && !king_attacks(other).contains(square) && !guarded(wall, winner, square) {
            flights.add(square);
        }
    }
    let in_check = guarded(wall, winner, king);
    shape.hopeful(flights, in_check) && shape.fill(flights, in_check)
}

struct Shape<'a> {
    wall: &'a Wall,
    loser: Color,
    king: Square,
    other: Square,
    /// Pieces placed, the solid ones first.
    men: Vec<(Color, Kind, Square)>,
    solid: usize,
    trials: u32,
}

impl Shape<'_> {
    fn region(&self, colour: Color, kind: Kind) -> Bitboard {
        self.wall.regions[at(colour)][kind.index()].squares()
    }

    /// Squares from which a mating piece of `kind` attacks `square`.
    fn sources(&self, kind: Kind, square: Square, solid: Bitboard) -> Bitboard {
        let winner = self.loser.other();
        attacks(square, kind.role().of(winner), solid) & self.region(winner, kind)
    }

    /// A quick look at each square by itself.
    fn hopeful(&self, flights: Bitboard, in_check: bool) -> bool {
        let solid = self.wall.solid.all().without(self.king);
        let attackable = |sq: Square| {
            self.held(sq, solid) || Kind::ALL.into_iter().any(|k| self.sources(k, sq, solid).any())
        };
        let blockable = |sq: Square| Kind::ALL.into_iter().any(|k| self.region(self.loser, k).contains(sq));
        (in_check || attackable(self.king)) && flights.into_iter().all(|f| blockable(f) || attackable(f))
    }

    /// All that stands, the king to be mated left out so that lines go through it.
    fn standing(&self) -> Bitboard {
        let men = self.men.iter().map(|m| m.2).collect::<Bitboard>();
        (self.wall.solid.all() | men | Bitboard::from_square(self.other)).without(self.king)
    }

    /// One more piece of the kind may stand on `square`.
    fn spare(&self, colour: Color, kind: Kind, square: Square) -> bool {
        let parts = &self.wall.regions[at(colour)][kind.index()].parts;
        parts.iter().filter(|part| part.squares.contains(square)).any(|part| {
            let men = self.men.iter().skip(self.solid);
            let used = men.filter(|m| m.0 == colour && m.1 == kind && part.squares.contains(m.2)).count();
            used < usize::from(part.count)
        })
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
    fn fill(&mut self, flights: Bitboard, in_check: bool) -> bool {
        if self.trials == 0 {
            return true;
        }
        self.trials -= 1;
        let solid = self.standing();
        let need = if !in_check && !self.held(self.king, solid) {
            Some(self.king)
        } else {
            flights.into_iter().find(|&f| !self.held(f, solid) && !self.stuffed(f))
        };
        let Some(need) = need else { return true };
        let mut candidates = Vec::new();
        for kind in Kind::ALL {
            let free = !solid & !Bitboard::from_square(self.king);
            let from = (self.sources(kind, need, solid) & free).into_iter();
            let from = from.filter(|&sq| self.spare(self.loser.other(), kind, sq));
            candidates.extend(from.map(|sq| (self.loser.other(), kind, sq)));
            let stands = self.region(self.loser, kind) & free;
            if stands.contains(need) && self.spare(self.loser, kind, need) {
                candidates.push((self.loser, kind, need));
            }
        }
        candidates.into_iter().any(|man| {
            self.men.push(man);
            let filled = self.fill(flights, in_check);
            self.men.pop();
            filled
        })
    }
}
