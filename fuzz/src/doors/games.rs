//! PGN files under all checks.
//!
//! Findings point to whole characters inside the file, and their lines are right. Cutting a file between
//! games changes no finding. Comments, glyphs, variations and blanks cause no error in a game without errors.
//! Every format can write every finding.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::{Arc, LazyLock};

use flagfall::archive::{Archive, FileSettings, Item};
use flagfall::checks::{ALL, Checker, Collector, Finding, Found, Piece, Severity};
use flagfall::report::{self, FORMATS, Summary};
use flagfall::scoresheet::line_ends;
use flagfall::scoresheet::{Reader, Scoresheet};
use serde_json::Value;

use super::{all_checks, pick};

const MOST: usize = 64 << 10;

/// Checks the games of a file.
pub fn run(data: &[u8]) {
    let text = data.get(..MOST).unwrap_or(data);
    let findings = whole(text);
    findings.iter().for_each(|finding| lies_in(finding, text));
    let mut of_parts = findings.clone();
    // What concerns the whole file is not repaired in parts.
    of_parts.iter_mut().filter(|finding| finding.check == "encoding").for_each(|finding| finding.fix = None);
    assert_eq!(json(&of_parts), json(&in_pieces(text)), "one piece, and cut between games");
    reports(&findings);
    // An error that is suppressed, or that is in moves that are not replayed, may turn into one that is reported: a bracket in
    // a decoration can close an open one before it.
    let suppressed = text.windows(SUPPRESSION.len()).any(|part| part.eq_ignore_ascii_case(SUPPRESSION));
    let unread = findings.iter().any(|finding| finding.check == "unsupported-variant");
    if !suppressed && !unread && !findings.iter().any(is_error) {
        decorated(text);
    }
}

fn file() -> Arc<str> {
    "a.pgn".into()
}

fn is_error(finding: &Finding) -> bool {
    finding.severity == Severity::Error
}

fn json(findings: &[Finding]) -> String {
    serde_json::to_string(findings).expect("JSON")
}

