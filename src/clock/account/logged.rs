//! The account of a clock log: displays of both sides, held against the time of day.
//!
//! A log is walked once for each way in which its displays can deal with increments, and then judged by the way that fits best:
//! with the increment of the move just made, without it, or with none ever, which is a fault of the clock.

use shakmaty::{ByColor, Color};

use super::facts::{Fact, FactKind, collapse};
use super::walk::Walk;
use super::{Account, Allowance, Game};
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

/// Makes the account.
pub(super) fn run(account: &mut Account, game: &Game<'_>, allowance: &Allowance<'_>, log: &Log) {
    let walk = |increments| Walk::new(game, allowance, log, increments).run();
    let mut best = walk(Increments::AtOnce);
    let has_increment = game.control.is_some_and(|c| c.stages().iter().any(|s| s.bonus.increment_ms() > 0));
    if has_increment && best.mismatches > 0 {
        let later = walk(Increments::Later);
        if later.mismatches < best.mismatches {
            best = later;
        }
        let never = walk(Increments::Never);
        if best.mismatches > 1 && never.mismatches < best.mismatches {
            best = never;
            note_missing(&mut best.facts, best.missing, best.lacking);
        }
    }
    account.plies.append(&mut best.plies);
    account.facts.append(&mut best.facts);
    account.last = best.last;
    collapse(&mut account.facts, best.checked, allowance.tolerance_ms);
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
