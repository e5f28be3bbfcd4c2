//! The crosstable as one HTML page without external resources.
//!
//! Rank, name, points and tie-breaks come first and stay visible; the rounds follow. A cell links to the row of the
//! opponent and has its meaning as a tooltip. Columns can be sorted by mouse or keyboard. A content security policy
//! allows only this style and this script, by their digests.

mod about;

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::cells::heading;
use super::grid::{Column, Grid, Role, grids};
use super::part::{Cell, Line};
use super::{Crosstable, Holds};
use crate::report::visible::MESSAGE;
use crate::report::{grouped, shown, visible};

/// Maximum number of problems listed on the page.
const PROBLEMS: usize = 200;

/// The style of the page.
pub const STYLE: &str = include_str!("page.css");

/// The script that sorts columns.
pub const SCRIPT: &str = include_str!("page.js");

/// SHA-256 of [`STYLE`] in base 64; a test compares it.
const STYLE_DIGEST: &str = "K0PDcj6B9ttQu5zaA6XmqbTZTZoz1b2wIqITOwlsF/o=";

/// SHA-256 of [`SCRIPT`] in base 64.
const SCRIPT_DIGEST: &str = "MDmbBJmFVj+yzAbGJpWMB6e4/cPfvBfUcxdqFSTp1WM=";

fn policy() -> String {
    format!(
        "default-src 'none'; style-src 'sha256-{STYLE_DIGEST}'; script-src 'sha256-{SCRIPT_DIGEST}'; base-uri 'none'; \
         form-action 'none'"
    )
}

/// What this format can hold.
pub(super) const HOLDS: Holds = Holds { findings: true, any_size: false };

/// Writes the page.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Crosstable<'_>, _width: usize, out: &mut dyn Write) -> io::Result<()> {
    let (name, what) = heading(table.event, table.standings);
    let name = visible(&name);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (name) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (name) }
                    (content(table, &what))
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    out.write_all(page.into_string().as_bytes())?;
    out.write_all(b"\n")
}

/// The table and what belongs to it, for pages that have a head of their own; [`STYLE`] and [`SCRIPT`] go with it.
pub fn part(table: &Crosstable<'_>) -> Markup {
    content(table, &heading(table.event, table.standings).1)
}

fn content(table: &Crosstable<'_>, what: &str) -> Markup {
    html! {
        (about::event(table, what))
        @for grid in grids(table) { (section(&grid)) }
        (about::legend(table))
        (problems(table))
    }
}

/// Columns in the order of a page: rank, name and sums, then number and rounds, then everything else. The title is
/// printed beside the name.
fn order(grid: &Grid) -> Vec<usize> {
    let place = |at: usize| {
        let column = grid.columns.get(at)?;
        Some(match column.role {
            Role::Number if at == 0 => 0,
            Role::Name => 1,
            Role::Sum => 2,
            Role::Number => 3,
            Role::Round => 4,
            Role::About if column.name.is_empty() => return None,
            Role::About => 5,
            Role::Rating => 6,
        })
    };
    let mut order: Vec<(u8, usize)> =
        (0..grid.columns.len()).filter_map(|at| Some((place(at)?, at))).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, at)| at).collect()
}

/// The column that has the titles.
fn titles(grid: &Grid) -> Option<usize> {
    grid.columns.iter().position(|column| column.role == Role::About && column.name.is_empty())
}

/// The CSS class of each column.
fn classes(grid: &Grid) -> Vec<&'static str> {
    let first_sum = grid.columns.iter().position(|column| column.role == Role::Sum);
    let ranked = grid.columns.first().is_some_and(|column| column.role == Role::Number);
    let class = |(at, column): (usize, &Column)| match column.role {
        Role::Number if at == 0 => "rank",
        Role::Name if ranked => "left who",
        Role::Name if at == 0 => "left who alone",
        Role::Name | Role::About => "left",
        Role::Sum if first_sum == Some(at) => "points",
        _ => "",
    };
    grid.columns.iter().enumerate().map(class).collect()
}

