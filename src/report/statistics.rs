//! `--statistics`: how often each check found something, in how many games and in which files, instead of the findings.

use std::collections::BTreeMap;
use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use rustc_hash::FxHashSet;
use serde::Serialize;
use serde_json::{Value, json};

use super::place::word;
use super::visible::shown;
use super::{Counts, FindingReport, SCHEMA, Settings, Summary, VERSION, doc, grouped, json};
use crate::checks::{Check, Finding, On};

/// Writes the counts of one run.
type Print = fn(&mut dyn Write, &Counted<'_>) -> io::Result<()>;

/// The counts in the format called `name`; `None` if it has no form for them.
pub(super) fn open<'w>(
    name: &str,
    settings: &Settings<'w>,
    out: Box<dyn Write + 'w>,
) -> Option<Box<dyn FindingReport + 'w>> {
    let print: Print = match name {
        "text" => tables,
        "json" => object,
        "jsonl" => lines,
        "csv" => rows,
        _ => return None,
    };
    let (all, files) = (Tally::default(), Vec::new());
    Some(Box::new(Statistics { out, checks: settings.checks, print, all, files }))
}

struct Statistics<'w> {
    out: Box<dyn Write + 'w>,
    checks: &'w [Check],
    print: Print,
    all: Tally,
    /// The files in which something was found, and the current file.
    files: Vec<(String, Tally)>,
}

/// Findings and games concerned, by check.
#[derive(Debug, Default)]
struct Tally {
    checks: BTreeMap<&'static str, Row>,
    /// Games with any finding.
    games: u64,
    last_game: Option<u64>,
}

/// What one check found.
#[derive(Debug, Default, Clone, Serialize)]
struct Row {
    count: u64,
    /// Games concerned.
    games: u64,
    #[serde(skip)]
    severities: Counts,
    /// The game of the last finding: the findings of one game are consecutive.
    #[serde(skip)]
    last_game: Option<u64>,
    /// Games that event findings are about; these come in any order.
    #[serde(skip)]
    of_event: FxHashSet<u64>,
}

impl Row {
    /// Counts a finding, and its game if that is a new one for this check.
    fn count(&mut self, finding: &Finding, in_order: bool) {
        self.count += 1;
        self.severities.count(finding.severity);
        let Some(game) = finding.game else { return };
        let new = match in_order {
            true => self.last_game.replace(game) != Some(game),
            false => self.of_event.insert(game),
        };
        self.games += u64::from(new);
    }
}

impl Tally {
    fn count(&mut self, finding: &Finding, in_order: bool) {
        self.checks.entry(finding.check).or_default().count(finding, in_order);
        if let Some(game) = finding.game.filter(|_| in_order) {
            self.games += u64::from(self.last_game.replace(game) != Some(game));
        }
    }

    /// Adds the counts of a finished file.
    fn add(&mut self, file: &Tally) {
        for (check, row) in &file.checks {
            let sum = self.checks.entry(check).or_default();
            (sum.count, sum.games) = (sum.count + row.count, sum.games + row.games);
            sum.severities.merge(row.severities);
        }
    }

    fn findings(&self) -> u64 {
        self.checks.values().map(|row| row.count).sum()
    }

    fn severities(&self) -> Counts {
        let mut all = Counts::default();
        self.checks.values().for_each(|row| all.merge(row.severities));
        all
    }

    /// The most frequent checks first; those with the same count by id.
    fn by_count(&self) -> Vec<(&'static str, &Row)> {
        let mut rows: Vec<(&str, &Row)> = self.checks.iter().map(|(id, row)| (*id, row)).collect();
        rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.count));
        rows
    }
}

/// Everything that was counted.
struct Counted<'c> {
    checks: &'c [Check],
    summary: &'c Summary,
    all: &'c Tally,
    files: &'c [(String, Tally)],
}

