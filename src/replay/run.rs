//! The replay of one game. Each half-move is stored with the counts that the Laws need (repetitions, the
//! 50-move count).

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Role};

use super::board::Board;
use super::fast_path::KingAttacks;
use super::mv::Move;
use super::oddities::Oddities;
use super::resolve::Unplayable;
use crate::scoresheet::{MoveText, ROLES, Scoresheet, Suffix, Written};

/// From this many half-moves without a capture or pawn move on, positions are counted in a table instead of
/// by looking back.
const LOOK_BACK: usize = 256;

/// Slots of the filter over earlier positions; a power of two, large enough that two positions of one game
/// rarely share a slot.
const SEEN_SLOTS: usize = 1 << 10;

/// The slot of a position in [`Replay::last_seen`].
#[inline(always)]
fn seen_slot(key: u64) -> usize {
    (key >> 54) as usize % SEEN_SLOTS
}

/// One half-move as played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The number of the moving piece's role, plus eight times the number of the captured piece's role (0: no
    /// capture).
    pieces: u8,
    /// Key of the position after the move.
    pub key: u64,
    /// How often this position has occurred so far, including this time (FIDE 9.2.3 in the 2023 edition).
    pub occurrence: u32,
    /// Half-moves since the last capture or pawn move, including this one.
    pub halfmove_clock: u32,
    /// Whether the move gives check.
    pub check: bool,
    /// Whether the opponent has no legal move after it (checkmate or stalemate).
    pub no_reply: bool,
    /// Whether the move is legal.
    pub legal: bool,
}

impl Ply {
    /// The piece that moved.
    pub fn role(&self) -> Role {
        ROLES[usize::from(self.pieces & 7)].unwrap_or(Role::Pawn)
    }

    /// The kind of piece that the move captured.
    pub fn captured(&self) -> Option<Role> {
        ROLES[usize::from(self.pieces >> 3 & 7)]
    }

    /// Whether the move checkmates.
    pub fn mates(&self) -> bool {
        self.check && self.no_reply
    }

    /// Whether the move stalemates.
    pub fn stalemates(&self) -> bool {
        !self.check && self.no_reply
    }
}

/// Why a replay stops before the last written move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// An illegal move that cannot be read in exactly one way, or that makes the next move illegal.
    Illegal,
    /// Two or more legal moves fit.
    Ambiguous,
    /// A null move.
    Null,
    /// Unreadable text in place of a move.
    Unreadable,
    /// A move number that shows that half-moves are missing, followed by a move that is not legal.
    MissingMoves {
        /// Index of the move number in the scoresheet.
        number: usize,
    },
}

/// A replayed game. Its buffers are reused from game to game.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The position that the game starts from.
    pub start: Board,
    /// The half-moves played.
    pub plies: Vec<Ply>,
    /// Why the replay stopped early; the half-move that could not be played has index `plies.len()`.
    pub stop: Option<Stop>,
    /// The position after the last half-move.
    pub last: Board,
    /// Facts that some checks look for, collected over the whole game.
    pub oddities: Oddities,
    /// Whether illegal half-moves are played as written, whatever follows. Set for disputes, where the record
    /// is what happened on the board. If unset, an illegal move is played only if the next move confirms it.
    pub as_written: bool,
    counts: FxHashMap<u64, u32>,
    counted: usize,
    /// When a position was last seen, indexed by some bits of its key: a filter, because nearly every
    /// position is new.
    last_seen: [u16; SEEN_SLOTS],
    /// Half-moves played over all games, wrapping. A stale entry can only cause a needless search.
    now: u16,
    /// Whether every move so far was legal and the start position left no king en prise. If so, only the last
    /// move can have given a check.
    kings_safe: bool,
}

impl Default for Replay {
    fn default() -> Replay {
        Replay::new()
    }
}

impl Replay {
    /// An empty replay, to be filled by [`Replay::run`].
    pub fn new() -> Replay {
        Replay {
            start: *Board::initial(),
            plies: Vec::new(),
            stop: None,
            last: *Board::initial(),
            oddities: Oddities::default(),
            as_written: false,
            counts: FxHashMap::default(),
            counted: 0,
            last_seen: [0; SEEN_SLOTS],
            now: 0,
            kings_safe: true,
        }
    }

