//! The manual: `docs/` is what `flagfall explain` writes, and every example in it shows what it is an example of.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use flagfall::checks::{ALL, On};
use flagfall::report::doc;
use serde_json::Value;

fn flagfall(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall")).args(args).current_dir(folder).output().unwrap()
}

/// Checks without an example: only a fault of the program itself can bring it about.
const NEVER: [&str; 1] = ["readers-disagree"];

/// Findings that come with another: two players with one number leave a number over, three colours in a row are a
/// difference of three where there were no more rounds, boards out of order have other colours, and an example with one
/// game of an event lacks the others.
const TOGETHER: [(&str, &str); 9] = [
    ("duplicate-number", "number-gap"),
    ("three-colours-in-row", "colour-difference"),
    ("colour-difference", "three-colours-in-row"),
    ("team-board-order", "team-colours"),
    ("extra-game", "missing-game"),
    ("pgn-result-differs", "missing-game"),
    ("pgn-colour-differs", "missing-game"),
    ("pgn-round-differs", "missing-game"),
    ("player-not-in-table", "missing-game"),
];

/// The event that the lines of an example in TRF stand in for, as `explain` prints it.
const EVENT: &str = include_str!("../../src/cli/explain/event.trf");

/// The seven tags as they stand in an example that leaves them out.
const TAGS: [(&str, &str); 7] = [
    ("Event", "Club championship"),
    ("Site", "Bern SUI"),
    ("Date", "2024.05.01"),
    ("Round", "1"),
    ("White", "Doe, Jane"),
    ("Black", "Roe, Richard"),
    ("Result", "*"),
];

/// The fenced texts of an example: the first has the fault, the others have none.
fn fenced(example: &str) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    let mut open = false;
    for line in example.lines() {
        match line.strip_prefix("```") {
            Some(kind) if !open => out.push((kind.to_owned(), String::new())),
            Some(_) => {}
            None if open => {
                let (_, text) = out.last_mut().unwrap();
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
        open ^= line.starts_with("```");
    }
    out
}

/// An example as a file: with the tags that it leaves out, and the `*` at its end.
fn games(text: &str, check: &str) -> Vec<u8> {
    let mut games: Vec<(Vec<&str>, Vec<&str>)> = vec![Default::default()];
    for line in text.lines() {
        let (_, moves) = games.last().unwrap();
        if line.starts_with('[') && !moves.is_empty() {
            games.push(Default::default());
        }
        let (tags, moves) = games.last_mut().unwrap();
        match line {
            "" => {}
            tag if tag.starts_with('[') => tags.push(tag),
            text => moves.push(text),
        }
    }
    games.iter().flat_map(|(tags, moves)| game(tags, moves, check)).collect()
}

fn game(tags: &[&str], moves: &[&str], check: &str) -> Vec<u8> {
    let mut moves = moves.join("\n");
    let last = moves.split_whitespace().next_back().unwrap();
    let ended = matches!(last, "1-0" | "0-1" | "1/2-1/2" | "*");
    let result = if ended { last.to_owned() } else { "*".to_owned() };
    if !ended && check != "missing-result" {
        moves.push_str(" *");
    }
    let absent =
        |name: &str| check != "missing-tag" && !tags.iter().any(|tag| tag.starts_with(&format!("[{name} ")));
    let mut text = String::new();
    for (name, value) in TAGS.iter().filter(|(name, _)| absent(name)) {
        let value = if *name == "Result" { &result } else { *value };
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    text.push_str(&format!("{}\n\n{moves}\n\n", tags.join("\n")));
    bytes(&text)
}

/// The event with the lines of an example in the place of its own: those of the same code, and of the same player.
fn event(text: &str) -> String {
    let key = |line: &str| line.get(..if line.starts_with("001") { 8 } else { 3 }).unwrap_or(line).to_owned();
    let mut lines: Vec<&str> = EVENT.lines().collect();
    let mut placed: Vec<String> = Vec::new();
    for line in text.lines() {
        let last = lines.iter().rposition(|own| key(own) == key(line));
        match last {
            Some(at) if placed.contains(&key(line)) => lines.insert(at + 1, line),
            Some(at) => lines[at] = line,
            None => lines.push(line),
        }
        placed.push(key(line));
    }
    lines.join("\n") + "\n"
}

/// The text with `\xe7` as one byte.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut out = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        out.push(u8::from_str_radix(&part[..2], 16).unwrap());
        out.extend_from_slice(&part.as_bytes()[2..]);
    }
    out
}

