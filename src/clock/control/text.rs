//! From the text of a time control to the control: which of the three ways of writing it is.

use thiserror::Error;

use super::{TimeControl, pgn, unit, us, words};

/// How a time control was written, once it is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// In the grammar of the PGN standard, fractions of a second and increments of any stage included.
    Formal(TimeControl),
    /// In the US Chess form: `G/60;d5`, `40/90,SD/30;d5` (minutes).
    UsChess(TimeControl),
    /// In plain words that have one meaning, or in minutes and seconds as broadcasts write them: `3+2`.
    Words(TimeControl),
    /// `?`: there was one, nobody knows which.
    Unknown,
    /// `-`: the game had none.
    None,
}

impl Written {
    /// The control, where there is one.
    pub fn control(&self) -> Option<&TimeControl> {
        match self {
            Written::Formal(c) | Written::UsChess(c) | Written::Words(c) => Some(c),
            Written::Unknown | Written::None => None,
        }
    }

    /// The control itself, where there is one.
    pub fn into_control(self) -> Option<TimeControl> {
        match self {
            Written::Formal(c) | Written::UsChess(c) | Written::Words(c) => Some(c),
            Written::Unknown | Written::None => None,
        }
    }
}

/// Why a text is no time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ControlFault {
    /// Nothing but white space.
    #[error("it is empty; write `?` where the time control is unknown, `-` where there was none")]
    Empty,
    /// A number should stand here.
    #[error("a number is missing here")]
    NoNumber,
    /// More than nine digits.
    #[error("this number is too large")]
    TooLarge,
    /// A stage of no moves.
    #[error("a stage has at least one move")]
    NoMoves,
    /// A stage for the rest of the game, with another one behind it.
    #[error("only the last stage may be without a number of moves")]
    NotLast,
    /// Neither main time nor bonus.
    #[error("it gives no time at all; write `-` where there was no time control")]
    NoTime,
    /// An increment or delay with nothing that it could be added to.
    #[error("an increment or a delay needs a main time before it")]
    NoMain,
    /// A sign or word that belongs to no way of writing a time control.
    #[error(
        "this is not understood; write it as 90m+30s, 40/5400+30:1800+30 (moves/seconds+increment) or G/90;d5"
    )]
    NotUnderstood,
    /// More than one meaning.
    #[error("this could mean more than one thing; write it as 40/5400+30:1800+30 (moves/seconds+increment)")]
    Ambiguous,
}

/// A text that is no time control, and the place where it stops being one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{fault}")]
pub struct TimeControlFault {
    /// Byte from 0 in the text that was given.
    pub at: usize,
    /// What is wrong there.
    pub fault: ControlFault,
}

/// What reading a part of it gives.
pub(super) type Outcome<T> = Result<T, TimeControlFault>;

impl TimeControlFault {
    pub(super) fn new(at: usize, fault: ControlFault) -> TimeControlFault {
        TimeControlFault { at, fault }
    }
}

impl TimeControl {
    /// Reads a time control in the PGN grammar, the US Chess form or plain words, in this order.
    ///
    /// What the PGN grammar allows means what it says there: `40/90` is ninety seconds. The one exception are minutes and
    /// seconds like `3+2` and `25+10`, which are words: no clock gives three seconds for a game. What the others mean in a
    /// game is decided by [`Unsaid`](super::Unsaid).
    ///
    /// # Errors
    /// Where the text is none of these: the byte at which the way of writing it that it resembles most breaks off.
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
