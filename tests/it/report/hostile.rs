//! Names, moves, messages and file names that try to be something else, in each format.

use flagfall::checks::{Excerpt, Finding, Severity};
use flagfall::report::{Detail, FORMATS, GameDone, Settings};
use serde_json::Value;

use super::findings::{CHECKS, one, written};

/// What each of them would do where it is not made harmless.
const HOSTILE: [(&str, &str); 16] = [
    ("ends a page or a script", "--></script><script>alert(1)</script><!-- ]]> &lt; \" '"),
    ("is a workflow command", "::error::pwned"),
    ("is a workflow command on its own line", "x\n::error file=a,line=1::pwned\r\n::set-output name=a::b"),
    ("is an old workflow command", "##[error]pwned"),
    ("is an escaped line end", "%0A%0D%25::error::pwned"),
    ("clears the screen", "\u{1b}[2J\u{1b}[1;1H\u{1b}]0;title\u{7}"),
    ("clears the screen by C1", "\u{9b}2J\u{90}q\u{9c}"),
    ("writes backwards", "Carlsen\u{202e}nesslraC\u{2066}x\u{2069}\u{200f}"),
    ("is invisible", "\u{200b}\u{feff}\u{2060}\u{ad}\u{e0041}\u{3164}"),
    ("separates lines", "a\u{2028}b\u{2029}c\u{85}d\u{b}e\u{c}f"),
    ("is a formula", "=cmd|' /C calc'!A0"),
    ("is another formula", "@SUM(1+9)*cmd|' /C calc'!A0"),
    ("is a formula after a tab", "\t=1+1"),
    ("ends a string", "a\0b\0"),
    ("is no character", "\u{ffff}\u{fffe}\u{fdd0}\u{10ffff}"),
    ("is a link", "[click](http://evil.example/) ![x](http://evil.example/)"),
];

/// `text` in every field that comes from a file.
fn everywhere(text: &str) -> Finding {
    let some = || Some(text.to_owned());
    Finding {
        game: Some(1),
        line: Some(1),
        column: Some(1),
        ply: Some(1),
        event: some().map(Into::into),
        round: some().map(Into::into),
        white: some().map(Into::into),
        black: some().map(Into::into),
        mv: some(),
        fen: some(),
        field: some().map(Into::into),
        found: Some(Value::from(text)),
        articles: vec![text.to_owned()],
        ruleset: Some(text.into()),
        data: [("written".to_owned(), Value::from(text))].into_iter().collect(),
        excerpt: Some(Excerpt { text: format!("1. {text} e5"), mark: 3..3 + text.len(), skipped: 0 }),
        notes: vec![text.to_owned()],
        ..Finding::new("illegal-move", Severity::Error, text.into(), text.to_owned())
    }
}

fn report(format: &str, text: &str, settings: &Settings<'_>) -> String {
    let finding = everywhere(text);
    written(format, settings, &mut |report, summary| {
        summary.count(&finding);
        report.file(text).unwrap();
        report.finding(&finding).unwrap();
        let name = Some(text);
        report.game(&GameDone { file: text, number: 1, round: name, white: name, black: name }).unwrap();
        report.game(&GameDone { file: text, number: 2, round: name, white: name, black: name }).unwrap();
    })
}

fn settings() -> Settings<'static> {
    Settings { checks: &CHECKS, detail: Detail::Full, ..Settings::default() }
}

