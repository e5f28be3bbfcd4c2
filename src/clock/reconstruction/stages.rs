//! One player's position in the time control: the controls reached by the count of moves, and the stages
//! whose time the clock has shown. The two differ if a clock adds the next stage only once the main time has
//! run out.

use crate::clock::control::TimeControl;

/// If more stages than this are due at once, any display is accepted: with one stage per move, their sum
/// explains any rise.
const MANY: u32 = 8;

/// One player's progress through the stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stages {
    /// Controls reached by the count of moves.
    reached: u32,
    /// Controls whose time the clock has shown.
    shown: u32,
    /// The move that ends the stage by the count; `None` in sudden death.
    control: Option<u32>,
    /// Moves made.
    moves: u32,
    /// The minimum and maximum increment of the next move, and its delay. Cached: they follow from the fields
    /// above.
    increment: (i64, i64),
    delay: i64,
}

impl Stages {
    /// The state after `moves` moves, with the time of all reached controls already on the clock.
    pub(super) fn after(control: &TimeControl, moves: u32) -> Stages {
        let at = control.stage_of(moves.saturating_add(1));
        let there = Stages {
            reached: at.index,
            shown: at.index,
            control: at.last_move,
            moves,
            increment: (0, 0),
            delay: 0,
        };
        there.refreshed(control)
    }

    /// Recomputes the increment and the delay.
    fn refreshed(self, control: &TimeControl) -> Stages {
        let by_count = control.stage(self.reached).bonus.increment_ms();
        let clock = control.stage(self.shown).bonus;
        let open = control.increment_from_unsaid() && self.control.is_some();
        let least = if open { 0 } else { by_count.min(clock.increment_ms()) };
        Stages { increment: (least, by_count.max(clock.increment_ms())), delay: clock.delay_ms(), ..self }
    }

    /// Moves made.
    pub(super) fn moves(&self) -> u32 {
        self.moves
    }

    /// Controls reached by the count of moves.
    pub(super) fn reached(&self) -> u32 {
        self.reached
    }

    /// The move that ends the stage in which the next move is.
    pub(super) fn control(&self) -> Option<u32> {
        self.control
    }

    /// Records a move.
    pub(super) fn advance(&mut self, control: &TimeControl) {
        self.moves = self.moves.saturating_add(1);
        if self.control == Some(self.moves) {
            let at = control.stage_of(self.moves.saturating_add(1));
            self.reached = at.index;
            self.control = at.last_move;
            *self = self.refreshed(control);
        }
    }

    /// Records `moves` moves, none of which ends the stage.
    pub(super) fn advance_within(&mut self, moves: u32) {
        self.moves = self.moves.saturating_add(moves);
    }

    /// Sets the number of moves made. If it goes back, all stages reached by then count as shown.
    pub(super) fn go_to(&mut self, control: &TimeControl, moves: u32) {
        let there = Stages::after(control, moves);
        let shown = if moves < self.moves { there.shown } else { self.shown };
        *self = Stages { shown, ..there }.refreshed(control);
    }

    /// The minimum and maximum increment of the next move, in milliseconds.
    pub(super) fn increment(&self) -> (i64, i64) {
        self.increment
    }

    /// The delay of the next move, in milliseconds.
    pub(super) fn delay(&self) -> i64 {
        self.delay
    }

    /// The index of the stage that the clock is in.
    pub(super) fn on_clock(&self) -> u32 {
        self.shown.min(self.reached)
    }

    /// The main time of the stage that the clock is in.
    pub(super) fn main_ms(&self, control: &TimeControl) -> i64 {
        control.stage(self.on_clock()).main_ms
    }

    /// Whether a stage has been reached whose time the clock has not shown.
    pub(super) fn is_due(&self) -> bool {
        self.reached > self.shown
    }

    /// Whether exactly one stage is due. Always false if each move is a stage: such a clock restarts instead
    /// of adding time.
    pub(super) fn is_due_once(&self, control: &TimeControl) -> bool {
        self.reached == self.shown.saturating_add(1) && control.stage(self.shown).moves != Some(1)
    }

    /// Whether the last move ended a stage.
    pub(super) fn at_control(&self, control: &TimeControl) -> bool {
        self.moves > 0 && control.stage_of(self.moves).last_move == Some(self.moves)
    }

    /// The main time of all stages that are due.
    pub(super) fn due_ms(&self, control: &TimeControl) -> i64 {
        let last = self.reached.min(self.shown.saturating_add(MANY));
        (self.shown..last).map(|i| control.stage(i + 1).main_ms).fold(0, i64::saturating_add)
    }

    /// Marks as shown as many due stages as explain `missing_ms`. The clock may show up to `below_ms` less
    /// than the stages give (for time used) and up to `above_ms` more. Returns whether such stages were
    /// found.
    pub(super) fn take(
        &mut self,
        control: &TimeControl,
        missing_ms: i64,
        below_ms: i64,
        above_ms: i64,
    ) -> bool {
        if self.reached > self.shown.saturating_add(MANY) {
            self.shown = self.reached;
            *self = self.refreshed(control);
            return true;
        }
        let mut sum: i64 = 0;
        for index in self.shown..self.reached {
            let next = control.stage(index + 1);
            sum = sum.saturating_add(next.main_ms);
            // A clock may add the first increment of a stage together with its main time.
            let most = sum.saturating_add(next.bonus.increment_ms()).saturating_add(above_ms);
            if missing_ms <= most && missing_ms >= sum.saturating_sub(below_ms) {
                self.shown = index + 1;
                *self = self.refreshed(control);
                return true;
            }
        }
        false
    }

    /// The main time and the increment of the stage after the next control, if that control has not been
    /// reached yet.
    pub(super) fn next_stage(&self, control: &TimeControl) -> Option<(i64, i64)> {
        let next = control.stage(self.reached.saturating_add(1));
        let ahead = self.control.is_some() && self.shown == self.reached;
        ahead.then_some((next.main_ms, next.bonus.increment_ms()))
    }

    /// The clock changed to the next stage before the control was reached.
    pub(super) fn shown_early(&mut self, control: &TimeControl) {
        self.shown = self.shown.saturating_add(1);
        *self = self.refreshed(control);
    }
}