/// The checks that find something in an example.
fn found(kind: &str, text: &str, check: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &[u8]| fs::write(folder.path().join(name), content).unwrap();
    let of_event = ALL.iter().any(|other| other.id == check && matches!(other.on, On::Event(_)));
    match kind {
        "pgn" => write("example.pgn", &games(text, check)),
        "trf" => write("example.trf", event(text).as_bytes()),
        "csv" => write("example.csv", text.as_bytes()),
        _ => panic!("{check}: an example in {kind}"),
    }
    // A game of an event is compared with it, and so is a table of standings.
    if kind == "pgn" && of_event || check == "table-differs" {
        write("event.trf", EVENT.as_bytes());
    }
    // A check that is off by default is added to the others.
    let selected = ALL.iter().filter(|other| other.by_default || other.id == check).map(|other| other.id);
    let selection = format!("--select={}", selected.collect::<Vec<_>>().join(","));
    let args: &[&str] = match check {
        "table-differs" => &["crosstable", "--against", "example.csv", "--format", "json", "event.trf"],
        _ => &["check", "--format", "jsonl", "--today", "2026-01-01", &selection, "."],
    };
    let printed = String::from_utf8(flagfall(folder.path(), args).stdout).unwrap();
    let findings: Vec<Value> = match check {
        "table-differs" => {
            serde_json::from_str::<Value>(&printed).unwrap()["problems"].as_array().unwrap().clone()
        }
        _ => printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    };
    let mut checks: Vec<String> =
        findings.iter().map(|finding| finding["check"].as_str().unwrap().to_owned()).collect();
    checks.sort();
    checks.dedup();
    checks
}

#[test]
fn every_example_shows_its_check_and_no_other() {
    assert_eq!(found("trf", "", "of the event itself"), [""; 0]);
    for check in ALL.iter().filter(|check| !NEVER.contains(&check.id)) {
        let texts = fenced(&doc::section(check.doc, "Example").unwrap());
        assert!(!texts.is_empty(), "{}: no example that can be run", check.id);
        for (i, (kind, text)) in texts.iter().enumerate() {
            let mut found = found(kind, text, check.id);
            found.retain(|other| !TOGETHER.contains(&(check.id, other.as_str())));
            let expected: &[&str] = if i == 0 { &[check.id] } else { &[] };
            assert_eq!(found, expected, "{}: example {}\n{text}", check.id, i + 1);
        }
        // Lines of TRF are compared with the event that they change, which is in order.
        let in_order = texts.iter().all(|(kind, _)| kind == "trf") || texts.len() > 1;
        assert!(in_order, "{}: no example that is in order", check.id);
    }
}

/// A file of the manual, and what writes it.
const DOCS: [(&str, &[&str]); 3] = [
    ("docs/checks.md", &["check"]),
    ("docs/rulings.md", &["incident", "decision"]),
    ("docs/rulesets.md", &["ruleset"]),
];

#[test]
fn the_manual_is_what_explain_writes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, kinds) in DOCS {
        let mut written = String::new();
        for kind in kinds {
            let args = ["explain", "--all", "--format", "markdown", "--today", "2026-01-01", "--kind", kind];
            let output = flagfall(root, &args);
            assert!(output.status.success());
            let chapter = String::from_utf8(output.stdout).unwrap();
            let blank = if written.is_empty() || chapter.is_empty() { "" } else { "\n" };
            written = format!("{written}{blank}{chapter}");
        }
        if std::env::var_os("FLAGFALL_BLESS").is_some() && !written.is_empty() {
            fs::create_dir_all(root.join("docs")).unwrap();
            fs::write(root.join(file), &written).unwrap();
        }
        let stands = fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(stands == written, "{file} is stale: FLAGFALL_BLESS=1 cargo test --test manual");
    }
}