impl FindingReport for Statistics<'_> {
    fn file(&mut self, file: &str) -> io::Result<()> {
        self.end_file();
        self.files.push((file.to_owned(), Tally::default()));
        Ok(())
    }

    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        let of_event = |check: &Check| check.id == finding.check && matches!(check.on, On::Event(_));
        let in_order = !self.checks.iter().any(of_event);
        if self.files.is_empty() {
            self.files.push((finding.file.to_string(), Tally::default()));
        }
        if let Some((_, file)) = self.files.last_mut() {
            file.count(finding, in_order);
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        self.end_file();
        let Statistics { out, checks, print, all, files } = self;
        print(out, &Counted { checks, summary, all, files })?;
        out.flush()
    }
}

impl Statistics<'_> {
    /// Ends the current file: adds it to the sum, and drops it if nothing was found in it.
    fn end_file(&mut self) {
        let Some((name, mut file)) = self.files.pop() else { return };
        if file.checks.is_empty() {
            return;
        }
        self.all.add(&file);
        file.checks.values_mut().for_each(|row| row.of_event = FxHashSet::default());
        self.files.push((name, file));
    }
}

/// A table of the checks, and one of the files if there are several.
fn tables(out: &mut dyn Write, counted: &Counted<'_>) -> io::Result<()> {
    if counted.all.checks.is_empty() {
        return Ok(());
    }
    let mut table = plain_table(["count", "games", "check", "severity", "what it finds"]);
    for (id, row) in counted.all.by_count() {
        let check = counted.checks.iter().find(|check| check.id == id);
        // A check may report less than its default severity: this is the highest that occurred.
        let severity = row.severities.highest().map_or("", word);
        let title = check.map(|check| doc::title(check.doc)).unwrap_or_default();
        table.add_row([grouped(row.count), grouped(row.games), id.into(), severity.into(), title]);
    }
    print(out, &table)?;
    if counted.files.len() < 2 {
        return Ok(());
    }
    let mut table = plain_table(["count", "games", "errors", "warnings", "file"]);
    let mut files: Vec<_> = counted.files.iter().collect();
    files.sort_by_key(|(_, file)| std::cmp::Reverse(file.findings()));
    for (name, file) in files {
        let Counts { error, warning, .. } = file.severities();
        let name = shown(name, usize::MAX).into_owned();
        table.add_row([
            grouped(file.findings()),
            grouped(file.games),
            grouped(error),
            grouped(warning),
            name,
        ]);
    }
    writeln!(out)?;
    print(out, &table)
}

/// An empty table whose first columns are numbers.
fn plain_table(header: [&str; 5]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    for (at, name) in header.iter().enumerate() {
        if matches!(*name, "count" | "games" | "errors" | "warnings")
            && let Some(column) = table.column_mut(at)
        {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn print(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn object(out: &mut dyn Write, counted: &Counted<'_>) -> io::Result<()> {
    write!(out, "{{\"flagfall\":\"{VERSION}\",\"schema\":{SCHEMA},\"summary\":")?;
    json::write(&mut *out, counted.summary)?;
    let by_check = |tally: &Tally| json!(tally.checks);
    let file = |(name, file): &(String, Tally)| json!({"file": name, "checks": by_check(file)});
    let files: Vec<Value> = counted.files.iter().map(file).collect();
    write!(out, ",\"statistics\":")?;
    json::write(&mut *out, &json!({"checks": by_check(counted.all), "files": files}))?;
    out.write_all(b"}\n")
}

fn lines(out: &mut dyn Write, counted: &Counted<'_>) -> io::Result<()> {
    for (id, row) in counted.all.by_count() {
        writeln!(out, "{{\"check\":\"{id}\",\"count\":{},\"games\":{}}}", row.count, row.games)?;
    }
    Ok(())
}

fn rows(out: &mut dyn Write, counted: &Counted<'_>) -> io::Result<()> {
    writeln!(out, "check,count,games")?;
    for (id, row) in counted.all.by_count() {
        writeln!(out, "{id},{},{}", row.count, row.games)?;
    }
    Ok(())
}
