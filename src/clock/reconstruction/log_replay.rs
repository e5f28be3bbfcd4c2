//! Replays a clock log: each row advances the clocks, and each display is compared with its expected value.

use shakmaty::{ByColor, Color};

use super::facts::{Fact, FactKind, Proof};
use super::found::Found;
use super::log_clock::{LogClock, UNBOUNDED};
use super::logged::{Increments, Missing};
use super::{Game, Interval, LastReading, PlyClock, Source, Tolerance};
use crate::clock::log::{Event, Log, LogRow, Moment, mover};

/// The replay and what it has found.
pub(super) struct LogReplay<'a> {
    pub(super) game: Game<'a>,
    pub(super) tolerance: &'a Tolerance<'a>,
    log: &'a Log,
    ahead: Vec<Ahead>,
    increments: Increments,
    pub(super) clocks: ByColor<LogClock>,
    running: Option<Color>,
    /// Half-moves made as of the last row.
    ply: u32,
    /// Presses have been missing since the last logged one, so it is not known whose time passed.
    unsure: bool,
    /// The last time of day, and whether it is from the previous row.
    at: Option<Moment>,
    at_known: bool,
    pub(super) found: Found,
    pub(super) plies: Vec<PlyClock>,
    pub(super) last: ByColor<Option<LastReading>>,
    /// Displays that were compared, and those that did not match.
    pub(super) checked: u32,
    pub(super) mismatches: u32,
    /// Displays with an exact expected value after an earned increment, and the sum of their differences from
    /// it.
    pub(super) measured: u32,
    pub(super) misfit_ms: i64,
    /// The first press that should show an increment, and the increments each side had earned at its last
    /// display.
    pub(super) missing: Option<Missing>,
    pub(super) lacking: ByColor<u32>,
}

/// The position of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowPlace {
    pub(super) row: usize,
    pub(super) ply: u32,
    pub(super) event: Event,
    /// Whose thought ended with this row.
    pub(super) pressed: Option<Color>,
}

