//! The clock log: what an electronic clock or an arbiter wrote down, event by event.
//!
//! A [`Log`] is built from [`RawRow`]s, be they lines of a CSV file ([`LogBook::read`]) or tables of a case
//! ([`Log::from_rows`]). It knows the order of events and answers what the clocks showed at a moment, who pressed and whose
//! flag fell. What the times ought to have been is the business of [`account`](super::account).

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

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// The clocks were started or restarted.
    Start,
    /// A player pressed.
    Press,
    /// The clocks were stopped.
    Stop,
    /// A flag fell.
    Flag,
    /// The arbiter set the clocks.
    Set,
    /// Somebody read the display; nothing happened.
    Reading,
}

/// A moment of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Milliseconds since 1970 in UTC.
    pub ms: i64,
    /// How finely it was written: 1000 for whole seconds.
    pub resolution_ms: u32,
}

/// One event of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogRow {
    /// What happened.
    pub event: Event,
    /// Who pressed, whose flag fell, whose clock was started; `None` where the row does not say.
    pub side: Option<Color>,
    /// The displays, where the row has them.
    pub shown: ByColor<Option<Reading>>,
    /// The time of day.
    pub at: Option<Moment>,
    /// Half-moves made after the event: as written, else counted from the presses.
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

/// What the rows so far say that the next row is compared with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Last {
    /// The latest time of day, and the line that has it.
    at: Option<(i64, u64)>,
    /// The half-moves last written, and the line that has them.
    ply: Option<(u32, u64)>,
    /// Who pressed last, unless the clocks were started or set since.
    pressed: Option<Color>,
}

/// A display of one side, and the row that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The display.
    pub reading: Reading,
    /// Index of the row.
    pub row: usize,
}

/// What both clocks showed at a moment of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockReading {
    /// White's display, the last one up to that moment.
    pub white: Option<Shown>,
    /// Black's display, the last one up to that moment.
    pub black: Option<Shown>,
    /// Index of the last row up to that moment, with or without a display.
    pub row: usize,
    /// Index of the last row up to that moment by which the arbiter set the clocks.
    pub set: Option<usize>,
}

impl ClockReading {
    /// The display of one side.
    pub fn of(&self, side: Color) -> Option<Shown> {
        side.fold_wb(self.white, self.black)
    }
}

/// A flag that fell by the log.
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
    /// The events in their order. A row without `ply` gets it by counting presses; a second press in a row by one side,
    /// which is undecided ([`PressKind::Undecided`]), counts for no half-move.
    ///
    /// # Errors
    /// At the first row that cannot be: an unknown event or side, an unreadable time, a time of day before that of an earlier
    /// row, a number of half-moves that goes back where the arbiter did not set the clocks.
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
    /// As [`Log::from_rows`]; the log is then as it was.
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

    /// The half-moves after a row that does not say them.
    fn counted(&self, row: &LogRow) -> u32 {
        let made = self.rows.last().map_or(0, |r| r.ply);
        let again = row.event == Event::Press && self.last.pressed == row.side;
        made.saturating_add(u32::from(row.event == Event::Press && !again))
    }

    /// All rows.
    pub fn rows(&self) -> &[LogRow] {
        &self.rows
    }

    /// Half-moves after the last row; 0 for an empty log.
    pub fn last_ply(&self) -> u32 {
        self.rows.last().map_or(0, |r| r.ply)
    }

    /// What the clocks showed when `ply` half-moves had been made: of each side the last display among the rows with no more
    /// half-moves than that. Where the arbiter restored a position, the rows after that count too; [`ClockReading::set`] says so.
    /// `None` where no such row exists.
    pub fn reading_at(&self, ply: u32) -> Option<ClockReading> {
        self.reading_where(|_, row| row.ply <= ply)
    }

    /// What the clocks showed after the row with this index.
    pub fn reading_after(&self, row: usize) -> Option<ClockReading> {
        self.reading_where(|i, _| i <= row)
    }

    fn reading_where(&self, counts: impl Fn(usize, &LogRow) -> bool) -> Option<ClockReading> {
        let mut found: Option<ClockReading> = None;
        for (i, row) in self.rows.iter().enumerate().filter(|(i, row)| counts(*i, row)) {
            let last = found.get_or_insert(ClockReading { white: None, black: None, row: i, set: None });
            last.row = i;
            last.white = row.shown.white.map(|reading| Shown { reading, row: i }).or(last.white);
            last.black = row.shown.black.map(|reading| Shown { reading, row: i }).or(last.black);
            last.set = if row.event == Event::Set { Some(i) } else { last.set };
        }
        found
    }

    /// Index of the first row after `row` in which `side` presses.
    pub fn press_after(&self, row: usize, side: Color) -> Option<usize> {
        self.find_after(row, |r| r.event == Event::Press && r.side == Some(side))
    }

    /// Index of the first row after `row` by which the arbiter set the clocks.
    pub fn set_after(&self, row: usize) -> Option<usize> {
        self.find_after(row, |r| r.event == Event::Set)
    }

    fn find_after(&self, row: usize, fits: impl Fn(&LogRow) -> bool) -> Option<usize> {
        self.rows.iter().enumerate().skip(row.saturating_add(1)).find(|(_, r)| fits(r)).map(|(i, _)| i)
    }

    /// Whose clock runs after the row with this index; `None` while the clocks stand.
    pub fn running_after(&self, row: usize) -> Option<Color> {
        let until = self.rows.get(..=row).unwrap_or_default();
        until.iter().fold(None, |running, r| r.running(running))
    }

    /// What each player's clock shows first.
    pub fn first_shown(&self) -> ByColor<Option<FirstShown>> {
        let of = |side: Color| {
            let display =
                |row: &LogRow| Some(FirstShown { ms: row.shown.get(side).as_ref()?.ms, ply: row.ply });
            self.rows.iter().find_map(display)
        };
        ByColor::new_with(of)
    }

    /// The flags that fell, in the order in which they did.
    pub fn flags(&self) -> impl Iterator<Item = FlagFall> + '_ {
        let flags = self.rows.iter().enumerate().filter(|(_, r)| r.event == Event::Flag);
        flags.filter_map(|(row, r)| r.side.map(|side| FlagFall { side, row, ply: r.ply, at: r.at }))
    }

    /// The flag that fell first, whoever's.
    pub fn first_flag(&self) -> Option<FlagFall> {
        self.flags().next()
    }
}

impl LogRow {
    /// Whose clock runs after this row, when `before` ran before it. A restart names the side, White if it does not.
    pub fn running(&self, before: Option<Color>) -> Option<Color> {
        match self.event {
            Event::Start => Some(self.side.unwrap_or(Color::White)),
            Event::Press => self.side.map(|s| !s).or(before),
            Event::Stop => None,
            Event::Flag | Event::Set | Event::Reading => before,
        }
    }
}