/// A table with its layout on a page.
struct TableLayout<'g> {
    grid: &'g Grid,
    /// Columns in the order of the page.
    order: Vec<usize>,
    classes: Vec<&'static str>,
    titles: Option<usize>,
}

impl<'g> TableLayout<'g> {
    fn of(grid: &'g Grid) -> TableLayout<'g> {
        TableLayout { grid, order: order(grid), classes: classes(grid), titles: titles(grid) }
    }

    fn class(&self, at: usize) -> &'static str {
        self.classes.get(at).copied().unwrap_or_default()
    }
}

fn section(grid: &Grid) -> Markup {
    let caption = if grid.caption.is_empty() { "Standings" } else { grid.caption.as_str() };
    let layout = TableLayout::of(grid);
    html! {
        div.scroll role="region" aria-label=(visible(caption)) tabindex="0" {
            table {
                caption { (visible(caption)) }
                thead {
                    tr {
                        @for at in &layout.order {
                            th scope="col" class=(layout.class(*at)) {
                                @if let Some(column) = grid.columns.get(*at) {
                                    button type="button" { (visible(&column.name)) }
                                }
                            }
                        }
                    }
                }
                tbody { @for row in &grid.rows { (line(&layout, row)) } }
            }
        }
    }
}

fn line(layout: &TableLayout<'_>, row: &Line) -> Markup {
    let grid = layout.grid;
    let kind = if grid.of_teams { 't' } else { 'p' };
    let title =
        layout.titles.and_then(|at| row.cells.get(at)).map(Cell::text).filter(|text| !text.is_empty());
    let is_name = |at: usize| grid.columns.get(at).is_some_and(|column| column.role == Role::Name);
    html! {
        tr id=[row.no.map(|no| format!("{kind}{no}"))] {
            @for at in &layout.order {
                @let cell = row.cells.get(*at).cloned().unwrap_or_default();
                @if is_name(*at) {
                    th scope="row" class=(layout.class(*at)) {
                        (visible(&cell.text()))
                        @if let Some(title) = &title { " " span.title { (visible(title)) } }
                    }
                } @else {
                    td class=(layout.class(*at)) { (parts(&cell, kind)) }
                }
            }
        }
    }
}

/// A cell whose parts have their meaning as a tooltip and link to the row of the opponent.
fn parts(cell: &Cell, kind: char) -> Markup {
    html! {
        @for part in &cell.0 {
            @if let Some(no) = part.to {
                a href=(format!("#{kind}{no}")) title=(visible(&part.tip)) { (visible(&part.text)) }
            } @else if part.tip.is_empty() {
                (visible(&part.text))
            } @else {
                span title=(visible(&part.tip)) { (visible(&part.text)) }
            }
        }
    }
}

fn problems(table: &Crosstable<'_>) -> Markup {
    html! {
        @if !table.problems.is_empty() {
            section.problems {
                h2 { "Problems in the file" }
                ul {
                    @for finding in table.problems.iter().take(PROBLEMS) {
                        li {
                            @if let Some(line) = finding.line { "line " (line) ": " }
                            (shown(&finding.message, MESSAGE)) " [" (finding.check) "]"
                        }
                    }
                    @if table.problems.len() > PROBLEMS {
                        li { "and " (grouped((table.problems.len() - PROBLEMS) as u64)) " more: " code { "flagfall check" } " lists all" }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::digest;

    #[test]
    fn the_policy_admits_style_and_script() {
        assert_eq!(STYLE_DIGEST, digest::of(STYLE));
        assert_eq!(SCRIPT_DIGEST, digest::of(SCRIPT));
    }

    #[test]
    fn nothing_comes_from_elsewhere() {
        for text in [STYLE, SCRIPT] {
            let lower = text.to_ascii_lowercase();
            for forbidden in ["</script", "</style", "url(", "@import", "innerhtml", "eval(", "fetch("] {
                assert!(!lower.contains(forbidden), "{forbidden}");
            }
        }
    }
}