/// The findings of a file read in one piece.
pub fn whole(text: &[u8]) -> Vec<Finding> {
    let file = file();
    let mut all = Reported::new(&file);
    let mut checker = Checker::new(all_checks());
    let piece = Piece { file: &file, text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
    all.take(checker.check(&piece));
    all.findings
}

/// The findings of a file cut before every game that begins on a new line.
fn in_pieces(text: &[u8]) -> Vec<Finding> {
    let file = file();
    let mut all = Reported::new(&file);
    let mut checker = Checker::new(all_checks());
    let (mut reader, mut sheet) = (Reader::brief(), Scoresheet::new());
    let (mut start, mut at) = (0, 0);
    while at < text.len() {
        at += reader.read(&text[at..], &mut sheet);
        if at == text.len() || begins_line(&text[start..at]) {
            let lines_before = line_ends(&text[..start]);
            let piece = Piece {
                file: &file,
                text: &text[start..at],
                offset: start as u64,
                lines_before,
                clocks: None,
                from_utf16: false,
            };
            all.take(checker.check_part(&piece));
            start = at;
        }
    }
    all.findings
}

/// Whether the text ends with a line end, and not between a CR and an LF.
fn begins_line(before: &[u8]) -> bool {
    before.ends_with(b"\n")
}

/// Findings as the program reports them, in file order.
pub(super) struct Reported {
    collector: Collector,
    archive: Archive,
    settings: Arc<FileSettings>,
    pub(super) findings: Vec<Finding>,
}

impl Reported {
    pub(super) fn new(file: &Arc<str>) -> Reported {
        let (mut collector, mut archive) = (Collector::new(1000), Archive::default());
        collector.find_near_duplicates(1000);
        collector.begin_file(file);
        let settings = Arc::new(FileSettings::new(all_checks()));
        let Ok(()) = archive.begin_file(file, Some(&settings), &mut |_| Ok::<(), Infallible>(()));
        Reported { collector, archive, settings, findings: Vec::new() }
    }

    pub(super) fn take(&mut self, found: Found) {
        let Reported { collector, archive, settings, findings } = self;
        let Ok(()) = archive.games(collector.take(found), settings, &mut |item| {
            if let Item::Finding { finding, .. } = item {
                findings.push(finding.clone());
            }
            Ok::<(), Infallible>(())
        });
    }
}

/// Asserts that a finding points to whole characters of the text, and that its line and column match its
/// offset.
pub fn lies_in(finding: &Finding, text: &[u8]) {
    let (Some(offset), Some(length)) = (finding.offset, finding.length) else { return };
    let (start, end) = (offset as usize, (offset + length) as usize);
    assert!(end <= text.len(), "{start}..{end} of {}: {finding:?}", text.len());
    if let Ok(text) = std::str::from_utf8(text) {
        assert!(
            text.is_char_boundary(start) && text.is_char_boundary(end),
            "inside a character: {finding:?}"
        );
    }
    let before = &text[..start];
    let line_start = before.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
    if !before.ends_with(b"\r") {
        assert_eq!(finding.line, Some(line_ends(before) + 1), "{finding:?}");
    }
    assert_eq!(finding.column, Some((start - line_start) as u64 + 1), "{finding:?}");
    if let Some(excerpt) = &finding.excerpt {
        assert!(excerpt.text.get(excerpt.mark.clone()).is_some(), "{excerpt:?}");
    }
}

static SCHEMA: LazyLock<jsonschema::Validator> =
    LazyLock::new(|| jsonschema::draft7::new(&report::schema()).expect("a schema"));

/// Writes the findings in one format, which depends on them: writing takes longer than finding, and there are
/// many inputs.
pub fn reports(findings: &[Finding]) {
    let which = findings.iter().map(|finding| finding.message.len()).sum::<usize>() + findings.len();
    if let Some(format) = FORMATS.get(which % FORMATS.len()) {
        report_in(format, findings);
    }
}

/// Writes findings in a format, and asserts that JSON output is valid.
pub fn report_in(format: &report::Format, findings: &[Finding]) {
    let found: BTreeSet<&str> = findings.iter().map(|finding| finding.check).collect();
    let checks: Vec<_> = ALL.iter().copied().filter(|check| found.contains(check.id)).collect();
    let mut out = Vec::new();
    let settings = report::Settings { checks: &checks, ..report::Settings::default() };
    let mut report = format.report(&settings, Box::new(&mut out));
    report.begin().expect("memory");
    report.file("a.pgn").expect("memory");
    let mut summary = Summary::default();
    for finding in findings {
        summary.count(finding);
        report.finding(finding).expect("memory");
    }
    report.end(&summary).expect("memory");
    drop(report);
    let text = String::from_utf8(out).expect("UTF-8");
    match format.name {
        "json" | "sarif" => drop(serde_json::from_str::<Value>(&text).expect("JSON")),
        "jsonl" => text.lines().take(8).for_each(|line| {
            let value = serde_json::from_str::<Value>(line).expect("JSON");
            assert!(SCHEMA.is_valid(&value), "not of the schema: {line}");
        }),
        _ => {}
    }
}

/// Begins the comment that suppresses findings of a game.
const SUPPRESSION: &[u8] = b"flagfall:";

/// Text that may follow any move of the main line without causing a finding of an error.
const DECORATIONS: [&str; 8] =
    [" {a comment} ", " $14 ", " (1. a3 (1. b3) e5) ", "\t", "\n", " ;rest\n", " {}", " {[%eval 0.17]} "];

/// Asserts that decorations cause no errors in games that have none.
fn decorated(text: &[u8]) {
    let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
    reader.read(text, &mut sheet);
    let Some(after) = sheet.moves.get(pick(text, sheet.moves.len())) else { return };
    let decoration = DECORATIONS[pick(text, DECORATIONS.len() * 7) % DECORATIONS.len()];
    let (before, rest) = text.split_at(after.span.end as usize);
    let more = [before, decoration.as_bytes(), rest].concat();
    let errors: Vec<Finding> = whole(&more).into_iter().filter(is_error).collect();
    assert!(errors.is_empty(), "{decoration:?} at {}: {errors:?}", before.len());
}
