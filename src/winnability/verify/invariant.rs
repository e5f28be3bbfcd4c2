//! Checks an invariant: the position is in it, no legal move of a member leaves it, no member is the mate.
//!
//! A member of the set has exactly the pawns of a wall and the kings of a situation; any other piece stands in the
//! region of its kind, or is gone. A move that might be legal in some member is checked as if it were.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::attacks::{attacks, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Role, Square};

use super::super::certificate::{Invariant, Kind, Situation, Wall};
use super::shape;

/// Whether `invariant` proves that `side` never mates from `position`.
pub(super) fn holds(position: &Chess, side: Color, invariant: &Invariant) -> bool {
    let members: FxHashSet<Situation> = invariant.situations.iter().copied().collect();
    let numbers: FxHashMap<[Bitboard; 2], u32> =
        invariant.walls.iter().enumerate().map(|(i, wall)| (wall.pawns, i as u32)).collect();
    let check = Check { invariant, members, numbers, steps: FxHashSet::default() };
    check.run(position, side)
}

struct Check<'a> {
    invariant: &'a Invariant,
    members: FxHashSet<Situation>,
    numbers: FxHashMap<[Bitboard; 2], u32>,
    /// Changes of wall that were found covered.
    steps: FxHashSet<(u32, u32, Option<(Kind, Square)>)>,
}

fn at(colour: Color) -> usize {
    match colour {
        Color::White => 0,
        Color::Black => 1,
    }
}

