//! What can be wrong with a clock log. The messages say how to correct it.

use thiserror::Error;

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LogProblem {
    /// A column that does not exist.
    #[error(
        "unknown column `{0}`; the columns are event, side, white, black, at, ply and, for several games, game"
    )]
    UnknownColumn(String),
    /// A column named twice.
    #[error("the column `{0}` is named twice")]
    DoubleColumn(String),
    /// No column `event`.
    #[error(
        "this is not a clock log: its first line has no column `event`; write event,side,white,black,at,ply there"
    )]
    NoEventColumn,
    /// More or fewer fields than columns.
    #[error("this line has {found} fields, the first line names {expected} columns")]
    FieldCount {
        /// Columns of the header.
        expected: usize,
        /// Fields of this line.
        found: usize,
    },
    /// Invalid CSV, for example broken quotes.
    #[error("this is not CSV: {0}")]
    Csv(String),
    /// The bytes are not UTF-8.
    #[error("this is not UTF-8")]
    NotUtf8,
    /// Nothing but blank lines.
    #[error("the log is empty; its first line names the columns: event,side,white,black,at,ply")]
    Empty,
    /// A row without `event`.
    #[error("the event is missing; write start, press, stop, flag, set or reading")]
    NoEvent,
    /// An event that does not exist.
    #[error("unknown event `{0}`; the events are start, press, stop, flag, set and reading")]
    UnknownEvent(String),
    /// A press or a flag without a side.
    #[error("whose {0} is it? write white or black in `side`")]
    NoSide(&'static str),
    /// A side that does not exist.
    #[error("unknown side `{0}`; write white or black")]
    UnknownSide(String),
    /// A display that cannot be read.
    #[error("`{0}` is not a display of a clock; write 1:29:43, 38:00 (minutes and seconds) or 0:04.7")]
    Display(String),
    /// A time of day that cannot be read.
    #[error("`{0}` is not a time of day; write it as 2025-03-08T14:00:12+01:00 (RFC 3339)")]
    At(String),
    /// A time of day earlier than a previous one, whose line is given.
    #[error("the time of day is earlier than that of line {0}; put the rows in chronological order")]
    AtGoesBack(u64),
    /// A number of half-moves that cannot be read.
    #[error("`{0}` is not a number of half-moves; write a whole number from 0")]
    Ply(String),
    /// Fewer half-moves than in a previous row, whose line is given.
    #[error("fewer half-moves than in line {0}; only a `set`, when a position was restored, may go back")]
    PlyGoesBack(u64),
    /// A game number that cannot be read.
    #[error("`{0}` is not a number of a game; write a whole number from 1")]
    Game(String),
}

/// A fault in a clock log and its position. Its text says what is wrong and what to write instead; the caller
/// prints the position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}{problem}", named(*field))]
pub struct LogFault {
    /// Line in the file, from 1.
    pub line: u64,
    /// Byte in the line, from 1, if known.
    pub column: Option<usize>,
    /// The column or key with the fault.
    pub field: Option<&'static str>,
    /// What is wrong.
    pub problem: LogProblem,
}

fn named(field: Option<&'static str>) -> String {
    field.map(|f| format!("{f}: ")).unwrap_or_default()
}

impl LogFault {
    pub(super) fn new(line: u64, field: &'static str, problem: LogProblem) -> LogFault {
        LogFault { line, column: None, field: Some(field), problem }
    }

    pub(super) fn of_line(line: u64, problem: LogProblem) -> LogFault {
        LogFault { line, column: None, field: None, problem }
    }
}
