//! A fast path for series of half-moves with one ordinary display each, which are the normal case: only the
//! last display of each clock matters there.

use super::readings::Ahead;
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
        let (mut rest, end) = (readings.clone(), ply + most);
        let (clocks, due) = rest.pass_while((self.clocks, ply), |([own, other], due), shown| {
            let ordinary = shown.ply == due && due < end && self.is_ordinary(own, shown);
            ordinary.then(|| ([other, self.after(own, shown.value_ms)], due + 1))
        });
        EvenReadings { count: due - ply, row: Row { clocks, ..self }, rest: Ahead::new(rest) }
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
