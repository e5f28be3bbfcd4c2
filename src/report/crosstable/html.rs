//! The crosstable as one page of HTML, without anything from elsewhere; columns sort by a click or a key.

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Crosstable;
use super::cells::heading;
use super::grid::{Grid, Role, grids};
use crate::report::visible::MESSAGE;
use crate::report::{shown, visible};

const STYLE: &str = "
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; color: #1b1b1b; background: #fff; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .25rem; }
th, td { padding: .2rem .5rem; border-bottom: 1px solid #ddd; white-space: nowrap; text-align: right; }
th.left, td.left { text-align: left; }
tbody tr:hover { background: #f3f6fa; }
th button { all: unset; cursor: pointer; }
th button:focus-visible { outline: 2px solid #2a5db0; }
th[aria-sort=ascending] button::after { content: ' \\25B2'; }
th[aria-sort=descending] button::after { content: ' \\25BC'; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #16181c; } th, td { border-color: #333; } tbody tr:hover { background: #22262d; } }
";

const SCRIPT: &str = "
document.querySelectorAll('th button').forEach(function (button) {
  button.addEventListener('click', function () {
    var th = button.closest('th'), table = th.closest('table'), body = table.tBodies[0];
    var at = Array.prototype.indexOf.call(th.parentNode.children, th);
    var up = th.getAttribute('aria-sort') !== 'ascending';
    table.querySelectorAll('th[aria-sort]').forEach(function (other) { other.removeAttribute('aria-sort'); });
    th.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    var text = function (row) { return row.children[at].textContent.trim(); };
    var rows = Array.prototype.slice.call(body.rows);
    rows.sort(function (a, b) {
      var x = text(a), y = text(b), m = parseFloat(x), n = parseFloat(y);
      var order = isNaN(m) || isNaN(n) ? x.localeCompare(y) : m - n;
      return up ? order : -order;
    });
    rows.forEach(function (row) { body.appendChild(row); });
  });
});
";

/// Writes the page.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Crosstable<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (name, what) = heading(table.event, table.standings);
    let name = visible(&name);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (name) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (name) }
                    p { (what) }
                    @for grid in grids(table) { (section(&grid)) }
                    (problems(table))
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    out.write_all(page.into_string().as_bytes())?;
    out.write_all(b"\n")
}

fn section(grid: &Grid) -> Markup {
    let left = |at: usize| {
        grid.columns.get(at).is_some_and(|column| matches!(column.role, Role::Name | Role::About))
    };
    let is_name = |at: usize| grid.columns.get(at).is_some_and(|column| column.role == Role::Name);
    let caption = if grid.caption.is_empty() { "Standings" } else { grid.caption.as_str() };
    html! {
        div.scroll role="region" aria-label=(visible(caption)) tabindex="0" {
            table {
                caption { (visible(caption)) }
                thead {
                    tr {
                        @for (at, column) in grid.columns.iter().enumerate() {
                            th scope="col" class=[left(at).then_some("left")] {
                                button type="button" {
                                    @if column.name.is_empty() { "Title" } @else { (visible(&column.name)) }
                                }
                            }
                        }
                    }
                }
                tbody {
                    @for row in &grid.rows {
                        tr {
                            @for (at, cell) in row.iter().enumerate() {
                                @if is_name(at) {
                                    th scope="row" class="left" { (visible(cell)) }
                                } @else {
                                    td class=[left(at).then_some("left")] { (visible(cell)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn problems(table: &Crosstable<'_>) -> Markup {
    html! {
        @if !table.problems.is_empty() {
            h2 { "Problems in the file" }
            ul {
                @for finding in table.problems.iter().take(200) {
                    li {
                        @if let Some(line) = finding.line { "line " (line) ": " }
                        (shown(&finding.message, MESSAGE)) " [" (finding.check) "]"
                    }
                }
            }
        }
    }
}
