//! Parses the text of a time control, in one of three ways of writing it.

use thiserror::Error;

use super::{TimeControl, pgn, unit, us, words};

/// A time control, by the way it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// In the grammar of the PGN standard, extended by fractions of a second and increments in any stage.
    Formal(TimeControl),
    /// In the US Chess form: `G/60;d5`, `40/90,SD/30;d5` (minutes).
    UsChess(TimeControl),
    /// In plain words with a single meaning, or in minutes and seconds as broadcasts write them: `3+2`.
    Words(TimeControl),
    /// `?`: there was a time control, but it is unknown.
    Unknown,
    /// `-`: the game had no time control.
    None,
}

impl Written {
    /// The control, if there is one.
    pub fn control(&self) -> Option<&TimeControl> {
        match self {
            Written::Formal(c) | Written::UsChess(c) | Written::Words(c) => Some(c),
            Written::Unknown | Written::None => None,
        }
    }

    /// Converts to the control, if there is one.
    pub fn into_control(self) -> Option<TimeControl> {
        match self {
            Written::Formal(c) | Written::UsChess(c) | Written::Words(c) => Some(c),
            Written::Unknown | Written::None => None,
        }
    }
}

/// Why a text is not a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ControlFault {
    /// Nothing but white space.
    #[error("it is empty; write `?` where the time control is unknown, `-` where there was none")]
    Empty,
    /// A number is missing.
    #[error("a number is missing here")]
    NoNumber,
    /// A number has too many digits.
    #[error("this number is too large")]
    TooLarge,
    /// A stage with zero moves.
    #[error("a stage has at least one move")]
    NoMoves,
    /// A stage for the rest of the game, followed by another stage.
    #[error("only the last stage may be without a number of moves")]
    NotLast,
    /// Neither main time nor bonus.
    #[error("it gives no time at all; write `-` where there was no time control")]
    NoTime,
    /// An increment or delay without a main time.
    #[error("an increment or a delay needs a main time before it")]
    NoMain,
    /// A sign or word that no way of writing a time control has.
    #[error(
        "this is not understood; write it as 90m+30s, 40/5400+30:1800+30 (moves/seconds+increment) or G/90;d5"
    )]
    NotUnderstood,
    /// More than one meaning.
    #[error("this could mean more than one thing; write it as 40/5400+30:1800+30 (moves/seconds+increment)")]
    Ambiguous,
}

/// A fault in the text of a time control, and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{fault}")]
pub struct TimeControlFault {
    /// Byte offset in the given text, from 0.
    pub at: usize,
    /// What is wrong there.
    pub fault: ControlFault,
}

/// The result of parsing a part of a time control.
pub(super) type Outcome<T> = Result<T, TimeControlFault>;

impl TimeControlFault {
    pub(super) fn new(at: usize, fault: ControlFault) -> TimeControlFault {
        TimeControlFault { at, fault }
    }
}

impl TimeControl {
    /// Reads a time control in the PGN grammar, the US Chess form or plain words, in this order.
    ///
    /// Text that the PGN grammar allows has the meaning of that grammar: `40/90` is ninety seconds. The only
    /// exception is minutes and seconds like `3+2` and `25+10`, which count as words, because nobody plays a
    /// game in three seconds. What other texts mean in a particular game is decided by
    /// [`Unsaid`](super::Unsaid).
    ///
    /// # Errors
    /// If the text is none of these. The position is where it departs from the form that it resembles most.
    pub fn parse(text: &str) -> Result<Written, TimeControlFault> {
        let inner = text.trim();
        let offset = text.len() - text.trim_start().len();
        match inner {
            "" => return Err(TimeControlFault::new(0, ControlFault::Empty)),
            "?" => return Ok(Written::Unknown),
            "-" => return Ok(Written::None),
            _ => {}
        }
        let shift = |fault: TimeControlFault| TimeControlFault { at: fault.at + offset, ..fault };
        if pgn::is_formal(inner) {
            let control = pgn::parse(inner).map_err(shift)?;
            return Ok(match pgn::means_minutes(inner, &control) {
                Some(minutes) => Written::Words(minutes),
                None => Written::Formal(control),
            });
        }
        if let Some(control) = unit::certain(inner) {
            return control.map(Written::Words).map_err(shift);
        }
        if let Some(control) = us::parse(inner) {
            return control.map(Written::UsChess).map_err(shift);
        }
        words::parse(inner).map(Written::Words).map_err(shift)
    }
}
