//! The crosstable for a terminal: a table that is too wide is folded, with the rounds below the sums.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::cells::heading;
use super::grid::{Grid, Role, grids};
use super::part::Cell;
use super::{Crosstable, Holds};
use crate::checks::Finding;
use crate::report::visible::{MESSAGE, NAME, cut};
use crate::report::{shown, visible};

/// What this format can hold.
pub(super) const HOLDS: Holds = Holds { findings: true, any_size: false };

/// Prints the crosstable, with no line wider than `width` columns if that is possible.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Crosstable<'_>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let (name, what) = heading(table.event, table.standings);
    writeln!(out, "{}\n{what}", visible(&name))?;
    for grid in grids(table) {
        writeln!(out)?;
        if !grid.caption.is_empty() {
            writeln!(out, "{}", visible(&grid.caption))?;
        }
        for fold in folds(&grid, width) {
            for line in rendered(&grid, &fold).lines() {
                writeln!(out, "{}", line.trim_end())?;
            }
        }
    }
    for unknown in &table.standings.unknown {
        writeln!(out, "\nUnknown tie-break in the file: {}", shown(unknown, NAME))?;
    }
    // Differences from a published table are what the user asked for, so all of them are listed.
    let (differences, problems): (Vec<&Finding>, Vec<&Finding>) = table
        .problems
        .iter()
        .partition(|finding| finding.check == "table-differs" || elsewhere(table, finding));
    listed(&differences, ["difference", "differences"], "from the published table", usize::MAX, out)?;
    listed(&problems, ["problem", "problems"], "in the file", LISTED, out)
}

/// Maximum number of problems of the file that are listed; the rest are counted.
const LISTED: usize = 20;

fn elsewhere(table: &Crosstable<'_>, finding: &Finding) -> bool {
    finding.file != table.event.file && !table.event.files.contains(&finding.file)
}

fn listed(
    findings: &[&Finding],
    words: [&str; 2],
    of: &str,
    most: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let count = findings.len();
    if count > 0 {
        writeln!(out, "\n{count} {} {of}:", if count == 1 { words[0] } else { words[1] })?;
    }
    for finding in findings.iter().take(most) {
        let line = finding.line.map_or_else(String::new, |line| format!("line {line}: "));
        writeln!(out, "  {line}{} [{}]", shown(&finding.message, MESSAGE), finding.check)?;
    }
    if count > most {
        writeln!(out, "  … and {} more", count - most)?;
    }
    Ok(())
}

/// Maximum number of characters printed of a cell: the widest cell decides the width of every row.
const WIDEST: usize = 400;

/// The printed text of a cell.
fn printed(cell: &Cell) -> String {
    let mut text = cell.text();
    cut(&mut text, WIDEST);
    visible(&text).into_owned()
}

/// Width of each column, with the blanks beside it.
fn widths(grid: &Grid) -> Vec<usize> {
    let length = |text: &str| text.chars().count();
    let of = |at: usize, name: &str| {
        let cells =
            grid.rows.iter().filter_map(|row| row.cells.get(at)).map(|cell| length(&printed(cell))).max();
        cells.unwrap_or(0).max(length(&visible(name))) + 2
    };
    grid.columns.iter().enumerate().map(|(at, column)| of(at, &column.name)).collect()
}

/// The columns of each part of a table: a single part if they fit, else the sums first and the rounds after them.
fn folds(grid: &Grid, width: usize) -> Vec<Vec<usize>> {
    let widths = widths(grid);
    let all: Vec<usize> = (0..grid.columns.len()).collect();
    let role = |at: usize| grid.columns.get(at).map(|column| column.role);
    let of = |at: usize| widths.get(at).copied().unwrap_or(0);
    if widths.iter().sum::<usize>() <= width || !all.iter().any(|at| role(*at) == Some(Role::Round)) {
        return vec![all];
    }
    let repeated: Vec<usize> =
        all.iter().copied().filter(|at| matches!(role(*at), Some(Role::Number | Role::Name))).collect();
    let used: usize = repeated.iter().map(|at| of(*at)).sum();
    let mut folds = vec![all.iter().copied().filter(|at| role(*at) != Some(Role::Round)).collect::<Vec<_>>()];
    let mut fold = repeated.clone();
    let mut taken = used;
    for at in all.iter().copied().filter(|at| role(*at) == Some(Role::Round)) {
        if taken + of(at) > width && fold.len() > repeated.len() {
            folds.push(std::mem::replace(&mut fold, repeated.clone()));
            taken = used;
        }
        fold.push(at);
        taken += of(at);
    }
    folds.push(fold);
    folds
}

fn rendered(grid: &Grid, fold: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(
        fold.iter().filter_map(|at| grid.columns.get(*at)).map(|column| visible(&column.name).into_owned()),
    );
    for row in &grid.rows {
        table.add_row(fold.iter().map(|at| row.cells.get(*at).map(printed).unwrap_or_default()));
    }
    for (place, at) in fold.iter().enumerate() {
        let left =
            grid.columns.get(*at).is_some_and(|column| matches!(column.role, Role::Name | Role::About));
        if let Some(column) = table.column_mut(place) {
            column.set_cell_alignment(if left { CellAlignment::Left } else { CellAlignment::Right });
        }
    }
    table.to_string()
}
