//! A small board for the searches: bitboards based on shakmaty's types, legal moves, an exact key.
//!
//! It has its own move generator on purpose: what a search claims with it, `verify` checks with shakmaty's.
//! It holds only positions that shakmaty accepts, so each side always has one king.

use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, Chess, Color, Position, Rank, Role, Square};

/// A move of [`Board`]; castling is written as the king moving onto its own rook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// What moves.
    pub(crate) role: Role,
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Role>,
}

impl Step {
    fn new(role: Role, from: Square, to: Square) -> Step {
        Step { role, from, to, promotion: None }
    }
}

/// A key that two positions share exactly if they have the same legal continuations. Packed to save memory,
/// because a search keeps many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C, packed(4))]
pub(crate) struct Key {
    planes: [u64; 4],
    state: u32,
}

/// A position without counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    roles: [Bitboard; 6],
    colours: [Bitboard; 2],
    turn: Color,
    en_passant: Option<Square>,
    /// Rooks that may still castle.
    rights: Bitboard,
}

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];
const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

fn role_index(role: Role) -> usize {
    match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    }
}

fn colour_index(colour: Color) -> usize {
    colour.fold_wb(0, 1)
}

impl Board {
    pub(crate) fn of(position: &Chess) -> Board {
        let from = position.board();
        let mut roles = [Bitboard::EMPTY; 6];
        for role in ROLES {
            roles[role_index(role)] = from.by_role(role);
        }
        Board {
            roles,
            colours: [from.white(), from.black()],
            turn: position.turn(),
            en_passant: position.pseudo_legal_ep_square(),
            rights: position.castles().castling_rights(),
        }
    }

    /// Converts a position of the replay, which must have one king per side.
    pub(crate) fn of_replay(position: &crate::replay::Board) -> Board {
        Board {
            roles: ROLES.map(|role| position.role(role)),
            colours: [position.side(Color::White), position.side(Color::Black)],
            turn: position.turn(),
            en_passant: position.en_passant(),
            rights: position.castling_rooks(),
        }
    }

    pub(crate) fn turn(&self) -> Color {
        self.turn
    }

    pub(crate) fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    pub(crate) fn rights(&self) -> Bitboard {
        self.rights
    }

