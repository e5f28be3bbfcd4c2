//! The comparison of rulesets on a terminal and in Markdown.

use std::io::{self, Write};

use comfy_table::{Cell, ContentArrangement, Table, presets};

use super::Heard;
use super::text::paragraph;
use super::versus::{self, Row, Versus};
use crate::report::markdown::escaped;
use crate::report::visible;

/// Maximum number of rulesets beside one another on a terminal; further ones follow in tables of their own.
const BESIDE: u16 = 4;

/// Width of a ruleset's column, and of the column with the names of the rows.
const COLUMN: u16 = 24;
const NAMES: u16 = 20;

pub(super) fn text(out: &mut dyn Write, cases: &[Heard], width: u16) -> io::Result<()> {
    let beside = usize::from((width.saturating_sub(NAMES) / COLUMN).clamp(1, BESIDE));
    for (at, versus) in versus::all(cases).iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", visible(&versus.title))?;
        for (name, value) in &versus.facts {
            writeln!(out, "{name:<14}{}", visible(value))?;
        }
        for first in (0..versus.rulesets.len()).step_by(beside) {
            let last = (first + beside).min(versus.rulesets.len());
            writeln!(
                out,
                "\n{}",
                table(versus, first..last, Some(width), |text| visible(text).into_owned())
            )?;
        }
        if !versus.differences.is_empty() {
            writeln!(out, "\nWhat makes the difference:")?;
        }
        for decisive in &versus.differences {
            paragraph(out, "- ", "  ", &decisive.about)?;
            for (rulesets, says) in &decisive.says {
                paragraph(out, "    ", "      ", &format!("{rulesets}: {says}"))?;
            }
        }
        for note in &versus.notes {
            writeln!(out, "\n{}", visible(note))?;
        }
    }
    Ok(())
}

pub(super) fn markdown(out: &mut dyn Write, cases: &[Heard]) -> io::Result<()> {
    for (at, versus) in versus::all(cases).iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        writeln!(out, "# {}\n", escaped(&versus.title))?;
        for (name, value) in &versus.facts {
            writeln!(out, "- **{name}:** {}", escaped(value))?;
        }
        writeln!(out, "\n{}", table(versus, 0..versus.rulesets.len(), None, escaped))?;
        if !versus.differences.is_empty() {
            writeln!(out, "\n## What makes the difference\n")?;
        }
        for decisive in &versus.differences {
            writeln!(out, "- {}", escaped(&decisive.about))?;
            for (rulesets, says) in &decisive.says {
                writeln!(out, "  - **{}:** {}", escaped(rulesets), escaped(says))?;
            }
        }
        for note in &versus.notes {
            writeln!(out, "\n{}", escaped(note))?;
        }
    }
    Ok(())
}

/// A table for a screen of `width` columns, or for Markdown.
fn table(
    versus: &Versus,
    columns: std::ops::Range<usize>,
    width: Option<u16>,
    clean: impl Fn(&str) -> String,
) -> Table {
    let mut table = Table::new();
    match width {
        Some(width) => {
            table.load_style(presets::UTF8_FULL_CONDENSED);
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        None => {
            table.load_style(presets::ASCII_MARKDOWN);
        }
    }
    let some = |cells: &[String]| -> Vec<Cell> {
        let cells = cells.get(columns.clone()).unwrap_or_default();
        cells.iter().map(|cell| Cell::new(clean(cell))).collect()
    };
    let row = |name: &str, cells: &[String]| [vec![Cell::new(clean(name))], some(cells)].concat();
    table.set_header(row("", &versus.rulesets));
    let empty = vec![String::new(); versus.rulesets.len()];
    for Row { name, is_heading, cells } in &versus.rows {
        table.add_row(row(name, if *is_heading { &empty } else { cells }));
    }
    table
}
