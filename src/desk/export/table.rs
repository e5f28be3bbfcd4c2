//! `csv`: one row per entry, for spreadsheets.

use std::io::{self, Write};

use crate::desk::journal::Entry;
use crate::report::csv::{cell, of_csv};

const HEADER: [&str; 16] = [
    "id",
    "at",
    "who",
    "round",
    "board",
    "white",
    "black",
    "kind",
    "player",
    "ruling",
    "option",
    "note",
    "corrects",
    "corrected_by",
    "prev",
    "digest",
];

/// Writes the table. No cell is taken for a formula.
pub(super) fn write(out: &mut dyn Write, entries: &[Entry]) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(HEADER).map_err(of_csv)?;
    for entry in entries {
        let number = |number: Option<i64>| number.map_or(String::new(), |number| number.to_string());
        let row: Vec<String> = HEADER
            .iter()
            .map(|key| match *key {
                "id" => entry.id.to_string(),
                "ruling" => cell(entry.sentence()).into_owned(),
                "corrects" => number(entry.number("corrects")),
                "corrected_by" => number(entry.corrected_by),
                "digest" => cell(&entry.digest).into_owned(),
                key => cell(entry.text(key).unwrap_or_default()).into_owned(),
            })
            .collect();
        table.write_record(&row).map_err(of_csv)?;
    }
    table.flush()
}
