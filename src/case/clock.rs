//! The clock log of a case: a file that the case names, or `[[clock]]` tables with the same columns.

use super::fault::Fault;
use super::fields::{Item, Table, Value};
use super::file::{Loaded, Loader, Located, load_key};
use super::incident::half_move;
use crate::clock::log::{LogProblem, RawTime};
use crate::clock::{Log, LogBook, LogFault, RawRow};
use crate::place::Place;

pub(super) const COLUMNS: &[&str] = &["event", "side", "white", "black", "at", "ply", "after"];

/// `[[clock]]` tables that name half-moves of the record: a log once the record is known.
#[derive(Debug, Clone, Default)]
pub struct ClockTables {
    tables: Vec<Table>,
}

impl ClockTables {
    /// The tables of a case, if one of them has `after`.
    pub(super) fn of_case(table: &Table) -> Result<Option<ClockTables>, Fault> {
        let Some(tables) = table.tables("clock")? else { return Ok(None) };
        let places = tables.iter().any(|table| table.get("after").is_some());
        Ok(places.then(|| ClockTables { tables: tables.into_iter().cloned().collect() }))
    }

    /// The log. `find` gives the number of half-moves that `after` means.
    ///
    /// # Errors
    /// If a row is not a clock event, or `find` does not find its half-move.
    pub fn log(&self, find: &dyn Fn(&Located) -> Result<usize, Fault>) -> Result<LogBook, Fault> {
        of_tables(&self.tables.iter().collect::<Vec<_>>(), find).map(LogBook::of_one)
    }
}

/// The log that a case file has or names, as that of game 1, except the one of [`ClockTables`].
pub(super) fn of_case(table: &Table, load: Loader<'_>) -> Result<Option<LogBook>, Fault> {
    if let Some(rows) = table.tables("clock")? {
        if ClockTables::of_case(table)?.is_some() {
            return Ok(None);
        }
        return of_tables(&rows, &|_| Ok(0)).map(|log| Some(LogBook::of_one(log)));
    }
    let Some(loaded) = load_key(table, "clock", load)? else { return Ok(None) };
    let mut book = read(&loaded)?;
    match book.numbers().as_slice() {
        [] => Ok(None),
        [only] => Ok(book.take(*only).map(LogBook::of_one)),
        [first, .., last] => Err(Fault::new(
            table.place_of("clock"),
            format!("{} is about several games, {first} to {last}, and a case is about one", loaded.name),
        )
        .key("clock")
        .help("leave the rows of the other games out, or rule on the game itself: adjudicate GAMES.pgn --game N")),
    }
}

/// The log of game number `game` in a file that may hold several, as that of game 1.
pub(super) fn of_game(loaded: &Loaded, game: u64) -> Result<Option<LogBook>, Fault> {
    let mut book = read(loaded)?;
    let number = if book.has_game_column { u32::try_from(game).unwrap_or(u32::MAX) } else { 1 };
    Ok(book.take(number).map(LogBook::of_one))
}

fn read(loaded: &Loaded) -> Result<LogBook, Fault> {
    LogBook::read(&loaded.bytes).map_err(|why| {
        let line = usize::try_from(why.line).unwrap_or(0);
        let place = Place { file: loaded.name.clone(), line, column: why.column.unwrap_or(0) };
        Fault::new(&place, why.to_string())
    })
}

fn of_tables(tables: &[&Table], find: &dyn Fn(&Located) -> Result<usize, Fault>) -> Result<Log, Fault> {
    let mut log = Log::default();
    for (at, table) in (1..).zip(tables) {
        table.allow(COLUMNS, "a clock event")?;
        log.add(at, row(table, find)?).map_err(|why| located(why, table, tables))?;
    }
    Ok(log)
}

fn row(table: &Table, find: &dyn Fn(&Located) -> Result<usize, Fault>) -> Result<RawRow, Fault> {
    let text = |key: &str| -> Result<Option<String>, Fault> {
        match table.get(key).map(|item| &item.value) {
            Some(Value::Integer(number)) => Ok(Some(number.to_string())),
            _ => Ok(table.text(key)?.map(|(text, _)| text.to_owned())),
        }
    };
    let time = |key: &str| -> Result<Option<RawTime>, Fault> { Ok(text(key)?.map(RawTime::Text)) };
    Ok(RawRow {
        event: text("event")?,
        side: text("side")?,
        white: time("white")?,
        black: time("black")?,
        at: time("at")?,
        ply: match half_move(table, "after", "ply")? {
            Some(after) => Some(u32::try_from(find(&after)?).unwrap_or(u32::MAX)),
            None => ply(table)?,
        },
        game: None,
    })
}

/// The half-moves made, as a number or as a text with one.
fn ply(table: &Table) -> Result<Option<u32>, Fault> {
    match table.get("ply") {
        Some(Item { value: Value::Text(text), place }) => match text.trim().parse() {
            Ok(ply) => Ok(Some(ply)),
            Err(_) => Err(Fault::new(place, LogProblem::Ply(text.clone()).to_string()).key("ply")),
        },
        _ => Ok(table.natural("ply")?.map(|(ply, _)| ply)),
    }
}

/// A fault with its place in the case file. The log counts tables, but a message names lines.
fn located(mut why: LogFault, table: &Table, tables: &[&Table]) -> Fault {
    if let LogProblem::AtGoesBack(other) | LogProblem::PlyGoesBack(other) = &mut why.problem {
        let index = usize::try_from(*other).ok().and_then(|number| number.checked_sub(1));
        let line = index.and_then(|index| tables.get(index)).map_or(0, |table| table.place.line);
        *other = line as u64;
    }
    let place = why.field.map_or(&table.place, |field| table.place_of(field));
    Fault::new(place, why.to_string())
}
