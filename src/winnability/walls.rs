//! The graph of pawn structures and kings, pieces let loose: which situations can arise, and how far each is from
//! one that might be mate.
//!
//! Without a situation that might be mate the graph is a proof that there is none (an [`Invariant`]); with one, the
//! distances guide the search for it.

use rustc_hash::FxHashMap;
use shakmaty::attacks::{between, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square};

use super::board::Board;
use super::certificate::{Invariant, Kind, Situation, Wall};
use super::pattern::might_be_mate;
use super::skeleton::{Loose, Structure, side_index};

/// Situations that can arise from one position.
pub(crate) struct Walls {
    side: Color,
    limit: usize,
    structures: Vec<Structure>,
    members: Vec<Vec<u32>>,
    by_pawns: FxHashMap<[Bitboard; 2], u32>,
    situations: Vec<Situation>,
    index: FxHashMap<Situation, u32>,
    queued: Vec<bool>,
    queue: Vec<u32>,
}

/// What a move changes: the pawns, a piece that comes into being or to a new square, the rest of the situation.
struct Change {
    pawns: [Bitboard; 2],
    arrivals: Vec<(Color, Role, Square)>,
    next: Situation,
}

impl Walls {
    /// Lets the pieces of `board` loose; `None` where more than `limit` situations arise.
    pub(crate) fn build(board: &Board, side: Color, limit: usize) -> Option<Walls> {
        let mut walls = Walls {
            side,
            limit,
            structures: Vec::new(),
            members: Vec::new(),
            by_pawns: FxHashMap::default(),
            situations: Vec::new(),
            index: FxHashMap::default(),
            queued: Vec::new(),
            queue: Vec::new(),
        };
        let (pawns, _) = pawns_of(board);
        let wall = walls.structure(pawns, &Loose::of(board));
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

    fn structure(&mut self, pawns: [Bitboard; 2], loose: &Loose) -> u32 {
        if let Some(&known) = self.by_pawns.get(&pawns) {
            let grown = self.structures.get_mut(known as usize).is_some_and(|s| s.join(loose));
            if grown {
                let members = self.members.get(known as usize).cloned().unwrap_or_default();
                members.into_iter().for_each(|m| self.enqueue(m));
            }
            return known;
        }
        let number = self.structures.len() as u32;
        self.structures.push(Structure::new(pawns, loose));
        self.members.push(Vec::new());
        self.by_pawns.insert(pawns, number);
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
        if change.pawns != structure.pawns || !change.arrivals.is_empty() {
            let mut loose = structure.loose;
            for (colour, role, square) in change.arrivals {
                loose.add(colour, role, square);
            }
            next.wall = self.structure(change.pawns, &loose);
        }
        self.enter(next);
    }

    /// Everything that the side to move might do.
    fn changes(&self, from: &Situation) -> Vec<Change> {
        let mut out = Vec::with_capacity(16);
        let Some(structure) = self.structures.get(from.wall as usize) else { return out };
        let mut moves = Moves { structure, from: *from, out: &mut out };
        moves.king();
        let us = from.turn;
        let king = from.kings[side_index(us)];
        // A pawn's check leaves, the king's steps aside, only captures of that pawn.
        let pawn_checks = pawn_attacks(us, king) & structure.pawns[side_index(us.other())];
        let goal = if pawn_checks.any() { pawn_checks } else { Bitboard::FULL };
        if pawn_checks.is_empty() {
            moves.pass();
            moves.castle();
        }
        moves.pawns(goal, pawn_checks.any());
        moves.take_pawns(goal);
        out
    }

    /// No situation might be mate: the whole is an invariant.
    pub(crate) fn invariant(&self) -> Option<Invariant> {
        if self.situations.iter().any(|s| self.might_be_mate(s)) {
            return None;
        }
        let walls = self.structures.iter().map(|s| Wall {
            pawns: s.pawns,
            regions: s.loose.regions,
            counts: s.loose.counts,
        });
        Some(Invariant { walls: walls.collect(), situations: self.situations.clone() })
    }

    fn might_be_mate(&self, situation: &Situation) -> bool {
        let structure = self.structures.get(situation.wall as usize);
        situation.turn != self.side && structure.is_none_or(|s| might_be_mate(s, situation, self.side))
    }

    /// For each situation the least number of moves to one that might be mate.
    pub(crate) fn distances(self) -> Distances {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.situations.len()];
        for (number, from) in self.situations.iter().enumerate() {
            for change in self.changes(from) {
                let mut next = change.next;
                next.wall = self.by_pawns.get(&change.pawns).copied().unwrap_or(next.wall);
                if let Some(&to) = self.index.get(&next)
                    && let Some(list) = before.get_mut(to as usize)
                {
                    list.push(number as u32);
                }
            }
        }
        let mut steps = vec![u16::MAX; self.situations.len()];
        let mut wave: Vec<u32> = (0..self.situations.len() as u32)
            .filter(|&n| self.situations.get(n as usize).is_some_and(|s| self.might_be_mate(s)))
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
        Distances { by_pawns: self.by_pawns, index: self.index, steps, rights }
    }
}

