//! Whether a situation admits a mate: a check with every flight square covered, by pieces that may be there.
//!
//! It requires less than a mate does, so that every real mate passes: captures, interpositions and pins are
//! ignored.

use shakmaty::attacks::{attacks, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, Square};

use super::super::certificate::{Kind, Situation, Wall};

/// After this many trials the answer is yes.
const TRIALS: u32 = 50_000;

fn at(colour: Color) -> usize {
    colour.fold_wb(0, 1)
}

/// Whether pawns or solid pieces of `by` attack `square`, whatever loose pieces stand between.
pub(super) fn guarded(wall: &Wall, by: Color, square: Square) -> bool {
    let pieces = &wall.solid.pieces[at(by)];
    let pawn = (pawn_attacks(by.other(), square) & wall.solid.pawns[at(by)]).any();
    pawn || Kind::ALL.into_iter().any(|kind| {
        let sources = attacks(square, kind.role().of(by), Bitboard::FULL) & pieces[kind.index()];
        sources.any()
    })
}

/// Whether the side to move may be mated in this situation.
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
    shape.plausible(flights, in_check) && shape.fill(flights, in_check)
}

struct Shape<'a> {
    wall: &'a Wall,
    loser: Color,
    king: Square,
    other: Square,
    /// The placed pieces; the solid ones come first.
    men: Vec<(Color, Kind, Square)>,
    solid: usize,
    trials: u32,
}

impl Shape<'_> {
    fn region(&self, colour: Color, kind: Kind) -> Bitboard {
        self.wall.regions[at(colour)][kind.index()].squares()
    }

    /// The squares from which a mating piece of `kind` attacks `square`.
    fn sources(&self, kind: Kind, square: Square, solid: Bitboard) -> Bitboard {
        let winner = self.loser.other();
        attacks(square, kind.role().of(winner), solid) & self.region(winner, kind)
    }

    /// A quick test of each square separately.
    fn plausible(&self, flights: Bitboard, in_check: bool) -> bool {
        let solid = self.wall.solid.all().without(self.king);
        let attackable = |sq: Square| {
            self.attacked(sq, solid) || Kind::ALL.into_iter().any(|k| self.sources(k, sq, solid).any())
        };
        let blockable = |sq: Square| Kind::ALL.into_iter().any(|k| self.region(self.loser, k).contains(sq));
        (in_check || attackable(self.king)) && flights.into_iter().all(|f| blockable(f) || attackable(f))
    }

    /// All occupied squares, without the king to be mated, so that lines extend through it.
    fn standing(&self) -> Bitboard {
        let men = self.men.iter().map(|m| m.2).collect::<Bitboard>();
        (self.wall.solid.all() | men | Bitboard::from_square(self.other)).without(self.king)
    }

    /// Whether one more piece of the kind may be on `square`.
    fn spare(&self, colour: Color, kind: Kind, square: Square) -> bool {
        let parts = &self.wall.regions[at(colour)][kind.index()].parts;
        parts.iter().filter(|part| part.squares.contains(square)).any(|part| {
            let men = self.men.iter().skip(self.solid);
            let used = men.filter(|m| m.0 == colour && m.1 == kind && part.squares.contains(m.2)).count();
            used < usize::from(part.count)
        })
    }

    fn attacked(&self, square: Square, solid: Bitboard) -> bool {
        let winner = self.loser.other();
        self.men.iter().any(|&(colour, kind, from)| {
            colour == winner && attacks(from, kind.role().of(winner), solid).contains(square)
        })
    }

    fn blocked(&self, square: Square) -> bool {
        self.men.iter().any(|m| m.0 == self.loser && m.2 == square)
    }

    /// Adds pieces until the king is in check and no flight square is open. Returns whether that succeeds.
    fn fill(&mut self, flights: Bitboard, in_check: bool) -> bool {
        if self.trials == 0 {
            return true;
        }
        self.trials -= 1;
        let solid = self.standing();
        let need = if !in_check && !self.attacked(self.king, solid) {
            Some(self.king)
        } else {
            flights.into_iter().find(|&f| !self.attacked(f, solid) && !self.blocked(f))
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
