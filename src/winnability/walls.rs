//! The graph of pawn structures and king squares with loose pieces: which situations can arise, and how far
//! each is from one that might be mate.
//!
//! If no situation might be mate, the graph proves that there is no mate (an [`Invariant`]). Otherwise its
//! distances guide the search for one.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Bitboard, Color, Role};

use super::board::Board;
use super::certificate::{Invariant, Kind, Situation, Solid, Wall};
use super::events::{Arrival, Change, changes};
use super::pattern::{GLANCE, PLACINGS, might_be_mate};
use super::skeleton::{Stand, Structure, attacks_of, release, side_index, stands_of};

/// Line pieces.
const LINES: [Kind; 4] = [Kind::LightBishop, Kind::DarkBishop, Kind::Rook, Kind::Queen];

/// The situations that can arise from one position.
pub(crate) struct Walls {
    side: Color,
    limit: usize,
    structures: Vec<Structure>,
    members: Vec<Vec<u32>>,
    by_solid: FxHashMap<Solid, u32>,
    /// Maps what a move leaves of a wall to the wall that it becomes.
    exits: FxHashMap<Solid, u32>,
    situations: Vec<Situation>,
    index: FxHashMap<Situation, u32>,
    queued: Vec<bool>,
    queue: Vec<u32>,
}

impl Walls {
    /// Builds the graph for `board`; `None` if it exceeds `limit` situations.
    pub(crate) fn build(board: &Board, side: Color, limit: usize) -> Option<Walls> {
        let mut walls = Walls {
            side,
            limit,
            structures: Vec::new(),
            members: Vec::new(),
            by_solid: FxHashMap::default(),
            exits: FxHashMap::default(),
            situations: Vec::new(),
            index: FxHashMap::default(),
            queued: Vec::new(),
            queue: Vec::new(),
        };
        let mut solid = everything(board);
        release(&mut solid);
        let wall = walls.structure(solid, &stands_of(board, &solid));
        walls.enter(situation(board, wall));
        while let Some(number) = walls.queue.pop() {
            if let Some(queued) = walls.queued.get_mut(number as usize) {
                *queued = false;
            }
            let Some(&from) = walls.situations.get(number as usize) else { continue };
            for change in walls.changes(&from) {
                walls.arrive(&from, change);
            }
            if walls.situations.len() > walls.limit {
                return None;
            }
        }
        Some(walls)
    }

    pub(crate) fn len(&self) -> usize {
        self.situations.len()
    }

    fn structure(&mut self, solid: Solid, stands: &[Stand]) -> u32 {
        if let Some(&known) = self.by_solid.get(&solid) {
            let grown = self.structures.get_mut(known as usize).is_some_and(|s| s.take_in(stands));
            if grown {
                let members = self.members.get(known as usize).cloned().unwrap_or_default();
                members.into_iter().for_each(|m| self.enqueue(m));
            }
            return known;
        }
        let number = self.structures.len() as u32;
        self.structures.push(Structure::new(&solid, stands));
        self.members.push(Vec::new());
        self.by_solid.insert(solid, number);
        number
    }

    fn enqueue(&mut self, number: u32) {
        if let Some(queued) = self.queued.get_mut(number as usize)
            && !*queued
        {
            *queued = true;
            self.queue.push(number);
        }
    }

    fn enter(&mut self, situation: Situation) {
        if self.index.contains_key(&situation) {
            return;
        }
        let number = self.situations.len() as u32;
        self.index.insert(situation, number);
        self.situations.push(situation);
        self.queued.push(false);
        if let Some(members) = self.members.get_mut(situation.wall as usize) {
            members.push(number);
        }
        self.enqueue(number);
    }

