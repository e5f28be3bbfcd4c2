//! A fast path for series of half-moves with one ordinary display each, which are the normal case: only the
//! last display of each clock matters there.

use super::readings::{Ahead, Even};
use super::{PlyReading, ReadingKind, Readings};

/// One player's clock during a series.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainClock {
    /// Its last display; negative if there is none.
    pub(super) last_ms: i64,
    /// The most that the next display can show.
    pub(super) highest_ms: i64,
}

/// Both clocks during a series, and the limits of an ordinary display.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// The clock of the player to move, and the other one.
    pub(super) clocks: [PlainClock; 2],
    /// The resolution of all displays.
    pub(super) step_ms: u32,
    /// The most that a display can rise above the one before.
    pub(super) rise_ms: i64,
    /// The most that a display can rise above one that repeated its predecessor, which may not be the display
    /// of its move.
    pub(super) stale_rise_ms: i64,
}

/// The end of a series.
pub(super) struct EvenReadings<R> {
    /// The number of half-moves.
    pub(super) count: u32,
    /// The clocks after them.
    pub(super) row: Row,
    /// The remaining readings.
    pub(super) rest: Ahead<R>,
}

impl Row {
    /// Advances from half-move `ply` as long as the displays are ordinary, over at most `most` half-moves.
    #[inline]
    pub(super) fn pass<R: Readings>(self, readings: &R, ply: u32, most: u32) -> EvenReadings<R> {
        let passed = self.pass_displays(readings, ply, most);
        // The last half-move may have another reading; then it is left out.
        let last = passed.count.checked_sub(1);
        match last.filter(|last| passed.rest.next.is_some_and(|next| next.ply == ply + last)) {
            Some(last) => self.pass_displays(readings, ply, last),
            None => passed,
        }
    }

    fn pass_displays<R: Readings>(self, readings: &R, ply: u32, most: u32) -> EvenReadings<R> {
        let (mut rest, behind) = (readings.clone(), ply + most);
        // The first display of each clock is handled singly. From then on most displays are even; the rest is
        // handled singly again.
        let (clocks, due) = self.pass_singly(&mut rest, self.clocks, ply, behind.min(ply + 2));
        let (clocks, due) = self.pass_even(&mut rest, clocks, due, behind).unwrap_or((clocks, due));
        let (clocks, due) = self.pass_singly(&mut rest, clocks, due, behind);
        EvenReadings { count: due - ply, row: Row { clocks, ..self }, rest: Ahead::new(rest) }
    }

    /// Advances one display at a time. Returns the clocks after the last ordinary display, and the half-move
    /// that follows it.
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

    /// Advances over even displays, which are certainly ordinary.
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
        // Rounding down can only make a display seem less ordinary than it is.
        let seconds = |ms: i64| u16::try_from(ms / 1000).unwrap_or(u16::MAX);
        let last_seconds = clocks.map(|clock| seconds(clock.last_ms));
        let even = Even { ply, behind, last_seconds, rise_seconds: seconds(self.rise_ms) };
        let (last, due) = rest.pass_even(&even)?;
        let [before, other_before, shown, other] = last.map(|seconds| i64::from(seconds) * 1000);
        let after = |before, shown| self.after(PlainClock { last_ms: before, highest_ms: shown }, shown);
        Some(([after(before, shown), after(other_before, other)], due))
    }

    /// Whether a display needs no further examination.
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
        // A repeated display may not be that of this move, so its increment may still follow.
        let rise = if ms == clock.last_ms { self.stale_rise_ms } else { self.rise_ms };
        PlainClock { last_ms: ms, highest_ms: ms + rise }
    }
}