    /// Plays the main line of `sheet` from `start`. Calls `each` with every position reached and the number
    /// of half-moves played (from 1).
    pub fn run(&mut self, sheet: &Scoresheet, start: &Board, each: impl FnMut(usize, &Board)) {
        self.run_up_to(usize::MAX, sheet, start, each);
    }

    /// Like [`Replay::run`], but plays at most `most` half-moves, as if the record ended there.
    #[inline(never)]
    pub fn run_up_to(
        &mut self,
        most: usize,
        sheet: &Scoresheet,
        start: &Board,
        mut each: impl FnMut(usize, &Board),
    ) {
        self.reset(start);
        let mut board = *start;
        let mut attacks = KingAttacks::of(&board);
        let readable = sheet.readable.map_or(usize::MAX, |n| n as usize);
        let moves = sheet.moves.get(..readable.min(most)).unwrap_or(&sheet.moves);
        for text in moves {
            if (!self.kings_safe || !self.fast_path_by_turn(text, &mut board, &mut attacks))
                && let Err(stop) = self.slow_path(sheet, moves, &mut board, &mut attacks)
            {
                self.stop = Some(stop);
                break;
            }
            each(self.plies.len(), &board);
        }
        if self.stop.is_none() {
            if let Some(text) = moves.last() {
                self.settle(text, &board, attacks.checkers);
            }
            self.stop = (readable < most).then_some(Stop::Unreadable);
        }
        self.last = board;
    }

    /// Plays a move if the fast path can handle it. [`Replay::fast_path`] is compiled once per colour, so
    /// that it does not branch on the player to move.
    #[inline(always)]
    fn fast_path_by_turn(&mut self, text: &MoveText, board: &mut Board, attacks: &mut KingAttacks) -> bool {
        match board.turn {
            Color::White => self.fast_path(Color::White, text, board, attacks),
            Color::Black => self.fast_path(Color::Black, text, board, attacks),
        }
    }

    #[inline(always)]
    fn fast_path(
        &mut self,
        us: Color,
        text: &MoveText,
        board: &mut Board,
        attacks: &mut KingAttacks,
    ) -> bool {
        let packed = text.packed();
        let Some(from) = board.fast_origin(us, packed, attacks) else { return false };
        if packed.has_origin() {
            self.oddities.placed(packed, packed.role(), board, attacks.checkers, from);
        }
        let taken = board.fast_play(us, from, packed, attacks);
        let (mv, check) = (Move::normal(from, packed.to()), attacks.checkers.any());
        self.enter(board, mv, packed.role_number(), taken, check, true);
        self.oddities.signed_fast(text, taken > 0, check);
        true
    }

    /// Plays the next move, which the fast path could not handle.
    #[inline(never)]
    fn slow_path(
        &mut self,
        sheet: &Scoresheet,
        moves: &[MoveText],
        board: &mut Board,
        attacks: &mut KingAttacks,
    ) -> Result<(), Stop> {
        let i = self.plies.len();
        let Some(text) = moves.get(i) else { return Err(Stop::Unreadable) };
        match board.resolve(text.written(), attacks.checkers) {
            Ok((mv, role)) => {
                if text.packed().has_origin() {
                    self.oddities.placed(text.packed(), role, board, attacks.checkers, mv.from);
                }
                let captured = self.push(board, attacks, mv, role, true);
                self.oddities.signed(text, captured.is_some(), attacks.checkers.any());
                if text.suffix() == Suffix::Mate {
                    self.settle(text, board, attacks.checkers);
                }
                Ok(())
            }
            Err(unplayable) => {
                if let Some(before) = i.checked_sub(1).and_then(|before| moves.get(before)) {
                    self.settle(before, board, attacks.checkers);
                }
                let missing =
                    if self.as_written { jump(sheet, i) } else { missing_moves(sheet, &self.start, i) };
                if let Some(number) = missing {
                    return Err(Stop::MissingMoves { number });
                }
                let rest = moves.get(i + 1..).unwrap_or_default();
                self.play_illegal(board, attacks, unplayable, text.written(), rest)
            }
        }
    }

