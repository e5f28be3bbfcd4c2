//! The moves that a side might make in a situation with loose pieces.

use shakmaty::attacks::{between, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square};

use super::certificate::{Kind, Situation, Solid};
use super::skeleton::{Structure, attacks_of, side_index};

/// What a move changes: the solid pieces, the pieces that appear or come to a new square, and the rest of the
/// situation.
pub(crate) struct Change {
    pub(crate) solid: Solid,
    pub(crate) arrivals: Vec<Arrival>,
    pub(crate) next: Situation,
}

/// A piece on a new square.
pub(crate) struct Arrival {
    pub(crate) colour: Color,
    pub(crate) role: Role,
    pub(crate) square: Square,
    /// Whether it was not a loose piece before, so that there is one more.
    pub(crate) added: bool,
}

/// Everything that the side to move might do, as changes.
pub(crate) fn changes(structure: &Structure, from: &Situation) -> Vec<Change> {
    let mut out = Vec::with_capacity(16);
    let mut moves = Moves { structure, from: *from, out: &mut out };
    moves.king();
    let us = from.turn;
    let king = from.kings[side_index(us)];
    // In check by a pawn, only king moves and captures of that pawn are possible.
    let pawn_checks = pawn_attacks(us, king) & structure.solid.pawns[side_index(us.other())];
    let goal = if pawn_checks.any() { pawn_checks } else { Bitboard::FULL };
    if pawn_checks.is_empty() {
        moves.pass();
        moves.castle();
    }
    moves.pawns(goal, pawn_checks.any());
    moves.take_solid(goal);
    out
}

/// Generates the changes that one side might make in one situation.
struct Moves<'a> {
    structure: &'a Structure,
    from: Situation,
    out: &'a mut Vec<Change>,
}

impl Moves<'_> {
    fn us(&self) -> usize {
        side_index(self.from.turn)
    }

    fn push(&mut self, mut solid: Solid, arrivals: Vec<Arrival>, king: Option<Square>) {
        let mut next = self.from;
        next.turn = self.from.turn.other();
        next.en_passant = None;
        if let Some(king) = king {
            next.kings[self.us()] = king;
            next.rights &= Bitboard::from_rank(self.from.turn.other().backrank());
            solid.kings[self.us()] = Bitboard::EMPTY;
        }
        self.out.push(Change { solid, arrivals, next });
    }

    /// The solid pieces after a capture on `to`.
    fn without(&self, to: Square) -> Solid {
        let mut solid = self.structure.solid;
        solid.clear(to);
        solid
    }

    fn king(&mut self) {
        let (us, them) = (self.us(), 1 - self.us());
        let guarded = self.structure.guards[them] | king_attacks(self.from.kings[them]);
        for to in king_attacks(self.from.kings[us]) & !self.structure.solid.of(us) & !guarded {
            self.push(self.without(to), Vec::new(), Some(to));
        }
    }

    /// A loose piece moves or captures a loose piece: the solid pieces and the kings stay.
    fn pass(&mut self) {
        if self.structure.may_pass(self.from.turn) {
            self.push(self.structure.solid, Vec::new(), None);
        }
    }

    fn castle(&mut self) {
        let us = self.from.turn;
        let king = self.from.kings[self.us()];
        for rook in self.from.rights & Bitboard::from_rank(us.backrank()) {
            let side = CastlingSide::from_king_side(king < rook);
            let (to, rook_to) = (side.king_to(us), side.rook_to(us));
            let path = between(king, to).with(to) | between(rook, rook_to).with(rook_to);
            let mut solid = self.structure.solid;
            solid.pieces[self.us()][Kind::Rook.index()].discard(rook);
            if (path & solid.all()).is_empty() {
                self.push(
                    solid,
                    vec![Arrival { colour: us, role: Role::Rook, square: rook_to, added: true }],
                    Some(to),
                );
            }
        }
    }

    /// Pawn moves that end on `goal`, and captures en passant.
    fn pawns(&mut self, goal: Bitboard, in_check: bool) {
        let us = self.from.turn;
        let occupied = self.structure.solid.all() | self.kings();
        let prey = self.structure.solid.of(1 - self.us()) | self.structure.anywhere(us.other());
        for from in self.structure.solid.pawns[self.us()] {
            let ahead = Bitboard::from_square(from).shift(us.fold_wb(8, -8)) & !occupied;
            let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
            let twice = (ahead & third).shift(us.fold_wb(8, -8)) & !occupied;
            let captures = pawn_attacks(us, from) & prey & !self.kings();
            let pushes = if in_check { Bitboard::EMPTY } else { ahead };
            for to in (pushes | captures) & goal {
                self.pawn_to(from, to);
            }
            for to in twice & goal {
                self.double_step(from, to);
            }
            if let Some(to) = self.from.en_passant
                && pawn_attacks(us, from).contains(to)
            {
                self.en_passant(from, to);
            }
        }
    }

    fn kings(&self) -> Bitboard {
        Bitboard::from_square(self.from.kings[0]).with(self.from.kings[1])
    }

    fn pawn_to(&mut self, from: Square, to: Square) {
        let us = self.from.turn;
        let mut solid = self.without(to);
        solid.clear(from);
        if to.rank() == us.relative_rank(Rank::Eighth) {
            // One successor covers all four promotions, because each loose piece may be there or not.
            let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
            self.push(
                solid,
                roles.into_iter().map(|role| Arrival { colour: us, role, square: to, added: true }).collect(),
                None,
            );
        } else {
            solid.pawns[self.us()].add(to);
            self.push(solid, Vec::new(), None);
        }
    }

    fn double_step(&mut self, from: Square, to: Square) {
        let us = self.from.turn;
        let mut solid = self.structure.solid;
        solid.pawns[self.us()].discard(from);
        solid.pawns[self.us()].add(to);
        self.push(solid, Vec::new(), None);
        let passed = Square::from_coords(from.file(), us.relative_rank(Rank::Third));
        if (pawn_attacks(us, passed) & solid.pawns[1 - self.us()]).any()
            && let Some(last) = self.out.last_mut()
        {
            last.next.en_passant = Some(passed);
        }
    }

    fn en_passant(&mut self, from: Square, to: Square) {
        let mut solid = self.without(Square::from_coords(to.file(), from.rank()));
        solid.clear(from);
        solid.pawns[self.us()].add(to);
        self.push(solid, Vec::new(), None);
    }

    /// Captures of pawns or solid pieces on `goal` by pieces.
    fn take_solid(&mut self, goal: Bitboard) {
        let us = self.from.turn;
        let solid = &self.structure.solid;
        let prey = solid.of(1 - self.us()) & !solid.kings[1 - self.us()] & goal;
        for kind in Kind::ALL {
            for to in self.structure.takes[self.us()][kind.index()] & goal {
                // The piece is already counted; it only comes to a new square.
                self.push(
                    self.without(to),
                    vec![Arrival { colour: us, role: kind.role(), square: to, added: false }],
                    None,
                );
            }
            for from in self.structure.solid.pieces[self.us()][kind.index()] {
                for to in attacks_of(kind, from, self.structure.solid.all()) & prey {
                    let mut solid = self.without(to);
                    solid.clear(from);
                    self.push(
                        solid,
                        vec![Arrival { colour: us, role: kind.role(), square: to, added: true }],
                        None,
                    );
                }
            }
        }
    }
}
