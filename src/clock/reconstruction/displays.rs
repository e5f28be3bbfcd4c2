//! Compares the displays in a clock log with their expected values.

use shakmaty::Color;

use super::facts::{Fact, FactKind, GainCause, Proof};
use super::log_clock::UNBOUNDED;
use super::log_replay::{LogReplay, RowPlace, index};
use super::logged::Missing;
use super::stages::Stages;
use super::{Interval, LastReading, Source, cause};
use crate::clock::control::TimeControl;
use crate::clock::log::{Event, mover};
use crate::clock::reading::Reading;

/// A display that differs from its expected value: the display before it, the expected range, and the
/// tolerance.
#[derive(Debug, Clone, Copy)]
struct Differs {
    before: Reading,
    lo: i64,
    hi: i64,
    tolerance: i64,
}

impl LogReplay<'_> {
    /// Judges a display of a row. Later displays are then compared with this one.
    pub(super) fn display(&mut self, place: &RowPlace, side: Color, reading: Reading) {
        let mut off = 0;
        if place.event != Event::Set {
            self.zero(place, side, reading);
            off = self.compare(place, side, reading);
        }
        let stage_ms = self.game.control.zip(self.clocks.get(side).stages).map(|(c, s)| s.main_ms(c));
        let clock = self.clocks.get_mut(side);
        match place.event {
            Event::Set => {
                clock.set(reading);
                self.found.set_anew(side);
            }
            Event::Start => clock.set(reading),
            _ => clock.show(reading, off),
        }
        *self.lacking.get_mut(side) = clock.earned;
        *self.last.get_mut(side) = Some(LastReading { ply: place.ply, left_ms: reading.ms, stage_ms });
        if place.pressed == Some(side) && mover(self.game.first, place.ply) == side {
            self.record_display(place.ply, reading);
        }
    }

    fn record_display(&mut self, ply: u32, reading: Reading) {
        let step = i64::from(reading.resolution_ms);
        if let Some(clock) = index(ply).and_then(|i| self.plies.get_mut(i)) {
            clock.left = Some(Interval { lo: Some(reading.ms - step), hi: reading.ms + step });
            clock.source = Source::Display;
        }
    }

    fn zero(&mut self, place: &RowPlace, side: Color, reading: Reading) {
        let due = self.clocks.get(side).stages.is_some_and(|s| s.is_due());
        let proof = match reading.ms {
            ms if ms < 0 => Proof::Display,
            0 if due || place.event == Event::Flag => return,
            0 if reading.resolution_ms < 1000 => Proof::Display,
            0 => Proof::WholeSecondZero,
            _ => return,
        };
        self.ran_out(place, side, proof, Some(reading.ms));
    }

    /// Compares a display with its expected value. Returns by how much it is wrong.
    fn compare(&mut self, place: &RowPlace, side: Color, reading: Reading) -> i64 {
        let Some(control) = self.game.control.filter(|c| !c.is_hourglass()) else { return 0 };
        let clock = *self.clocks.get(side);
        self.note_increment(place, side, reading);
        let Some(before) = clock.shown else {
            self.first(place, side, reading, control);
            return 0;
        };
        let Some((lo, hi)) = clock.expected() else { return 0 };
        self.checked = self.checked.saturating_add(1);
        let tolerance = self.tolerance.tolerance_ms + clock.slack();
        // A display does not go below zero.
        let fits = |ms: i64| ms >= lo - tolerance && ms <= hi + tolerance || ms == 0 && hi < 0;
        if lo == hi && clock.earned > 0 {
            self.measured = self.measured.saturating_add(1);
            self.misfit_ms = self.misfit_ms.saturating_add((reading.ms - hi).abs());
        }
        let anyone_fallen = Color::ALL.into_iter().any(|side| self.found.has_fallen(side));
        if fits(reading.ms) || self.found.has_fallen(side) || anyone_fallen && reading.ms == before.ms {
            return 0;
        }
        if let Some(mut stages) = clock.stages
            && stages.take(control, reading.ms - hi, tolerance.saturating_add(hi - lo), tolerance)
        {
            self.clocks.get_mut(side).stages = Some(stages);
            if hi < -tolerance {
                self.judge_control(place, side, reading, clock.stages, control);
            }
            return 0;
        }
        if place.event == Event::Start && reading.ms < lo {
            // An arbiter may correct a clock while it is stopped.
            return 0;
        }
        self.mismatches = self.mismatches.saturating_add(1);
        if clock.off != 0 && fits(reading.ms + clock.off) {
            return 0;
        }
        self.differs(place, side, reading, Differs { before, lo, hi, tolerance })
    }

    /// Determines whether the move that ended a stage came too late: right after it the clock shows the time
    /// of the next stage, but less than all of it.
    fn judge_control(
        &mut self,
        place: &RowPlace,
        side: Color,
        reading: Reading,
        stages: Option<Stages>,
        control: &TimeControl,
    ) {
        let Some(stages) = stages.filter(|s| s.at_control(control) && s.is_due_once(control)) else { return };
        let step = i64::from(reading.resolution_ms).max(self.tolerance.tolerance_ms);
        if place.pressed == Some(side)
            && reading.ms < stages.due_ms(control) - step
            && self.game.moves_before == 0
        {
            let (required, made) = (stages.moves(), stages.moves().saturating_sub(1));
            self.ran_out(place, side, Proof::Control { required, made }, Some(reading.ms));
        }
    }

    /// Records a display that differs from its expected value: a gain if it rose by more than the time
    /// control gives, otherwise an arithmetic difference.
    fn differs(&mut self, place: &RowPlace, side: Color, reading: Reading, found: Differs) -> i64 {
        let clock = *self.clocks.get(side);
        let recomputed_ms = reading.ms.clamp(found.lo.min(found.hi), found.hi);
        let off = reading.ms - recomputed_ms;
        let step = i64::from(reading.resolution_ms.max(found.before.resolution_ms));
        let excess = reading.ms - found.before.ms - clock.granted;
        if excess <= step {
            self.note(place, side, FactKind::Arithmetic { display_ms: reading.ms, recomputed_ms, times: 1 });
            return off;
        }
        let cause = cause(self.tolerance, excess, step, Some(off));
        if cause == GainCause::Unknown && self.next_stage_early(place, side, reading, &found) {
            return 0;
        }
        let (before_ms, shown_ms) = (found.before.ms, reading.ms);
        self.note(place, side, FactKind::Gain { before_ms, shown_ms, allowed_ms: clock.granted, cause });
        off
    }

    /// Whether the clock changed to the next stage before the control was reached: with no time left in this
    /// stage, or one move too early.
    fn next_stage_early(&mut self, place: &RowPlace, side: Color, reading: Reading, found: &Differs) -> bool {
        let clock = *self.clocks.get(side);
        let (Some(control), Some(stages)) = (self.game.control, clock.stages) else { return false };
        let (Some((main, increment)), Some(required)) = (stages.next_stage(control), stages.control()) else {
            return false;
        };
        let extra = reading.ms - main;
        if extra < found.lo - found.tolerance
            || extra > found.hi + increment + found.tolerance
            || self.game.moves_before > 0
        {
            return false;
        }
        let completed = place.pressed == Some(side);
        let made = stages.moves().saturating_sub(u32::from(completed));
        if found.hi <= clock.granted.max(found.tolerance) && extra <= clock.granted {
            self.ran_out(place, side, Proof::Control { required, made }, Some(reading.ms));
        } else if stages.moves() + 1 == required {
            let (before_ms, shown_ms, allowed_ms) = (found.before.ms, reading.ms, clock.granted);
            // One clock counts the presses of both players, so this is reported only for the first display
            // that shows it.
            if !self.found.facts.iter().any(|f| matches!(f.kind, FactKind::StageEarly { .. })) {
                self.note(
                    place,
                    side,
                    FactKind::StageEarly { before_ms, shown_ms, allowed_ms, stage_ms: main, required },
                );
            }
        } else {
            return false;
        }
        if let Some(stages) = self.clocks.get_mut(side).stages.as_mut() {
            stages.shown_early(control);
        }
        true
    }

    /// Remembers the first press that should show an increment, in case the clock gives none.
    fn note_increment(&mut self, place: &RowPlace, side: Color, reading: Reading) {
        let increment_ms = self.clocks.get(side).granted;
        if self.missing.is_none() && place.pressed == Some(side) && increment_ms > 0 {
            self.missing =
                Some(Missing { ply: place.ply, row: place.row, side, increment_ms, display_ms: reading.ms });
        }
    }

    /// Judges the first display of a side.
    fn first(&mut self, place: &RowPlace, side: Color, reading: Reading, control: &TimeControl) {
        let clock = self.clocks.get(side);
        let stage = control.stage(0);
        let increment = stage.bonus.increment_ms();
        let start = control.start_ms(side);
        let main =
            if self.game.moves_before == 0 { start } else { start + control.main_ms() - stage.main_ms };
        // If the log begins later in the game, each earlier move may have earned an increment and each
        // earlier control its stage.
        let moves = i64::from(self.made(side, place.ply)).saturating_add(1).max(2);
        let due = clock.stages.map_or(0, |s| s.due_ms(control));
        let late = if place.ply > 1 { control.main_ms() - stage.main_ms } else { 0 };
        let granted = moves.saturating_mul(increment).min(UNBOUNDED);
        let allowed_ms = main + granted + due.max(late).min(UNBOUNDED) + self.tolerance.tolerance_ms;
        if reading.ms <= allowed_ms {
            return;
        }
        let kind = FactKind::StartTooHigh { shown_ms: reading.ms, allowed_ms, both: false };
        if self.found.first_too_high(Fact { ply: place.ply, side, row: Some(place.row), kind }) {
            self.game.control = None;
        }
    }
}
