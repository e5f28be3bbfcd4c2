//! One walk through a clock log: each row moves the clocks on, each display is held against what it ought to be.

use shakmaty::{ByColor, Color};

use super::facts::{Fact, FactKind, Proof};
use super::hand::{Hand, UNBOUNDED};
use super::logged::{Increments, Missing};
use super::{Allowance, Game, Interval, LastReading, PlyClock, Source, penalty};
use crate::clock::control::TimeControl;
use crate::clock::log::{Event, Log, LogRow, Moment, mover};
use crate::clock::reading::Reading;

/// The walk and what it has found.
pub(super) struct Walk<'a> {
    game: Game<'a>,
    allowance: &'a Allowance<'a>,
    log: &'a Log,
    increments: Increments,
    hands: ByColor<Hand>,
    running: Option<Color>,
    /// The last time of day, and whether the row before has it.
    at: Option<Moment>,
    at_known: bool,
    too_high: Option<usize>,
    pub(super) facts: Vec<Fact>,
    pub(super) plies: Vec<PlyClock>,
    pub(super) last: ByColor<Option<LastReading>>,
    /// Displays that were compared, and those that did not fit.
    pub(super) checked: u32,
    pub(super) mismatches: u32,
    /// The first press that earned an increment, and how many each side had earned at its last display.
    pub(super) missing: Option<Missing>,
    pub(super) lacking: ByColor<u32>,
}

