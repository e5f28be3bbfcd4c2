//! The reconstruction of a scoresheet: `%clk` is the mover's clock after the press, `%emt` and `%egt` give
//! the time used.

use shakmaty::{ByColor, Color};

use super::clock::{Base, Clock};
use super::comparison::{Comparison, Display};
use super::facts::{Fact, FactKind, GainCause, Proof, collapse};
use super::found::Found;
use super::plain::{EvenReadings, PlainClock, Row};
use super::readings::Ahead;
use super::{
    Game, Interval, LastReading, PlyClock, PlyReading, ReadingKind, Readings, Reconstruction, Source,
    Tolerance, cause,
};
use crate::clock::control::TimeControl;
use crate::clock::log::mover;

/// The figures of one half-move: milliseconds, and the resolution of the display.
#[derive(Debug, Clone, Copy, Default)]
struct Figures {
    clk: Option<(i64, i64)>,
    emt: Option<(i64, i64)>,
    egt: Option<(i64, i64)>,
    contradictory: bool,
}

impl Figures {
    /// Takes the next readings that belong to half-move `ply`. Earlier ones are skipped.
    fn of<R: Readings>(ply: u32, readings: &mut Ahead<R>) -> Figures {
        let mut figures = Figures::default();
        while let Some(reading) = readings.take_until(ply) {
            if reading.ply == ply {
                figures.add(&reading);
            }
        }
        figures
    }

    /// Adds a reading. If two displays of one half-move differ, both are ignored.
    fn add(&mut self, reading: &PlyReading) {
        let figure = Some((reading.value_ms, i64::from(reading.resolution_ms)));
        match reading.kind {
            ReadingKind::Emt => self.emt = self.emt.or(figure),
            ReadingKind::Egt => self.egt = self.egt.or(figure),
            ReadingKind::Clk if self.contradictory => {}
            ReadingKind::Clk => {
                let apart = self.clk.is_some_and(|(ms, step)| (ms - reading.value_ms).abs() > step);
                self.contradictory = apart;
                self.clk = if apart { None } else { self.clk.or(figure) };
            }
        }
    }
}

/// Goes through the record once. The clock after each half-move is stored only if `kept`.
pub(super) fn run<R: Readings>(
    reconstruction: &mut Reconstruction,
    game: &Game<'_>,
    tolerance: &Tolerance<'_>,
    readings: R,
    kept: bool,
) {
    let found = Found::new(std::mem::take(&mut reconstruction.facts));
    let clocks = ByColor::new_with(|side| Clock::new(game, side));
    let mut run = Run { game: *game, tolerance, clocks, found, checked: 0, last: ByColor::default() };
    let mut readings = Ahead::new(readings);
    let mut ply = 1;
    let plies = game.plies.min(u32::MAX - 1);
    while ply <= plies {
        if !kept {
            ply += run.plain_moves(ply, &mut readings);
            if ply > plies {
                break;
            }
        }
        let figures = Figures::of(ply, &mut readings);
        let side = mover(game.first, ply);
        let clock = run.half_move(ply, side, &figures);
        if kept {
            reconstruction.plies.push(clock);
        }
        if let Some((left_ms, _)) = figures.clk {
            run.shown(ply, side, left_ms);
        }
        ply += 1;
    }
    let last = run.last;
    reconstruction.facts = run.found.facts;
    let (control, checked) = (run.game.control, run.checked);
    let reading = |(ply, left_ms, stage)| LastReading {
        ply,
        left_ms,
        stage_ms: control.map(|c| c.stage(stage).main_ms),
    };
    reconstruction.last = last.map(|last| last.map(reading));
    collapse(&mut reconstruction.facts, checked, tolerance.tolerance_ms);
}

struct Run<'a> {
    game: Game<'a>,
    tolerance: &'a Tolerance<'a>,
    clocks: ByColor<Clock>,
    found: Found,
    checked: u32,
    /// The last display of each side: its half-move, the milliseconds, and the stage that the clock was in.
    last: ByColor<Option<(u32, i64, u32)>>,
}

