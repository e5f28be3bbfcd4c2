//! What a reconstruction proves. What it means is decided elsewhere.

use shakmaty::{ByColor, Color};

/// A fact that the figures prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// The half-move whose reading shows it, from 1; 0 for a reading before the first half-move.
    pub ply: u32,
    /// Whose clock.
    pub side: Color,
    /// Index of the row of the log that shows it; `None` for a scoresheet.
    pub row: Option<usize>,
    /// What the fact is.
    pub kind: FactKind,
}

/// The content of a fact. All times are in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FactKind {
    /// The first reading is higher than the first stage plus two increments (more, if more moves had been
    /// made) and the tolerance. Reported once per game: if both clocks are too high, for the first one in the
    /// record.
    StartTooHigh {
        /// The reading.
        shown_ms: i64,
        /// The most that it could be.
        allowed_ms: i64,
        /// Whether the other clock's first reading is too high as well. If so, nothing else is compared with
        /// the time control.
        both: bool,
    },
    /// A clock went up by more than the time control gives.
    Gain {
        /// The reading before.
        before_ms: i64,
        /// The reading.
        shown_ms: i64,
        /// The most that the time control could have added between them.
        allowed_ms: i64,
        /// What explains the rest.
        cause: GainCause,
    },
    /// The time of the next stage was added one move before the control, while there was time left: the clock
    /// had counted one press too many.
    StageEarly {
        /// The reading before.
        before_ms: i64,
        /// The reading.
        shown_ms: i64,
        /// The most that the time control could have added between them.
        allowed_ms: i64,
        /// The main time of the next stage.
        stage_ms: i64,
        /// The number of the move that ends the stage.
        required: u32,
    },
    /// Clocks went up by more than the time control gives so often that the game was not played with it.
    GainsOften {
        /// The reading before the first of these rises.
        before_ms: i64,
        /// The reading after it.
        shown_ms: i64,
        /// The most that the time control could have added between them.
        allowed_ms: i64,
        /// How often in the game.
        times: u32,
        /// The largest rise above what the time control gives.
        most_ms: i64,
    },
    /// The display differs from the time control and the time that was used by more than the tolerance.
    Arithmetic {
        /// The reading.
        display_ms: i64,
        /// The expected value; if only a range is known, the value in it that is nearest to the reading.
        recomputed_ms: i64,
        /// How often this happens in the game, if such differences were merged into this fact; otherwise 1.
        times: u32,
    },
    /// The clocks never gave increments.
    IncrementMissing {
        /// The increment that the time control gives with this move.
        increment_ms: i64,
        /// The first reading without it.
        display_ms: i64,
        /// The expected value.
        recomputed_ms: i64,
        /// How many increments each side was short of at its last reading.
        units: ByColor<u32>,
    },
    /// The time ran out, or a control was not reached in time.
    RanOut {
        /// What proves it.
        proof: Proof,
        /// The reading at that moment, if there is one.
        display_ms: Option<i64>,
        /// Whether half-moves were made afterwards.
        went_on: bool,
    },
}

/// What explains a rise by more than the time control gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum GainCause {
    /// A penalty: an arbiter added this time, one of those that the caller named, in milliseconds.
    Penalty(i64),
    /// Readings taken late: the rise is less than a penalty adds, even allowing for the time that the move
    /// took.
    Late,
    /// Nothing known.
    Unknown,
}

/// What proves that time ran out, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// A negative display, or a zero on a display that shows tenths.
    Display,
    /// The log says that the flag fell.
    Flag {
        /// The number of the move that ends the stage; `None` in sudden death, and without a time control.
        required: Option<u32>,
        /// Moves that the player had completed.
        made: u32,
    },
    /// The clock changed to the next stage before the moves of this one were made.
    Control {
        /// The number of the move that ends the stage.
        required: u32,
        /// The most moves that can have been made when the time ran out.
        made: u32,
    },
    /// The elapsed times of the record (`%emt`, `%egt`) add up to more than the player had.
    Elapsed,
    /// The times of day in the log add up to more than the player had.
    TimeOfDay,
    /// Only a display of zero in whole seconds: up to a second may have been left.
    WholeSecondZero,
}