impl Check<'_> {
    fn run(mut self, position: &Chess, side: Color) -> bool {
        let start = self.invariant.situations.iter().any(|s| self.describes(position, s));
        let walls = self.invariant.walls.iter().all(closed_under_pieces);
        start && walls && {
            let situations = &self.invariant.situations;
            situations.iter().all(|s| {
                let Some(wall) = self.invariant.walls.get(s.wall as usize) else { return false };
                (s.turn == side || !shape::can_be_mate(wall, s)) && self.stays(wall, s)
            })
        }
    }

    /// The position is a member by way of this situation.
    fn describes(&self, position: &Chess, situation: &Situation) -> bool {
        let Some(wall) = self.invariant.walls.get(situation.wall as usize) else { return false };
        let board = position.board();
        let exact = Color::ALL.into_iter().all(|c| {
            wall.pawns[at(c)] == board.pawns() & board.by_color(c)
                && board.king_of(c) == Some(situation.kings[at(c)])
        });
        let loose = board.iter().all(|(square, piece)| match Kind::of(piece.role, square) {
            Some(kind) => {
                let like = board.by_piece(piece) & kind.tint();
                wall.regions[at(piece.color)][kind.index()].contains(square)
                    && like.count() <= usize::from(wall.counts[at(piece.color)][kind.index()])
            }
            None => true,
        });
        exact
            && loose
            && situation.turn == position.turn()
            && situation.en_passant == position.pseudo_legal_ep_square()
            && situation.rights.is_superset(position.castles().castling_rights())
    }

    /// Every move that may be legal in a member of the situation ends in a member.
    fn stays(&mut self, wall: &Wall, s: &Situation) -> bool {
        let us = s.turn;
        let king = s.kings[at(us)];
        let checked = pawn_attacks(us, king) & wall.pawns[at(us.other())];
        self.king_stays(wall, s)
            && self.pawns_stay(wall, s, checked)
            && self.pieces_stay(wall, s, checked)
            && (checked.any() || self.castling_stays(wall, s))
    }

    /// The member after a change, with its regions large enough.
    fn reaches(&mut self, s: &Situation, next: Situation, pawns: [Bitboard; 2], new: Option<(Kind, Square)>) -> bool {
        let Some(&number) = self.numbers.get(&pawns) else { return false };
        let next = Situation { wall: number, turn: s.turn.other(), ..next };
        self.members.contains(&next) && self.covered(s, number, new)
    }

    fn covered(&mut self, s: &Situation, number: u32, new: Option<(Kind, Square)>) -> bool {
        if number == s.wall && new.is_none() {
            return true;
        }
        let us = at(s.turn);
        if self.steps.contains(&(s.wall * 2 + us as u32, number, new)) {
            return true;
        }
        let walls = &self.invariant.walls;
        let (Some(before), Some(after)) = (walls.get(s.wall as usize), walls.get(number as usize)) else {
            return false;
        };
        let solid = after.pawns[0] | after.pawns[1];
        let kept = (0..2).all(|c| {
            Kind::ALL.into_iter().all(|k| {
                let i = k.index();
                (before.regions[c][i] & !solid).is_subset(after.regions[c][i])
                    && before.counts[c][i] <= after.counts[c][i]
            })
        });
        let placed = new.is_none_or(|(kind, square)| after.regions[us][kind.index()].contains(square));
        let ok = kept && placed;
        if ok {
            self.steps.insert((s.wall * 2 + us as u32, number, new));
        }
        ok
    }

    fn king_stays(&mut self, wall: &Wall, s: &Situation) -> bool {
        let (us, them) = (at(s.turn), at(s.turn.other()));
        king_attacks(s.kings[us]).into_iter().all(|to| {
            let by_pawn = (pawn_attacks(s.turn, to) & wall.pawns[them]).any();
            let by_king = king_attacks(to).contains(s.kings[them]);
            if by_pawn || by_king || wall.pawns[us].contains(to) {
                return true;
            }
            let mut pawns = wall.pawns;
            pawns[them].discard(to);
            let mut next = Situation { en_passant: None, ..*s };
            next.kings[us] = to;
            next.rights = s.rights & Bitboard::from_rank(s.turn.other().backrank());
            self.reaches(s, next, pawns, None)
        })
    }

    fn castling_stays(&mut self, wall: &Wall, s: &Situation) -> bool {
        let us = s.turn;
        let own = s.rights & Bitboard::from_rank(us.backrank());
        own.into_iter().all(|rook| {
            let side = if s.kings[at(us)] < rook { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
            if (wall.pawns[0] | wall.pawns[1]).contains(king_to) || (wall.pawns[0] | wall.pawns[1]).contains(rook_to) {
                return true;
            }
            if self.barred(wall, s.kings[at(us)], king_to) || self.barred(wall, rook, rook_to) {
                return true;
            }
            let mut next = Situation { en_passant: None, ..*s };
            next.kings[at(us)] = king_to;
            next.rights = s.rights & Bitboard::from_rank(us.other().backrank());
            // The rook was within its region already; the region is closed, so only its new square matters.
            self.reaches(s, next, wall.pawns, Some((Kind::Rook, rook_to)))
        })
    }

    /// A pawn stands between two squares of one rank.
    fn barred(&self, wall: &Wall, a: Square, b: Square) -> bool {
        (wall.pawns[0] | wall.pawns[1]).into_iter().any(|p| {
            p.rank() == a.rank() && p > a.min(b) && p < a.max(b)
        })
    }

    /// Pieces move within their regions, or take a pawn.
    fn pieces_stay(&mut self, wall: &Wall, s: &Situation, checked: Bitboard) -> bool {
        let us = at(s.turn);
        let solid = wall.pawns[0] | wall.pawns[1];
        let next = Situation { en_passant: None, ..*s };
        for kind in Kind::ALL {
            let mut prey = Bitboard::EMPTY;
            let mut walks = false;
            for from in wall.regions[us][kind.index()] {
                let seen = attacks(from, s.turn_piece(kind), solid);
                prey |= seen & wall.pawns[1 - us];
                walks |= (seen & !solid).any();
            }
            if walks && checked.is_empty() && !self.reaches(s, next, wall.pawns, None) {
                return false;
            }
            for to in prey {
                let answers = checked.is_empty() || checked.contains(to);
                let mut pawns = wall.pawns;
                pawns[1 - us].discard(to);
                if answers && !self.reaches(s, next, pawns, Some((kind, to))) {
                    return false;
                }
            }
        }
        true
    }

    fn pawns_stay(&mut self, wall: &Wall, s: &Situation, checked: Bitboard) -> bool {
        wall.pawns[at(s.turn)].into_iter().all(|from| {
            self.push_stays(wall, s, from, checked) && self.captures_stay(wall, s, from, checked)
        })
    }

    fn push_stays(&mut self, wall: &Wall, s: &Situation, from: Square, checked: Bitboard) -> bool {
        let forward = if s.turn.is_white() { 8 } else { -8 };
        let stops = |sq: Square| {
            (wall.pawns[0] | wall.pawns[1]).contains(sq) || s.kings.contains(&sq)
        };
        if checked.any() {
            // No push takes the checking pawn, and a pawn's check cannot be blocked.
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
        let beside = pawn_attacks(s.turn, one) & wall.pawns[at(s.turn.other())];
        self.pawn_lands(wall, s, from, two, beside.any().then_some(one))
    }

    fn captures_stay(&mut self, wall: &Wall, s: &Situation, from: Square, checked: Bitboard) -> bool {
        let them = at(s.turn.other());
        pawn_attacks(s.turn, from).into_iter().all(|to| {
            let pawn = wall.pawns[them].contains(to);
            let piece = wall.regions[them].into_iter().any(|r| r.contains(to));
            let passing = s.en_passant == Some(to);
            let answers = checked.is_empty() || checked.contains(to);
            let plain = (pawn || piece) && answers && !s.kings.contains(&to);
            (!plain || self.pawn_lands(wall, s, from, to, None)) && (!passing || self.passing_stays(wall, s, from, to))
        })
    }

    fn passing_stays(&mut self, wall: &Wall, s: &Situation, from: Square, to: Square) -> bool {
        let mut pawns = wall.pawns;
        pawns[at(s.turn)].discard(from);
        pawns[at(s.turn)].add(to);
        pawns[at(s.turn.other())].discard(Square::from_coords(to.file(), from.rank()));
        self.reaches(s, Situation { en_passant: None, ..*s }, pawns, None)
    }

    fn pawn_lands(&mut self, wall: &Wall, s: &Situation, from: Square, to: Square, ep: Option<Square>) -> bool {
        let mut pawns = wall.pawns;
        pawns[at(s.turn)].discard(from);
        pawns[at(s.turn.other())].discard(to);
        let next = Situation { en_passant: ep, ..*s };
        if to.rank() != s.turn.other().backrank() {
            pawns[at(s.turn)].add(to);
            return self.reaches(s, next, pawns, None);
        }
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().all(|role| {
            let Some(kind) = Kind::of(role, to) else { return false };
            self.reaches(s, next, pawns, Some((kind, to))) && self.has_room(s, &pawns, kind)
        })
    }

    /// A promotion adds a piece: there must be one more of its kind afterwards.
    fn has_room(&self, s: &Situation, pawns: &[Bitboard; 2], kind: Kind) -> bool {
        let count = |number: u32| {
            let wall = self.invariant.walls.get(number as usize);
            wall.map_or(0, |w| w.counts[at(s.turn)][kind.index()])
        };
        let after = self.numbers.get(pawns).map_or(0, |&number| count(number));
        after > count(s.wall) || after >= 15
    }
}

/// No piece can walk out of the region of its kind.
fn closed_under_pieces(wall: &Wall) -> bool {
    let solid = wall.pawns[0] | wall.pawns[1];
    Color::ALL.into_iter().all(|colour| {
        Kind::ALL.into_iter().all(|kind| {
            let region = wall.regions[at(colour)][kind.index()];
            (region & solid).is_empty()
                && region.into_iter().all(|from| {
                    let seen = attacks(from, kind.role().of(colour), solid);
                    (seen & !solid).is_subset(region)
                })
        })
    })
}

impl Situation {
    fn turn_piece(&self, kind: Kind) -> shakmaty::Piece {
        kind.role().of(self.turn)
    }
}
