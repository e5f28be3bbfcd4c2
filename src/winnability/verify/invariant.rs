//! Checks an invariant: the position is a member, no legal move leaves it, and no move mates.
//!
//! A member of the set has exactly the pawns and solid pieces of a wall and the kings of a situation; any
//! other piece is in the region of its kind, or captured. A move that might be legal in some member is
//! checked as if it were.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::attacks::{attacks, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Role, Square};

use super::super::certificate::{Invariant, Kind, Situation, Solid, Wall};
use super::shape;

/// Whether `invariant` proves that `side` never mates from `position`.
pub(super) fn holds(position: &Chess, side: Color, invariant: &Invariant) -> bool {
    let members: FxHashSet<Situation> = invariant.situations.iter().copied().collect();
    let same = invariant.walls.iter().enumerate().map(|(number, wall)| (wall.solid, number as u32));
    let numbers: FxHashMap<Solid, u32> = invariant.exits.iter().copied().chain(same).collect();
    let (steps, harmless) = (FxHashSet::default(), FxHashSet::default());
    Check { invariant, side, members, numbers, steps, harmless }.run(position)
}

struct Check<'a> {
    invariant: &'a Invariant,
    side: Color,
    members: FxHashSet<Situation>,
    /// The wall that the invariant claims for what a move leaves.
    numbers: FxHashMap<Solid, u32>,
    /// Changes of wall that were found to be covered.
    steps: FxHashSet<(u32, Solid, Option<New>)>,
    /// Situations that were found to admit no mate.
    harmless: FxHashSet<Situation>,
}

/// A piece of the moving side on a new square.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct New {
    colour: Color,
    kind: Kind,
    square: Square,
    /// Whether it was not a loose piece before (a solid piece or a promoted pawn).
    added: bool,
}

fn at(colour: Color) -> usize {
    match colour {
        Color::White => 0,
        Color::Black => 1,
    }
}

