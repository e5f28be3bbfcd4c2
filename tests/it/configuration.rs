//! `flagfall.toml`: each file has the nearest one, whatever else is checked beside it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A game with an illegal move (an error), no Site (a warning), and a wrong check sign (info).
const GAME: &str = "[Event \"E\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n\
                    1. e4 e5 2. Qh5+ Nc6 3. Nf6 *\n\n";

/// Checks found in [`GAME`], in their order.
const ALL: [&str; 3] = ["missing-tag", "wrong-check-suffix", "illegal-move"];

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

fn check(root: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    command.args(["check", "--quiet"]).args(args).current_dir(root);
    if !args.contains(&"--format") {
        command.args(["--format", "jsonl"]);
    }
    command.output().unwrap()
}

/// File and check of every finding.
fn found(output: &Output) -> Vec<(String, String)> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    let finding = |line: &str| -> (String, String) {
        let finding: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| finding[key].as_str().unwrap().to_owned();
        (text("file"), text("check"))
    };
    text.lines().map(finding).collect()
}

fn of(files: &[(&str, &[&str])]) -> Vec<(String, String)> {
    let all = files.iter().flat_map(|(file, checks)| checks.iter().map(move |check| (*file, *check)));
    all.map(|(file, check)| (file.to_owned(), check.to_owned())).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn each_file_has_the_nearest() {
    let root = folder(&[
        ("flagfall.toml", "ignore = \"missing-tag\"\n"),
        ("a.pgn", GAME),
        ("club/flagfall.toml", "select = [\"illegal-move\"]\n"),
        ("club/b.pgn", GAME),
        ("club/deep/er/c.pgn", GAME),
        ("open/d.pgn", GAME),
        ("open/own/flagfall.toml", ""),
        ("open/own/e.pgn", GAME),
    ]);
    let expected = of(&[
        ("a.pgn", &ALL[1..]),
        ("club/b.pgn", &["illegal-move"]),
        ("club/deep/er/c.pgn", &["illegal-move"]),
        ("open/d.pgn", &ALL[1..]),
        ("open/own/e.pgn", &ALL),
    ]);
    let flags = ["--ignore", "duplicate-game"];
    for jobs in ["1", "2", "4"] {
        // The run's own flag wins over every configuration, so that duplicates alone are left out by hand.
        let output = check(root.path(), &["--jobs", jobs]);
        let mut seen = found(&output);
        seen.retain(|(_, check)| check != "duplicate-game");
        assert_eq!(seen, expected, "{jobs} jobs: {}", said(&output));
    }
    let ignored = check(root.path(), &flags);
    let of_flag: Vec<_> = ["a.pgn", "club/b.pgn", "club/deep/er/c.pgn", "open/d.pgn", "open/own/e.pgn"]
        .map(|f| (f, &ALL[..]))
        .into();
    // --ignore takes the place of ignore; select of a configuration stands.
    let expected: Vec<_> = of(&of_flag)
        .into_iter()
        .filter(|(file, check)| !file.starts_with("club/") || check == "illegal-move")
        .collect();
    assert_eq!(found(&ignored), expected);
}

#[test]
fn files_that_are_named_have_their_own_too() {
    let root = folder(&[
        ("a/flagfall.toml", "select = \"missing-tag\"\n"),
        ("a/a.pgn", GAME),
        ("b/flagfall.toml", "select = \"illegal-move\"\n"),
        ("b/b.pgn", GAME),
    ]);
    let output = check(root.path(), &["b/b.pgn", "a/a.pgn", "b/b.pgn"]);
    let expected =
        of(&[("b/b.pgn", &["illegal-move"]), ("a/a.pgn", &["missing-tag"]), ("b/b.pgn", &["illegal-move"])]);
    assert_eq!(found(&output), expected, "{}", said(&output));
}

#[test]
fn what_fails_is_said_by_the_file_s_own() {
    let root = folder(&[
        ("old/flagfall.toml", "fail-on = \"never\"\n"),
        ("old/a.pgn", GAME),
        ("new/flagfall.toml", "fail-on = \"info\"\nselect = \"wrong-check-suffix\"\n"),
        ("new/b.pgn", GAME),
    ]);
    assert_eq!(check(root.path(), &["old"]).status.code(), Some(0));
    assert_eq!(check(root.path(), &["old", "new"]).status.code(), Some(1));
    assert_eq!(check(root.path(), &["--fail-on", "warning", "new"]).status.code(), Some(0));
    let output = check(root.path(), &["--format", "junit", "old", "new"]);
    let report =
        quick_junit::Report::deserialize_from_str(std::str::from_utf8(&output.stdout).unwrap()).unwrap();
    let failures: Vec<usize> = report.test_suites.iter().map(|suite| suite.failures).collect();
    assert_eq!(failures, [0, 1]);
}

#[test]
fn each_has_its_laws_and_its_time_control() {
    // Rapid for FIDE, regular for US Chess; the second has no time control of its own.
    let timed = GAME.replace("[Result", "[TimeControl \"1800+10\"]\n[Result");
    let clock = GAME.replace("1. e4 e5", "1. e4 {[%clk 0:20:00]} e5 {[%clk 0:20:00]}");
    let root = folder(&[
        ("fide/a.pgn", &timed),
        ("us/flagfall.toml", "ruleset = \"uscf\"\n"),
        ("us/b.pgn", &timed),
        ("fast/flagfall.toml", "time-control = \"300+3\"\nselect = \"clock-start\"\n"),
        ("fast/c.pgn", &clock),
    ]);
    let output = check(root.path(), &["fide", "us", "fast"]);
    let lines: Vec<Value> = std::str::from_utf8(&output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ruleset = |file: &str| {
        let finding =
            lines.iter().find(|finding| finding["file"] == file && finding["check"] == "illegal-move");
        finding.unwrap()["ruleset"].as_str().unwrap().to_owned()
    };
    assert!(ruleset("fide/a.pgn").starts_with("fide-2023"));
    assert!(ruleset("us/b.pgn").starts_with("uscf-7"));
    assert!(lines.iter().any(|finding| finding["file"] == "fast/c.pgn" && finding["check"] == "clock-start"));
}

#[test]
fn each_has_its_baseline() {
    let root = folder(&[("a/a.pgn", GAME), ("b/b.pgn", GAME), ("b/c.pgn", GAME)]);
    let written = check(root.path(), &["--write-baseline", "a/known.jsonl", "a"]);
    assert_eq!(written.status.code(), Some(1));
    fs::write(root.path().join("a/flagfall.toml"), "baseline = \"known.jsonl\"\n").unwrap();
    let ignore = ["--ignore", "duplicate-game"];
    let output = check(root.path(), &[&ignore[..], &["a", "b"]].concat());
    assert_eq!(found(&output), of(&[("b/b.pgn", &ALL), ("b/c.pgn", &ALL)]));
    // One baseline for both folders knows one of the three games.
    fs::write(root.path().join("b/flagfall.toml"), "baseline = \"../a/known.jsonl\"\n").unwrap();
    fs::write(root.path().join("a/flagfall.toml"), "").unwrap();
    let output = check(&root.path().join("b"), &ignore);
    assert_eq!(found(&output), of(&[("c.pgn", &ALL)]));
    fs::remove_file(root.path().join("a/known.jsonl")).unwrap();
    let output = check(&root.path().join("b"), &ignore);
    assert_eq!((found(&output).len(), output.status.code()), (6, Some(2)));
    let line = said(&output);
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(line.contains("flagfall.toml:1:12: baseline: ") && line.contains("known.jsonl"), "{line}");
}

#[test]
fn a_broken_one_costs_no_other_file() {
    let root = folder(&[
        ("a/a.pgn", GAME),
        ("b/flagfall.toml", "select = \"illegal-move\"\nselct = \"syntax\"\nfail-on = 0\n"),
        ("b/b.pgn", GAME),
        ("b/c/c.pgn", GAME),
        ("d/flagfall.toml", "quiet = true\n ruleset = \"fide-2023-blits\"\n"),
        ("d/d.pgn", GAME),
        ("e/e.pgn", GAME),
        ("f/flagfall.toml", "this is no configuration\n"),
        ("f/f.pgn", GAME),
    ]);
    for jobs in ["1", "3"] {
        let output = check(root.path(), &["--ignore", "duplicate-game", "--jobs", jobs]);
        assert_eq!(output.status.code(), Some(2));
        let expected = of(&[
            ("a/a.pgn", &ALL),
            ("b/b.pgn", &["illegal-move"]),
            ("b/c/c.pgn", &["illegal-move"]),
            ("e/e.pgn", &ALL),
            ("f/f.pgn", &ALL),
        ]);
        assert_eq!(found(&output), expected);
        let said = said(&output);
        let mut lines: Vec<&str> = said.lines().collect();
        lines.sort_unstable_by_key(|line| line.split("flagfall.toml").next().map(str::to_owned));
        assert_eq!(lines.len(), 4, "{said}");
        for (line, words) in lines.iter().zip([
            &["b/flagfall.toml:2:1: ", "selct; did you mean select?"][..],
            &["b/flagfall.toml:3:11: ", "fail-on: "],
            &["d/flagfall.toml:2:12: ruleset: ", "did you mean `fide-2023-blitz`?", "not checked"],
            &["f/flagfall.toml:1:"],
        ]) {
            assert!(line.starts_with("error: ") && words.iter().all(|word| line.contains(word)), "{line}");
        }
    }
}

#[test]
fn archives_and_standard_input_have_one_too() {
    let root = folder(&[
        ("flagfall.toml", "select = \"syntax\"\n"),
        ("zip/flagfall.toml", "select = \"illegal-move\"\n"),
    ]);
    let mut archive = zip::ZipWriter::new(fs::File::create(root.path().join("zip/a.zip")).unwrap());
    archive.start_file("x/y.pgn", zip::write::SimpleFileOptions::default()).unwrap();
    archive.write_all(GAME.as_bytes()).unwrap();
    archive.finish().unwrap();
    assert_eq!(found(&check(root.path(), &["zip/a.zip"])), of(&[("zip/a.zip/x/y.pgn", &["illegal-move"])]));
    let mut child = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["check", "--quiet", "--format", "jsonl", "-"])
        .current_dir(root.path().join("zip"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(GAME.as_bytes()).unwrap();
    assert_eq!(found(&child.wait_with_output().unwrap()), of(&[("-", &["illegal-move"])]));
}

#[test]
fn what_a_run_has_once_is_of_its_first_path() {
    let root = folder(&[
        ("a/flagfall.toml", "statistics = true\nformat = \"csv\"\n"),
        ("a/a.pgn", GAME),
        ("b/flagfall.toml", "format = \"sarif\"\n"),
        ("b/b.pgn", GAME),
    ]);
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["check", "--ignore", "duplicate-game", "a", "b"])
        .current_dir(root.path())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["check,count,games", "illegal-move,2,2", "missing-tag,2,2", "wrong-check-suffix,2,2"]);
}
