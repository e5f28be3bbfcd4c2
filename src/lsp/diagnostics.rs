//! What is wrong in a document, as diagnostics.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::document::Document;
use super::message::written;
use super::text::{Encoding, Text};
use crate::archive::{FileSettings, check_file, check_pgn};
use crate::checks::{Finding, Severity};
use crate::event::{Format, recognise};
use crate::report::visible;

/// The most diagnostics of one document; an editor has no use for more.
const MOST: usize = 1000;

/// Where the manual of the checks is, if the program has a home.
const HOME: &str = env!("CARGO_PKG_REPOSITORY");

/// The findings in the text of a document: games if `is_pgn`, else a result file if it is recognised as one.
pub(super) fn findings(document: &Document, is_pgn: bool, settings: &FileSettings) -> Vec<Finding> {
    let bytes = document.text.as_str().as_bytes();
    if is_pgn {
        return check_pgn(&document.name, bytes, settings);
    }
    // Any text in brackets may be games; only what is called PGN is.
    let is_toml = document.name.to_ascii_lowercase().ends_with(".toml");
    match recognise(&document.name, bytes) {
        Some(format) if format != Format::Pgn && !is_toml => {
            check_file(&document.name, bytes, settings).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Findings as diagnostics; the last one counts those that are left out. `uri` is that of their document, `games` the
/// bytes of its games.
pub(super) fn of_findings(
    findings: &[Finding],
    text: &Text,
    encoding: Encoding,
    uri: &str,
    games: &[Range<usize>],
) -> Vec<Value> {
    let mut positions = text.positions(encoding);
    let mut out: Vec<Value> = findings
        .iter()
        .take(MOST)
        .map(|finding| {
            let mut diagnostic = Map::new();
            let place = written(positions.range(place(finding, text)));
            diagnostic.insert("range".to_owned(), place);
            diagnostic.insert("severity".to_owned(), severity(finding.severity).into());
            diagnostic.insert("code".to_owned(), finding.check.into());
            if !HOME.is_empty() {
                let href = format!("{HOME}/blob/main/docs/checks.md#{}", finding.check);
                diagnostic.insert("codeDescription".to_owned(), json!({ "href": href }));
            }
            diagnostic.insert("source".to_owned(), "flagfall".into());
            diagnostic.insert("message".to_owned(), words(finding).into());
            if let Some(first) = first_game(finding, games) {
                let range = written(text.positions(encoding).range(first));
                let related =
                    json!([{ "location": { "uri": uri, "range": range }, "message": "the earlier game" }]);
                diagnostic.insert("relatedInformation".to_owned(), related);
            }
            Value::Object(diagnostic)
        })
        .collect();
    if let Some(more @ 1..) = findings.len().checked_sub(MOST) {
        let end = text.as_str().len();
        let range = positions.range(end..end);
        out.push(plain(written(range), Severity::Info, &format!("{more} more findings are not shown")));
    }
    out
}

/// A diagnostic that is no finding of a check.
pub(super) fn plain(range: Value, bad: Severity, message: &str) -> Value {
    json!({ "range": range, "severity": severity(bad), "source": "flagfall", "message": visible(message) })
}

/// The bytes of a finding; the first character if it is about the whole document.
pub(super) fn place(finding: &Finding, text: &Text) -> Range<usize> {
    let number = |n: Option<u64>| n.and_then(|n| usize::try_from(n).ok());
    let length = number(finding.length).unwrap_or_default();
    let start = match (number(finding.offset), number(finding.line)) {
        (Some(offset), _) => offset,
        (None, Some(line)) => {
            text.line_start(line.saturating_sub(1)) + number(finding.column).unwrap_or(1).saturating_sub(1)
        }
        (None, None) => 0,
    };
    let end = text.as_str().len();
    let start = start.min(end);
    start..start.saturating_add(length).min(end)
}

/// The message, with the articles that it rests on.
fn words(finding: &Finding) -> String {
    let message = visible(&finding.message);
    match (&finding.ruleset, finding.articles.as_slice()) {
        (Some(ruleset), [_, ..]) => format!("{message} ({ruleset} {})", finding.articles.join(", ")),
        _ => message.into_owned(),
    }
}

/// The beginning of the game that a duplicate repeats, if it is in the same document.
fn first_game(finding: &Finding, games: &[Range<usize>]) -> Option<Range<usize>> {
    let same = finding.check == "duplicate-game" && !finding.data.contains_key("first_file");
    let first = finding.data.get("first").filter(|_| same)?.as_u64()?;
    let game = games.get(usize::try_from(first).ok()?.checked_sub(1)?)?;
    Some(game.start..game.start + 1)
}

fn severity(severity: Severity) -> u8 {
    match severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Info => 3,
    }
}