impl Check<'_> {
    /// Checks that the position is not mate itself. Every other member arises from a member by a move, and a
    /// mating move gives check.
    fn run(mut self, position: &Chess) -> bool {
        let mated = position.turn() != self.side && position.is_checkmate();
        let start = !mated && self.invariant.situations.iter().any(|s| self.describes(position, s));
        let walls = self.invariant.walls.iter().all(closed_under_pieces);
        start && walls && {
            let situations = &self.invariant.situations;
            situations.iter().all(|s| {
                let Some(wall) = self.invariant.walls.get(s.wall as usize) else { return false };
                self.stays(wall, s)
            })
        }
    }

    /// Whether the position is a member of the set with this situation.
    fn describes(&self, position: &Chess, situation: &Situation) -> bool {
        let Some(wall) = self.invariant.walls.get(situation.wall as usize) else { return false };
        let board = position.board();
        let exact = Color::ALL.into_iter().all(|c| {
            wall.solid.pawns[at(c)] == board.pawns() & board.by_color(c)
                && board.king_of(c) == Some(situation.kings[at(c)])
        });
        let pieces = Color::ALL.into_iter().all(|c| {
            Kind::ALL.into_iter().all(|kind| {
                let on_board = board.by_piece(kind.role().of(c)) & kind.tint();
                let solid = wall.solid.pieces[at(c)][kind.index()];
                let loose = on_board & !solid;
                solid.is_subset(on_board)
                    && loose.is_subset(wall.regions[at(c)][kind.index()].squares())
                    && wall.regions[at(c)][kind.index()]
                        .parts
                        .iter()
                        .all(|part| (loose & part.squares).count() <= usize::from(part.count))
            })
        });
        exact
            && pieces
            && situation.turn == position.turn()
            && situation.en_passant == position.pseudo_legal_ep_square()
            && situation.rights.is_superset(position.castles().castling_rights())
    }

    /// Whether every move that may be legal in a member with this situation leads to a member.
    fn stays(&mut self, wall: &Wall, s: &Situation) -> bool {
        let us = s.turn;
        let king = s.kings[at(us)];
        let checked = pawn_attacks(us, king) & wall.solid.pawns[at(us.other())];
        // A solid king must be on the square given by the wall.
        if !Color::ALL
            .into_iter()
            .all(|c| wall.solid.kings[at(c)].is_subset(Bitboard::from_square(s.kings[at(c)])))
        {
            return false;
        }
        self.king_stays(wall, s)
            && self.pawns_stay(wall, s, checked)
            && self.pieces_stay(wall, s, checked)
            && (checked.any() || self.castling_stays(wall, s))
    }

    /// Whether the move leads to a situation of the set whose wall covers what the move may leave, and mates
    /// in no member.
    fn reaches(&mut self, s: &Situation, next: Situation, left: Solid, new: Option<New>) -> bool {
        self.arrives(s, next, left, new).is_some_and(|next| self.admits_no_mate(next))
    }

    /// Like [`Check::reaches`], for a move that does not give check. Returns the new situation.
    fn arrives(
        &mut self,
        s: &Situation,
        next: Situation,
        left: Solid,
        new: Option<New>,
    ) -> Option<Situation> {
        let own = self.invariant.walls.get(s.wall as usize).is_some_and(|w| w.solid == left);
        let number = if own && new.is_none() { Some(&s.wall) } else { self.numbers.get(&left) };
        let &number = number?;
        let next = Situation { wall: number, turn: s.turn.other(), ..next };
        (self.members.contains(&next) && self.covered(s, number, left, new)).then_some(next)
    }

    /// Whether the side to move is not mated by the other, wherever the pieces are.
    fn admits_no_mate(&mut self, s: Situation) -> bool {
        if s.turn == self.side || self.harmless.contains(&s) {
            return true;
        }
        let wall = self.invariant.walls.get(s.wall as usize);
        let harmless = wall.is_some_and(|wall| !shape::can_be_mate(wall, &s));
        harmless && self.harmless.insert(s)
    }

    fn covered(&mut self, s: &Situation, number: u32, left: Solid, new: Option<New>) -> bool {
        if number == s.wall && new.is_none() {
            return self.invariant.walls.get(s.wall as usize).is_some_and(|w| w.solid == left);
        }
        if self.steps.contains(&(s.wall, left, new)) {
            return true;
        }
        let walls = &self.invariant.walls;
        let (Some(before), Some(after)) = (walls.get(s.wall as usize), walls.get(number as usize)) else {
            return false;
        };
        let ok = after.solid.pawns == left.pawns
            && Color::ALL.into_iter().all(|c| {
                after.solid.kings[at(c)].is_subset(left.kings[at(c)])
                    && Kind::ALL.into_iter().all(|kind| room(before, after, &left, c, kind, new))
            });
        if ok {
            self.steps.insert((s.wall, left, new));
        }
        ok
    }

    fn king_stays(&mut self, wall: &Wall, s: &Situation) -> bool {
        let (us, them) = (at(s.turn), at(s.turn.other()));
        king_attacks(s.kings[us]).into_iter().all(|to| {
            let by_king = king_attacks(to).contains(s.kings[them]);
            if by_king || shape::guarded(wall, s.turn.other(), to) || wall.solid.of(us).contains(to) {
                return true;
            }
            let mut left = wall.solid;
            left.clear(to);
            left.kings[us] = Bitboard::EMPTY;
            let mut next = Situation { en_passant: None, ..*s };
            next.kings[us] = to;
            next.rights = s.rights & Bitboard::from_rank(s.turn.other().backrank());
            // The other king was not in check before the move, so only an opened line through this square can
            // give check.
            if opens_a_line(wall, s) {
                self.reaches(s, next, left, None)
            } else {
                self.arrives(s, next, left, None).is_some()
            }
        })
    }

    fn castling_stays(&mut self, wall: &Wall, s: &Situation) -> bool {
        let us = s.turn;
        let own = s.rights & Bitboard::from_rank(us.backrank());
        own.into_iter().all(|rook| {
            let king = s.kings[at(us)];
            let side = if king < rook { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
            let mut left = wall.solid;
            left.pieces[at(us)][Kind::Rook.index()].discard(rook);
            left.kings[at(us)] = Bitboard::EMPTY;
            let solid = left.all();
            let ends = solid.contains(king_to) || solid.contains(rook_to);
            if ends || solid_between(solid, king, king_to) || solid_between(solid, rook, rook_to) {
                return true;
            }
            let mut next = Situation { en_passant: None, ..*s };
            next.kings[at(us)] = king_to;
            next.rights = s.rights & Bitboard::from_rank(us.other().backrank());
            self.reaches(
                s,
                next,
                left,
                Some(New { colour: us, kind: Kind::Rook, square: rook_to, added: true }),
            )
        })
    }

    /// Checks that loose pieces move within their regions or capture solid ones, and that solid pieces can
    /// only capture.
    fn pieces_stay(&mut self, wall: &Wall, s: &Situation, checked: Bitboard) -> bool {
        let us = at(s.turn);
        let solid = wall.solid.all();
        let prey = wall.solid.of(1 - us) & !wall.solid.kings[1 - us];
        let next = Situation { en_passant: None, ..*s };
        for kind in Kind::ALL {
            let mut taken = Bitboard::EMPTY;
            let mut walks = false;
            for from in wall.regions[us][kind.index()].squares() {
                let seen = attacks(from, kind.role().of(s.turn), solid);
                taken |= seen & prey;
                walks |= (seen & !solid).any();
            }
            if walks && checked.is_empty() && !self.reaches(s, next, wall.solid, None) {
                return false;
            }
            let mut captures: Vec<(Option<Square>, Square)> =
                taken.into_iter().map(|to| (None, to)).collect();
            for from in wall.solid.pieces[us][kind.index()] {
                let seen = attacks(from, kind.role().of(s.turn), solid);
                if !seen.is_subset(solid) {
                    return false;
                }
                captures.extend((seen & prey).into_iter().map(|to| (Some(from), to)));
            }
            for (from, to) in captures {
                let mut left = wall.solid;
                left.clear(to);
                from.into_iter().for_each(|from| left.clear(from));
                let new = New { colour: s.turn, kind, square: to, added: from.is_some() };
                let answers = checked.is_empty() || checked.contains(to);
                if answers && !self.reaches(s, next, left, Some(new)) {
                    return false;
                }
            }
        }
        true
    }

    fn pawns_stay(&mut self, wall: &Wall, s: &Situation, checked: Bitboard) -> bool {
        wall.solid.pawns[at(s.turn)]
            .into_iter()
            .all(|from| self.push_stays(wall, s, from, checked) && self.captures_stay(wall, s, from, checked))
    }

    fn push_stays(&mut self, wall: &Wall, s: &Situation, from: Square, checked: Bitboard) -> bool {
        let forward = if s.turn.is_white() { 8 } else { -8 };
        let solid = wall.solid.all();
        let stops = |sq: Square| solid.contains(sq) || s.kings.contains(&sq);
        if checked.any() {
            // A push cannot capture the checking pawn, and a pawn's check cannot be blocked.
            return true;
        }
        let Some(one) = from.offset(forward).filter(|&sq| !stops(sq)) else { return true };
        if !self.pawn_lands(wall, s, from, one, None) {
            return false;
        }
        if from.rank() != s.turn.relative_rank(shakmaty::Rank::Second) {
            return true;
        }
        let Some(two) = one.offset(forward).filter(|&sq| !stops(sq)) else { return true };
        let beside = pawn_attacks(s.turn, one) & wall.solid.pawns[at(s.turn.other())];
        self.pawn_lands(wall, s, from, two, beside.any().then_some(one))
    }

    fn captures_stay(&mut self, wall: &Wall, s: &Situation, from: Square, checked: Bitboard) -> bool {
        let them = at(s.turn.other());
        pawn_attacks(s.turn, from).into_iter().all(|to| {
            let solid = wall.solid.of(them).contains(to);
            let piece = wall.regions[them].iter().any(|r| r.squares().contains(to));
            let passing = s.en_passant == Some(to);
            let answers = checked.is_empty() || checked.contains(to);
            let plain = (solid || piece) && answers && !s.kings.contains(&to);
            (!plain || self.pawn_lands(wall, s, from, to, None))
                && (!passing || self.passing_stays(wall, s, from, to))
        })
    }

    fn passing_stays(&mut self, wall: &Wall, s: &Situation, from: Square, to: Square) -> bool {
        let mut left = wall.solid;
        left.clear(from);
        left.clear(Square::from_coords(to.file(), from.rank()));
        left.pawns[at(s.turn)].add(to);
        self.reaches(s, Situation { en_passant: None, ..*s }, left, None)
    }

    fn pawn_lands(
        &mut self,
        wall: &Wall,
        s: &Situation,
        from: Square,
        to: Square,
        ep: Option<Square>,
    ) -> bool {
        let mut left = wall.solid;
        left.clear(from);
        left.clear(to);
        let next = Situation { en_passant: ep, ..*s };
        if to.rank() != s.turn.other().backrank() {
            left.pawns[at(s.turn)].add(to);
            return self.reaches(s, next, left, None);
        }
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().all(|role| {
            let Some(kind) = Kind::of(role, to) else { return false };
            self.reaches(s, next, left, Some(New { colour: s.turn, kind, square: to, added: true }))
        })
    }
}