    fn arrive(&mut self, from: &Situation, change: Change) {
        let Some(structure) = self.structures.get(from.wall as usize) else { return };
        let mut next = change.next;
        if change.solid != structure.solid || !change.arrivals.is_empty() {
            let mut stands: Vec<Stand> = structure.stands().collect();
            let mut solid = change.solid;
            let freed = release(&mut solid).into_iter();
            stands.extend(freed.map(|(colour, kind, square)| Stand::new(colour, kind, square, true)));
            for Arrival { colour, role, square, added } in change.arrivals {
                let kind = Kind::of(role, square);
                stands.extend(kind.map(|kind| Stand::new(colour, kind, square, added)));
            }
            next.wall = self.structure(solid, &stands);
            self.exits.insert(change.solid, next.wall);
        }
        self.enter(next);
    }

    /// Everything that the side to move might do.
    fn changes(&self, from: &Situation) -> Vec<Change> {
        self.structures.get(from.wall as usize).map(|s| changes(s, from)).unwrap_or_default()
    }

    /// The situation that a change leads to.
    fn target(&self, from: &Situation, change: &Change) -> Situation {
        let mut next = change.next;
        let stays = self.structures.get(from.wall as usize).is_some_and(|s| s.solid == change.solid);
        if !stays || !change.arrivals.is_empty() {
            next.wall = self.exits.get(&change.solid).copied().unwrap_or(next.wall);
        }
        next
    }

    /// Whether the change is a king move that cannot give check, because no line piece can attack the other
    /// king through the square that it leaves.
    fn is_quiet(&self, from: &Situation, change: &Change) -> bool {
        let (us, them) = (side_index(from.turn), side_index(from.turn.other()));
        let [king, other] = [from.kings[us], from.kings[them]];
        let steps = change.arrivals.is_empty() && change.next.kings[us] != king;
        let quiet = |structure: &Structure| {
            let solid = structure.solid.all();
            LINES.into_iter().all(|kind| {
                let pieces =
                    structure.regions[us][kind.index()].squares() | structure.solid.pieces[us][kind.index()];
                let seen = |all: Bitboard| attacks_of(kind, other, all);
                (pieces & seen(solid.without(king)) & !seen(solid.with(king))).is_empty()
            })
        };
        steps && self.structures.get(from.wall as usize).is_some_and(quiet)
    }

    /// The graph as an invariant, if no move that may give check leads to a situation that might be mate.
    pub(crate) fn invariant(&self) -> Option<Invariant> {
        let mut harmless: FxHashSet<Situation> = FxHashSet::default();
        for from in self.situations.iter().filter(|from| from.turn == self.side) {
            for change in self.changes(from) {
                if self.is_quiet(from, &change) {
                    continue;
                }
                let next = self.target(from, &change);
                if harmless.insert(next) && self.might_be_mate(&next, PLACINGS) {
                    return None;
                }
            }
        }
        let walls = self.structures.iter().map(|s| Wall { solid: s.solid, regions: s.regions });
        let mut exits: Vec<(Solid, u32)> = self.exits.iter().map(|(&solid, &wall)| (solid, wall)).collect();
        exits.sort_unstable_by_key(|&(_, wall)| wall);
        Some(Invariant { walls: walls.collect(), situations: self.situations.clone(), exits })
    }

    fn might_be_mate(&self, situation: &Situation, placings: u32) -> bool {
        let structure = self.structures.get(situation.wall as usize);
        situation.turn != self.side
            && structure.is_none_or(|s| might_be_mate(s, situation, self.side, placings))
    }

