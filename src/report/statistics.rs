//! `--statistics`: how often each check found something, instead of the findings.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};

use super::place::word;
use super::{Counts, FindingReport, SCHEMA, Settings, Summary, VERSION, doc, grouped, json};
use crate::checks::{Check, Finding};

/// Writes the counts of one run.
type Print = fn(&mut dyn Write, &[Check], &Summary) -> io::Result<()>;

/// The counts in the format called `name`; `None` where it has no form for them.
pub(super) fn open<'w>(
    name: &str,
    settings: &Settings<'w>,
    out: Box<dyn Write + 'w>,
) -> Option<Box<dyn FindingReport + 'w>> {
    let print: Print = match name {
        "text" => table,
        "json" => object,
        "jsonl" => lines,
        "csv" => rows,
        _ => return None,
    };
    Some(Box::new(Statistics { out, checks: settings.checks, print }))
}

struct Statistics<'w> {
    out: Box<dyn Write + 'w>,
    checks: &'w [Check],
    print: Print,
}

impl FindingReport for Statistics<'_> {
    fn finding(&mut self, _: &Finding) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        (self.print)(&mut self.out, self.checks, summary)?;
        self.out.flush()
    }
}

/// The most frequent first; those of one count by id.
fn by_count(summary: &Summary) -> Vec<(&'static str, Counts)> {
    let mut counts: Vec<(&str, Counts)> = summary.checks.iter().map(|(id, n)| (*id, *n)).collect();
    counts.sort_by_key(|(_, n)| std::cmp::Reverse(n.total()));
    counts
}

fn table(out: &mut dyn Write, checks: &[Check], summary: &Summary) -> io::Result<()> {
    if summary.checks.is_empty() {
        return Ok(());
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["count", "check", "severity", "what it finds"]);
    for (id, n) in by_count(summary) {
        let check = checks.iter().find(|check| check.id == id);
        // A check may find less than its own severity: the highest that there was.
        let severity = n.highest().map_or("", word);
        let title = check.map(|check| doc::title(check.doc)).unwrap_or_default();
        table.add_row([grouped(n.total()), id.to_owned(), severity.to_owned(), title]);
    }
    if let Some(column) = table.column_mut(0) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn object(out: &mut dyn Write, _: &[Check], summary: &Summary) -> io::Result<()> {
    write!(out, "{{\"flagfall\":\"{VERSION}\",\"schema\":{SCHEMA},\"summary\":")?;
    json::write(&mut *out, summary)?;
    out.write_all(b"}\n")
}

fn lines(out: &mut dyn Write, _: &[Check], summary: &Summary) -> io::Result<()> {
    for (id, n) in by_count(summary) {
        writeln!(out, "{{\"check\":\"{id}\",\"count\":{}}}", n.total())?;
    }
    Ok(())
}

fn rows(out: &mut dyn Write, _: &[Check], summary: &Summary) -> io::Result<()> {
    writeln!(out, "check,count")?;
    for (id, n) in by_count(summary) {
        writeln!(out, "{id},{}", n.total())?;
    }
    Ok(())
}