    pub(crate) fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role_index(role)]
    }

    pub(crate) fn by_colour(&self, colour: Color) -> Bitboard {
        self.colours[colour_index(colour)]
    }

    pub(crate) fn pieces(&self, colour: Color, role: Role) -> Bitboard {
        self.by_role(role) & self.by_colour(colour)
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        self.colours[0] | self.colours[1]
    }

    pub(crate) fn king(&self, colour: Color) -> Square {
        self.pieces(colour, Role::King).first().unwrap_or(Square::A1)
    }

    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        ROLES.into_iter().find(|&role| self.by_role(role).contains(square))
    }

    /// Three planes encode the role on each square and the fourth White's pieces; the last word holds the
    /// turn, en passant and castling rights.
    pub(crate) fn key(&self) -> Key {
        let [pawn, knight, bishop, rook, queen, king] = self.roles.map(|b| b.0);
        let ep = self.en_passant.map_or(64, u32::from);
        Key {
            planes: [pawn | bishop | queen, knight | bishop | king, rook | queen | king, self.colours[0].0],
            // Castling rights are on the two back ranks only, so sixteen bits hold them.
            state: colour_index(self.turn) as u32
                | ep << 1
                | ((self.rights.0 & 0xff) as u32) << 8
                | ((self.rights.0 >> 56) as u32) << 16,
        }
    }

    pub(crate) fn from_key(key: &Key) -> Board {
        let [a, b, c, white] = key.planes;
        let roles = [a & !b & !c, b & !a & !c, a & b & !c, c & !a & !b, a & c & !b, b & c & !a].map(Bitboard);
        let state = u64::from(key.state);
        let ep = (state >> 1 & 127) as u32;
        Board {
            roles,
            colours: [Bitboard(white), Bitboard((a | b | c) & !white)],
            turn: Color::from_white(state & 1 == 0),
            en_passant: if ep < 64 { Some(Square::new(ep)) } else { None },
            rights: Bitboard((state >> 8 & 0xff) | (state >> 16 & 0xff) << 56),
        }
    }

    /// The pieces of `by` that attack `square`, with `occupied` as the occupied squares.
    pub(crate) fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let [pawn, knight, bishop, rook, queen, king] = self.roles;
        let them = self.by_colour(by);
        let near = (pawn_attacks(by.other(), square) & pawn)
            | (knight_attacks(square) & knight)
            | (king_attacks(square) & king);
        let (diagonal, straight) = (them & (bishop | queen), them & (rook | queen));
        let mut out = near & them;
        // The line tables are large, so they are not touched if there are no such pieces.
        if diagonal.any() {
            out |= bishop_attacks(square, occupied) & diagonal;
        }
        if straight.any() {
            out |= rook_attacks(square, occupied) & straight;
        }
        out
    }

    pub(crate) fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), self.turn.other(), self.occupied())
    }

    /// Whether the king of the player to move is attacked.
    pub(crate) fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.turn), self.turn.other(), self.occupied())
    }

    /// Whether a piece of `by` attacks `square`, with `occupied` as the occupied squares. Tests only the few
    /// pieces on its lines, because a single lookup in the large line tables is a cache miss.
    fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let [pawn, knight, bishop, rook, queen, king] = self.roles;
        let them = self.by_colour(by);
        let near = (pawn_attacks(by.other(), square) & pawn)
            | (knight_attacks(square) & knight)
            | (king_attacks(square) & king);
        let lined = (bishop_attacks(square, Bitboard::EMPTY) & (bishop | queen))
            | (rook_attacks(square, Bitboard::EMPTY) & (rook | queen));
        let open = |from| (between(from, square) & occupied).is_empty();
        (near & them).any() || (lined & them).into_iter().any(open)
    }

    /// Pieces of the player to move that are alone between their king and a line piece of the other side.
    fn pinned(&self, king: Square) -> Bitboard {
        let them = self.by_colour(self.turn.other());
        let lines = (rook_attacks(king, them) & (self.by_role(Role::Rook) | self.by_role(Role::Queen)))
            | (bishop_attacks(king, them) & (self.by_role(Role::Bishop) | self.by_role(Role::Queen)));
        let mut pinned = Bitboard::EMPTY;
        for sniper in lines & them {
            let blockers = between(king, sniper) & self.occupied();
            if !blockers.more_than_one() {
                pinned |= blockers & self.by_colour(self.turn);
            }
        }
        pinned
    }

    /// All legal moves, in a fixed order.
    pub(crate) fn legal(&self, out: &mut Vec<Step>) {
        out.clear();
        let us = self.turn;
        let king = self.king(us);
        let checkers = self.checkers();
        self.king_steps(king, out);
        if checkers.more_than_one() {
            return;
        }
        let mask = match checkers.first() {
            Some(checker) => between(king, checker) | checkers,
            None => {
                self.castling_steps(king, out);
                Bitboard::FULL
            }
        };
        let pinned = self.pinned(king);
        self.piece_steps(king, mask, pinned, out);
        self.pawn_steps(king, mask, pinned, out);
        self.en_passant_steps(king, out);
    }

    fn king_steps(&self, king: Square, out: &mut Vec<Step>) {
        let flights = self.free_squares().filter(|&to| self.is_flight(to));
        out.extend(flights.map(|to| Step::new(Role::King, king, to)));
    }

    fn piece_steps(&self, king: Square, mask: Bitboard, pinned: Bitboard, out: &mut Vec<Step>) {
        let own = self.by_colour(self.turn);
        let occupied = self.occupied();
        let free = mask & !own;
        let mut add = |role: Role, from: Square, targets: Bitboard| {
            let line = if pinned.contains(from) { ray(king, from) } else { Bitboard::FULL };
            for to in targets & free & line {
                out.push(Step::new(role, from, to));
            }
        };
        for from in own & self.by_role(Role::Queen) {
            add(Role::Queen, from, rook_attacks(from, occupied) | bishop_attacks(from, occupied));
        }
        for from in own & self.by_role(Role::Rook) {
            add(Role::Rook, from, rook_attacks(from, occupied));
        }
        for from in own & self.by_role(Role::Bishop) {
            add(Role::Bishop, from, bishop_attacks(from, occupied));
        }
        for from in own & self.by_role(Role::Knight) {
            add(Role::Knight, from, knight_attacks(from));
        }
    }

    fn pawn_steps(&self, king: Square, mask: Bitboard, pinned: Bitboard, out: &mut Vec<Step>) {
        let us = self.turn;
        let empty = !self.occupied();
        let them = self.by_colour(us.other());
        for from in self.pieces(us, Role::Pawn) {
            let line = if pinned.contains(from) { ray(king, from) } else { Bitboard::FULL };
            let ahead = Bitboard::from_square(from).shift(us.fold_wb(8, -8)) & empty;
            let double = Bitboard::from_rank(us.relative_rank(Rank::Third));
            let twice = (ahead & double).shift(us.fold_wb(8, -8)) & empty;
            let targets = (ahead | twice | (pawn_attacks(us, from) & them)) & mask & line;
            for to in targets {
                if to.rank() == us.relative_rank(Rank::Eighth) {
                    for role in PROMOTIONS {
                        out.push(Step { role: Role::Pawn, from, to, promotion: Some(role) });
                    }
                } else {
                    out.push(Step::new(Role::Pawn, from, to));
                }
            }
        }
    }

    fn en_passant_steps(&self, king: Square, out: &mut Vec<Step>) {
        let Some(to) = self.en_passant else { return };
        for from in pawn_attacks(self.turn.other(), to) & self.pieces(self.turn, Role::Pawn) {
            let after = self.after(Step::new(Role::Pawn, from, to));
            if after.attackers(king, after.turn, after.occupied()).is_empty() {
                out.push(Step::new(Role::Pawn, from, to));
            }
        }
    }

    fn castling_steps(&self, king: Square, out: &mut Vec<Step>) {
        let us = self.turn;
        for rook in self.rights & self.by_colour(us) {
            let (king_to, rook_to) = castled(us, king, rook);
            let walk = between(king, king_to).with(king_to);
            let path = (walk | between(rook, rook_to).with(rook_to)).without(king).without(rook);
            let bare = self.occupied().without(king);
            if (path & self.occupied()).is_empty()
                && walk.into_iter().all(|s| self.attackers(s, us.other(), bare).is_empty())
                && self.castled_king_is_safe(king, rook)
            {
                out.push(Step::new(Role::King, king, rook));
            }
        }
    }

    /// In Chess960 the rook that moves away may have shielded the king's target square.
    fn castled_king_is_safe(&self, king: Square, rook: Square) -> bool {
        let after = self.after(Step::new(Role::King, king, rook));
        after.attackers(after.king(self.turn), after.turn, after.occupied()).is_empty()
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, step: Step) -> Board {
        let mut next = *self;
        let us = self.turn;
        let role = step.role;
        next.turn = us.other();
        next.en_passant = None;
        if role == Role::King && self.by_colour(us).contains(step.to) {
            next.castle(step);
            return next;
        }
        next.remove(step.to);
        next.remove(step.from);
        if role == Role::Pawn {
            if Some(step.to) == self.en_passant && step.from.file() != step.to.file() {
                next.remove(Square::from_coords(step.to.file(), step.from.rank()));
            }
            next.en_passant = next.passed_square(step, us);
        }
        next.put(step.to, us, step.promotion.unwrap_or(role));
        if self.rights.any() {
            next.rights.discard(step.from);
            next.rights.discard(step.to);
            if role == Role::King {
                next.rights &= self.by_colour(us.other());
            }
        }
        next
    }

    /// The square passed by a double step, if an enemy pawn is placed to capture there.
    fn passed_square(&self, step: Step, us: Color) -> Option<Square> {
        let double = step.from.rank() == us.relative_rank(Rank::Second)
            && step.to.rank() == us.relative_rank(Rank::Fourth);
        let passed = Square::from_coords(step.from.file(), us.relative_rank(Rank::Third));
        let taker = pawn_attacks(us, passed) & self.pieces(us.other(), Role::Pawn);
        (double && taker.any()).then_some(passed)
    }

    fn castle(&mut self, step: Step) {
        let us = self.turn.other();
        let (king_to, rook_to) = castled(us, step.from, step.to);
        self.remove(step.from);
        self.remove(step.to);
        self.put(king_to, us, Role::King);
        self.put(rook_to, us, Role::Rook);
        self.rights &= self.by_colour(us.other());
    }

    /// A board with only these pieces and no rights. It need not be a legal position.
    pub(crate) fn with_pieces(pieces: &[(Square, Color, Role)], turn: Color) -> Board {
        let mut board = Board {
            roles: [Bitboard::EMPTY; 6],
            colours: [Bitboard::EMPTY; 2],
            turn,
            en_passant: None,
            rights: Bitboard::EMPTY,
        };
        for &(square, colour, role) in pieces {
            board.put(square, colour, role);
        }
        board
    }

    /// The position before a move of `role` from `from` to `to` that was not a capture.
    pub(crate) fn before(&self, to: Square, from: Square, role: Role) -> Board {
        let mut board = *self;
        board.turn = self.turn.other();
        board.en_passant = None;
        board.remove(to);
        board.put(from, board.turn, role);
        board
    }

    /// Whether the king of the side that is not to move is in check, so that the position is illegal.
    pub(crate) fn is_broken(&self) -> bool {
        let king = self.king(self.turn.other());
        self.attackers(king, self.turn, self.occupied()).any()
    }

    /// The position with the colours exchanged and the ranks reversed.
    pub(crate) fn mirrored(&self) -> Board {
        Board {
            roles: self.roles.map(Bitboard::flip_vertical),
            colours: [self.colours[1].flip_vertical(), self.colours[0].flip_vertical()],
            turn: self.turn.other(),
            en_passant: self.en_passant.map(Square::flip_vertical),
            rights: self.rights.flip_vertical(),
        }
    }

    fn remove(&mut self, square: Square) {
        let keep = !Bitboard::from_square(square);
        self.roles = self.roles.map(|b| b & keep);
        self.colours = self.colours.map(|b| b & keep);
    }

    fn put(&mut self, square: Square, colour: Color, role: Role) {
        self.roles[role_index(role)].add(square);
        self.colours[colour_index(colour)].add(square);
    }

    /// Whether the side to move is checkmated.
    pub(crate) fn is_mate(&self, spare: &mut Vec<Step>) -> bool {
        if self.checkers().is_empty() || self.has_flight() {
            return false;
        }
        self.legal(spare);
        spare.is_empty()
    }

    /// Whether the king of the side to move has a legal move other than castling.
    fn has_flight(&self) -> bool {
        self.free_squares().any(|to| self.is_flight(to))
    }

    /// Whether the king of the side to move has more than `count` legal moves, not counting castling.
    pub(crate) fn has_more_flights_than(&self, count: usize) -> bool {
        self.free_squares().filter(|&to| self.is_flight(to)).nth(count).is_some()
    }

    fn free_squares(&self) -> impl Iterator<Item = Square> {
        (king_attacks(self.king(self.turn)) & !self.by_colour(self.turn)).into_iter()
    }

    fn is_flight(&self, to: Square) -> bool {
        let occupied = self.occupied().without(self.king(self.turn));
        !self.is_attacked(to, self.turn.other(), occupied)
    }
}

