//! Half-moves in a row with one ordinary display each, as nearly all are: there only the last display of a clock counts.

use super::readings::{Ahead, Even};
use super::{PlyReading, ReadingKind, Readings};

/// One player's clock in a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainClock {
    /// Its last display; below zero where there is none.
    pub(super) last_ms: i64,
    /// The most that the next one can show.
    pub(super) highest_ms: i64,
}

/// Both clocks in a row, and what makes a display ordinary.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// The clock of the player whose turn it is, and the other one.
    pub(super) clocks: [PlainClock; 2],
    /// The step of all displays.
    pub(super) step_ms: u32,
    /// The most that a display can be above the one before.
    pub(super) rise_ms: i64,
    /// The same where that one was the one before again: it may not have been one of its move at all.
    pub(super) stale_rise_ms: i64,
}

/// How far a row goes.
pub(super) struct EvenReadings<R> {
    /// Half-moves.
    pub(super) count: u32,
    /// The clocks behind them.
    pub(super) row: Row,
    /// The readings behind them.
    pub(super) rest: Ahead<R>,
}

impl Row {
    /// Goes on from half-move `ply` as long as the displays are ordinary, over `most` half-moves at the most.
    #[inline]
    pub(super) fn pass<R: Readings>(self, readings: &R, ply: u32, most: u32) -> EvenReadings<R> {
        let passed = self.pass_displays(readings, ply, most);
        // The last of them may stand beside another reading of its half-move.
        let last = passed.count.checked_sub(1);
        match last.filter(|last| passed.rest.next.is_some_and(|next| next.ply == ply + last)) {
            Some(last) => self.pass_displays(readings, ply, last),
            None => passed,
        }
    }

    fn pass_displays<R: Readings>(self, readings: &R, ply: u32, most: u32) -> EvenReadings<R> {
        let (mut rest, behind) = (readings.clone(), ply + most);
        // From the second display of each clock on, most are even; what is left is looked at one by one.
        let (clocks, due) = self.pass_singly(&mut rest, self.clocks, ply, behind.min(ply + 2));
        let (clocks, due) = self.pass_even(&mut rest, clocks, due, behind).unwrap_or((clocks, due));
        let (clocks, due) = self.pass_singly(&mut rest, clocks, due, behind);
        EvenReadings { count: due - ply, row: Row { clocks, ..self }, rest: Ahead::new(rest) }
    }

    /// Goes on one by one, and returns the clocks behind the last ordinary display, and its half-move.
    fn pass_singly<R: Readings>(
        &self,
        rest: &mut R,
        clocks: [PlainClock; 2],
        ply: u32,
        behind: u32,
    ) -> ([PlainClock; 2], u32) {
        rest.pass_while((clocks, ply), |([own, other], due), shown| {
            let ordinary = shown.ply == due && due < behind && self.is_ordinary(own, shown);
            ordinary.then(|| ([other, self.after(own, shown.value_ms)], due + 1))
        })
    }

    /// Goes on over displays that can only be ordinary.
    fn pass_even<R: Readings>(
        &self,
        rest: &mut R,
        clocks: [PlainClock; 2],
        ply: u32,
        behind: u32,
    ) -> Option<([PlainClock; 2], u32)> {
        if self.step_ms != 1000 || clocks.iter().any(|clock| clock.last_ms < 0) {
            return None;
        }
        // What is cut off here is only held to be less ordinary than it is.
        let seconds = |ms: i64| u16::try_from(ms / 1000).unwrap_or(u16::MAX);
        let last_seconds = clocks.map(|clock| seconds(clock.last_ms));
        let even = Even { ply, behind, last_seconds, rise_seconds: seconds(self.rise_ms) };
        let (last, due) = rest.pass_even(&even)?;
        let [before, other_before, shown, other] = last.map(|seconds| i64::from(seconds) * 1000);
        let after = |before, shown| self.after(PlainClock { last_ms: before, highest_ms: shown }, shown);
        Some(([after(before, shown), after(other_before, other)], due))
    }

    /// Whether nothing is to be said of a display.
    #[inline]
    fn is_ordinary(&self, clock: PlainClock, shown: &PlyReading) -> bool {
        shown.value_ms > 0
            && shown.value_ms <= clock.highest_ms
            && shown.kind == ReadingKind::Clk
            && shown.resolution_ms == self.step_ms
    }

    /// The clock after an ordinary display.
    #[inline]
    fn after(&self, clock: PlainClock, ms: i64) -> PlainClock {
        // The same display again may not be one of this move at all: the increment may still come.
        let rise = if ms == clock.last_ms { self.stale_rise_ms } else { self.rise_ms };
        PlainClock { last_ms: ms, highest_ms: ms + rise }
    }
}
