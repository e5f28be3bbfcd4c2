//! Findings as rows: `schemas/findings.arrow.json`.

use std::borrow::Cow;
use std::io;

use flagfall::checks::{Finding, Severity};
use flagfall::report::{FindingReport, GameDone, Summary};
use serde_json::Value as Json;

use crate::columns::{Batch, Column, Kind, Value};
use crate::run::Sender;

/// The columns, in the order of the JSON.
pub(crate) const COLUMNS: [Column; 26] = [
    ("file", Kind::Text, false),
    ("game", Kind::Long, true),
    ("line", Kind::Long, true),
    ("column", Kind::Long, true),
    ("offset", Kind::Long, true),
    ("length", Kind::Long, true),
    ("event", Kind::Text, true),
    ("round", Kind::Text, true),
    ("white", Kind::Text, true),
    ("black", Kind::Text, true),
    ("ply", Kind::Int, true),
    ("move", Kind::Text, true),
    ("fen", Kind::Text, true),
    ("player", Kind::Int, true),
    ("name", Kind::Text, true),
    ("opponent", Kind::Int, true),
    ("field", Kind::Text, true),
    ("expected", Kind::Text, true),
    ("found", Kind::Text, true),
    ("check", Kind::Text, false),
    ("severity", Kind::Text, false),
    ("message", Kind::Text, false),
    ("articles", Kind::Texts, true),
    ("ruleset", Kind::Text, true),
    ("data", Kind::Text, true),
    ("fix", Kind::Text, true),
];

/// Collects findings into batches.
pub(crate) struct Findings {
    batch: Batch,
    out: Sender,
}

impl Findings {
    /// An empty collection, whose batches go to `out`.
    pub(crate) fn new(out: Sender) -> Findings {
        Findings { batch: Batch::new(&COLUMNS), out }
    }
}

impl FindingReport for Findings {
    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        push(&mut self.batch, finding);
        if self.batch.is_full() { self.out.send(&mut self.batch) } else { Ok(()) }
    }

    fn names_games(&self) -> bool {
        true
    }

    fn game(&mut self, _: &GameDone<'_>) -> io::Result<()> {
        self.out.wanted()
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.out.send(&mut self.batch)
    }
}

fn push(batch: &mut Batch, finding: &Finding) {
    let (expected, found) = (text_of(finding.expected.as_ref()), text_of(finding.found.as_ref()));
    let data = (!finding.data.is_empty()).then(|| serde_json::to_string(&finding.data).unwrap_or_default());
    let fix = finding.fix.as_ref().map(|fix| serde_json::to_string(fix).unwrap_or_default());
    let number = |number: Option<u32>| Value::Number(number.map(u64::from));
    batch.push([
        Value::Text(Some(&finding.file)),
        Value::Number(finding.game),
        Value::Number(finding.line),
        Value::Number(finding.column),
        Value::Number(finding.offset),
        Value::Number(finding.length),
        Value::Text(finding.event.as_deref()),
        Value::Text(finding.round.as_deref()),
        Value::Text(finding.white.as_deref()),
        Value::Text(finding.black.as_deref()),
        number(finding.ply),
        Value::Text(finding.mv.as_deref()),
        Value::Text(finding.fen.as_deref()),
        number(finding.player),
        Value::Text(finding.name.as_deref()),
        number(finding.opponent),
        Value::Text(finding.field.as_deref()),
        Value::Text(expected.as_deref()),
        Value::Text(found.as_deref()),
        Value::Text(Some(finding.check)),
        Value::Text(Some(word(finding.severity))),
        Value::Text(Some(&finding.message)),
        Value::Texts(&finding.articles),
        Value::Text(finding.ruleset.as_deref()),
        Value::Text(data.as_deref()),
        Value::Text(fix.as_deref()),
    ]);
}

/// A text as it is, any other value as JSON.
fn text_of(value: Option<&Json>) -> Option<Cow<'_, str>> {
    value.map(|value| match value {
        Json::String(text) => Cow::Borrowed(text.as_str()),
        other => Cow::Owned(other.to_string()),
    })
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}