/// How far each situation is from one that might be mate.
pub(crate) struct Distances {
    by_pawns: FxHashMap<[Bitboard; 2], u32>,
    index: FxHashMap<Situation, u32>,
    steps: Vec<u16>,
    /// Rights of the first position: the graph keeps them until the king moves.
    rights: Bitboard,
}

impl Distances {
    /// Moves that are needed at least; `None` where no mate can follow.
    pub(crate) fn of(&self, board: &Board) -> Option<u16> {
        let wall = *self.by_pawns.get(&pawns_of(board).0)?;
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

fn pawns_of(board: &Board) -> ([Bitboard; 2], Bitboard) {
    let pawns = [board.pieces(Color::White, Role::Pawn), board.pieces(Color::Black, Role::Pawn)];
    (pawns, pawns[0] | pawns[1])
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

/// Generates what one side might do in one situation.
struct Moves<'a> {
    structure: &'a Structure,
    from: Situation,
    out: &'a mut Vec<Change>,
}

impl Moves<'_> {
    fn us(&self) -> usize {
        side_index(self.from.turn)
    }

    fn push(&mut self, pawns: [Bitboard; 2], arrivals: Vec<(Color, Role, Square)>, king: Option<Square>) {
        let mut next = self.from;
        next.turn = self.from.turn.other();
        next.en_passant = None;
        if let Some(king) = king {
            next.kings[self.us()] = king;
            next.rights &= Bitboard::from_rank(self.from.turn.other().backrank());
        }
        self.out.push(Change { pawns, arrivals, next });
    }

    fn king(&mut self) {
        let (us, them) = (self.us(), 1 - self.us());
        let [mine, theirs] = [self.structure.pawns[us], self.structure.pawns[them]];
        let guarded = pawn_guard(self.from.turn.other(), theirs) | king_attacks(self.from.kings[them]);
        for to in king_attacks(self.from.kings[us]) & !mine & !guarded {
            let mut pawns = self.structure.pawns;
            pawns[them].discard(to);
            self.push(pawns, Vec::new(), Some(to));
        }
    }

    /// A piece moves, or takes a piece: pawns and kings stay.
    fn pass(&mut self) {
        if self.structure.may_pass(self.from.turn) {
            self.push(self.structure.pawns, Vec::new(), None);
        }
    }

    fn castle(&mut self) {
        let us = self.from.turn;
        let king = self.from.kings[self.us()];
        for rook in self.from.rights & Bitboard::from_rank(us.backrank()) {
            let side = CastlingSide::from_king_side(king < rook);
            let (to, rook_to) = (side.king_to(us), side.rook_to(us));
            let path = between(king, to).with(to) | between(rook, rook_to).with(rook_to);
            if (path & self.structure.all_pawns()).is_empty() {
                self.push(self.structure.pawns, vec![(us, Role::Rook, rook_to)], Some(to));
            }
        }
    }

    /// Pawn moves that end on `goal`, or take en passant.
    fn pawns(&mut self, goal: Bitboard, in_check: bool) {
        let us = self.from.turn;
        let occupied = self.structure.all_pawns().with(self.from.kings[0]).with(self.from.kings[1]);
        let prey = self.structure.pawns[1 - self.us()] | self.structure.loose.anywhere(us.other());
        for from in self.structure.pawns[self.us()] {
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
        let mut pawns = self.structure.pawns;
        pawns[self.us()].discard(from);
        pawns[1 - self.us()].discard(to);
        if to.rank() == us.relative_rank(Rank::Eighth) {
            // One successor stands for the four: each piece may be there or not.
            let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
            self.push(pawns, roles.into_iter().map(|r| (us, r, to)).collect(), None);
        } else {
            pawns[self.us()].add(to);
            self.push(pawns, Vec::new(), None);
        }
    }

    fn double_step(&mut self, from: Square, to: Square) {
        let us = self.from.turn;
        let mut pawns = self.structure.pawns;
        pawns[self.us()].discard(from);
        pawns[self.us()].add(to);
        self.push(pawns, Vec::new(), None);
        let passed = Square::from_coords(from.file(), us.relative_rank(Rank::Third));
        if (pawn_attacks(us, passed) & pawns[1 - self.us()]).any()
            && let Some(last) = self.out.last_mut()
        {
            last.next.en_passant = Some(passed);
        }
    }

    fn en_passant(&mut self, from: Square, to: Square) {
        let mut pawns = self.structure.pawns;
        pawns[self.us()].discard(from);
        pawns[self.us()].add(to);
        pawns[1 - self.us()].discard(Square::from_coords(to.file(), from.rank()));
        self.push(pawns, Vec::new(), None);
    }

    /// Pieces take pawns on `goal`.
    fn take_pawns(&mut self, goal: Bitboard) {
        let us = self.from.turn;
        for kind in Kind::ALL {
            for to in self.structure.takes[self.us()][kind.index()] & goal {
                let mut pawns = self.structure.pawns;
                pawns[1 - self.us()].discard(to);
                self.push(pawns, vec![(us, kind.role(), to)], None);
            }
        }
    }
}

/// Squares that pawns of `colour` attack.
pub(crate) fn pawn_guard(colour: Color, pawns: Bitboard) -> Bitboard {
    pawns.into_iter().fold(Bitboard::EMPTY, |all, pawn| all | pawn_attacks(colour, pawn))
}
