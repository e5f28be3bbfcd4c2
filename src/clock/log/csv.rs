//! A clock log as a CSV file: one game, or several distinguished by a column `game`.

use std::collections::BTreeMap;

use csv::{ReaderBuilder, StringRecord};

use super::Log;
use super::fault::{LogFault, LogProblem};
use super::raw::{RawRow, RawTime};

const COLUMNS: [&str; 7] = ["event", "side", "white", "black", "at", "ply", "game"];

/// The logs of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogBook {
    games: BTreeMap<u32, Log>,
    /// Whether the file has a column `game`, which assigns rows to games. Without it, all rows belong to game
    /// 1.
    pub has_game_column: bool,
}

impl LogBook {
    /// Reads a file. The first line names the columns, in any order and case; each further line is one row.
    /// Fields are separated by commas, semicolons or tabs. Blank lines and lines that begin with `#` are
    /// skipped, and a byte order mark is allowed.
    ///
    /// # Errors
    /// At the first line that is not a row of a clock log; see [`Log::from_rows`].
    pub fn read(bytes: &[u8]) -> Result<LogBook, LogFault> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                return Err(LogFault::of_line(line_of(bytes, error.valid_up_to()), LogProblem::NotUtf8));
            }
        };
        let delimiter = delimiter(text);
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter)
            .comment(Some(b'#'))
            .from_reader(bytes);
        let mut book = LogBook::default();
        let mut columns: Option<Vec<&'static str>> = None;
        for record in reader.records() {
            let record = record.map_err(|e| csv_fault(&e))?;
            let place = RecordPlace { text, line: first_line(text, record.position()), delimiter };
            match &columns {
                None => columns = Some(book.header(&record, &place)?),
                Some(columns) => book.row(&record, columns, &place)?,
            }
        }
        match columns {
            Some(_) => Ok(book),
            None => Err(LogFault::of_line(1, LogProblem::Empty)),
        }
    }

    /// The log of a game; games are numbered from 1.
    pub fn game(&self, number: u32) -> Option<&Log> {
        self.games.get(&number)
    }

    /// A book that has one log, as game 1.
    pub fn of_one(log: Log) -> LogBook {
        LogBook { games: BTreeMap::from([(1, log)]), has_game_column: false }
    }

    /// The numbers of its games, ascending.
    pub fn numbers(&self) -> Vec<u32> {
        self.games.keys().copied().collect()
    }

    /// Removes and returns the log of a game; games are numbered from 1.
    pub fn take(&mut self, number: u32) -> Option<Log> {
        self.games.remove(&number)
    }

    /// All logs with their game numbers, ascending.
    pub fn games(&self) -> impl Iterator<Item = (u32, &Log)> {
        self.games.iter().map(|(number, log)| (*number, log))
    }

    fn header(
        &mut self,
        record: &StringRecord,
        place: &RecordPlace<'_>,
    ) -> Result<Vec<&'static str>, LogFault> {
        // Tested first, so that messages never quote a line of a file that is not a clock log.
        if !record.iter().any(|name| name.trim().eq_ignore_ascii_case("event")) {
            return Err(place.fault(0, None, LogProblem::NoEventColumn));
        }
        let mut columns: Vec<&'static str> = Vec::with_capacity(record.len());
        for (i, name) in record.iter().enumerate() {
            let lower = name.trim().to_ascii_lowercase();
            let known = COLUMNS.iter().find(|c| **c == lower).copied();
            let column = match known {
                None => Err(LogProblem::UnknownColumn(name.trim().to_owned())),
                Some(column) if columns.contains(&column) => Err(LogProblem::DoubleColumn(lower)),
                Some(column) => Ok(column),
            };
            columns.push(column.map_err(|problem| place.fault(i, None, problem))?);
        }
        self.has_game_column = columns.contains(&"game");
        Ok(columns)
    }

    fn row(
        &mut self,
        record: &StringRecord,
        columns: &[&'static str],
        place: &RecordPlace<'_>,
    ) -> Result<(), LogFault> {
        if record.iter().all(|f| f.trim().is_empty()) {
            return Ok(());
        }
        if record.len() != columns.len() {
            let problem = LogProblem::FieldCount { expected: columns.len(), found: record.len() };
            return Err(LogFault::of_line(place.line, problem));
        }
        let raw = raw_row(record, columns, place)?;
        let game = raw.game.unwrap_or(1);
        let row = raw.into_row(place.line).map_err(|fault| place.add_column(fault, columns))?;
        let pushed = self.games.entry(game).or_default().push(row);
        pushed.map_err(|fault| place.add_column(fault, columns))
    }
}