/// Nothing that a terminal would act on or hide; line ends aside.
fn assert_harmless_on_a_terminal(format: &str, why: &str, output: &str) {
    let bad = output.chars().find(|c| {
        (c.is_control() && *c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || matches!(c, '\u{feff}' | '\u{ad}' | '\u{3164}' | '\u{e0000}'..='\u{e0fff}')
    });
    assert_eq!(bad, None, "{format}, a text that {why}: {output:?}");
}

#[test]
fn every_format_is_harmless_on_a_terminal() {
    for format in FORMATS {
        for (why, text) in HOSTILE {
            for detail in [Detail::Short, Detail::Normal, Detail::Full] {
                let output = report(format.name, text, &Settings { detail, ..settings() });
                assert_harmless_on_a_terminal(format.name, why, &output);
            }
        }
    }
}

#[test]
fn no_line_for_people_begins_a_workflow_command() {
    for (why, text) in HOSTILE {
        for detail in [Detail::Short, Detail::Full] {
            let output = report("text", text, &Settings { detail, ..settings() });
            let begins = output.lines().any(|line| line.trim_start().starts_with("::"));
            assert!(!begins, "a text that {why}: {output}");
            assert!(!output.contains("##["), "a text that {why}: {output}");
        }
    }
    let mut split = everywhere("##");
    split.excerpt = Some(Excerpt { text: "1. ##[error]x e5".to_owned(), mark: 5..13, skipped: 0 });
    let output = one("text", &settings(), &split);
    assert!(!output.contains("##[") && output.contains("1. ##\\u{5b}error]x e5"), "{output}");
}

#[test]
fn json_keeps_the_values() {
    for (why, text) in HOSTILE {
        let object: Value = serde_json::from_str(&report("json", text, &settings())).unwrap();
        let lines = report("jsonl", text, &settings());
        assert_eq!(lines.lines().count(), 1, "{why}");
        let line: Value = serde_json::from_str(&lines).unwrap();
        for finding in [&object["findings"][0], &line] {
            for key in ["file", "white", "event", "round", "move", "message", "ruleset", "found"] {
                assert_eq!(finding[key], text, "{key}: a text that {why}");
            }
            assert_eq!(finding["data"]["written"], text);
        }
    }
}

#[test]
fn csv_has_one_row_and_no_formula() {
    for (why, text) in HOSTILE {
        let output = report("csv", text, &settings());
        assert_eq!(output.lines().count(), 2, "{why}");
        let mut reader = csv::Reader::from_reader(output.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
        assert_eq!(rows.len(), 1);
        for cell in &rows[0] {
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell:?}");
        }
    }
}

#[test]
fn github_has_one_command_a_finding() {
    for (why, text) in HOSTILE {
        let output = report("github", text, &settings());
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines.len(), 2, "{why}");
        assert!(lines[0].starts_with("::error file="), "{why}");
        let (properties, data) = lines[0][2..].split_once("::").unwrap();
        // Only our own commas and colons stand among the properties.
        assert_eq!(properties.matches(',').count(), 4, "{why}: {properties}");
        assert!(!properties.contains(':'), "{why}: {properties}");
        for (at, _) in data.match_indices('%') {
            assert_eq!(&data[at..at + 3], "%25", "{why}: {data}");
        }
        assert!(lines[1].starts_with("flagfall: 1 error"), "{why}");
    }
}

#[test]
fn sarif_is_one_result_with_a_link_of_its_own_file() {
    for (why, text) in HOSTILE {
        let log: Value = serde_json::from_str(&report("sarif", text, &settings())).unwrap();
        let result = &log["runs"][0]["results"][0];
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~/%".contains(c);
        assert!(uri.chars().all(allowed), "{why}: {uri}");
        let message = result["message"]["text"].as_str().unwrap();
        assert!(!message.replace("\\]", "").contains("]("), "{why}: {message}");
    }
}

#[test]
fn junit_reads_back_as_two_cases() {
    for (why, text) in HOSTILE {
        let output = report("junit", text, &settings());
        let report = quick_junit::Report::deserialize_from_str(&output).unwrap_or_else(|fault| {
            panic!("a text that {why}: {fault}\n{output}");
        });
        assert_eq!(report.test_suites.len(), 1, "{why}");
        let cases = &report.test_suites[0].test_cases;
        assert_eq!((cases.len(), report.tests, report.failures), (2, 2, 1), "{why}");
        assert_eq!(report.test_suites[0].name.as_str(), flagfall::report::visible(text), "{why}");
        assert!(cases[1].name.as_str().ends_with(&*flagfall::report::visible(text)), "{why}");
    }
}

#[test]
fn long_names_are_cut_for_people_and_whole_in_json() {
    let text = "A\u{1b}é".repeat(1 << 16);
    for format in FORMATS {
        let finding = Finding { file: "a.pgn".into(), ..everywhere(&text) };
        let output = one(format.name, &settings(), &finding);
        assert_harmless_on_a_terminal(format.name, "is long", &output);
        match format.name {
            "json" => {
                let object: Value = serde_json::from_str(&output).unwrap();
                assert_eq!(object["findings"][0]["white"], *text);
            }
            "jsonl" | "csv" => assert!(output.len() > text.len(), "{}", format.name),
            _ => assert!(output.len() < 30_000, "{}: {} bytes", format.name, output.len()),
        }
    }
}
