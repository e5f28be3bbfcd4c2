//! Tables of results as delimited text: one row per game, or one row per player.

mod cell;
mod games;
mod table;

use std::sync::Arc;

use super::fault::{Fault, FaultKind};
use super::model::Event;
use super::text::Lines;

/// The layout of a file, given by its header row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// One row per game.
    Games,
    /// One row per player.
    Table,
}

/// The layout of a file by its header row; `None` if it is not a table of results.
pub fn layout(header: &str) -> Option<Layout> {
    let names = split(header, separator(header));
    let has = |wanted: &str| names.iter().any(|name| folded(name) == wanted);
    if ["white", "black", "result"].into_iter().all(has) {
        return Some(Layout::Games);
    }
    let round = names.iter().any(|name| table::round_of(name).is_some());
    (names.iter().any(|name| table::is_name(name)) && round).then_some(Layout::Table)
}

/// Whether the header is that of a published table, with or without round columns.
pub fn is_published_table(header: &str) -> bool {
    let names = split(header, separator(header));
    names.len() > 1 && names.iter().any(|name| table::is_name(name) || folded(name) == "fide_id")
}

/// Reads a file of either layout.
pub fn read(file: Arc<str>, bytes: &[u8], layout: Layout) -> Event {
    let rows = Rows::read(bytes);
    match layout {
        Layout::Games => games::read(file, rows),
        Layout::Table => table::read(file, rows),
    }
}

/// A file as rows.
struct Rows {
    lines: Lines,
    header: Vec<String>,
    /// Line and fields.
    rows: Vec<(u64, Vec<String>)>,
    faults: Vec<Fault>,
}

impl Rows {
    fn read(bytes: &[u8]) -> Rows {
        let lines = Lines::read(bytes);
        let faults = Vec::from_iter(lines.encoding_fault());
        let text: String = lines.lines.iter().flat_map(|line| [line.text.as_str(), "\n"]).collect();
        let first = lines
            .lines
            .iter()
            .find(|line| !line.text.trim().is_empty())
            .map_or("", |line| line.text.as_str());
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator(first))
            .from_reader(text.as_bytes());
        let mut rows = Rows { lines, header: Vec::new(), rows: Vec::new(), faults };
        for record in reader.records() {
            let Ok(record) = record else { continue };
            let line = record.position().map_or(0, csv::Position::line);
            let fields: Vec<String> = record.iter().map(|field| field.trim().to_owned()).collect();
            if fields.iter().all(String::is_empty) {
                continue;
            }
            if rows.header.is_empty() {
                rows.header = fields;
            } else {
                rows.push(line, fields);
            }
        }
        rows
    }

    /// Adds a row if it has as many cells as the header, else a fault.
    fn push(&mut self, line: u64, mut fields: Vec<String>) {
        // Spreadsheets leave separators at the end of rows.
        while fields.len() > self.header.len() && fields.last().is_some_and(String::is_empty) {
            fields.pop();
        }
        if fields.len() == self.header.len() {
            self.rows.push((line, fields));
            return;
        }
        let words = format!("a row with {} cells, where the header has {}", fields.len(), self.header.len());
        self.faults.push(Fault::new(FaultKind::EventSyntax, line, "row", &fields.len().to_string(), words));
    }

    /// The first column with one of these names. Blanks in the header match underscores.
    fn column(&self, names: &[&str]) -> Option<usize> {
        self.header.iter().position(|name| names.contains(&folded(name).replace(' ', "_").as_str()))
    }
}

/// A column name in lower case, trimmed.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

/// The separator of a header row: the most frequent of `,`, `;` and tab.
fn separator(header: &str) -> u8 {
    let count = |c: char| header.chars().filter(|found| *found == c).count();
    [(b',', count(',')), (b';', count(';')), (b'\t', count('\t'))]
        .into_iter()
        .max_by_key(|(_, n)| *n)
        .map_or(b',', |(c, _)| c)
}

fn split(row: &str, separator: u8) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(row.as_bytes());
    let first = reader.records().next().and_then(Result::ok);
    first.map(|record| record.iter().map(str::to_owned).collect()).unwrap_or_default()
}
