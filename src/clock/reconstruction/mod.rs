//! The recomputed clock: how much time each player had after each half-move, and which readings contradict
//! each other.
//!
//! A [`Reconstruction`] is computed from the readings of a scoresheet ([`Reconstruction::run`]) or from a
//! clock log ([`Reconstruction::run_log`]); its buffers are reused from game to game. It reports a reading
//! only if no honest reading of the record explains it: a missing reading is unknown, whole seconds are
//! uncertain by one, a display may be taken with or without the increment of its move, and the time of the
//! next stage may be added when the control is reached or once the main time has run out. Ambiguous readings
//! are not reported.

mod facts;
mod found;
mod readings;
mod stages;
mod clock;
mod comparison;
mod comments;
mod plain;
mod log_clock;
mod log_replay;
mod displays;
mod logged;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;

use shakmaty::{ByColor, Color};

pub use facts::{Fact, FactKind, GainCause, Proof};
pub use readings::{CommentReadings, PlyReading, ReadingKind, Readings, first_shown};

use super::control::TimeControl;
use super::log::Log;

/// The game that a clock belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Game<'a> {
    /// The time control, if there is one. Without it, only facts that need none are found.
    pub control: Option<&'a TimeControl>,
    /// Who makes the first half-move of the record.
    pub first: Color,
    /// Half-moves in the record.
    pub plies: u32,
    /// Moves that each player had made before the record begins: the move number of the start position minus
    /// one, otherwise 0. If Black makes the first half-move, White has made one more.
    pub moves_before: u32,
}

impl Game<'_> {
    /// Moves that a player had made before the record begins.
    fn made_before(&self, side: Color) -> u32 {
        let one_more = side.is_white() && self.first.is_black();
        self.moves_before.saturating_add(u32::from(one_more))
    }
}

/// Values from the caller's rules and options.
#[derive(Debug, Clone, Copy)]
pub struct Tolerance<'a> {
    /// How far figures may differ, in milliseconds.
    pub tolerance_ms: i64,
    /// The penalties, in milliseconds, that an arbiter can put on a clock.
    pub penalties_ms: &'a [i64],
}

/// A range of milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// The minimum; `None` if there is none.
    pub lo: Option<i64>,
    /// The maximum.
    pub hi: i64,
}

/// The source of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// A display.
    Display,
    /// The last display or the start, and the elapsed times since.
    Elapsed,
    /// The last display or the start, and the times of day since.
    TimeOfDay,
    /// Only a maximum: no more than this can be left, by the last display or the time control.
    Bound,
    /// Nothing: there is neither a reading nor a time control.
    Unknown,
}

/// The mover's clock after a half-move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyClock {
    /// Time left, in milliseconds.
    pub left: Option<Interval>,
    /// The source of `left`.
    pub source: Source,
    /// Time that the move took, in milliseconds, if known.
    pub spent_ms: Option<i64>,
    /// The number of stages before the stage of this move.
    pub stage: u32,
}

/// The last display of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastReading {
    /// The half-move that it follows.
    pub ply: u32,
    /// Milliseconds.
    pub left_ms: i64,
    /// Main time of the stage that the clock was in, if the time control is known.
    pub stage_ms: Option<i64>,
}

impl LastReading {
    /// Whether more than 1/`part` of the stage's main time was left; `None` without a time control.
    pub fn more_than_one(&self, part: i64) -> Option<bool> {
        self.stage_ms.map(|stage| self.left_ms.saturating_mul(part) > stage)
    }
}

/// The recomputed clocks of one game. Buffers are reused from game to game.
#[derive(Debug, Default)]
pub struct Reconstruction {
    plies: Vec<PlyClock>,
    facts: Vec<Fact>,
    last: ByColor<Option<LastReading>>,
}

impl Reconstruction {
    /// A reconstruction with empty buffers.
    pub fn new() -> Reconstruction {
        Reconstruction::default()
    }

    /// Reconstructs the clocks of a scoresheet. `readings` must be in the order of their half-moves; those
    /// after the last half-move of `game` are ignored. Takes time proportional to the number of half-moves.
    pub fn run<R: Readings>(&mut self, game: &Game<'_>, tolerance: &Tolerance<'_>, readings: R) {
        self.run_through(game, tolerance, readings, true);
    }

    /// Like [`run`](Reconstruction::run), but computes only the facts and the last displays, in a fraction of
    /// the time: [`plies`](Reconstruction::plies) stays empty.
    pub fn judge<R: Readings>(&mut self, game: &Game<'_>, tolerance: &Tolerance<'_>, readings: R) {
        self.run_through(game, tolerance, readings, false);
    }

    fn run_through<R: Readings>(
        &mut self,
        game: &Game<'_>,
        tolerance: &Tolerance<'_>,
        readings: R,
        kept: bool,
    ) {
        self.clear();
        comments::run(self, game, tolerance, readings, kept);
    }

    /// Reconstructs the clocks of a log.
    pub fn run_log(&mut self, game: &Game<'_>, tolerance: &Tolerance<'_>, log: &Log) {
        self.clear();
        logged::run(self, game, tolerance, log);
    }

    /// Clears the results of the last game.
    pub fn clear(&mut self) {
        self.plies.clear();
        self.facts.clear();
        self.last = ByColor::default();
    }

    /// The mover's clock after each half-move; the first half-move has index 0.
    pub fn plies(&self) -> &[PlyClock] {
        &self.plies
    }

    /// The facts that the figures prove, in the order of half-moves.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The last display of a player.
    pub fn last(&self, side: Color) -> Option<LastReading> {
        *self.last.get(side)
    }
}

/// Finds the cause of a rise of `excess_ms` beyond the time control. If the time used is known, `exact_ms` is
/// what was added, and the cause is the penalty equal to it. Otherwise it is the smallest penalty that the
/// rise does not exceed, provided that the move can have used up less than half of it; a smaller rise comes
/// from readings taken late.
fn cause(tolerance: &Tolerance<'_>, excess_ms: i64, slack_ms: i64, exact_ms: Option<i64>) -> GainCause {
    let sums = || tolerance.penalties_ms.iter().copied().filter(|sum| excess_ms <= sum + slack_ms);
    let exact = exact_ms
        .and_then(|exact| sums().find(|sum| (sum - exact).abs() <= tolerance.tolerance_ms.max(slack_ms)));
    match exact.or_else(|| sums().min()) {
        Some(sum) if exact.is_some() || excess_ms * 2 > sum => GainCause::Penalty(sum),
        Some(_) => GainCause::Late,
        None => GainCause::Unknown,
    }
}
