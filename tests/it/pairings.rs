//! `flagfall pairings` as a whole: rounds of public files, what it refuses, and what it writes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const OPEN: &str = "fixtures/pairings/spring-open.trf";

fn flagfall(args: &[&str]) -> Output {
    let root = env!("CARGO_MANIFEST_DIR");
    Command::new(env!("CARGO_BIN_EXE_flagfall")).args(args).current_dir(root).output().unwrap()
}

fn json(args: &[&str]) -> (Value, Option<i32>) {
    let output = flagfall(&[&["pairings", "--format", "json"], args].concat());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{args:?}: {text}"));
    (value, output.status.code())
}

/// Pairs as `white-black`, the bye as `player-0`, in the order of the boards.
fn pairs(round: &Value) -> Vec<String> {
    let pair = |pair: &Value| format!("{}-{}", pair["white"], pair["black"]);
    let boards = round["pairs"].as_array().unwrap().iter().map(pair);
    boards.chain(round["bye"]["player"].as_u64().map(|no| format!("{no}-0"))).collect()
}

fn refused(args: &[&str]) -> String {
    let output = flagfall(&[&["pairings"], args].concat());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A copy of the fixture with something else in it.
fn changed(folder: &Path, name: &str, change: impl Fn(&str) -> String) -> PathBuf {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(OPEN)).unwrap();
    let file = folder.join(name);
    std::fs::write(&file, change(&text)).unwrap();
    file
}

/// Rounds of other engines' own tests, in both editions: the pairs that two engines agree on.
#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn public_positions_are_paired_as_expected() {
    let folder = crate::outside::cases("pairings/public");
    let mut table = csv::Reader::from_path(folder.join("expected.csv")).unwrap();
    let mut rounds = 0;
    for row in table.records() {
        let row = row.unwrap();
        let file = folder.join(&row[0]);
        for (rules, expected) in [("2026", &row[1]), ("2017", &row[3])] {
            let (round, status) = json(&[file.to_str().unwrap(), "--rules", rules]);
            let what = format!("{}, {rules}", &row[0]);
            if expected == "none" {
                assert_eq!((&round["complete"], status), (&false.into(), Some(1)), "{what}");
            } else {
                let expected: Vec<&str> = expected.split(' ').collect();
                assert_eq!(
                    (pairs(&round), status),
                    (expected.iter().map(|p| (*p).to_owned()).collect(), Some(0)),
                    "{what}"
                );
            }
            rounds += 1;
        }
    }
    assert!(rounds > 40, "{rounds}");
}

#[test]
fn absentees_are_left_out_however_they_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let by_flag = json(&[OPEN, "--absent", "4,9"]).0;
    assert_eq!(by_flag["absent"], serde_json::json!([4, 9]));
    let records = |record: &'static str| move |text: &str| format!("{text}\n{record}\n");
    let bye = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for line in &mut lines {
            if line.starts_with("001    4") || line.starts_with("001    9") {
                line.push_str("  0000 - H");
            }
        }
        lines.join("\n")
    };
    for file in [
        changed(folder.path(), "xxz.trf", records("XXZ 4 9")),
        changed(folder.path(), "240.trf", records("240 H   4    4    9")),
        changed(folder.path(), "bye.trf", bye),
    ] {
        let (round, status) = json(&[file.to_str().unwrap()]);
        assert_eq!((pairs(&round), status), (pairs(&by_flag), Some(0)), "{}", file.display());
    }
}

#[test]
fn what_cannot_be_paired_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    assert!(refused(&[OPEN, "--round", "5"]).contains("before round 4"));
    assert!(refused(&[OPEN, "--absent", "12"]).contains("no player of that number"));
    for (record, names) in
        [("XXZ 4 12", "XXZ names 12"), ("XXZ 4,7", "XXZ names 4,7"), ("240 H   4   12", "240 names 12")]
    {
        let file = changed(folder.path(), "listed.trf", |text| format!("{record}\n{text}"));
        assert!(refused(&[file.to_str().unwrap()]).contains(names), "{record}");
    }
    let empty = folder.path().join("nobody.trf");
    std::fs::write(&empty, "012 Open\n042 2026/06/01\n092 Individual: Swiss-System\n").unwrap();
    assert!(refused(&[empty.to_str().unwrap()]).contains("the file has no players"));
    assert!(refused(&[OPEN, "--round", "2", "--absent", "1"]).contains("--absent is for the next round"));
    assert!(refused(&["src/cli/explain/event.trf"]).contains("another system than the Dutch one"));
    assert!(refused(&["fixtures/pairings/none.trf"]).contains("fixtures/pairings/none.trf"));
    let file = |name: &str, change: &dyn Fn(&str) -> String| {
        changed(folder.path(), name, change).to_str().unwrap().to_owned()
    };
    let pending = file("pending.trf", &|text| {
        text.replace("     2 b =\n", "     2 b\n").replace("     1 w =\n", "     1 w\n")
    });
    assert!(refused(&[&pending]).contains("has no result; --round 3 compares"), "{}", refused(&[&pending]));
    assert_eq!(json(&[&pending, "--round", "3"]).1, Some(1));
    let unsound = file("unsound.trf", &|text| text.replace("     2 b =\n", "     5 b =\n"));
    assert!(refused(&[&unsound]).contains("round 3 of the file does not fit"));
    let over = file("over.trf", &|text| text.replace("142 6", "142 3"));
    assert!(refused(&[&over]).contains("all 3 rounds are paired"));
    let old = file("old.trf", &|text| text.replace("042 2026/09/24", "042 2015/09/24"));
    assert!(refused(&[&old]).contains("--rules 2017"));
    assert_eq!(json(&[&old, "--rules", "2017"]).1, Some(0));
    let baku = file("baku.trf", &|text| text.replace("142 6\n", "").replace("FIDE_DUTCH", "FIDE_DUTCH_BAKU"));
    assert!(refused(&[&baku]).contains("--planned-rounds"));
}

