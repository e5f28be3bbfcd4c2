//! Compares a display of a scoresheet with the one before it and with its expected value.

use shakmaty::Color;

use super::Tolerance;
use super::clock::{Base, Clock};
use crate::clock::control::TimeControl;

/// A display to be judged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Display {
    pub(super) ply: u32,
    pub(super) side: Color,
    pub(super) ms: i64,
    pub(super) step: i64,
}

/// The expected range of a display and its tolerance, from the base, the increments and the time used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected {
    pub(super) lo: i64,
    pub(super) hi: i64,
    pub(super) tolerance: i64,
}

impl Expected {
    /// Whether a display is as expected. A display that stopped at zero fits if the expected time is
    /// negative.
    pub(super) fn fits(&self, ms: i64) -> bool {
        ms >= self.lo - self.tolerance && ms <= self.hi + self.tolerance || ms == 0 && self.hi < 0
    }

    pub(super) fn nearest(&self, ms: i64) -> i64 {
        ms.clamp(self.lo, self.hi.max(self.lo))
    }
}

/// A display and the one before it.
pub(super) struct Comparison {
    pub(super) shown: Display,
    pub(super) clock: Clock,
    pub(super) base: Base,
    /// By how much it has risen beyond the increments.
    pub(super) excess: i64,
    /// The coarser resolution of the two.
    pub(super) step: i64,
    /// The expected range, if the time used is known.
    pub(super) expected: Option<Expected>,
    /// The most that the clock can show if the previous display is what it showed before the game; otherwise
    /// 0.
    pub(super) most_since_start: i64,
}

impl Comparison {
    pub(super) fn new(
        shown: &Display,
        clock: &Clock,
        base: Base,
        control: &TimeControl,
        tolerance: &Tolerance<'_>,
    ) -> Comparison {
        let step = base.step.max(shown.step);
        let excess = shown.ms - base.ms - clock.most_granted(control);
        let expected = clock.expected(control).map(|(lo, hi)| {
            let spans = i64::from(clock.moves.saturating_sub(1));
            Expected { lo, hi, tolerance: tolerance.tolerance_ms + spans * step }
        });
        let most_since_start = clock.most_since_start(control);
        Comparison { shown: *shown, clock: *clock, base, excess, step, expected, most_since_start }
    }

    pub(super) fn fits(&self) -> bool {
        match self.expected {
            Some(e) => e.fits(self.shown.ms),
            // A first display has already been compared with its maximum. A clock that still showed its start
            // time had no display after a press, so all increments since the start may appear at once.
            None => {
                self.base.start
                    || self.excess <= self.step
                    || self.shown.ms <= self.most_since_start + self.step
            }
        }
    }

    /// Whether the display shows the next stage after this one ran out: little was left before, and no more
    /// is shown than that stage and one increment give (the display may include it).
    pub(super) fn ran_into(&self, main: i64, increment: i64) -> bool {
        let little_left = self.base.ms <= (main / 4).max(self.step);
        let all_new = self.shown.ms <= main + (increment - self.step).max(0);
        let next_stage = all_new && (self.shown.ms >= main / 2 || self.base.ms <= self.step);
        little_left && next_stage && self.expected.is_none_or(|e| e.lo <= e.tolerance)
    }

    /// Whether the previous display was wrong and this one is right again.
    pub(super) fn recovers(&self) -> bool {
        let off = self.clock.off;
        off != 0
            && match self.expected {
                Some(e) => e.fits(self.shown.ms + off),
                None => self.excess + off <= self.step,
            }
    }
}
