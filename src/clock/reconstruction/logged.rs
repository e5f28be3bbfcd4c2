//! The reconstruction of a clock log: compares the displays of both sides with the times of day.
//!
//! A log is replayed once for each way in which clocks show increments: with the increment of the move just
//! made, without it, or with no increments at all, which is a fault of the clock. The replay that fits best
//! is used.

use shakmaty::{ByColor, Color};

use super::facts::{Fact, FactKind, collapse};
use super::log_replay::LogReplay;
use super::{Game, Reconstruction, Tolerance};
use crate::clock::control::TimeControl;
use crate::clock::log::Log;

/// When a display shows the increment that a press earns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Increments {
    /// In the row of the press.
    AtOnce,
    /// From the next row on.
    Later,
    /// Never: the clock gives no increments.
    Never,
}

/// A reading without its increment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Missing {
    pub(super) ply: u32,
    pub(super) row: usize,
    pub(super) side: Color,
    pub(super) increment_ms: i64,
    pub(super) display_ms: i64,
}

/// Reconstructs the clocks from a log.
pub(super) fn run(
    reconstruction: &mut Reconstruction,
    game: &Game<'_>,
    tolerance: &Tolerance<'_>,
    log: &Log,
) {
    let replay = |increments| LogReplay::new(game, tolerance, log, increments).run();
    let mut best = replay(Increments::AtOnce);
    if let Some(increment) = game.control.map(least_increment).filter(|ms| *ms > 0) {
        let later = replay(Increments::Later);
        if (later.mismatches, later.misfit_ms) < (best.mismatches, best.misfit_ms) {
            best = later;
        }
        let never = replay(Increments::Never);
        if gives_no_increment(&best, &never, increment) {
            best = never;
            note_missing(&mut best.found.facts, best.missing, best.lacking);
        }
    }
    reconstruction.plies.append(&mut best.plies);
    reconstruction.facts.append(&mut best.found.facts);
    reconstruction.last = best.last;
    collapse(&mut reconstruction.facts, best.checked, tolerance.tolerance_ms);
}

/// The smallest increment of any stage; 0 if there are none.
fn least_increment(control: &TimeControl) -> i64 {
    let increments = control.stages().iter().map(|s| s.bonus.increment_ms());
    increments.filter(|ms| *ms > 0).min().unwrap_or(0)
}

/// Whether a clock without increments explains the log better than one with them. Either more than one
/// display is off by more than the tolerance, or, if the tolerance exceeds the increment, at least ten
/// measured displays lack nearly all of it.
fn gives_no_increment(with: &LogReplay<'_>, without: &LogReplay<'_>, increment: i64) -> bool {
    let plain = with.mismatches > 1 && without.mismatches < with.mismatches;
    let measured = i64::from(with.measured.min(without.measured));
    let drift = measured >= 10
        && without.mismatches <= with.mismatches
        && with.misfit_ms >= measured * increment * 3 / 8
        && without.misfit_ms.saturating_mul(3) < with.misfit_ms;
    plain || drift
}

/// Records one fact for all increments that the clock did not give.
fn note_missing(facts: &mut Vec<Fact>, missing: Option<Missing>, units: ByColor<u32>) {
    let Some(m) = missing else { return };
    let kind = FactKind::IncrementMissing {
        increment_ms: m.increment_ms,
        display_ms: m.display_ms,
        recomputed_ms: m.display_ms + m.increment_ms,
        units,
    };
    let at = facts.iter().position(|f| f.row > Some(m.row)).unwrap_or(facts.len());
    facts.insert(at, Fact { ply: m.ply, side: m.side, row: Some(m.row), kind });
}