/// Whether some line piece may check the other king once the king to move has left its square.
fn opens_a_line(wall: &Wall, s: &Situation) -> bool {
    let (us, king, other) = (at(s.turn), s.kings[at(s.turn)], s.kings[at(s.turn.other())]);
    [Kind::LightBishop, Kind::DarkBishop, Kind::Rook, Kind::Queen].into_iter().any(|kind| {
        let pieces = wall.regions[us][kind.index()].squares() | wall.solid.pieces[us][kind.index()];
        pieces.into_iter().any(|from| {
            let reach = |stands: Bitboard| attacks(from, kind.role().of(s.turn), stands).contains(other);
            reach(wall.solid.all().without(king).without(other)) && !reach(Bitboard::from_square(king))
        })
    })
}

/// Whether the wall after a move has room for the pieces of one kind, wherever the move may leave them.
fn room(before: &Wall, after: &Wall, left: &Solid, c: Color, kind: Kind, new: Option<New>) -> bool {
    let (side, i) = (at(c), kind.index());
    let (was, now) = (left.pieces[side][i], after.solid.pieces[side][i]);
    let freed = was & !now;
    let new = new.filter(|new| new.colour == c && new.kind == kind);
    let (old, fresh) = (&before.regions[side][i], &after.regions[side][i]);
    let gone = left.all();
    now.is_subset(was)
        && (freed | (old.squares() & !gone)).is_subset(fresh.squares())
        && new.is_none_or(|new| fresh.squares().contains(new.square))
        && fresh.parts.iter().all(|part| {
            // A capturing piece came from a square of the same part, because parts are closed under moves.
            let moved = old.parts.iter().filter(|p| (p.squares & !gone & part.squares).any());
            let needed = moved.map(|p| usize::from(p.count)).sum::<usize>()
                + (freed & part.squares).count()
                + usize::from(new.is_some_and(|new| new.added && part.squares.contains(new.square)));
            usize::from(part.count) >= needed.min(15)
        })
}

/// Whether a solid piece is between two squares of one rank.
fn solid_between(solid: Bitboard, a: Square, b: Square) -> bool {
    solid.into_iter().any(|p| p.rank() == a.rank() && p > a.min(b) && p < a.max(b))
}

/// Whether no loose piece can leave its part of the region.
fn closed_under_pieces(wall: &Wall) -> bool {
    let solid = wall.solid.all();
    Color::ALL.into_iter().all(|colour| {
        Kind::ALL.into_iter().all(|kind| {
            let mut squares = Bitboard::EMPTY;
            wall.regions[at(colour)][kind.index()].parts.iter().all(|part| {
                let apart = (part.squares & (solid | squares)).is_empty();
                squares |= part.squares;
                apart
                    && part.squares.into_iter().all(|from| {
                        let seen = attacks(from, kind.role().of(colour), solid);
                        (seen & !solid).is_subset(part.squares)
                    })
            })
        })
    })
}