impl FactKind {
    /// By how much a [`Gain`](FactKind::Gain) or a [`StageEarly`](FactKind::StageEarly) exceeds the time
    /// control, an [`Arithmetic`](FactKind::Arithmetic) or [`IncrementMissing`](FactKind::IncrementMissing)
    /// display its expected value, or a [`StartTooHigh`](FactKind::StartTooHigh) reading the most allowed, in
    /// milliseconds; negative if the display is too low. 0 for the others.
    pub fn difference_ms(&self) -> i64 {
        match *self {
            FactKind::Gain { before_ms, shown_ms, allowed_ms, .. }
            | FactKind::StageEarly { before_ms, shown_ms, allowed_ms, .. } => {
                shown_ms - before_ms - allowed_ms
            }
            FactKind::Arithmetic { display_ms, recomputed_ms, .. }
            | FactKind::IncrementMissing { display_ms, recomputed_ms, .. } => display_ms - recomputed_ms,
            FactKind::StartTooHigh { shown_ms, allowed_ms, .. } => shown_ms - allowed_ms,
            FactKind::GainsOften { .. } | FactKind::RanOut { .. } => 0,
        }
    }
}

/// Merges many facts with one cause into a single one. `checked` is the number of readings that were compared
/// with others.
pub(super) fn collapse(facts: &mut Vec<Fact>, checked: u32, tolerance_ms: i64) {
    let gains = facts.iter().filter(|f| matches!(f.kind, FactKind::Gain { .. })).count();
    if often(gains, checked, 5) {
        merge_gains(facts);
    }
    let differences = facts.iter().filter(|f| matches!(f.kind, FactKind::Arithmetic { .. })).count();
    if often(differences, checked, 3) || differences >= 3 && alike(facts, tolerance_ms) {
        merge_arithmetic(facts);
    }
}

/// More than three, and at least one in `share`.
fn often(count: usize, checked: u32, share: usize) -> bool {
    count > 3 && count.saturating_mul(share) >= usize::try_from(checked).unwrap_or(usize::MAX)
}

fn alike(facts: &[Fact], tolerance_ms: i64) -> bool {
    let mut differences = facts
        .iter()
        .filter(|f| matches!(f.kind, FactKind::Arithmetic { .. }))
        .map(|f| f.kind.difference_ms());
    let Some(first) = differences.next() else { return false };
    differences.all(|d| (d - first).abs() <= tolerance_ms)
}

fn merge_gains(facts: &mut Vec<Fact>) {
    let is_gain = |f: &Fact| matches!(f.kind, FactKind::Gain { .. });
    let times = u32::try_from(facts.iter().filter(|f| is_gain(f)).count()).unwrap_or(u32::MAX);
    let most_ms = facts.iter().filter(|f| is_gain(f)).map(|f| f.kind.difference_ms()).max().unwrap_or(0);
    keep_first(facts, is_gain, |kind| {
        if let FactKind::Gain { before_ms, shown_ms, allowed_ms, .. } = *kind {
            *kind = FactKind::GainsOften { before_ms, shown_ms, allowed_ms, times, most_ms };
        }
    });
}

fn merge_arithmetic(facts: &mut Vec<Fact>) {
    let is_one = |f: &Fact| matches!(f.kind, FactKind::Arithmetic { .. });
    let count = u32::try_from(facts.iter().filter(|f| is_one(f)).count()).unwrap_or(u32::MAX);
    keep_first(facts, is_one, |kind| {
        if let FactKind::Arithmetic { times, .. } = kind {
            *times = count;
        }
    });
}

/// Removes all facts that `fits` accepts except the first, and changes that one.
fn keep_first(facts: &mut Vec<Fact>, fits: impl Fn(&Fact) -> bool, change: impl FnOnce(&mut FactKind)) {
    let mut seen = false;
    facts.retain(|f| !fits(f) || !std::mem::replace(&mut seen, true));
    if let Some(first) = facts.iter_mut().find(|f| fits(f)) {
        change(&mut first.kind);
    }
}
