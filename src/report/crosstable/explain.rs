//! The tie-breaks of one player, term by term.

use std::io::{self, Write};

use super::Crosstable;
use super::cells::decimal;
use crate::event::standings::Row;
use crate::event::tiebreaks::Term;
use crate::report::visible;

/// Prints the tie-breaks of the rows that match a name or a number; false if no row matches.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Crosstable<'_>, who: &str, out: &mut dyn Write) -> io::Result<bool> {
    let standings = table.standings;
    let wanted = who.trim().to_lowercase();
    let exact = |row: &&Row| row.no.to_string() == wanted || row.name.to_lowercase() == wanted;
    let part = |row: &&Row| row.name.to_lowercase().contains(&wanted);
    let mut rows: Vec<&Row> = standings.rows.iter().filter(exact).collect();
    if rows.is_empty() {
        rows = standings.rows.iter().filter(part).collect();
    }
    for row in &rows {
        let score = standings.entrant(row).map_or(0.0, |entrant| entrant.score.primary);
        writeln!(
            out,
            "{} (number {}), rank {}, {} points",
            visible(&row.name),
            row.no,
            row.rank,
            decimal(score)
        )?;
        for (spec, working) in standings.tiebreaks.iter().zip(&row.tiebreaks) {
            let value = working.value.map_or_else(|| "not available".to_owned(), decimal);
            writeln!(out, "\n{}, {}: {value}", spec.name, spec.tiebreak.title)?;
            for term in &working.terms {
                writeln!(out, "  {}", line(table, term))?;
            }
        }
        writeln!(out)?;
    }
    Ok(!rows.is_empty())
}

fn line(table: &Crosstable<'_>, term: &Term) -> String {
    let round = term.round.map_or_else(String::new, |round| format!("round {round:>2}  "));
    let opponent = term.opponent.and_then(|at| table.standings.field.entrants.get(at));
    let mut notes = Vec::new();
    if let Some(opponent) = opponent {
        notes.push(format!("{} {}", opponent.no, visible(&opponent.name)));
    }
    if !term.note.is_empty() {
        notes.push(term.note.to_owned());
    }
    if term.unplayed {
        notes.push("not played".to_owned());
    }
    if term.cut {
        notes.push("cut".to_owned());
    }
    format!("{round}{:>8}  {}", decimal(term.amount), notes.join(", ")).trim_end().to_owned()
}
