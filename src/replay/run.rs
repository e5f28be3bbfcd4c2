//! The replay of one game: moves as written become moves as played, with what the Laws count kept for each ply.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Role};

use super::board::Board;
use super::fast_path::KingAttacks;
use super::mv::Move;
use super::oddities::Oddities;
use super::resolve::Unplayable;
use crate::scoresheet::{MoveText, ROLES, Scoresheet, Suffix, Written};

/// Quiet half-moves from which on positions are counted by a table instead of by looking back.
const LOOK_BACK: usize = 256;

/// Places of the filter over positions that stood, a power of two: so many that hardly two positions of one game share one.
const STOOD: usize = 1 << 10;

/// The place of a position in that filter.
#[inline(always)]
fn stood_place(key: u64) -> usize {
    (key >> 54) as usize % STOOD
}

/// One half-move as played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The number of the role of the piece that moved, and that of what it took eight times.
    pieces: u8,
    /// Key of the position after it.
    pub key: u64,
    /// How often this position has stood on the board, this time included (FIDE 9.2.3 in the 2023 edition).
    pub occurrence: u32,
    /// Half-moves without capture or pawn move, up to and with this one.
    pub halfmove_clock: u32,
    /// Whether it gives check.
    pub check: bool,
    /// Whether the opponent has no legal move after it.
    pub no_reply: bool,
    /// Whether the Laws allow it.
    pub legal: bool,
}

impl Ply {
    /// The piece that moved.
    pub fn role(&self) -> Role {
        ROLES[usize::from(self.pieces & 7)].unwrap_or(Role::Pawn)
    }

    /// What it took.
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

/// Why a replay ends before the text does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// An illegal move of which no one reading exists, or after which the next move is not legal.
    Illegal,
    /// Two or more legal moves fit.
    Ambiguous,
    /// A null move.
    Null,
    /// Text that cannot be read where a move should stand.
    Unreadable,
    /// A move number that shows missing half-moves, followed by a move that does not fit.
    MissingMoves {
        /// Index of the move number in the scoresheet.
        number: usize,
    },
}

