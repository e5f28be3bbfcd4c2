//! One player's clock during the replay of a log: the last display, and what has been added and used since
//! according to the times of day.

use shakmaty::Color;

use super::Game;
use super::logged::Increments;
use super::stages::Stages;
use crate::clock::reading::Reading;

/// No bound; small enough that adding several cannot overflow.
pub(super) const UNBOUNDED: i64 = i64::MAX / 16;

/// The minimum and maximum of a time in milliseconds.
type Range = (i64, i64);

fn add(a: Range, b: Range) -> Range {
    ((a.0 + b.0).min(UNBOUNDED), (a.1 + b.1).min(UNBOUNDED))
}

/// One player's clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogClock {
    /// The display that later ones are compared with, corrected if it was wrong in the middle of a thought.
    base: Option<i64>,
    /// The last display, as written in the log.
    pub(super) shown: Option<Reading>,
    /// Increments since the base that the display should show.
    owed: Range,
    /// Increments that the display will show from the next row on.
    later: Range,
    /// Increments since the last display, whether or not they are shown yet.
    pub(super) granted: i64,
    /// Time used since the base in completed thoughts.
    done: Range,
    /// Time of the current thought.
    thought: Range,
    /// Whether the delay may have been used up before this part of the thought.
    delay_spent: bool,
    /// Measured time spans since the base, and the coarsest resolution of their times of day.
    spans: u32,
    at_step: i64,
    pub(super) stages: Option<Stages>,
    /// By how much the last display differed from its expected value.
    pub(super) off: i64,
    /// Increments earned so far.
    pub(super) earned: u32,
}

impl LogClock {
    pub(super) fn new(game: &Game<'_>, side: Color) -> LogClock {
        LogClock {
            base: None,
            shown: None,
            owed: (0, 0),
            later: (0, 0),
            granted: 0,
            done: (0, 0),
            thought: (0, 0),
            delay_spent: false,
            spans: 0,
            at_step: 0,
            stages: game.control.map(|c| Stages::after(c, game.made_before(side))),
            off: 0,
            earned: 0,
        }
    }

    /// Adds time during which this clock ran. `step` is the resolution of the times of day if the time was
    /// measured.
    pub(super) fn think(&mut self, time: Range, step: Option<i64>) {
        self.thought = add(self.thought, time);
        if let Some(step) = step {
            self.spans = self.spans.saturating_add(1);
            self.at_step = self.at_step.max(step);
        }
    }

    /// The time of the current thought, if known.
    pub(super) fn thought_ms(&self) -> Option<i64> {
        (self.thought.0 == self.thought.1).then_some(self.thought.0)
    }

    fn delay(&self) -> i64 {
        self.stages.map_or(0, |s| s.delay())
    }

    /// How much the current thought has reduced the display. The minimum assumes a delay that stops the
    /// display at first, the maximum one that lets it run.
    fn taken(&self) -> Range {
        ((self.thought.0 - self.delay()).max(0), self.thought.1)
    }

    /// The player presses: the thought ends, and an increment is earned.
    pub(super) fn press(&mut self, increments: Increments) {
        let delay = self.delay();
        let given_back = if self.delay_spent { 0 } else { delay };
        let most = if self.thought.1 >= UNBOUNDED { UNBOUNDED } else { (self.thought.1 - given_back).max(0) };
        self.done = add(self.done, ((self.thought.0 - delay).max(0), most));
        self.thought = (0, 0);
        self.delay_spent = false;
        let increment = self.stages.map_or((0, 0), |s| s.increment());
        self.granted = self.granted.saturating_add(increment.1);
        self.earned = self.earned.saturating_add(u32::from(increment.1 > 0));
        match increments {
            Increments::AtOnce => self.owed = add(self.owed, increment),
            Increments::Later => self.later = add(self.later, increment),
            Increments::Never => {}
        }
    }

    /// Adds the increments of presses that are missing from the log: at least `surely` of them, at most
    /// `at_most`.
    pub(super) fn make_up(&mut self, surely: u32, at_most: u32, increments: Increments) {
        self.interrupt();
        let (least, most) = self.stages.map_or((0, 0), |s| s.increment());
        let shown = match increments {
            Increments::AtOnce => surely,
            // The last increment may be shown only in a later row.
            Increments::Later => surely.saturating_sub(1),
            Increments::Never => 0,
        };
        let most = most.saturating_mul(i64::from(at_most)).min(UNBOUNDED);
        self.granted = self.granted.saturating_add(most);
        self.earned = self.earned.saturating_add(if most > 0 { surely } else { 0 });
        if increments != Increments::Never {
            self.owed = add(self.owed, (least.saturating_mul(i64::from(shown)).min(UNBOUNDED), most));
        }
    }

    /// The clocks were stopped in the middle of a thought and restarted. The delay may start again or not.
    pub(super) fn interrupt(&mut self) {
        self.done = add(self.done, self.taken());
        self.thought = (0, 0);
        self.delay_spent = true;
    }

    /// Ends a row: increments that are shown late now count as shown.
    pub(super) fn next_row(&mut self) {
        self.owed = add(self.owed, self.later);
        self.later = (0, 0);
    }

    /// The expected range of the display; `None` before the first display.
    pub(super) fn expected(&self) -> Option<Range> {
        let base = self.base?;
        let taken = self.taken();
        Some((base + self.owed.0 - self.done.1 - taken.1, base + self.owed.1 - self.done.0 - taken.0))
    }

    /// The error that the resolution of the times of day adds to the tolerance: one step for each measured
    /// span except the first.
    pub(super) fn slack(&self) -> i64 {
        i64::from(self.spans.saturating_sub(1)).saturating_mul(self.at_step)
    }

    /// Makes this display the one that later ones are compared with. In the middle of a measured thought, the
    /// base is only corrected by `off` instead, because what a delay gives back is counted from the beginning
    /// of the thought.
    pub(super) fn show(&mut self, reading: Reading, off: i64) {
        let running = self.thought != (0, 0);
        if running && self.thought.1 < UNBOUNDED && self.done.1 < UNBOUNDED && self.base.is_some() {
            self.base = self.base.map(|b| b + off);
        } else {
            self.delay_spent |= running;
            self.settle(reading.ms);
        }
        self.shown = Some(reading);
        self.granted = 0;
        self.off = off;
    }

    /// The arbiter set the clock to this display, or it was started with it.
    pub(super) fn set(&mut self, reading: Reading) {
        self.delay_spent |= self.thought != (0, 0);
        self.settle(reading.ms);
        self.later = (0, 0);
        self.granted = 0;
        self.shown = Some(reading);
        self.off = 0;
    }

    fn settle(&mut self, ms: i64) {
        self.base = Some(ms);
        self.owed = (0, 0);
        self.done = (0, 0);
        self.thought = (0, 0);
        self.spans = 0;
        self.at_step = 0;
    }
}
