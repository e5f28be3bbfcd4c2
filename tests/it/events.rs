//! Crosstables of whole events against tables that were computed elsewhere.

use std::path::{Path, PathBuf};

use clap::Parser;
use flagfall::cli::args::CrosstableArgs;
use flagfall::cli::crosstable::run;
use serde_json::Value;

use crate::outside::cases;

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    args: CrosstableArgs,
}

fn crosstable(arguments: &[&str]) -> (u8, Vec<u8>) {
    let command =
        Command::try_parse_from(std::iter::once("crosstable").chain(arguments.iter().copied())).unwrap();
    let mut out = Vec::new();
    let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
    let exit = run(&command.args, today, 100, &mut out).unwrap();
    (exit as u8, out)
}

fn near(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() < 0.005,
        _ => a == b,
    }
}

/// A game as text, with the keys that the expected table has.
fn shown(game: &Value, like: &Value, with_numbers: bool) -> Vec<String> {
    let game = game.as_object().unwrap().iter();
    let game =
        game.filter(|(key, _)| like.get(key.as_str()).is_some() && (with_numbers || *key != "opponent"));
    game.map(|(key, value)| format!("{key}={}", value.as_f64().map_or(value.to_string(), |n| n.to_string())))
        .collect()
}

/// Differences between a table and the expected one; players are found by name.
fn differences(found: &Value, expected: &Value) -> Vec<String> {
    let mut out = Vec::new();
    for key in ["kind", "rounds"] {
        if !expected[key].is_null() && found[key] != expected[key] {
            out.push(format!("{key}: {} instead of {}", found[key], expected[key]));
        }
    }
    let (rows, expected) =
        (found["standings"].as_array().unwrap(), expected["standings"].as_array().unwrap());
    if rows.len() != expected.len() {
        out.push(format!("{} rows instead of {}", rows.len(), expected.len()));
    }
    // Where the source has no starting numbers, ours are those of first appearance.
    let number =
        |row: &Value, rows: &[Value]| rows.iter().find(|r| r["name"] == row["name"]).map(|r| r["no"].clone());
    let numbered = expected.iter().all(|want| number(want, rows) == Some(want["no"].clone()));
    for want in expected {
        let named: Vec<&Value> = rows.iter().filter(|row| row["name"] == want["name"]).collect();
        match named.iter().find(|row| named.len() == 1 || row["no"] == want["no"]) {
            Some(row) => compare_row(row, want, numbered, &mut out),
            None => out.push(format!("{} is missing", want["name"])),
        }
    }
    out
}

fn compare_row(row: &Value, want: &Value, numbered: bool, out: &mut Vec<String>) {
    let name = &want["name"];
    let keys = ["rank", "points", "played", "performance", "match_points", "game_points"];
    for key in keys.into_iter().filter(|key| want.get(*key).is_some() && !near(&row[*key], &want[*key])) {
        out.push(format!("{name}: {key} {} instead of {}", row[key], want[key]));
    }
    for (key, value) in want["tiebreaks"].as_object().unwrap() {
        if !near(&row["tiebreaks"][key], value) {
            out.push(format!("{name}: {key} {} instead of {value}", row["tiebreaks"][key]));
        }
    }
    let Some(games) = want["games"].as_array() else { return };
    let show =
        |list: &Vec<Value>| list.iter().map(|game| shown(game, &games[0], numbered)).collect::<Vec<_>>();
    let (ours, theirs) = (show(row["games"].as_array().unwrap()), show(games));
    if ours != theirs {
        out.push(format!("{name}: games {ours:?} instead of {theirs:?}"));
    }
}