/// The squares of king and rook after castling.
fn castled(us: Color, king: Square, rook: Square) -> (Square, Square) {
    let side = shakmaty::CastlingSide::from_king_side(king < rook);
    (side.king_to(us), side.rook_to(us))
}

impl Key {
    /// A 64-bit hash. Tables that need exactness must compare the keys as well.
    pub(crate) fn hash(&self) -> u64 {
        const M: u64 = 0x9e37_79b9_7f4a_7c15;
        let fold = |a: u64, b: u64| {
            let wide = u128::from(a) * u128::from(b);
            (wide as u64) ^ (wide >> 64) as u64
        };
        let [a, b, c, d] = self.planes;
        let h = fold(a ^ M, b ^ 0xe703_7ed1_a0b4_28db)
            ^ fold(c ^ 0x8ebc_6af0_9c88_c6e3, d ^ 0x5899_65cc_7537_4cc3);
        fold(h ^ u64::from(self.state), M)
    }
}

/// The squares from which each kind of piece of the side to move would give check, and the pieces that would
/// uncover one.
pub(crate) struct Checks {
    pawn: Bitboard,
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    any: Bitboard,
    shields: Bitboard,
}

impl Board {
    pub(crate) fn checking_squares(&self) -> Checks {
        let king = self.king(self.turn.other());
        let occupied = self.occupied();
        let pawn = pawn_attacks(self.turn.other(), king);
        let knight = knight_attacks(king);
        let (bishop, rook) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let any = pawn | knight | bishop | rook;
        Checks { pawn, knight, bishop, rook, any, shields: self.shields(king) }
    }

    /// Pieces of the side to move that are alone between the enemy king and one of their own line pieces.
    fn shields(&self, king: Square) -> Bitboard {
        let us = self.by_colour(self.turn);
        let [_, _, bishops, rooks, queens, _] = self.roles;
        let empty = Bitboard::EMPTY;
        let lines = (rook_attacks(king, empty) & (rooks | queens))
            | (bishop_attacks(king, empty) & (bishops | queens));
        let mut shields = Bitboard::EMPTY;
        for line in lines & us {
            let blockers = between(king, line) & self.occupied();
            if !blockers.more_than_one() {
                shields |= blockers & us;
            }
        }
        shields
    }
}

impl Checks {
    /// Whether the move may give check. It misses only checks by castling or en passant, which the search
    /// sees one half-move later.
    pub(crate) fn given_by(&self, step: Step) -> bool {
        if self.shields.contains(step.from) {
            return true;
        }
        if !self.any.contains(step.to) && step.promotion.is_none() {
            return false;
        }
        let squares = match step.promotion.unwrap_or(step.role) {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop | self.rook,
            Role::King => return false,
        };
        // A promoting pawn may check along the line that it leaves.
        squares.contains(step.to) || step.promotion.is_some()
    }
}
