//! The reconstruction of a clock log: displays of both sides, held against the time of day.
//!
//! A log is walked once for each way in which its displays can deal with increments, and then judged by the way that fits best:
//! with the increment of the move just made, without it, or with none ever, which is a fault of the clock.

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
    /// Never: the clock gives none.
    Never,
}

/// A reading that lacks its increment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Missing {
    pub(super) ply: u32,
    pub(super) row: usize,
    pub(super) side: Color,
    pub(super) increment_ms: i64,
    pub(super) display_ms: i64,
}

/// Makes the reconstruction.
pub(super) fn run(
    reconstruction: &mut Reconstruction,
    game: &Game<'_>,
    tolerance: &Tolerance<'_>,
    log: &Log,
) {
    let walk = |increments| LogReplay::new(game, tolerance, log, increments).run();
    let mut best = walk(Increments::AtOnce);
    if let Some(increment) = game.control.map(least_increment).filter(|ms| *ms > 0) {
        let later = walk(Increments::Later);
        if (later.mismatches, later.misfit_ms) < (best.mismatches, best.misfit_ms) {
            best = later;
        }
        let never = walk(Increments::Never);
        if gives_none(&best, &never, increment) {
            best = never;
            note_missing(&mut best.facts, best.missing, best.lacking);
        }
    }
    reconstruction.plies.append(&mut best.plies);
    reconstruction.facts.append(&mut best.facts);
    reconstruction.last = best.last;
    collapse(&mut reconstruction.facts, best.checked, tolerance.tolerance_ms);
}

/// The smallest increment that any stage has; 0 without one.
fn least_increment(control: &TimeControl) -> i64 {
    let increments = control.stages().iter().map(|s| s.bonus.increment_ms());
    increments.filter(|ms| *ms > 0).min().unwrap_or(0)
}

/// Whether a clock without increments explains a log that no clock with them does: more than one display that is off by more
/// than the tolerance, or, where the tolerance hides an increment, as many measured ones as leave no doubt, which lack it
/// nearly whole.
fn gives_none(with: &LogReplay<'_>, without: &LogReplay<'_>, increment: i64) -> bool {
    let plain = with.mismatches > 1 && without.mismatches < with.mismatches;
    let measured = i64::from(with.measured.min(without.measured));
    let drift = measured >= 10
        && without.mismatches <= with.mismatches
        && with.misfit_ms >= measured * increment * 3 / 8
        && without.misfit_ms.saturating_mul(3) < with.misfit_ms;
    plain || drift
}

/// One fact for all increments that the clock did not give.
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
