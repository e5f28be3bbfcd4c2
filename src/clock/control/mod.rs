//! Time controls: stages, increments and delays, and the texts that describe them.
//!
//! [`TimeControl::parse`] reads the PGN grammar (`40/7200:3600`), the US Chess form (`G/60;d5`, in minutes)
//! and the plain words of broadcasts (`90 min/40 moves + 30 min + 30 sec/move`). It never guesses: text with
//! more than one meaning is refused. Which speed (standard, rapid, blitz) a control belongs to is decided by
//! the ruleset.
//!
//! ```
//! use flagfall::clock::TimeControl;
//!
//! let control = TimeControl::parse("40/5400+30:1800+30").unwrap().control().unwrap().clone();
//! assert_eq!(control.stage_of(40).stage.main_ms, 5_400_000);
//! assert_eq!(control.added_after(40), Some(1_800_000));
//! assert!(control.is_sudden_death());
//! ```

mod text;
mod unit;
mod pgn;
mod us;
mod words;
mod pieces;
mod vocabulary;
mod canonical;
#[cfg(test)]
mod tests;

use shakmaty::{ByColor, Color};

pub use text::{ControlFault, TimeControlFault, Written};
pub use unit::{Because, Decided, Evidence, FirstShown, Stroke, Typed, Unsaid};

/// What a player gets with each move, in addition to the main time of the stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// Milliseconds added to the clock with every move.
    Increment(i64),
    /// Milliseconds at the start of every move that are not counted.
    Delay(i64, DelayKind),
}

impl Bonus {
    /// The milliseconds per move, whether increment or delay.
    pub fn ms(self) -> i64 {
        match self {
            Bonus::None => 0,
            Bonus::Increment(ms) | Bonus::Delay(ms, _) => ms,
        }
    }

    /// The milliseconds by which a clock may rise with a move: the increment; 0 for a delay.
    pub fn increment_ms(self) -> i64 {
        match self {
            Bonus::Increment(ms) => ms,
            Bonus::None | Bonus::Delay(..) => 0,
        }
    }

    /// The milliseconds of a move that are not counted: the delay; 0 for an increment.
    pub fn delay_ms(self) -> i64 {
        match self {
            Bonus::Delay(ms, _) => ms,
            Bonus::None | Bonus::Increment(_) => 0,
        }
    }
}

/// How a delay shows on the display. After the press both kinds show the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DelayKind {
    /// The display does not change during the delay (the US form).
    Simple,
    /// The display runs from the start of the move, and the time used, up to the delay, is given back at the
    /// press.
    Bronstein,
}

/// One stage of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stage {
    /// Moves to be made in it; `None` for the rest of the game (sudden death).
    pub moves: Option<u32>,
    /// Main time in milliseconds.
    pub main_ms: i64,
    /// The bonus for each move.
    pub bonus: Bonus,
}

/// A stage at its position in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageAt {
    /// The number of stages before it, counting each repetition of the last one.
    pub index: u32,
    /// The stage.
    pub stage: Stage,
    /// The player's first move in it, from 1.
    pub first_move: u32,
    /// The player's last move in it (the control); `None` for sudden death.
    pub last_move: Option<u32>,
}

/// A time control of one or more stages. A last stage with a number of moves repeats.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TimeControl {
    stages: Vec<Stage>,
    hourglass: bool,
    from_unsaid: bool,
    /// What a player's clock shows at the start, if not the main time of the first stage.
    start_ms: ByColor<Option<i64>>,
}

impl TimeControl {
    /// A control with these stages. `None` if there are no stages, a stage before the last has no number of
    /// moves, a number of moves is 0, a time is negative, or the last stage gives no time.
    pub fn new(stages: Vec<Stage>) -> Option<TimeControl> {
        let (last, before) = stages.split_last()?;
        let counted = before.iter().all(|s| s.moves.is_some());
        let moves = stages.iter().all(|s| s.moves != Some(0));
        let time = last.main_ms > 0 || last.bonus.ms() > 0;
        let sane = stages.iter().all(|s| s.main_ms >= 0 && s.bonus.ms() >= 0);
        (counted && moves && time && sane).then_some(TimeControl {
            stages,
            hourglass: false,
            from_unsaid: false,
            start_ms: ByColor::default(),
        })
    }

    /// An hourglass: the time that one player uses is added to the other's clock. Each clock starts with
    /// `main_ms`.
    pub fn hourglass(main_ms: i64) -> TimeControl {
        let stage = Stage { moves: None, main_ms, bonus: Bonus::None };
        TimeControl { stages: vec![stage], hourglass: true, from_unsaid: false, start_ms: ByColor::default() }
    }