    /// Computes for each situation the minimum number of moves to one that might be mate.
    pub(crate) fn distances(self) -> Distances {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.situations.len()];
        let mut loud = vec![false; self.situations.len()];
        for (number, from) in self.situations.iter().enumerate() {
            for change in self.changes(from) {
                let Some(&to) = self.index.get(&self.target(from, &change)) else { continue };
                if let Some(list) = before.get_mut(to as usize) {
                    list.push(number as u32);
                }
                if let Some(mark) = loud.get_mut(to as usize) {
                    *mark |= !self.is_quiet(from, &change);
                }
            }
        }
        let mut steps = vec![u16::MAX; self.situations.len()];
        let ends = self.situations.iter().zip(&loud).enumerate();
        let mut wave: Vec<u32> = ends
            .filter(|&(_, (s, &loud))| loud && self.might_be_mate(s, GLANCE))
            .map(|(number, _)| number as u32)
            .collect();
        let mut distance = 0u16;
        while !wave.is_empty() {
            let mut next = Vec::new();
            for number in wave {
                if let Some(step) = steps.get_mut(number as usize)
                    && *step == u16::MAX
                {
                    *step = distance;
                    next.extend(before.get(number as usize).into_iter().flatten());
                }
            }
            wave = next;
            distance = distance.saturating_add(1);
        }
        let rights = self.situations.first().map_or(Bitboard::EMPTY, |s| s.rights);
        Distances { by_pawns: by_pawns(&self.structures), index: self.index, steps, rights }
    }
}

/// The distance of each situation from one that might be mate.
pub(crate) struct Distances {
    /// The structures with these pawns, which differ in their other solid pieces.
    by_pawns: FxHashMap<[Bitboard; 2], Vec<(Solid, u32)>>,
    index: FxHashMap<Situation, u32>,
    steps: Vec<u16>,
    /// Castling rights of the first position; the graph keeps them until the king moves.
    rights: Bitboard,
}

impl Distances {
    /// The minimum number of moves to a mate; `None` if no mate can follow.
    pub(crate) fn of(&self, board: &Board) -> Option<u16> {
        let all = everything(board);
        let candidates = self.by_pawns.get(&all.pawns)?;
        let fitting = candidates.iter().filter(|(solid, _)| stands(solid, &all)).map(|&(_, wall)| wall);
        fitting.filter_map(|wall| self.on(board, wall)).min()
    }

    fn on(&self, board: &Board, wall: u32) -> Option<u16> {
        let mut sought = situation(board, wall);
        let [white, black] = Color::ALL.map(|c| self.rights & Bitboard::from_rank(c.backrank()));
        let kept = [white | black, white, black, Bitboard::EMPTY];
        let steps = kept.into_iter().filter_map(|rights| {
            sought.rights = rights;
            let number = *self.index.get(&sought)?;
            self.steps.get(number as usize).copied().filter(|&s| s != u16::MAX)
        });
        steps.min()
    }
}

fn by_pawns(structures: &[Structure]) -> FxHashMap<[Bitboard; 2], Vec<(Solid, u32)>> {
    let mut out: FxHashMap<[Bitboard; 2], Vec<(Solid, u32)>> = FxHashMap::default();
    for (number, structure) in structures.iter().enumerate() {
        out.entry(structure.solid.pawns).or_default().push((structure.solid, number as u32));
    }
    out
}

/// Whether all solid pieces and kings are on the board.
fn stands(solid: &Solid, all: &Solid) -> bool {
    (0..2).all(|side| {
        solid.kings[side].is_subset(all.kings[side])
            && solid.pieces[side].iter().zip(&all.pieces[side]).all(|(a, b)| a.is_subset(*b))
    })
}

/// All pawns, pieces and kings as if none could move. Kings that may castle are left out.
fn everything(board: &Board) -> Solid {
    let mut solid = Solid::default();
    for colour in Color::ALL {
        let side = side_index(colour);
        solid.pawns[side] = board.pieces(colour, Role::Pawn);
        for kind in Kind::ALL {
            solid.pieces[side][kind.index()] = board.pieces(colour, kind.role()) & kind.tint();
        }
        if (board.rights() & board.by_colour(colour)).is_empty() {
            solid.kings[side] = board.pieces(colour, Role::King);
        }
    }
    solid
}

fn situation(board: &Board, wall: u32) -> Situation {
    Situation {
        wall,
        kings: [board.king(Color::White), board.king(Color::Black)],
        turn: board.turn(),
        en_passant: board.en_passant(),
        rights: board.rights(),
    }
}
