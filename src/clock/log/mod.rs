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
pub use fault::{LogFault, LogProblem};
pub use presses::{Press, PressKind};
pub use raw::{RawRow, RawTime};

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
            log.push(raw.into_row(line)?)?;
        }
        Ok(log)
    }

    fn push(&mut self, mut row: LogRow) -> Result<(), LogFault> {
        let before = |found: Option<&LogRow>, problem: fn(u64) -> LogProblem, field| match found {
            Some(found) => Err(LogFault::new(row.line, field, problem(found.line))),
            None => Ok(()),
        };
        let later = self
            .rows
            .iter()
            .rev()
            .find(|r| r.at.is_some())
            .filter(|r| r.at.map(|a| a.ms) > row.at.map(|a| a.ms));
        before(later.filter(|_| row.at.is_some()), LogProblem::AtGoesBack, "at")?;
        let given = self.rows.iter().rev().find(|r| r.ply_given);
        let ahead = given.filter(|r| row.ply_given && r.ply > row.ply && row.event != Event::Set);
        before(ahead, LogProblem::PlyGoesBack, "ply")?;
        if !row.ply_given {
            row.ply = self.counted(&row);
        }
        self.rows.push(row);
        Ok(())
    }

    /// The half-moves after a row that does not say them.
    fn counted(&self, row: &LogRow) -> u32 {
        let made = self.rows.last().map_or(0, |r| r.ply);
        let again = row.event == Event::Press && self.last_presser() == row.side;
        made.saturating_add(u32::from(row.event == Event::Press && !again))
    }

    /// Who pressed last, since the clocks were started or set.
    fn last_presser(&self) -> Option<Color> {
        let row =
            self.rows.iter().rev().find(|r| matches!(r.event, Event::Press | Event::Start | Event::Set))?;
        row.side.filter(|_| row.event == Event::Press)
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