    /// Determines whether the last half-move, written as `text`, left the opponent without a legal move. A
    /// half-move followed by a legal move did not, so few half-moves need this.
    #[cold]
    fn settle(&mut self, text: &MoveText, board: &Board, checkers: Bitboard) {
        let ply = self.plies.len();
        if let Some(played) = self.plies.last_mut() {
            played.no_reply = !board.has_legal_move(checkers);
            self.oddities.settled(ply, text, played);
        }
    }

    fn reset(&mut self, start: &Board) {
        self.start = *start;
        self.plies.clear();
        self.stop = None;
        self.oddities = Oddities::default();
        self.counted = 0;
        self.now = self.now.wrapping_add(1);
        self.last_seen[seen_slot(start.key)] = self.now;
        self.kings_safe = start.checkers(!start.turn).is_empty();
        if !self.counts.is_empty() {
            self.counts.clear();
        }
    }

    /// Plays an illegal move if it was played on the board and the game went on.
    #[cold]
    fn play_illegal(
        &mut self,
        board: &mut Board,
        attacks: &mut KingAttacks,
        unplayable: Unplayable,
        written: Written,
        rest: &[MoveText],
    ) -> Result<(), Stop> {
        match unplayable {
            Unplayable::Ambiguous => return Err(Stop::Ambiguous),
            Unplayable::Null => return Err(Stop::Null),
            Unplayable::Illegal => {}
        }
        let played =
            if self.as_written { board.carried_out(written) } else { board.played_illegally(written) };
        let (mut mv, role) = played.ok_or(Stop::Illegal)?;
        if !self.as_written
            && let Some(next) = rest.first()
        {
            mv = board.castled_by_what_follows(written, rest).unwrap_or(mv);
            let mut after = *board;
            after.play_role(mv, role, board.turn);
            let reply = after.resolve(next.written(), after.checkers(after.turn));
            if !matches!(reply, Ok(_) | Err(Unplayable::Ambiguous)) {
                return Err(Stop::Illegal);
            }
        }
        board.clear_for(mv);
        self.push(board, attacks, mv, role, false);
        board.drop_rights_without_king();
        Ok(())
    }

    /// Plays a move. Returns the kind of piece captured.
    fn push(
        &mut self,
        board: &mut Board,
        attacks: &mut KingAttacks,
        mv: Move,
        role: Role,
        legal: bool,
    ) -> Option<Role> {
        let captured = board.play_role(mv, role, board.turn);
        self.kings_safe &= legal;
        *attacks = KingAttacks::of(board);
        let taken = captured.map_or(0, |taken| taken as usize);
        self.enter(board, mv, role as usize, taken, attacks.checkers.any(), legal);
        captured
    }

    /// Records the move that led to `board`.
    #[inline(always)]
    fn enter(&mut self, board: &Board, mv: Move, role: usize, taken: usize, check: bool, legal: bool) {
        let played = Ply {
            mv,
            pieces: (role | taken << 3) as u8,
            key: board.key,
            occurrence: self.occurrence(board),
            halfmove_clock: board.halfmove_clock,
            check,
            no_reply: false,
            legal,
        };
        self.oddities.played(&played);
        self.plies.push(played);
    }

    /// How often the position on `board` has occurred, including this time.
    #[inline(always)]
    fn occurrence(&mut self, board: &Board) -> u32 {
        self.now = self.now.wrapping_add(1);
        let last = std::mem::replace(&mut self.last_seen[seen_slot(board.key)], self.now);
        let age = self.now.wrapping_sub(last);
        if u32::from(age) > board.halfmove_clock {
            return 1;
        }
        let occurrence = self.occurrence_seen_again(board, age);
        self.oddities.occurrence = self.oddities.occurrence.max(occurrence);
        occurrence
    }

    /// Like [`Replay::occurrence`], for a position that may have occurred before, but not within the last
    /// `age` half-moves.
    #[cold]
    #[inline(never)]
    fn occurrence_seen_again(&mut self, board: &Board, age: u16) -> u32 {
        let key = board.key;
        let (halfmove_clock, played) = (board.halfmove_clock as usize, self.plies.len());
        if halfmove_clock > LOOK_BACK && played > LOOK_BACK {
            return self.counted_occurrence(board);
        }
        // Position n follows half-move n; the current one has number played + 1. An equal earlier position
        // cannot lie before the last irreversible move, cannot have the other player to move, and cannot lie
        // only two half-moves back.
        let mut back = usize::from(age).next_multiple_of(2).max(4);
        while back <= halfmove_clock {
            if back > played + 1 {
                break;
            }
            let earlier = played + 1 - back;
            if earlier == 0 {
                return 1 + u32::from(self.start.key == key);
            }
            if let Some(ply) = self.plies.get(earlier - 1)
                && ply.key == key
            {
                return ply.occurrence + 1;
            }
            back += 2;
        }
        1
    }