impl<'a> LogReplay<'a> {
    pub(super) fn new(
        game: &Game<'a>,
        tolerance: &'a Tolerance<'a>,
        log: &'a Log,
        increments: Increments,
    ) -> LogReplay<'a> {
        let unknown = PlyClock { left: None, source: Source::Unknown, spent_ms: None, stage: 0 };
        LogReplay {
            game: *game,
            tolerance,
            log,
            ahead: Ahead::of(log.rows()),
            increments,
            clocks: ByColor::new_with(|side| LogClock::new(game, side)),
            running: None,
            ply: 0,
            unsure: false,
            at: None,
            at_known: false,
            found: Found::default(),
            plies: vec![unknown; usize::try_from(game.plies).unwrap_or(0)],
            last: ByColor::default(),
            checked: 0,
            mismatches: 0,
            measured: 0,
            misfit_ms: 0,
            missing: None,
            lacking: ByColor::default(),
        }
    }

    pub(super) fn run(mut self) -> LogReplay<'a> {
        for (index, row) in self.log.rows().iter().enumerate() {
            self.pass(index, row);
        }
        self
    }

    fn pass(&mut self, index: usize, row: &LogRow) {
        let unlogged = self.unlogged(index, row);
        self.elapse(row, unlogged);
        self.ply = row.ply;
        let mut place = RowPlace { row: index, ply: row.ply, event: row.event, pressed: None };
        self.add_up(&place, row);
        match (row.event, row.side) {
            (Event::Press, Some(side)) => place.pressed = self.press(&place, side),
            (Event::Flag, Some(side)) => self.flag(&place, side, row),
            (Event::Start, _) => self.restart(),
            (Event::Set, _) => self.go_back(row.ply),
            _ => {}
        }
        for side in Color::ALL {
            if let Some(reading) = *row.shown.get(side) {
                self.display(&place, side, reading);
            }
        }
        self.clocks.white.next_row();
        self.clocks.black.next_row();
        self.running = match row.event {
            Event::Start => Some(row.side.unwrap_or_else(|| self.starter(index))),
            _ => row.running(self.running),
        };
        self.unsure &= !matches!(row.event, Event::Press | Event::Start);
    }

    /// The half-moves since the last row whose presses the log lacks: the first and the last. Someone who
    /// only reads the clocks now and then logs no presses.
    fn unlogged(&self, index: usize, row: &LogRow) -> Option<(u32, u32)> {
        let first = self.ply.saturating_add(1);
        let pending = match row.event {
            Event::Press => true,
            Event::Set => return None,
            _ => self.ahead.get(index).is_some_and(|ahead| ahead.pending),
        };
        let last = row.ply.saturating_sub(u32::from(pending));
        // A single half-move without a press between two presses of the other side is a forgotten press, not
        // a gap in the log.
        let least = first.saturating_add(u32::from(row.event == Event::Press));
        (index > 0 && least <= last).then_some((first, last))
    }

    /// Handles half-moves whose presses are missing: increments were earned, but it is not known whose time
    /// passed.
    fn make_up(&mut self, (first, last): (u32, u32), row: &LogRow) {
        self.unsure = true;
        for side in Color::ALL {
            let presses = (self.made(side, last)).saturating_sub(self.made(side, first.saturating_sub(1)));
            // The player who moved last may not have pressed yet at the time of the row.
            let surely = presses.saturating_sub(u32::from(mover(self.game.first, last) == side));
            let made = self.made(side, row.ply);
            let clock = self.clocks.get_mut(side);
            clock.make_up(surely, presses, self.increments);
            if let (Some(control), Some(stages)) = (self.game.control, clock.stages.as_mut()) {
                stages.go_to(control, made);
            }
        }
        self.running = Some(mover(self.game.first, row.ply.saturating_add(1)));
    }

    /// Whose clock runs after a start that does not say: White's, unless Black is to move and presses next.
    fn starter(&self, index: usize) -> Color {
        let ply = self.log.rows().get(index).map_or(0, |r| r.ply);
        let next = self.ahead.get(index).and_then(|ahead| ahead.presser);
        let to_move = mover(self.game.first, ply.saturating_add(1));
        if next == Some(Color::Black) && to_move == Color::Black { Color::Black } else { Color::White }
    }

    /// Lets the time since the previous row pass on the running clock. If one of the two rows has no time of
    /// day, only a maximum is known: the time since the last row that has one.
    fn elapse(&mut self, row: &LogRow, unlogged: Option<(u32, u32)>) {
        let span = row
            .at
            .zip(self.at)
            .map(|(now, then)| (now.ms - then.ms, now.resolution_ms.max(then.resolution_ms)));
        let (time, step) = match span {
            Some((ms, step)) if self.at_known => ((ms, ms), Some(i64::from(step))),
            Some((ms, _)) => ((0, ms), None),
            None => ((0, UNBOUNDED), None),
        };
        if let Some(presses) = unlogged {
            self.make_up(presses, row);
        }
        match self.running {
            _ if self.unsure => {
                for side in Color::ALL {
                    self.clocks.get_mut(side).think((0, time.1), None);
                }
            }
            Some(side) => self.clocks.get_mut(side).think(time, step),
            None => {}
        }
        self.at_known = row.at.is_some();
        self.at = row.at.or(self.at);
    }

    /// Records that time ran out if the times of day alone prove it for the running clock.
    fn add_up(&mut self, place: &RowPlace, row: &LogRow) {
        let (Some(control), Some(side)) = (self.game.control, self.running) else { return };
        let clock = self.clocks.get(side);
        let display = *row.shown.get(side);
        if place.event == Event::Flag || display.is_some_and(|d| d.ms > 0) || control.is_hourglass() {
            return;
        }
        let due = clock.stages.map_or(0, |s| s.due_ms(control));
        let step = clock.shown.map_or(0, |r| i64::from(r.resolution_ms));
        let slack = self.tolerance.tolerance_ms + clock.slack() + step;
        if clock.expected().is_some_and(|(_, hi)| hi.saturating_add(due) < -slack) {
            self.ran_out(place, side, Proof::TimeOfDay, display.map(|d| d.ms));
        }
    }

    /// Handles a press. Returns the player whose thought it ended, if any: pressing a lever that is already
    /// down does nothing.
    fn press(&mut self, place: &RowPlace, side: Color) -> Option<Color> {
        let effective = self.running.is_none_or(|r| r == side);
        let made = self.made(side, place.ply);
        let clock = self.clocks.get_mut(side);
        let spent_ms = clock.thought_ms().filter(|_| self.running == Some(side));
        let stage = clock.stages.map_or(0, |s| s.reached());
        if effective {
            clock.press(self.increments);
        }
        if let (Some(control), Some(stages)) = (self.game.control, clock.stages.as_mut()) {
            stages.go_to(control, made);
        }
        if effective && mover(self.game.first, place.ply) == side {
            self.record(place.ply, side, spent_ms, stage);
        }
        effective.then_some(side)
    }

    /// The moves that a side has made after `ply` half-moves of the record.
    pub(super) fn made(&self, side: Color, ply: u32) -> u32 {
        let own = if side == self.game.first { ply.div_ceil(2) } else { ply / 2 };
        self.game.made_before(side).saturating_add(own)
    }

    fn record(&mut self, ply: u32, side: Color, spent_ms: Option<i64>, stage: u32) {
        let expected = self.game.control.and_then(|_| self.clocks.get(side).expected());
        let left =
            expected.filter(|(lo, _)| *lo > -UNBOUNDED / 2).map(|(lo, hi)| Interval { lo: Some(lo), hi });
        let source = if left.is_some() { Source::TimeOfDay } else { Source::Unknown };
        if let Some(clock) = index(ply).and_then(|i| self.plies.get_mut(i)) {
            *clock = PlyClock { left, source, spent_ms, stage };
        }
    }

    fn restart(&mut self) {
        self.clocks.white.interrupt();
        self.clocks.black.interrupt();
    }

    /// The arbiter restored a position.
    fn go_back(&mut self, ply: u32) {
        let Some(control) = self.game.control else { return };
        for side in Color::ALL {
            let made = self.made(side, ply);
            if let Some(stages) = self.clocks.get_mut(side).stages.as_mut() {
                stages.go_to(control, made);
            }
        }
    }

    /// Handles a flag fall. If the moves of the stage had been made, it only ends the stage. A move is
    /// completed by the press, or by the player's next move.
    fn flag(&mut self, place: &RowPlace, side: Color, row: &LogRow) {
        let by_next_move = self.made(side, place.ply).saturating_sub(1);
        let clock = self.clocks.get_mut(side);
        if let (Some(control), Some(stages)) = (self.game.control, clock.stages.as_mut()) {
            stages.go_to(control, by_next_move.max(stages.moves()));
        }
        let stages = clock.stages;
        if !stages.is_some_and(|s| s.is_due()) {
            let required = stages.and_then(|s| s.control());
            let made = stages.map_or(by_next_move, |s| s.moves());
            self.ran_out(place, side, Proof::Flag { required, made }, row.shown.get(side).map(|r| r.ms));
        }
    }

    /// Records that time ran out.
    pub(super) fn ran_out(&mut self, place: &RowPlace, side: Color, proof: Proof, display_ms: Option<i64>) {
        self.found.ran_out(side, proof, || {
            let later = self.log.rows().iter().skip(place.row + 1).any(|r| r.ply > place.ply);
            let went_on = later || self.game.plies > place.ply;
            let kind = FactKind::RanOut { proof, display_ms, went_on };
            Fact { ply: place.ply, side, row: Some(place.row), kind }
        });
    }

    pub(super) fn note(&mut self, place: &RowPlace, side: Color, kind: FactKind) {
        self.found.push(Fact { ply: place.ply, side, row: Some(place.row), kind });
    }
}

/// What follows a row of a log.
#[derive(Debug, Clone, Copy, Default)]
struct Ahead {
    /// The next row that is a press or has a different number of half-moves is a press with the same number
    /// of half-moves.
    pending: bool,
    /// Who presses next.
    presser: Option<Color>,
}

impl Ahead {
    /// Computes what follows each row, from the last row to the first.
    fn of(rows: &[LogRow]) -> Vec<Ahead> {
        let mut all = vec![Ahead::default(); rows.len()];
        let mut ahead = Ahead::default();
        for (at, pair) in rows.windows(2).enumerate().rev() {
            let [row, next] = pair else { continue };
            if next.event == Event::Press {
                ahead = Ahead { pending: next.ply == row.ply, presser: next.side };
            } else if next.ply != row.ply {
                ahead.pending = false;
            }
            if let Some(of_row) = all.get_mut(at) {
                *of_row = ahead;
            }
        }
        all
    }
}

/// The index of a half-move (numbered from 1) in a list.
pub(super) fn index(ply: u32) -> Option<usize> {
    usize::try_from(ply).ok()?.checked_sub(1)
}