/// Where a row stands.
#[derive(Debug, Clone, Copy)]
struct Place {
    row: usize,
    ply: u32,
    event: Event,
    /// Whose thought ended with this row.
    pressed: Option<Color>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(game: &Game<'a>, allowance: &'a Allowance<'a>, log: &'a Log, increments: Increments) -> Walk<'a> {
        let unknown = PlyClock { left: None, source: Source::Unknown, spent_ms: None, stage: 0 };
        let hand = Hand::new(game);
        Walk {
            game: *game,
            allowance,
            log,
            increments,
            hands: ByColor { white: hand, black: hand },
            running: None,
            at: None,
            at_known: false,
            too_high: None,
            facts: Vec::new(),
            plies: vec![unknown; usize::try_from(game.plies).unwrap_or(0)],
            last: ByColor::default(),
            checked: 0,
            mismatches: 0,
            missing: None,
            lacking: ByColor::default(),
        }
    }

    pub(super) fn run(mut self) -> Walk<'a> {
        for (index, row) in self.log.rows().iter().enumerate() {
            self.pass(index, row);
        }
        self
    }

    fn pass(&mut self, index: usize, row: &LogRow) {
        self.elapse(row);
        let mut place = Place { row: index, ply: row.ply, event: row.event, pressed: None };
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
        self.hands.white.next_row();
        self.hands.black.next_row();
        self.running = match row.event {
            Event::Start => Some(row.side.unwrap_or_else(|| self.starter(index))),
            _ => row.running(self.running),
        };
    }

    /// Whose clock runs after a start that does not say: White's, unless Black presses next and has the move.
    fn starter(&self, index: usize) -> Color {
        let ply = self.log.rows().get(index).map_or(0, |r| r.ply);
        let next = self.log.rows().iter().skip(index + 1).find(|r| r.event == Event::Press).and_then(|r| r.side);
        let to_move = mover(self.game.first, ply.saturating_add(1));
        if next == Some(Color::Black) && to_move == Color::Black { Color::Black } else { Color::White }
    }

    /// The time since the row before passes on the clock that runs. Where one of both rows has no time of day, no more is known
    /// than that it was some of the time since the last row that has one.
    fn elapse(&mut self, row: &LogRow) {
        let span = row.at.zip(self.at).map(|(now, then)| (now.ms - then.ms, now.resolution_ms.max(then.resolution_ms)));
        let (time, step) = match span {
            Some((ms, step)) if self.at_known => ((ms, ms), Some(i64::from(step))),
            Some((ms, _)) => ((0, ms), None),
            None => ((0, UNBOUNDED), None),
        };
        if let Some(side) = self.running {
            self.hands.get_mut(side).think(time, step);
        }
        self.at_known = row.at.is_some();
        self.at = row.at.or(self.at);
    }

    /// Whether the times of day alone prove that the clock that runs has run out.
    fn add_up(&mut self, place: &Place, row: &LogRow) {
        let (Some(control), Some(side)) = (self.game.control, self.running) else { return };
        let hand = self.hands.get(side);
        let display = *row.shown.get(side);
        if place.event == Event::Flag || display.is_some_and(|d| d.ms > 0) || control.is_hourglass() {
            return;
        }
        let due = hand.stages.map_or(0, |s| s.due_ms(control));
        let step = hand.shown.map_or(0, |r| i64::from(r.resolution_ms));
        let slack = self.allowance.tolerance_ms + hand.slack() + step;
        if hand.expected(control).is_some_and(|(_, hi)| hi.saturating_add(due) < -slack) {
            self.ran_out(place, side, Proof::TimeOfDay, display.map(|d| d.ms));
        }
    }

    /// A press: who ended his thought by it, if anybody did. One on a lever that is down already does nothing.
    fn press(&mut self, place: &Place, side: Color) -> Option<Color> {
        let effective = self.running.is_none_or(|r| r == side);
        let made = self.made(side, place.ply);
        let hand = self.hands.get_mut(side);
        let spent_ms = hand.thought_ms().filter(|_| self.running == Some(side));
        let stage = hand.stages.map_or(0, |s| s.reached());
        if effective {
            hand.press(self.game.control, self.increments);
        }
        if let (Some(control), Some(stages)) = (self.game.control, hand.stages.as_mut()) {
            stages.go_to(control, made);
        }
        if effective && mover(self.game.first, place.ply) == side {
            self.record(place.ply, side, spent_ms, stage);
        }
        effective.then_some(side)
    }

    /// Moves that a side has made when the record has `ply` half-moves.
    fn made(&self, side: Color, ply: u32) -> u32 {
        let own = if side == self.game.first { ply.div_ceil(2) } else { ply / 2 };
        self.game.moves_before.saturating_add(own)
    }

    fn record(&mut self, ply: u32, side: Color, spent_ms: Option<i64>, stage: u32) {
        let expected = self.game.control.and_then(|c| self.hands.get(side).expected(c));
        let left = expected.filter(|(lo, _)| *lo > -UNBOUNDED / 2).map(|(lo, hi)| Interval { lo: Some(lo), hi });
        let source = if left.is_some() { Source::TimeOfDay } else { Source::Unknown };
        if let Some(clock) = index(ply).and_then(|i| self.plies.get_mut(i)) {
            *clock = PlyClock { left, source, spent_ms, stage };
        }
    }

    fn restart(&mut self) {
        if let Some(control) = self.game.control {
            self.hands.white.interrupt(control);
            self.hands.black.interrupt(control);
        }
    }

    /// The arbiter restored a position.
    fn go_back(&mut self, ply: u32) {
        let Some(control) = self.game.control else { return };
        for side in Color::ALL {
            let made = self.made(side, ply);
            if let Some(stages) = self.hands.get_mut(side).stages.as_mut() {
                stages.go_to(control, made);
            }
        }
    }

    /// A flag fell. Where the moves of the stage had been made, it is the end of the stage and nothing else.
    fn flag(&mut self, place: &Place, side: Color, row: &LogRow) {
        if !self.hands.get(side).stages.is_some_and(|s| s.is_due()) {
            self.ran_out(place, side, Proof::Flag, row.shown.get(side).map(|r| r.ms));
        }
    }

    /// Notes that time ran out: once a side, unless the proof is better than a whole-second zero noted before.
    fn ran_out(&mut self, place: &Place, side: Color, proof: Proof, display_ms: Option<i64>) {
        let weak = proof == Proof::WholeSecondZero;
        let hand = self.hands.get_mut(side);
        if hand.fallen || weak && hand.zero.is_some() {
            return;
        }
        hand.fallen = !weak;
        if let Some(zero) = hand.zero.take().filter(|z| *z < self.facts.len()) {
            self.facts.remove(zero);
            let places = [&mut self.hands.white.zero, &mut self.hands.black.zero, &mut self.too_high];
            places.into_iter().flatten().for_each(|p| *p -= usize::from(*p > zero));
        }
        self.hands.get_mut(side).zero = weak.then_some(self.facts.len());
        let later = self.log.rows().iter().skip(place.row + 1).any(|r| r.ply > place.ply);
        let went_on = later || self.game.plies > place.ply;
        self.note(place, side, FactKind::RanOut { proof, display_ms, went_on });
    }

    fn note(&mut self, place: &Place, side: Color, kind: FactKind) {
        self.facts.push(Fact { ply: place.ply, side, row: Some(place.row), kind });
    }

    fn display(&mut self, place: &Place, side: Color, reading: Reading) {
        let mut off = 0;
        if place.event != Event::Set {
            self.zero(place, side, reading);
            off = self.compare(place, side, reading);
        }
        let stage_ms = self.game.control.zip(self.hands.get(side).stages).map(|(c, s)| s.main_ms(c));
        let hand = self.hands.get_mut(side);
        match place.event {
            Event::Set => {
                hand.set(reading);
                hand.fallen = false;
            }
            Event::Start => hand.set(reading),
            _ => hand.show(reading, off),
        }
        *self.lacking.get_mut(side) = hand.earned;
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

    fn zero(&mut self, place: &Place, side: Color, reading: Reading) {
        let due = self.hands.get(side).stages.is_some_and(|s| s.is_due());
        let proof = match reading.ms {
            ms if ms < 0 => Proof::Display,
            0 if due || place.event == Event::Flag => return,
            0 if reading.resolution_ms < 1000 => Proof::Display,
            0 => Proof::WholeSecondZero,
            _ => return,
        };
        self.ran_out(place, side, proof, Some(reading.ms));
    }

    /// Holds a display against what it ought to be. Returns by how much it is wrong.
    fn compare(&mut self, place: &Place, side: Color, reading: Reading) -> i64 {
        let Some(control) = self.game.control.filter(|c| !c.is_hourglass()) else { return 0 };
        let hand = *self.hands.get(side);
        self.note_increment(place, side, reading);
        let Some(before) = hand.shown else {
            self.first(place, side, reading, control);
            return 0;
        };
        let Some((lo, hi)) = hand.expected(control) else { return 0 };
        self.checked = self.checked.saturating_add(1);
        let tolerance = self.allowance.tolerance_ms + hand.slack();
        // A display stops at zero.
        let hi = hi.max(0);
        let fits = |ms: i64| ms >= lo - tolerance && ms <= hi + tolerance;
        let anyone_fallen = self.hands.iter().any(|h| h.fallen);
        if fits(reading.ms) || hand.fallen || anyone_fallen && reading.ms == before.ms {
            return 0;
        }
        if let Some(mut stages) = hand.stages
            && stages.take(control, reading.ms - hi, tolerance.saturating_add(hi - lo), tolerance)
        {
            self.hands.get_mut(side).stages = Some(stages);
            return 0;
        }
        if place.event == Event::Start && reading.ms < lo {
            // An arbiter may put something right while the clocks stand.
            return 0;
        }
        self.mismatches = self.mismatches.saturating_add(1);
        if hand.off != 0 && fits(reading.ms + hand.off) {
            return 0;
        }
        self.differs(place, side, reading, Differs { before, lo, hi, tolerance })
    }

    /// The display is not what it ought to be: a gain where it went up by more than the time control gives, else a difference.
    fn differs(&mut self, place: &Place, side: Color, reading: Reading, found: Differs) -> i64 {
        let hand = *self.hands.get(side);
        let recomputed_ms = reading.ms.clamp(found.lo.min(found.hi), found.hi);
        let off = reading.ms - recomputed_ms;
        let step = i64::from(reading.resolution_ms.max(found.before.resolution_ms));
        let excess = reading.ms - found.before.ms - hand.granted;
        if excess <= step {
            self.note(place, side, FactKind::Arithmetic { display_ms: reading.ms, recomputed_ms, times: 1 });
            return off;
        }
        let penalty_ms = penalty(self.allowance, excess, step, Some(off));
        if penalty_ms.is_none() && self.next_stage_early(place, side, reading, &found) {
            return 0;
        }
        let (before_ms, shown_ms) = (found.before.ms, reading.ms);
        self.note(place, side, FactKind::Gain { before_ms, shown_ms, allowed_ms: hand.granted, penalty_ms });
        off
    }

    /// Whether the clock went on with the next stage before the control was reached: with nothing left of this one, or one move
    /// before it.
    fn next_stage_early(&mut self, place: &Place, side: Color, reading: Reading, found: &Differs) -> bool {
        let hand = *self.hands.get(side);
        let (Some(control), Some(stages)) = (self.game.control, hand.stages) else { return false };
        let (Some((main, increment)), Some(required)) = (stages.next_stage(control), stages.control()) else { return false };
        let extra = reading.ms - main;
        if extra < found.lo - found.tolerance || extra > found.hi + increment + found.tolerance || self.game.moves_before > 0 {
            return false;
        }
        let completed = place.pressed == Some(side);
        let made = stages.moves().saturating_sub(u32::from(completed));
        let unclamped = hand.expected(control).map_or(found.hi, |(_, hi)| hi);
        if unclamped <= hand.granted.max(found.tolerance) && extra <= hand.granted {
            self.ran_out(place, side, Proof::Control { required, made }, Some(reading.ms));
        } else if stages.moves() + 1 == required {
            let (before_ms, shown_ms, allowed_ms) = (found.before.ms, reading.ms, hand.granted);
            // One clock counts the presses of both: said of the first that shows it.
            if !self.facts.iter().any(|f| matches!(f.kind, FactKind::StageEarly { .. })) {
                self.note(place, side, FactKind::StageEarly { before_ms, shown_ms, allowed_ms, stage_ms: main, required });
            }
        } else {
            return false;
        }
        if let Some(stages) = self.hands.get_mut(side).stages.as_mut() {
            stages.shown_early();
        }
        true
    }

    /// Remembers the first press whose display lacks an increment, in case the clock gives none.
    fn note_increment(&mut self, place: &Place, side: Color, reading: Reading) {
        let increment_ms = self.hands.get(side).granted;
        if self.missing.is_none() && place.pressed == Some(side) && increment_ms > 0 {
            self.missing = Some(Missing { ply: place.ply, row: place.row, side, increment_ms, display_ms: reading.ms });
        }
    }

    /// The first display of a side.
    fn first(&mut self, place: &Place, side: Color, reading: Reading, control: &TimeControl) {
        let hand = self.hands.get(side);
        let stage = control.stage(0);
        let increment = stage.bonus.increment_ms();
        let main = if self.game.moves_before == 0 { stage.main_ms } else { control.main_ms() };
        // Where the log begins later, each move before may have earned an increment, each control before its stage.
        let moves = i64::from(self.made(side, place.ply)).saturating_add(1).max(2);
        let due = hand.stages.map_or(0, |s| s.due_ms(control));
        let late = if place.ply > 1 { control.main_ms() - stage.main_ms } else { 0 };
        let allowed_ms = main + moves.saturating_mul(increment) + due.max(late) + self.allowance.tolerance_ms;
        if reading.ms <= allowed_ms {
            return;
        }
        match self.too_high.and_then(|i| self.facts.get_mut(i)) {
            Some(Fact { kind: FactKind::StartTooHigh { both, .. }, .. }) => {
                *both = true;
                self.game.control = None;
            }
            _ => {
                self.too_high = Some(self.facts.len());
                self.note(place, side, FactKind::StartTooHigh { shown_ms: reading.ms, allowed_ms, both: false });
            }
        }
    }
}

/// A display that is not what it ought to be, beside what it ought to be.
#[derive(Debug, Clone, Copy)]
struct Differs {
    before: Reading,
    lo: i64,
    hi: i64,
    tolerance: i64,
}

fn index(ply: u32) -> Option<usize> {
    usize::try_from(ply).ok()?.checked_sub(1)
}
