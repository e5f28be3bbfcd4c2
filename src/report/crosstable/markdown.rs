//! The crosstable as Markdown tables.

use std::io::{self, Write};

use super::cells::heading;
use super::grid::{Role, grids};
use super::{Crosstable, Holds};
use crate::report::markdown::escaped;
use crate::report::shown;
use crate::report::visible::MESSAGE;

/// What this format can hold.
pub(super) const HOLDS: Holds = Holds { findings: true, any_size: false };

/// Prints the crosstable.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Crosstable<'_>, _width: usize, out: &mut dyn Write) -> io::Result<()> {
    let (name, what) = heading(table.event, table.standings);
    writeln!(out, "## {}\n\n{}", escaped(&name), escaped(&what))?;
    for grid in grids(table) {
        writeln!(out)?;
        if !grid.caption.is_empty() {
            writeln!(out, "### {}\n", escaped(&grid.caption))?;
        }
        let names: Vec<String> = grid.columns.iter().map(|column| escaped(&column.name)).collect();
        writeln!(out, "| {} |", names.join(" | "))?;
        let left = |role| matches!(role, Role::Name | Role::About);
        let rules: Vec<&str> =
            grid.columns.iter().map(|column| if left(column.role) { "---" } else { "---:" }).collect();
        writeln!(out, "| {} |", rules.join(" | "))?;
        for row in &grid.rows {
            let cells: Vec<String> = row.cells.iter().map(|cell| escaped(&cell.text())).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
    }
    problems(table, out)
}

/// Maximum number of problems listed; the rest are counted.
const LISTED: usize = 200;

fn problems(table: &Crosstable<'_>, out: &mut dyn Write) -> io::Result<()> {
    if table.problems.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n### Problems in the file\n")?;
    for finding in table.problems.iter().take(LISTED) {
        let line = finding.line.map_or_else(String::new, |line| format!("line {line}: "));
        writeln!(out, "- {line}{} (`{}`)", escaped(&shown(&finding.message, MESSAGE)), finding.check)?;
    }
    let more = table.problems.len().saturating_sub(LISTED);
    if more > 0 {
        writeln!(out, "- … and {more} more")?;
    }
    Ok(())
}
