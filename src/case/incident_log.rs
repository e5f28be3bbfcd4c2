//! An incident log: CSV with the incidents' keys as columns; an empty cell means "not given".

use std::sync::Arc;

use super::fault::{Fault, suggestion};
use super::fields::{Item, Table, Value};
use super::incident::{COLUMNS, Incident};
use crate::clock::log::delimiter;
use crate::place::Place;

/// Reads the log. In a log for several games the column `game` (from 1) picks those of game number `game`.
pub(super) fn read(file: &Arc<str>, text: &str, game: Option<u64>) -> Result<Vec<Incident>, Fault> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .flexible(true)
        .comment(Some(b'#'))
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let named = reader.headers().map_err(|error| broken(file, &error))?;
    let header = named.iter().map(str::to_ascii_lowercase).collect();
    check_header(file, &header)?;
    let mut incidents = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| broken(file, &error))?;
        let line = record.position().map_or(0, |position| position.line() as usize);
        let place = Place { file: file.clone(), line, column: 0 };
        if record.len() > header.len() {
            return Err(Fault::new(
                &place,
                format!("{} cells under {} column names", record.len(), header.len()),
            )
            .help("put cells with commas in double quotes"));
        }
        let row = table(&header, &record, &place);
        if of_game(&row, game)? && !row.entries.is_empty() {
            incidents.push(Incident::read(&without_game(row))?);
        }
    }
    Ok(incidents)
}

fn broken(file: &Arc<str>, error: &csv::Error) -> Fault {
    let line = error.position().map_or(0, |position| position.line() as usize);
    let words = match error.kind() {
        csv::ErrorKind::Utf8 { .. } => "this is not UTF-8".to_owned(),
        _ => error.to_string(),
    };
    Fault::new(&Place { file: file.clone(), line, column: 0 }, words)
}

fn check_header(file: &Arc<str>, header: &csv::StringRecord) -> Result<(), Fault> {
    let place = Place { file: file.clone(), line: 1, column: 0 };
    // Checked first, so that messages do not quote a file that is not an incident log.
    if !header.iter().any(|name| name == "kind") {
        return Err(Fault::new(&place, "this is not an incident log: its first line has no column `kind`")
            .help("the first line names the columns, such as ply,by,kind,move"));
    }
    match header.iter().find(|name| !COLUMNS.contains(name) && *name != "game") {
        Some(name) => Err(Fault::new(&place, "an incident log has no such column")
            .key(name)
            .help(suggestion(name, COLUMNS))),
        None => Ok(()),
    }
}

fn table(header: &csv::StringRecord, record: &csv::StringRecord, place: &Place) -> Table {
    let entries = header
        .iter()
        .zip(record.iter())
        .filter(|(_, cell)| !cell.is_empty())
        .map(|(name, cell)| {
            let item = Item { value: Value::Text(cell.to_owned()), place: place.clone() };
            (name.to_owned(), place.clone(), item)
        })
        .collect();
    Table { place: place.clone(), entries, untyped: true }
}

fn of_game(row: &Table, game: Option<u64>) -> Result<bool, Fault> {
    Ok(match (row.natural("game")?, game) {
        (Some((number, _)), Some(wanted)) => u64::from(number) == wanted,
        _ => true,
    })
}

fn without_game(mut row: Table) -> Table {
    row.entries.retain(|(key, _, _)| key != "game");
    row
}