/// A game as played. The buffers are reused from game to game.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The position that the game starts from.
    pub start: Board,
    /// The half-moves played.
    pub plies: Vec<Ply>,
    /// Why the replay ended early, at half-move `plies.len()` (from 0).
    pub stop: Option<Stop>,
    /// The position after the last half-move.
    pub last: Board,
    /// What is out of the ordinary in it.
    pub oddities: Oddities,
    /// Whether illegal half-moves are played out as they are written, whatever follows: for disputes, where the record is
    /// what happened on the board. Checks of records play one out only where the next move confirms it.
    pub as_written: bool,
    counts: FxHashMap<u64, u32>,
    counted: usize,
    /// By some bits of their keys when positions last stood: a filter, because nearly every position is new.
    stood: [u16; STOOD],
    /// The time, in half-moves of all games. It comes round again: a time long ago that is taken for another costs a look, no more.
    now: u16,
    /// Whether no king could be taken at any time so far: then only the last move can have brought a check about.
    sound: bool,
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
            stood: [0; STOOD],
            now: 0,
            sound: true,
        }
    }

    /// Plays the main line of `sheet` from `start`. `each` sees every position that arises, with its half-move
    /// (from 1).
    pub fn run(&mut self, sheet: &Scoresheet, start: &Board, each: impl FnMut(usize, &Board)) {
        self.run_up_to(usize::MAX, sheet, start, each);
    }

    /// The same for the first `most` half-moves of the main line, as if the record ended there.
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
            if (!self.sound || !self.fast_path_by_turn(text, &mut board, &mut attacks))
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

    /// Plays a move if it is seen through at once. The code is made for each colour, so that none of it asks whose turn it is.
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
        let Some(from) = board.origin_at_once(us, packed, attacks) else { return false };
        if packed.has_origin() {
            self.oddities.placed(packed, packed.role(), board, attacks.checkers, from);
        }
        let taken = board.play_at_once(us, from, packed, attacks);
        let (mv, check) = (Move::normal(from, packed.to()), attacks.checkers.any());
        self.enter(board, mv, packed.role_number(), taken, check, true);
        self.oddities.signed_fast(text, taken > 0, check);
        true
    }

    /// Plays the next of the moves, which is not seen through at once.
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
                let next = moves.get(i + 1).map(|text| text.written());
                self.stood(board, attacks, unplayable, text.written(), next)
            }
        }
    }

    /// Sees whether the last half-move, written as `text`, left the opponent without a legal move. It did not where a
    /// legal move followed: so only few half-moves are looked at.
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
        self.stood[stood_place(start.key)] = self.now;
        self.sound = start.checkers(!start.turn).is_empty();
        if !self.counts.is_empty() {
            self.counts.clear();
        }
    }

    /// Plays an illegal move where it was played and stood.
    #[cold]
    fn stood(
        &mut self,
        board: &mut Board,
        attacks: &mut KingAttacks,
        unplayable: Unplayable,
        written: Written,
        next: Option<Written>,
    ) -> Result<(), Stop> {
        match unplayable {
            Unplayable::Ambiguous => return Err(Stop::Ambiguous),
            Unplayable::Null => return Err(Stop::Null),
            Unplayable::Illegal => {}
        }
        let played =
            if self.as_written { board.carried_out(written) } else { board.played_illegally(written) };
        let (mv, role) = played.ok_or(Stop::Illegal)?;
        if !self.as_written
            && let Some(next) = next
        {
            let mut after = *board;
            after.play_role(mv, role, board.turn);
            let reply = after.resolve(next, after.checkers(after.turn));
            if !matches!(reply, Ok(_) | Err(Unplayable::Ambiguous)) {
                return Err(Stop::Illegal);
            }
        }
        board.clear_for(mv);
        self.push(board, attacks, mv, role, false);
        board.drop_rights_without_king();
        Ok(())
    }

    /// Plays a move; what it took.
    fn push(
        &mut self,
        board: &mut Board,
        attacks: &mut KingAttacks,
        mv: Move,
        role: Role,
        legal: bool,
    ) -> Option<Role> {
        let captured = board.play_role(mv, role, board.turn);
        self.sound &= legal;
        *attacks = KingAttacks::of(board);
        let taken = captured.map_or(0, |taken| taken as usize);
        self.enter(board, mv, role as usize, taken, attacks.checkers.any(), legal);
        captured
    }

    /// Enters the move that led to the position now on the board.
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

    /// How often the position now on the board has stood there, this time included.
    #[inline(always)]
    fn occurrence(&mut self, board: &Board) -> u32 {
        self.now = self.now.wrapping_add(1);
        let last = std::mem::replace(&mut self.stood[stood_place(board.key)], self.now);
        let age = self.now.wrapping_sub(last);
        if u32::from(age) > board.halfmove_clock {
            return 1;
        }
        let occurrence = self.occurrence_seen_again(board, age);
        self.oddities.occurrence = self.oddities.occurrence.max(occurrence);
        occurrence
    }

    /// The same for a position that may have stood before, but not since `age` half-moves ago.
    #[cold]
    #[inline(never)]
    fn occurrence_seen_again(&mut self, board: &Board, age: u16) -> u32 {
        let key = board.key;
        let (halfmove_clock, played) = (board.halfmove_clock as usize, self.plies.len());
        if halfmove_clock > LOOK_BACK && played > LOOK_BACK {
            return self.counted_occurrence(board);
        }
        // Position n stands after half-move n; this one is number played + 1. No earlier one than the last
        // irreversible move can be the same, nor one with the other player to move, nor the one two plies ago.
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

    /// The same by a table, so that a record of a million halfmove_clock moves takes linear time.
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

    /// Whether there were so many half-moves without capture and pawn move. They grow by one at a time, so that only few
    /// have to be looked at.
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

    /// The half-moves (from 0: the start position) before `ply` at which the position after half-move `ply` stood.
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

/// The move number right before move `i`, if it shows that half-moves are missing: it is ahead of its place, and the numbers
/// after it do not return to the count, as they do after a typing error.
fn missing_moves(sheet: &Scoresheet, start: &Board, i: usize) -> Option<usize> {
    let ply = u32::try_from(i).ok()?;
    let index = sheet.numbers.partition_point(|number| number.ply <= ply).checked_sub(1)?;
    let number = sheet.numbers.get(index).filter(|number| number.ply == ply)?;
    let first = start.half_move_number();
    let (ahead, before) = (number.ahead(first), sheet.ahead_before(index, first));
    let mistyped = ahead != before && sheet.ahead_after(index, first) == Some(before);
    (ahead > 0 && !mistyped).then_some(index)
}

/// The move number right before move `i`, if it is higher than the one before it allows. What the start position says does
/// not count: a diagram's move number is often left at 1.
fn jump(sheet: &Scoresheet, i: usize) -> Option<usize> {
    let ply = u32::try_from(i).ok()?;
    let index = sheet.numbers.partition_point(|number| number.ply <= ply).checked_sub(1)?;
    let number = sheet.numbers.get(index).filter(|number| number.ply == ply)?;
    let before = sheet.numbers.get(index.checked_sub(1)?)?;
    let allowed = u64::from(before.value) + u64::from(number.ply - before.ply).div_ceil(2);
    (u64::from(number.value) > allowed).then_some(index)
}