/// Six rounds: three are accelerated, two with a whole point. Group A is 2·⌈11/4⌉ = 6 of the eleven.
#[test]
fn baku_acceleration_is_computed_where_the_file_only_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let named = changed(folder.path(), "baku.trf", |text| text.replace("FIDE_DUTCH", "FIDE_DUTCH_BAKU"));
    let given = changed(folder.path(), "given.trf", |text| {
        text.replace("172 ", "250       1.0   1   2    1    6\n250       0.5   3   3    1    6\n172 ")
    });
    for round in ["1", "2", "3"] {
        let of = |file: &PathBuf| json(&[file.to_str().unwrap(), "--round", round, "--explain"]).0;
        let (named, given) = (of(&named), of(&given));
        assert_eq!(named["players"], given["players"], "round {round}");
        assert_eq!(pairs(&named), pairs(&given));
        let virtual_points = if round == "3" { 0.5 } else { 1.0 };
        let first = |round: &Value| {
            round["players"].as_array().unwrap().iter().find(|p| p["number"] == 1).unwrap()["score"].as_f64()
        };
        let plain = json(&[OPEN, "--round", round, "--explain"]).0;
        assert_eq!(first(&named), first(&plain).map(|score| score + virtual_points));
    }
}

/// The file with the new round in it has the same round, and the order of its rows does not matter.
#[test]
fn the_written_file_has_the_same_round() {
    let folder = tempfile::tempdir().unwrap();
    let (due, _) = json(&[OPEN, "--absent", "4"]);
    let written = flagfall(&["pairings", OPEN, "--absent", "4", "--format", "trf"]).stdout;
    let text = String::from_utf8(written).unwrap();
    let mut rows: Vec<&str> = text.lines().filter(|line| line.starts_with("001")).collect();
    rows.reverse();
    let others = text.lines().filter(|line| !line.starts_with("001"));
    let turned = others.chain(rows).collect::<Vec<_>>().join("\n") + "\n";
    for (name, text) in [("next.trf", &text), ("turned.trf", &turned)] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let (round, status) = json(&[file.to_str().unwrap(), "--round", "4"]);
        assert_eq!((pairs(&round), status), (pairs(&due), Some(0)), "{name}");
        assert_eq!(round["compare"]["same"], true);
        assert_eq!(round["absent"], serde_json::json!([4]));
    }
}

#[test]
fn names_are_harmless_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = "<b>\u{1b}[2J\u{202e}::x";
    let file = changed(folder.path(), "hostile.trf", |text| {
        text.replace("Spring open", hostile).replace("Abel, Anna   ", &format!("{hostile:<13}"))
    });
    for format in ["text", "json", "html", "trf"] {
        let output = flagfall(&["pairings", file.to_str().unwrap(), "--explain", "--format", format]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{format}: {text}");
        assert!(format != "html" || !text.contains("<b>"), "{text}");
    }
}

#[test]
fn the_objects_fit_the_schema() {
    let schema: Value = serde_json::from_slice(&flagfall(&["schema", "pairings"]).stdout).unwrap();
    let validator = jsonschema::draft7::new(&schema).unwrap();
    for args in [
        &[OPEN][..],
        &[OPEN, "--explain"],
        &[OPEN, "--round", "3", "--explain"],
        &[OPEN, "--round", "2", "--rules", "2017", "--explain"],
        &["fixtures/checks/pairing-forbidden/round-3.trf", "--round", "3"],
        &["fixtures/checks/bye-not-due/round-3.trf", "--round", "3"],
        &["fixtures/checks/colour-allocation/round-3.trf", "--round", "3"],
    ] {
        let (round, _) = json(args);
        let faults: Vec<String> = validator
            .iter_errors(&round)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert_eq!(faults, Vec::<String>::new(), "{args:?}");
    }
}
