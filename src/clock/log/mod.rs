//! The clock log: what an electronic clock or an arbiter recorded, event by event.
//!
//! A [`Log`] is built from [`RawRow`]s, which are lines of a CSV file ([`LogBook::read`]) or tables of a case
//! ([`Log::from_rows`]). It keeps the events in order, with what the clocks showed, who pressed and whose
//! flag fell. What the times should have been is worked out in [`reconstruction`](super::reconstruction).

mod raw;
mod csv;
mod fault;
mod presses;
#[cfg(test)]
mod tests;

use shakmaty::{ByColor, Color};

pub use self::csv::LogBook;
pub(crate) use self::csv::delimiter;
pub use fault::{LogFault, LogProblem};
pub(crate) use presses::mover;
pub use presses::{Press, PressKind};
pub use raw::{RawRow, RawTime};

use super::control::FirstShown;
use super::reading::Reading;

/// A kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Event {
    /// The clocks were started or restarted.
    Start,
    /// A player pressed the clock.
    Press,
    /// The clocks were stopped.
    Stop,
    /// A flag fell.
    Flag,
    /// The arbiter set the clocks.
    Set,
    /// The display was read; nothing else happened.
    Reading,
}

/// A point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Milliseconds since 1970 in UTC.
    pub ms: i64,
    /// The resolution it was written with: 1000 for whole seconds.
    pub resolution_ms: u32,
}

/// One event of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogRow {
    /// What happened.
    pub event: Event,
    /// Who pressed, whose flag fell, or whose clock was started; `None` if the row does not say.
    pub side: Option<Color>,
    /// What the displays showed, if the row says.
    pub shown: ByColor<Option<Reading>>,
    /// The time of day.
    pub at: Option<Moment>,
    /// Half-moves made when the event was over: as written, otherwise counted from the presses.
    pub ply: u32,
    /// Whether `ply` was written.
    pub ply_given: bool,
    /// Line in its file, from 1.
    pub line: u64,
}

/// A clock log of one game: its events in the order in which they happened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Log {
    rows: Vec<LogRow>,
    last: Last,
}

/// What the next row is checked against.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Last {
    /// The latest time of day, and its line.
    at: Option<(i64, u64)>,
    /// The last written number of half-moves, and its line.
    ply: Option<(u32, u64)>,
    /// Who pressed last, unless the clocks have been started or set since.
    pressed: Option<Color>,
}

/// A flag fall recorded in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlagFall {
    /// Whose flag.
    pub side: Color,
    /// Index of the row.
    pub row: usize,
    /// Half-moves made when it fell.
    pub ply: u32,
    /// Time of day.
    pub at: Option<Moment>,
}

impl Log {
    /// Builds a log from its events in order. A row without `ply` gets it by counting presses. A second press
    /// in a row by the same side is undecided ([`PressKind::Undecided`]) and is not counted as a half-move.
    ///
    /// # Errors
    /// At the first invalid row: an unknown event or side, an unreadable time, a time of day before that of
    /// an earlier row, or fewer half-moves than before in a row that is not a `set`.
    pub fn from_rows(rows: impl IntoIterator<Item = (u64, RawRow)>) -> Result<Log, LogFault> {
        let mut log = Log::default();
        for (line, raw) in rows {
            log.add(line, raw)?;
        }
        Ok(log)
    }

    /// Adds one row; `line` is its place in the file, from 1.
    ///
    /// # Errors
    /// As for [`Log::from_rows`]; the log is then unchanged.
    pub fn add(&mut self, line: u64, raw: RawRow) -> Result<(), LogFault> {
        self.push(raw.into_row(line)?)
    }

    fn push(&mut self, mut row: LogRow) -> Result<(), LogFault> {
        if let (Some((at, line)), Some(moment)) = (self.last.at, row.at)
            && at > moment.ms
        {
            return Err(LogFault::new(row.line, "at", LogProblem::AtGoesBack(line)));
        }
        if let Some((ply, line)) = self.last.ply
            && row.ply_given
            && ply > row.ply
            && row.event != Event::Set
        {
            return Err(LogFault::new(row.line, "ply", LogProblem::PlyGoesBack(line)));
        }
        if !row.ply_given {
            row.ply = self.counted(&row);
        }
        self.remember(&row);
        self.rows.push(row);
        Ok(())
    }

    fn remember(&mut self, row: &LogRow) {
        self.last.at = row.at.map(|at| (at.ms, row.line)).or(self.last.at);
        if row.ply_given {
            self.last.ply = Some((row.ply, row.line));
        }
        match row.event {
            Event::Press => self.last.pressed = row.side,
            Event::Start | Event::Set => self.last.pressed = None,
            Event::Stop | Event::Flag | Event::Reading => {}
        }
    }

    /// The half-moves made after a row that does not say.
    fn counted(&self, row: &LogRow) -> u32 {
        let made = self.rows.last().map_or(0, |r| r.ply);
        let again = row.event == Event::Press && self.last.pressed == row.side;
        made.saturating_add(u32::from(row.event == Event::Press && !again))
    }

    /// All rows.
    pub fn rows(&self) -> &[LogRow] {
        &self.rows
    }

    /// The first display of each player's clock.
    pub fn first_shown(&self) -> ByColor<Option<FirstShown>> {
        let of = |side: Color| {
            let display =
                |row: &LogRow| Some(FirstShown { ms: row.shown.get(side).as_ref()?.ms, ply: row.ply });
            self.rows.iter().find_map(display)
        };
        ByColor::new_with(of)
    }

    /// The flag falls, in order.
    pub fn flags(&self) -> impl Iterator<Item = FlagFall> + '_ {
        let flags = self.rows.iter().enumerate().filter(|(_, r)| r.event == Event::Flag);
        flags.filter_map(|(row, r)| r.side.map(|side| FlagFall { side, row, ply: r.ply, at: r.at }))
    }

    /// The first flag fall of either side.
    pub fn first_flag(&self) -> Option<FlagFall> {
        self.flags().next()
    }
}

impl LogRow {
    /// Whose clock runs after this row, if `before` ran before it. A start names the side; without one it is
    /// White.
    pub fn running(&self, before: Option<Color>) -> Option<Color> {
        match self.event {
            Event::Start => Some(self.side.unwrap_or(Color::White)),
            Event::Press => self.side.map(|s| !s).or(before),
            Event::Stop => None,
            Event::Flag | Event::Set | Event::Reading => before,
        }
    }
}