fn raw_row(
    record: &StringRecord,
    columns: &[&'static str],
    place: &RecordPlace<'_>,
) -> Result<RawRow, LogFault> {
    let mut raw = RawRow::default();
    for (i, (column, field)) in columns.iter().zip(record).enumerate() {
        let field = field.trim();
        let fault =
            |problem: fn(String) -> LogProblem| place.fault(i, Some(*column), problem(field.to_owned()));
        match *column {
            "game" => {
                let number = field.parse().ok().filter(|n| *n > 0);
                raw.game = Some(number.ok_or_else(|| fault(LogProblem::Game))?);
            }
            _ if field.is_empty() => {}
            "event" => raw.event = Some(field.to_owned()),
            "side" => raw.side = Some(field.to_owned()),
            "white" => raw.white = Some(RawTime::from(field)),
            "black" => raw.black = Some(RawTime::from(field)),
            "at" => raw.at = Some(RawTime::from(field)),
            _ => raw.ply = Some(field.parse().map_err(|_| fault(LogProblem::Ply))?),
        }
    }
    Ok(raw)
}

/// The field separator of a log: the first of comma, semicolon and tab that occurs in the header line.
pub(crate) fn delimiter(text: &str) -> u8 {
    let header = text.lines().find(|l| !l.trim().is_empty() && !l.starts_with('#')).unwrap_or_default();
    [b',', b';', b'\t'].into_iter().find(|d| header.as_bytes().contains(d)).unwrap_or(b',')
}

/// The position of a record in the file.
struct RecordPlace<'a> {
    text: &'a str,
    line: u64,
    delimiter: u8,
}

impl RecordPlace<'_> {
    fn fault(&self, index: usize, field: Option<&'static str>, problem: LogProblem) -> LogFault {
        LogFault { line: self.line, column: self.column(index), field, problem }
    }

    fn add_column(&self, fault: LogFault, columns: &[&'static str]) -> LogFault {
        let index = columns.iter().position(|c| Some(*c) == fault.field);
        LogFault { column: index.and_then(|i| self.column(i)), ..fault }
    }

    /// The first byte of a field in its line, from 1. `None` if the record spans several lines.
    fn column(&self, index: usize) -> Option<usize> {
        let line = usize::try_from(self.line).ok()?.checked_sub(1)?;
        let line = self.text.split('\n').nth(line)?;
        let (mut quoted, mut field) = (false, 0);
        for (at, byte) in line.bytes().enumerate() {
            if field == index {
                return Some(at + 1);
            }
            quoted ^= byte == b'"';
            field += usize::from(byte == self.delimiter && !quoted);
        }
        (field == index).then_some(line.trim_end_matches('\r').len() + 1)
    }
}

/// The line on which a record begins. The CSV reader reports the position before any blank lines and comments
/// that precede it.
fn first_line(text: &str, position: Option<&csv::Position>) -> u64 {
    let Some(position) = position else { return 1 };
    let rest = usize::try_from(position.byte()).ok().and_then(|at| text.get(at..)).unwrap_or_default();
    let skipped =
        rest.split('\n').take_while(|l| l.trim_end_matches('\r').is_empty() || l.starts_with('#')).count();
    position.line() + skipped as u64
}

fn csv_fault(error: &csv::Error) -> LogFault {
    LogFault::of_line(error.position().map_or(1, csv::Position::line), LogProblem::Csv(error.to_string()))
}

fn line_of(bytes: &[u8], at: usize) -> u64 {
    let before = bytes.get(..at).unwrap_or_default();
    before.iter().filter(|b| **b == b'\n').count() as u64 + 1
}