fn compare(folder: &Path, list: &str) {
    let mut reader = csv::Reader::from_path(folder.join(list)).unwrap();
    let mut wrong = Vec::new();
    for record in reader.records() {
        let record = record.unwrap();
        let path = folder.join(&record[0]).to_string_lossy().into_owned();
        let arguments =
            ["--format", "json"].into_iter().chain(record[2].split_whitespace()).chain([path.as_str()]);
        let found: Value = serde_json::from_slice(&crosstable(&arguments.collect::<Vec<_>>()).1).unwrap();
        let expected: Value =
            serde_json::from_slice(&std::fs::read(folder.join(&record[1])).unwrap()).unwrap();
        let differences = differences(&found, &expected);
        if !differences.is_empty() {
            let some = differences[..differences.len().min(6)].join("\n  ");
            wrong.push(format!("{}: {} differences\n  {some}", &record[0], differences.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Events of our own, beside their tables.
#[test]
fn own_events() {
    compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/events"), "events.csv");
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn simulated_events() {
    let folder = cases("events");
    compare(&folder, "events.csv");
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn public_events() {
    let folder = cases("events");
    compare(&folder.join("real"), "events.csv");
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn published_tables() {
    let folder = cases("events");
    let defects = folder.join("defects");
    for row in csv::Reader::from_path(defects.join("against.csv")).unwrap().records() {
        let row = row.unwrap();
        let (file, against) = (defects.join(&row[0]), defects.join(&row[1]));
        let (file, against) = (file.to_string_lossy(), against.to_string_lossy());
        let arguments = ["--format", "json", "--tiebreaks", &row[2], "--against", &against, &file];
        let (status, out) = crosstable(&arguments);
        let table: Value = serde_json::from_slice(&out).unwrap();
        let problems = table["problems"].as_array().unwrap();
        let fields: Vec<&str> = problems
            .iter()
            .filter(|p| p["check"] == "table-differs")
            .filter_map(|p| p["field"].as_str())
            .collect();
        assert_eq!(status.to_string(), row[3], "{} {fields:?}", &row[1]);
        assert!(row[4].is_empty() || fields.iter().all(|field| *field == &row[4]), "{}: {fields:?}", &row[1]);
    }
    let real = folder.join("real");
    for row in csv::Reader::from_path(real.join("events.csv")).unwrap().records() {
        let row = row.unwrap();
        let published = real.join(&row[0]).with_extension("published.csv");
        if !published.exists() {
            continue;
        }
        let (file, published) = (real.join(&row[0]), published.to_string_lossy().into_owned());
        let file = file.to_string_lossy().into_owned();
        let arguments = ["--format", "text", "--against", &published, &file];
        let (status, out) =
            crosstable(&arguments.into_iter().chain(row[2].split_whitespace()).collect::<Vec<_>>());
        assert_eq!(status, 0, "{}", String::from_utf8_lossy(&out));
    }
}

/// PGN to report file to standings is PGN to standings, and a report file written from itself is the same event.
fn round_trips(folders: &[PathBuf]) {
    let scratch = tempfile::tempdir().unwrap();
    for at in folders {
        for row in csv::Reader::from_path(at.join("events.csv")).unwrap().records() {
            let row = row.unwrap();
            let path = at.join(&row[0]).to_string_lossy().into_owned();
            let arguments: Vec<&str> = row[2].split_whitespace().collect();
            let table = |path: &str, format: &str| {
                crosstable(&[&["--format", format][..], &arguments, &[path]].concat()).1
            };
            let written = scratch.path().join("event.trf").to_string_lossy().into_owned();
            std::fs::write(&written, table(&path, "trf")).unwrap();
            let read = |path: &str| -> Value { serde_json::from_slice(&table(path, "json")).unwrap() };
            let (direct, again) = (read(&path), read(&written));
            let differences = differences(&again, &direct);
            assert!(differences.is_empty(), "{}: {}", &row[0], differences.join("\n"));
        }
    }
}

#[test]
fn report_files_round_trip() {
    round_trips(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/events")]);
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn report_files_outside_round_trip() {
    round_trips(&[cases("events/real"), cases("events")]);
}

/// Every format prints every event.
#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn formats_print_all_events() {
    let folder = cases("events");
    for row in csv::Reader::from_path(folder.join("events.csv")).unwrap().records() {
        let row = row.unwrap();
        let path = folder.join(&row[0]).to_string_lossy().into_owned();
        for format in ["text", "markdown", "html", "csv"] {
            let (_, out) = crosstable(&["--format", format, &path]);
            let text = String::from_utf8(out).unwrap();
            assert!(text.lines().count() > 3, "{} {format}", &row[0]);
        }
        let (_, chart) = crosstable(&["--wall-chart", &path]);
        assert!(!chart.is_empty());
    }
}