    /// Sets the players' times at the start, in milliseconds, if they differ from the main time. `None` gives
    /// a player the main time.
    #[must_use]
    pub fn with_start(mut self, white: Option<i64>, black: Option<i64>) -> TimeControl {
        self.start_ms = ByColor { black, white };
        self
    }

    /// What the player's clock shows at the start, in milliseconds.
    pub fn start_ms(&self, side: Color) -> i64 {
        self.start_ms.get(side).unwrap_or(self.stage(0).main_ms)
    }

    /// The stages as they were written, never empty.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Whether the time that one player uses is added to the other's clock.
    pub fn is_hourglass(&self) -> bool {
        self.hourglass
    }

    /// Whether the last stage lasts for the rest of the game.
    pub fn is_sudden_death(&self) -> bool {
        self.stages.last().is_some_and(|s| s.moves.is_none())
    }

    /// Whether the text does not say in which stage the increment begins. Only the last stage is then certain
    /// to have it.
    pub fn increment_from_unsaid(&self) -> bool {
        self.from_unsaid
    }

    /// The main times of all stages together, in milliseconds; a repeated stage counts once.
    pub fn main_ms(&self) -> i64 {
        self.stages.iter().map(|s| s.main_ms).sum()
    }

    /// The largest increment or delay of any stage, in milliseconds.
    pub fn bonus_ms(&self) -> i64 {
        self.stages.iter().map(|s| s.bonus.ms()).max().unwrap_or(0)
    }

    /// The time by which rulesets decide the speed of a game: the main time plus the bonus for `moves` moves,
    /// in milliseconds.
    pub fn playing_time_ms(&self, moves: u32) -> i64 {
        self.main_ms().saturating_add(self.bonus_ms().saturating_mul(i64::from(moves)))
    }

    /// The stage that the player's move `move_number` (from 1) belongs to.
    pub fn stage_of(&self, move_number: u32) -> StageAt {
        let mut first_move: u32 = 1;
        for (index, stage) in (0..).zip(&self.stages) {
            let Some(moves) = stage.moves else {
                return StageAt { index, stage: *stage, first_move, last_move: None };
            };
            let last_move = first_move.saturating_add(moves - 1);
            if move_number <= last_move {
                return StageAt { index, stage: *stage, first_move, last_move: Some(last_move) };
            }
            first_move = last_move.saturating_add(1);
        }
        self.repeated(move_number, first_move)
    }

    /// The repetition of the last stage that contains `move_number`; the first repetition begins with
    /// `first_move`.
    fn repeated(&self, move_number: u32, first_move: u32) -> StageAt {
        let stage = self.stage(u32::MAX);
        let length = stage.moves.unwrap_or(u32::MAX).max(1);
        let laps = move_number.saturating_sub(first_move) / length;
        let first_move = first_move.saturating_add(laps.saturating_mul(length));
        let index = u32::try_from(self.stages.len()).unwrap_or(u32::MAX).saturating_add(laps);
        StageAt { index, stage, first_move, last_move: Some(first_move.saturating_add(length - 1)) }
    }

    /// The stage with this index; the last stage for any higher index.
    pub fn stage(&self, index: u32) -> Stage {
        let nothing = Stage { moves: None, main_ms: 0, bonus: Bonus::None };
        let last = self.stages.len().saturating_sub(1);
        let index = usize::try_from(index).unwrap_or(last).min(last);
        self.stages.get(index).copied().unwrap_or(nothing)
    }

    /// The main time in milliseconds that is added once the player has made `move_number`; `None` if that
    /// move does not end a stage.
    pub fn added_after(&self, move_number: u32) -> Option<i64> {
        let at = self.stage_of(move_number);
        (at.last_move == Some(move_number)).then(|| self.stage(at.index.saturating_add(1)).main_ms)
    }

    /// The control with its main times taken as minutes instead of seconds: `90+30`, ninety seconds in the
    /// grammar, becomes ninety minutes. `None` for an hourglass, and if a main time is 0, not a whole number
    /// of seconds, or above 300 seconds.
    pub fn in_minutes(&self) -> Option<TimeControl> {
        let small = |s: &Stage| s.main_ms > 0 && s.main_ms <= 300_000 && s.main_ms % 1000 == 0;
        if self.hourglass || !self.stages.iter().all(small) {
            return None;
        }
        let stages = self.stages.iter().map(|s| Stage { main_ms: s.main_ms * 60, ..*s }).collect();
        Some(TimeControl { stages, hourglass: false, from_unsaid: self.from_unsaid, start_ms: self.start_ms })
    }

    pub(super) fn with_from_unsaid(self, from_unsaid: bool) -> TimeControl {
        TimeControl { from_unsaid, ..self }
    }
}
