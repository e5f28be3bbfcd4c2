//! One player's clock on its way through a log: the last display, and what the time of day says has come and gone since.

use shakmaty::Color;

use super::Game;
use super::logged::Increments;
use super::stages::Stages;
use crate::clock::reading::Reading;

/// A time that nothing bounds; far enough from the ends of the type that sums of a few stay within.
pub(super) const UNBOUNDED: i64 = i64::MAX / 16;

/// The least and the most of a time in milliseconds.
type Range = (i64, i64);

fn add(a: Range, b: Range) -> Range {
    ((a.0 + b.0).min(UNBOUNDED), (a.1 + b.1).min(UNBOUNDED))
}

/// One player's clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogClock {
    /// The display that later ones are held against, put right where it was wrong in the middle of a thought.
    base: Option<i64>,
    /// The last display, as it stands in the log.
    pub(super) shown: Option<Reading>,
    /// Increments since the base that the display ought to show.
    owed: Range,
    /// Increments that it will show from the next row on.
    later: Range,
    /// Increments since the last display, whenever they are shown.
    pub(super) granted: i64,
    /// Time used since the base in thoughts that are over.
    done: Range,
    /// Time of the thought that runs.
    thought: Range,
    /// Whether the delay may have run out before this part of the thought.
    delay_spent: bool,
    /// Measured spans of time since the base, and the step of the time of day.
    spans: u32,
    at_step: i64,
    pub(super) stages: Option<Stages>,
    /// By how much the last display differed from what it ought to be.
    pub(super) off: i64,
    /// Index of the fact that tells of a whole-second zero.
    pub(super) zero: Option<usize>,
    pub(super) fallen: bool,
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
            zero: None,
            fallen: false,
            earned: 0,
        }
    }

    /// Time passes while this clock runs; `step`: that of the time of day, where it was measured.
    pub(super) fn think(&mut self, time: Range, step: Option<i64>) {
        self.thought = add(self.thought, time);
        if let Some(step) = step {
            self.spans = self.spans.saturating_add(1);
            self.at_step = self.at_step.max(step);
        }
    }

    /// The time of the thought that runs, where it is known.
    pub(super) fn thought_ms(&self) -> Option<i64> {
        (self.thought.0 == self.thought.1).then_some(self.thought.0)
    }

    fn delay(&self) -> i64 {
        self.stages.map_or(0, |s| s.delay())
    }

    /// What the thought that runs has taken off the display: with a delay that stands still at first, or one that runs at once.
    fn taken(&self) -> Range {
        ((self.thought.0 - self.delay()).max(0), self.thought.1)
    }

    /// The player presses: the thought is over, and an increment is earned.
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

    /// Thoughts ended by presses that the log does not have: `surely` so many, `at_most` so many.
    pub(super) fn make_up(&mut self, surely: u32, at_most: u32, increments: Increments) {
        self.interrupt();
        let (least, most) = self.stages.map_or((0, 0), |s| s.increment());
        let shown = match increments {
            Increments::AtOnce => surely,
            // The last of them may come with a later row.
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

    /// The clocks were stopped in the middle of a thought and run again: the delay may begin anew or not.
    pub(super) fn interrupt(&mut self) {
        self.done = add(self.done, self.taken());
        self.thought = (0, 0);
        self.delay_spent = true;
    }

    /// After a row: what is shown from the next row on.
    pub(super) fn next_row(&mut self) {
        self.owed = add(self.owed, self.later);
        self.later = (0, 0);
    }

    /// What the display ought to be; `None` before the first.
    pub(super) fn expected(&self) -> Option<Range> {
        let base = self.base?;
        let taken = self.taken();
        Some((base + self.owed.0 - self.done.1 - taken.1, base + self.owed.1 - self.done.0 - taken.0))
    }

    /// How much more than the tolerance the steps of the times of day may hide: each span but the first adds its own.
    pub(super) fn slack(&self) -> i64 {
        i64::from(self.spans.saturating_sub(1)).saturating_mul(self.at_step)
    }

    /// The display becomes the one that later ones are held against. In the middle of a measured thought it does so only
    /// where it was wrong, by `off`: what a delay gives back is reckoned from the thought's beginning.
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

    /// The arbiter set the clock, or it was started with this display.
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