    /// Like [`Replay::occurrence`], but counts in a table, so that a record of a million reversible moves
    /// takes linear time.
    #[cold]
    fn counted_occurrence(&mut self, board: &Board) -> u32 {
        let halfmove_clock = board.halfmove_clock as usize;
        let played = self.plies.len();
        let since = (played + 1).saturating_sub(halfmove_clock);
        if self.counted < since || self.counts.is_empty() {
            self.counts.clear();
            self.counted = since;
            if since == 0 {
                self.counts.insert(self.start.key, 1);
                self.counted = 1;
            }
        }
        while self.counted <= played {
            if let Some(ply) = self.counted.checked_sub(1).and_then(|i| self.plies.get(i)) {
                self.counts.insert(ply.key, ply.occurrence);
            }
            self.counted += 1;
        }
        let count = self.counts.entry(board.key).or_insert(0);
        *count += 1;
        self.counted = played + 2;
        *count
    }

    /// Whether the game has a series of at least `half_moves` half-moves without a capture or pawn move. The
    /// count grows by one per half-move, so most half-moves can be skipped.
    pub fn was_quiet_for(&self, half_moves: u32) -> bool {
        let (mut ply, mut halfmove_clock) = (0, self.start.halfmove_clock);
        loop {
            ply += half_moves.saturating_sub(halfmove_clock).max(1) as usize;
            match self.plies.get(ply - 1) {
                Some(played) if played.halfmove_clock >= half_moves => return true,
                Some(played) => halfmove_clock = played.halfmove_clock,
                None => return false,
            }
        }
    }

    /// The position after `ply` half-moves (0: the start position).
    pub fn board_after(&self, ply: usize) -> Board {
        let mut board = self.start;
        board.replay(self.plies.get(..ply).unwrap_or(&self.plies));
        board
    }

    /// The earlier occurrences of the position after half-move `ply`, as numbers of half-moves played (0: the
    /// start position).
    pub fn earlier_occurrences(&self, ply: usize) -> Vec<usize> {
        let Some(key) = ply.checked_sub(1).and_then(|i| self.plies.get(i)).map(|p| p.key) else {
            return Vec::new();
        };
        let start = (self.start.key == key).then_some(0);
        let later =
            self.plies.iter().take(ply - 1).enumerate().filter(|(_, p)| p.key == key).map(|(i, _)| i + 1);
        start.into_iter().chain(later).collect()
    }
}

/// The move number right before move `i`, if it shows that half-moves are missing: it is higher than the
/// count of moves allows, and later numbers do not return to the count, as they would after a typing error.
fn missing_moves(sheet: &Scoresheet, start: &Board, i: usize) -> Option<usize> {
    let ply = u32::try_from(i).ok()?;
    let index = sheet.numbers.partition_point(|number| number.ply <= ply).checked_sub(1)?;
    let number = sheet.numbers.get(index).filter(|number| number.ply == ply)?;
    let first = start.half_move_number();
    let (ahead, before) = (number.ahead(first), sheet.ahead_before(index, first));
    let mistyped = ahead != before && sheet.ahead_after(index, first) == Some(before);
    (ahead > 0 && !mistyped).then_some(index)
}

/// The move number right before move `i`, if it is higher than the previous number allows. The start
/// position's move number is ignored, because diagrams often leave it at 1.
fn jump(sheet: &Scoresheet, i: usize) -> Option<usize> {
    let ply = u32::try_from(i).ok()?;
    let index = sheet.numbers.partition_point(|number| number.ply <= ply).checked_sub(1)?;
    let number = sheet.numbers.get(index).filter(|number| number.ply == ply)?;
    let before = sheet.numbers.get(index.checked_sub(1)?)?;
    let allowed = u64::from(before.value) + u64::from(number.ply - before.ply).div_ceil(2);
    (u64::from(number.value) > allowed).then_some(index)
}