impl Run<'_> {
    /// Advances over half-moves with one ordinary display each, which are the normal case. Returns their
    /// number.
    fn plain_moves<R: Readings>(&mut self, ply: u32, readings: &mut Ahead<R>) -> u32 {
        let next = readings.next.filter(|next| next.ply == ply);
        let Some((row, most)) = next.and_then(|next| self.row(&next)) else { return 0 };
        let EvenReadings { count, row, rest } = row.pass(&readings.from, ply, most);
        let behind = ply + count;
        for (last, clock) in (ply..behind).rev().zip(row.clocks.into_iter().rev()) {
            let side = mover(self.game.first, last);
            let first = (last - ply) % 2;
            let displays = readings.from.clone().take(count as usize).skip(first as usize).step_by(2);
            let moves = (last - ply) / 2 + 1;
            self.clocks.get_mut(side).make_plain_moves(moves, clock, row.step_ms.into(), displays);
            self.shown(last, side, clock.last_ms);
        }
        *readings = rest;
        self.checked = self.checked.saturating_add(count);
        count
    }

    /// The clocks before the half-move of the next reading, if only their last displays matter, and the
    /// maximum number of half-moves for which that holds.
    fn row(&self, next: &PlyReading) -> Option<(Row, u32)> {
        let control = self.game.control.filter(|c| !c.is_hourglass())?;
        let side = mover(self.game.first, next.ply);
        let (own, other) = (self.clocks.get(side), self.clocks.get(!side));
        let increment_ms = own.plain_increment()?;
        if other.plain_increment()? != increment_ms {
            return None;
        }
        let step_ms = i64::from(next.resolution_ms);
        let within = own.moves_within_stage().min(other.moves_within_stage());
        let most = within.saturating_mul(2).min(self.game.plies - next.ply + 1);
        let other_step = |clock: &Clock| clock.step().is_some_and(|step| step != step_ms);
        if most == 0 || other_step(own) || other_step(other) {
            return None;
        }
        let plain = |clock: &Clock| match clock.plain() {
            Some(plain) => plain,
            None => PlainClock { last_ms: -1, highest_ms: self.first_at_most(clock, control) },
        };
        let clocks = [plain(own), plain(other)];
        let rise_ms = increment_ms + step_ms;
        let stale_rise_ms = rise_ms + increment_ms;
        Some((Row { clocks, step_ms: next.resolution_ms, rise_ms, stale_rise_ms }, most))
    }

    /// Records the last display of a side.
    fn shown(&mut self, ply: u32, side: Color, ms: i64) {
        let stage = self.clocks.get(side).stages.map_or(0, |s| s.on_clock());
        *self.last.get_mut(side) = Some((ply, ms, stage));
    }

    fn half_move(&mut self, ply: u32, side: Color, figures: &Figures) -> PlyClock {
        let control = self.game.control;
        let clock = self.clocks.get_mut(side);
        let stage = clock.stage();
        let emt = clock.make_move(control, figures.emt, figures.egt);
        let spent_ms = emt.map(|(ms, _)| ms).or_else(|| clock.spent_by_display(figures.clk?.0));
        if figures.clk.is_none_or(|(ms, _)| ms <= 0) {
            self.add_up(ply, side, figures.clk);
        }
        let (left, source) = match figures.clk {
            Some((ms, step)) => {
                self.judge(Display { ply, side, ms, step });
                (Some(Interval { lo: Some(ms - step), hi: ms + step }), Source::Display)
            }
            None => control.map_or((None, Source::Unknown), |c| self.clocks.get(side).left(c)),
        };
        PlyClock { left, source, spent_ms, stage }
    }

    /// Records that time ran out if the elapsed times alone prove it.
    fn add_up(&mut self, ply: u32, side: Color, clk: Option<(i64, i64)>) {
        let Some(control) = self.game.control else { return };
        let clock = self.clocks.get(side);
        let out = clock.most_left(control).is_some_and(|left| left < -self.tolerance.tolerance_ms);
        if out && !control.is_hourglass() && self.game.moves_before == 0 {
            self.ran_out(ply, side, Proof::Elapsed, clk.map(|(ms, _)| ms));
        }
    }

    /// Records that time ran out.
    fn ran_out(&mut self, ply: u32, side: Color, proof: Proof, display_ms: Option<i64>) {
        let went_on = self.game.plies > ply;
        let kind = FactKind::RanOut { proof, display_ms, went_on };
        self.found.ran_out(side, proof, || Fact { ply, side, row: None, kind });
    }

    fn judge(&mut self, shown: Display) {
        let off = if self.is_ordinary(&shown) {
            self.checked = self.checked.saturating_add(1);
            0
        } else {
            self.judge_closely(&shown)
        };
        let clock = self.clocks.get_mut(shown.side);
        // A relay that misses a display repeats the one before. Such a reading does not show whether the
        // increment in between was given.
        let stale = clock.base.is_some_and(|b| !b.start && b.ms == shown.ms) && clock.hides_increment();
        if stale {
            clock.stale();
        } else {
            clock.rebase(shown.ms, shown.step, off);
        }
    }

    /// Whether a display needs no closer examination: the time used is unknown, and it has risen by no more
    /// than the increments.
    fn is_ordinary(&self, shown: &Display) -> bool {
        let clock = self.clocks.get(shown.side);
        let (Some(control), Some(base)) = (self.game.control, clock.base) else { return false };
        shown.ms > 0
            && !control.is_hourglass()
            && clock.explains(shown.ms, shown.step, base, control)
            && (!base.start || shown.ms <= self.first_at_most(clock, control))
    }

    /// Applies all tests to a display. Returns by how much it is wrong.
    fn judge_closely(&mut self, shown: &Display) -> i64 {
        let clock = *self.clocks.get(shown.side);
        self.judge_zero(shown, &clock);
        if let Some(control) = self.game.control {
            self.checked = self.checked.saturating_add(u32::from(clock.base.is_some()));
            if !self.judge_first(shown, &clock, control) {
                return match clock.base {
                    _ if control.is_hourglass() => self.judge_hourglass(shown, &clock, control),
                    Some(base) => self.judge_rise(shown, &clock, base, control),
                    None => 0,
                };
            }
        } else if clock.base.is_some_and(|base| shown.ms > base.ms + base.step.max(shown.step)) {
            // Without a time control a new stage may follow a zero, and if there was a zero, one did.
            self.found.withdraw_zero(shown.side);
        }
        0
    }

    /// The most that a first display can show.
    fn first_at_most(&self, clock: &Clock, control: &TimeControl) -> i64 {
        clock.first_at_most(control, self.game.moves_before) + self.tolerance.tolerance_ms
    }

    fn judge_zero(&mut self, shown: &Display, clock: &Clock) {
        let next_stage_due = match (self.game.control, clock.stages) {
            (Some(control), Some(stages)) => stages.is_due() && !stages.at_control(control),
            _ => false,
        };
        let proof = match shown.ms {
            ms if ms < 0 => Proof::Display,
            0 if next_stage_due => return,
            0 if shown.step < 1000 => Proof::Display,
            0 => Proof::WholeSecondZero,
            _ => return,
        };
        self.ran_out(shown.ply, shown.side, proof, Some(shown.ms));
    }

    /// Whether the first reading is too high. If both clocks' are, the game was not played with this time
    /// control.
    fn judge_first(&mut self, shown: &Display, clock: &Clock, control: &TimeControl) -> bool {
        if clock.base.is_some_and(|b| !b.start) || control.is_hourglass() {
            return false;
        }
        let allowed_ms = self.first_at_most(clock, control);
        if shown.ms <= allowed_ms {
            return false;
        }
        let kind = FactKind::StartTooHigh { shown_ms: shown.ms, allowed_ms, both: false };
        if self.found.first_too_high(Fact { ply: shown.ply, side: shown.side, row: None, kind }) {
            self.game.control = None;
        }
        true
    }

    /// Judges an hourglass: both clocks together never show more than at the start.
    fn judge_hourglass(&mut self, shown: &Display, clock: &Clock, control: &TimeControl) -> i64 {
        let most = control.main_ms().saturating_mul(2);
        let Some(base) = clock.base.filter(|_| shown.ms > most + self.tolerance.tolerance_ms) else {
            return 0;
        };
        let allowed_ms = most - base.ms;
        self.note(
            shown,
            FactKind::Gain { before_ms: base.ms, shown_ms: shown.ms, allowed_ms, cause: GainCause::Unknown },
        );
        0
    }

    /// Compares a display with the one before. Returns by how much it is wrong.
    fn judge_rise(&mut self, shown: &Display, clock: &Clock, base: Base, control: &TimeControl) -> i64 {
        let found = Comparison::new(shown, clock, base, control, self.tolerance);
        if found.fits() {
            return 0;
        }
        if self.takes_stage(&found, control) {
            self.judge_control(&found, control);
            return 0;
        }
        if found.recovers() {
            return 0;
        }
        let risen = found.excess > found.step && !base.start;
        if risen && !self.stage_explains(&found, control) {
            return self.gain(&found, control);
        }
        let Some(expected) = found.expected else { return 0 };
        // If the rise includes a new stage, that stage is part of the expected value, even though the figures
        // do not agree.
        let added = if risen { self.take_any_stage(&found, control) } else { 0 };
        let recomputed_ms = expected.nearest(shown.ms - added) + added;
        self.note(shown, FactKind::Arithmetic { display_ms: shown.ms, recomputed_ms, times: 1 });
        shown.ms - recomputed_ms
    }

    fn note(&mut self, shown: &Display, kind: FactKind) {
        self.found.push(Fact { ply: shown.ply, side: shown.side, row: None, kind });
    }

    /// Whether a stage that is due explains the display. If so, it no longer counts as due.
    fn takes_stage(&mut self, found: &Comparison, control: &TimeControl) -> bool {
        let Some(mut stages) = found.clock.stages else { return false };
        let taken = match found.expected {
            Some(e) => stages.take(control, found.shown.ms - e.hi, e.tolerance + (e.hi - e.lo), e.tolerance),
            None => stages.take(control, found.excess, i64::MAX, found.step),
        };
        // A small rise may be a penalty, or the next stage with most of it used. The stage stays due.
        let ambiguous = found.expected.is_none() && self.is_small(found);
        if taken && !ambiguous {
            self.clocks.get_mut(found.shown.side).stages = Some(stages);
        }
        let some_stage = control.main_ms() + control.bonus_ms() + found.step;
        taken || self.is_loose() && found.excess <= some_stage
    }

    /// Whether a penalty would explain the rise.
    fn is_small(&self, found: &Comparison) -> bool {
        self.tolerance.penalties_ms.iter().any(|sum| found.excess <= sum + found.step)
    }

    /// Determines whether the move that ended the stage came too late: right after it the clock shows the
    /// time of the next stage, but less than all of it.
    fn judge_control(&mut self, found: &Comparison, control: &TimeControl) {
        let (Some(stages), shown) = (found.clock.stages, found.shown) else { return };
        let at_control = stages.at_control(control) && stages.is_due_once(control) && found.clock.moves == 1;
        let main = stages.due_ms(control);
        let next_stage = found.ran_into(main, 0) && shown.ms < main - found.step && !self.is_small(found);
        if at_control && next_stage && !self.is_loose() {
            let (required, made) = (stages.moves(), stages.moves().saturating_sub(1));
            self.ran_out(shown.ply, shown.side, Proof::Control { required, made }, Some(shown.ms));
        }
    }

    /// Whether the stages that are due explain a rise, ignoring the time used.
    fn stage_explains(&self, found: &Comparison, control: &TimeControl) -> bool {
        found.clock.stages.is_some_and(|mut s| s.take(control, found.excess, i64::MAX, found.step))
    }

    /// Takes the stages that explain a rise, ignoring the time used. Returns what they add.
    fn take_any_stage(&mut self, found: &Comparison, control: &TimeControl) -> i64 {
        let Some(mut stages) = found.clock.stages else { return 0 };
        let due = stages.due_ms(control);
        if stages.take(control, found.excess, i64::MAX, found.step) {
            self.clocks.get_mut(found.shown.side).stages = Some(stages);
        }
        due - stages.due_ms(control)
    }

    /// Whether the record begins in the middle of a game with controls, so that it is not known where they
    /// are.
    fn is_loose(&self) -> bool {
        self.game.moves_before > 0
            && self.game.control.is_some_and(|c| c.stages().len() > 1 || !c.is_sudden_death())
    }

    fn gain(&mut self, found: &Comparison, control: &TimeControl) -> i64 {
        let due = found.clock.stages.map_or(0, |s| s.due_ms(control));
        let granted = found.clock.most_granted(control);
        let allowed_ms = granted + if found.excess > due { due } else { 0 };
        let excess = found.shown.ms - found.base.ms - allowed_ms;
        let exact = found.expected.map(|e| found.shown.ms - e.nearest(found.shown.ms));
        let cause = cause(self.tolerance, excess, found.step, exact);
        if cause == GainCause::Unknown && self.next_stage_early(found, allowed_ms, control) {
            return 0;
        }
        let (before_ms, shown_ms) = (found.base.ms, found.shown.ms);
        self.note(&found.shown, FactKind::Gain { before_ms, shown_ms, allowed_ms, cause });
        exact.unwrap_or(excess)
    }

    /// Whether the clock changed to the next stage before the control was reached: because the time had run
    /// out, or, one move early, because the clock had counted one press too many.
    fn next_stage_early(&mut self, found: &Comparison, allowed_ms: i64, control: &TimeControl) -> bool {
        let Some(stages) = found.clock.stages.filter(|_| !self.is_loose()) else { return false };
        let (Some((main, increment)), Some(required)) = (stages.next_stage(control), stages.control()) else {
            return false;
        };
        let Comparison { shown, base, .. } = found;
        let made = stages.moves().saturating_sub(1);
        let increment = increment.max(found.clock.most_granted(control));
        if found.ran_into(main, increment) {
            self.ran_out(shown.ply, shown.side, Proof::Control { required, made }, Some(shown.ms));
        } else if made + 2 == required && shown.ms <= base.ms + allowed_ms + main + increment {
            let (before_ms, shown_ms) = (base.ms, shown.ms);
            // One clock counts the presses of both players, so this is reported only for the first display
            // that shows it.
            if !self.found.facts.iter().any(|f| matches!(f.kind, FactKind::StageEarly { .. })) {
                self.note(
                    shown,
                    FactKind::StageEarly { before_ms, shown_ms, allowed_ms, stage_ms: main, required },
                );
            }
        } else {
            return false;
        }
        if let Some(stages) = self.clocks.get_mut(shown.side).stages.as_mut() {
            stages.shown_early(control);
        }
        true
    }
}
