//! The recomputed clock: who had how much time after each half-move, and what contradicts what.
//!
//! An [`Reconstruction`] is made of the readings of a scoresheet ([`Reconstruction::run`]) or of a clock log ([`Reconstruction::run_log`]); its
//! buffers serve one game after the other. It holds a reading against a player or a clock only where no honest reading of
//! the record is left: a missing reading is unknown, whole seconds are uncertain by one, a display may be taken with or without
//! the increment of its move, and the time of the next stage may appear when the control is reached or once the main time has
//! run out. What is ambiguous stays unsaid.

mod facts;
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
    /// The time control, where there is one. Without it only what needs none is looked at.
    pub control: Option<&'a TimeControl>,
    /// Who makes the first half-move of the record.
    pub first: Color,
    /// Half-moves in the record.
    pub plies: u32,
    /// Moves that each player had made before the record begins: the move number of a start position less one, else 0. Where Black
    /// makes the first half-move, White has made one more.
    pub moves_before: u32,
}

impl Game<'_> {
    /// Moves that a player had made before the record begins.
    fn made_before(&self, side: Color) -> u32 {
        let one_more = side.is_white() && self.first.is_black();
        self.moves_before.saturating_add(u32::from(one_more))
    }
}

/// Sums that the caller's rules and options give.
#[derive(Debug, Clone, Copy)]
pub struct Tolerance<'a> {
    /// How far figures may be apart, in milliseconds.
    pub tolerance_ms: i64,
    /// The penalties, in milliseconds, that an arbiter can put on a clock.
    pub penalties_ms: &'a [i64],
}

/// A range of milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// The least; `None` where nothing bounds it.
    pub lo: Option<i64>,
    /// The most.
    pub hi: i64,
}

/// Where a figure of the reconstruction comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The display.
    Display,
    /// The last display or the start, and the elapsed times since.
    Elapsed,
    /// The last display or the start, and the times of day since.
    TimeOfDay,
    /// The time control alone: no more than this can be left.
    Bound,
    /// Nothing: there is neither a reading nor a time control.
    Unknown,
}

/// The mover's clock after a half-move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyClock {
    /// Time left, in milliseconds.
    pub left: Option<Interval>,
    /// Where that comes from.
    pub source: Source,
    /// Time that the move took, in milliseconds, where it is known.
    pub spent_ms: Option<i64>,
    /// Stages of the time control before the one of this move.
    pub stage: u32,
}

/// The last display of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastReading {
    /// The half-move behind which it stands.
    pub ply: u32,
    /// Milliseconds.
    pub left_ms: i64,
    /// Main time of the stage that the clock was in, where the time control is known.
    pub stage_ms: Option<i64>,
}

impl LastReading {
    /// Whether more than one `part`-th of the stage was left; `None` without a time control.
    pub fn more_than_one(&self, part: i64) -> Option<bool> {
        self.stage_ms.map(|stage| self.left_ms.saturating_mul(part) > stage)
    }
}

/// The recomputed clocks of one game. Buffers are kept from game to game.
#[derive(Debug, Default)]
pub struct Reconstruction {
    plies: Vec<PlyClock>,
    facts: Vec<Fact>,
    last: ByColor<Option<LastReading>>,
}

impl Reconstruction {
    /// An reconstruction with empty buffers.
    pub fn new() -> Reconstruction {
        Reconstruction::default()
    }

    /// Makes the reconstruction of a scoresheet. `readings` in the order of their half-moves; those behind the last half-move of
    /// `game` are left out. Takes time in proportion to the half-moves.
    pub fn run<R: Readings>(&mut self, game: &Game<'_>, tolerance: &Tolerance<'_>, readings: R) {
        self.run_through(game, tolerance, readings, true);
    }

    /// The same for the facts and the last displays alone, in a fraction of the time: [`plies`](Reconstruction::plies) stays empty.
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

    /// Makes the reconstruction of a clock log.
    pub fn run_log(&mut self, game: &Game<'_>, tolerance: &Tolerance<'_>, log: &Log) {
        self.clear();
        logged::run(self, game, tolerance, log);
    }

    /// Forgets the last game: the reconstruction of one without any figure.
    pub fn clear(&mut self) {
        self.plies.clear();
        self.facts.clear();
        self.last = ByColor::default();
    }

    /// The mover's clock after each half-move, the first one at index 0.
    pub fn plies(&self) -> &[PlyClock] {
        &self.plies
    }

    /// What the figures prove, in the order of half-moves.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The last display of a player.
    pub fn last(&self, side: Color) -> Option<LastReading> {
        *self.last.get(side)
    }
}

/// What explains a rise of `excess_ms` beyond the time control. Where the time used is known, `exact_ms` is what was added, and a
/// penalty is the sum that equals it. Else a penalty is the smallest sum that the rise does not exceed, and of which less than
/// half can have been used up by the move: anything lower comes of readings that were taken late.
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
