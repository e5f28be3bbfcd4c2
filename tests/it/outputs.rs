//! `--output` and `--write-baseline`: what they may replace, and that no input is among it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const GAME: &str = "[Event \"E\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n\
                    1. e4 e5 2. Nf6 *\n";

const TABLE: &str = "Round;White;Black;Result\n1;A;B;1-0\n1;C;D;1-0\n2;A;C;1-0\n2;B;D;1-0\n";

fn folder() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, text) in [("a.pgn", GAME), ("b.pgn", GAME), ("games.csv", TABLE)] {
        fs::write(root.path().join(name), text).unwrap();
    }
    let disputes = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/disputes");
    for end in ["pgn", "clock.csv", "toml"] {
        let name = format!("pinned-knight.{end}");
        fs::copy(disputes.join(&name), root.path().join(name.replace("pinned-knight.toml", "case.toml")))
            .unwrap();
    }
    root
}

fn flagfall(here: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall")).args(args).current_dir(here).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The call is refused in one line that names the file, and no file of the folder changes.
fn refused(root: &Path, args: &[&str]) {
    let before = contents(root);
    let output = flagfall(root, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
    assert_eq!(said(&output).lines().count(), 1, "{args:?}: {}", said(&output));
    assert_eq!(contents(root), before, "{args:?}");
}

fn contents(root: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = walkdir::WalkDir::new(root)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file())
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn no_input_is_replaced() {
    let folder = folder();
    let root = folder.path();
    fs::create_dir(root.join("in")).unwrap();
    fs::hard_link(root.join("a.pgn"), root.join("hard")).unwrap();
    symlink("a.pgn", root.join("soft")).unwrap();
    for target in ["a.pgn", "./a.pgn", "in/../a.pgn", "hard", "soft"] {
        refused(root, &["check", "a.pgn", "--output", target]);
        refused(root, &["check", "a.pgn", "--write-baseline", target]);
        refused(root, &["check", "--output", target]);
        refused(root, &["adjudicate", "a.pgn", "--output", target]);
        refused(root, &["crosstable", "a.pgn", "--format", "trf", "--output", target]);
    }
    refused(root, &["adjudicate", "case.toml", "--output", "case.toml"]);
    refused(root, &["crosstable", "games.csv", "--format", "csv", "--output", "games.csv"]);
}

#[test]
fn nothing_that_holds_a_record_is_replaced() {
    let folder = folder();
    let root = folder.path();
    fs::write(root.join("table.trf"), "012 Open\n001    1      A\n").unwrap();
    fs::write(root.join("moves.txt"), "1. e4 e5 2. Nf3 *\n").unwrap();
    fs::write(root.join("table"), "012 Open\n001    1      A\n").unwrap();
    fs::write(root.join("a.clock.csv"), "ply,clock\n1,300\n").unwrap();
    fs::write(root.join("data.csv"), "name,born\nA,1990\n").unwrap();
    fs::write(root.join("package.json"), "{\"name\": \"flagfall\"}\n").unwrap();
    fs::write(root.join("old.pgn.gz"), b"\x1f\x8b\x08\0\0\0\0\0\0\0").unwrap();
    fs::write(root.join("photo"), b"\x89PNG\r\n\x1a\n\0\0").unwrap();
    let targets = [
        "b.pgn",
        "case.toml",
        "games.csv",
        "table.trf",
        "moves.txt",
        "table",
        "a.clock.csv",
        "data.csv",
        "package.json",
        "old.pgn.gz",
        "photo",
    ];
    for target in targets {
        refused(root, &["check", "a.pgn", "--output", target]);
        refused(root, &["check", "a.pgn", "--write-baseline", target]);
        refused(root, &["mate", "8/8/8/5k2/8/8/6N1/5K2 w - - 0 1", "--output", target]);
    }
    // A name that was left out: the baseline would be written over the games.
    refused(root, &["check", "--write-baseline", "a.pgn"]);
    fs::write(root.join("notes.txt"), "Dear all").unwrap();
    refused(root, &["check", "a.pgn", "--write-baseline", "notes.txt"]);
}

#[test]
fn what_is_read_and_looks_like_an_output_is_kept() {
    let folder = folder();
    let root = folder.path();
    let made = flagfall(root, &["crosstable", "games.csv", "--format", "csv", "--output", "table.csv"]);
    assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    refused(
        root,
        &["crosstable", "games.csv", "--against", "table.csv", "--format", "csv", "--output", "table.csv"],
    );
    refused(root, &["check", "--format", "csv", "--output", "table.csv"]);
    let known = flagfall(root, &["check", "a.pgn", "--write-baseline", "known.jsonl"]);
    assert_eq!(known.status.code(), Some(1));
    refused(root, &["check", "a.pgn", "--baseline", "known.jsonl", "--output", "known.jsonl"]);
    fs::write(root.join("flagfall.toml"), "baseline = \"known.jsonl\"\n").unwrap();
    refused(root, &["check", "a.pgn", "--output", "known.jsonl"]);
    refused(root, &["check", "a.pgn", "--config", "flagfall.toml", "--output", "flagfall.toml"]);
    let before = contents(root);
    let stdin = fs::File::open(root.join("known.jsonl")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    command.args(["mate", "-", "--output", "known.jsonl"]).stdin(stdin).current_dir(root);
    assert_eq!(command.output().unwrap().status.code(), Some(2));
    assert_eq!(contents(root), before);
}

#[test]
fn two_outputs_are_two_files() {
    let folder = folder();
    let root = folder.path();
    fs::create_dir(root.join("in")).unwrap();
    symlink("out", root.join("link")).unwrap();
    for (results, baseline) in [("new", "new"), ("new", "./new"), ("new", "in/../new"), ("new", "NEW")] {
        refused(root, &["check", "a.pgn", "--output", results, "--write-baseline", baseline]);
    }
    fs::write(root.join("out"), "").unwrap();
    fs::hard_link(root.join("out"), root.join("hard")).unwrap();
    for baseline in ["out", "link", "hard"] {
        refused(root, &["check", "a.pgn", "--output", "out", "--write-baseline", baseline]);
    }
}

#[test]
fn a_baseline_may_take_the_place_of_the_one_that_was_read() {
    let folder = folder();
    let root = folder.path();
    for _ in 0..2 {
        let args = ["check", "a.pgn", "--quiet", "--write-baseline", "known.jsonl"];
        assert_eq!(flagfall(root, &args).status.code(), Some(1));
    }
    let both = ["check", "a.pgn", "--quiet", "--baseline", "known.jsonl", "--write-baseline", "known.jsonl"];
    let output = flagfall(root, &both);
    assert_eq!((output.status.code(), said(&output)), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(root.join("known.jsonl")).unwrap().lines().count(), 2);
}

/// Every format of every command.
const CALLS: [&[&str]; 35] = [
    &["check", "--format", "text", "a.pgn"],
    &["check", "--format", "json", "a.pgn"],
    &["check", "--format", "jsonl", "a.pgn"],
    &["check", "--format", "csv", "a.pgn"],
    &["check", "--format", "sarif", "a.pgn"],
    &["check", "--format", "junit", "a.pgn"],
    &["check", "--format", "github", "a.pgn"],
    &["check", "--statistics", "--format", "text", "a.pgn"],
    &["check", "--statistics", "--format", "json", "a.pgn"],
    &["check", "--statistics", "--format", "jsonl", "a.pgn"],
    &["check", "--statistics", "--format", "csv", "a.pgn"],
    &["check", "--list-checks"],
    &["adjudicate", "--format", "text", "case.toml"],
    &["adjudicate", "--format", "json", "case.toml"],
    &["adjudicate", "--format", "jsonl", "case.toml"],
    &["adjudicate", "--format", "markdown", "case.toml"],
    &["adjudicate", "--format", "html", "case.toml"],
    &["adjudicate", "--compare", "fide-2018-blitz,fide-2023-blitz", "--format", "json", "case.toml"],
    &["crosstable", "--format", "text", "games.csv"],
    &["crosstable", "--format", "markdown", "games.csv"],
    &["crosstable", "--format", "html", "games.csv"],
    &["crosstable", "--format", "csv", "games.csv"],
    &["crosstable", "--format", "json", "games.csv"],
    &["crosstable", "--format", "trf", "games.csv"],
    &["mate", "--format", "text", "8/8/8/5k2/8/8/6N1/5K2 w - - 0 1"],
    &["mate", "--format", "json", "8/8/8/5k2/8/8/6N1/5K2 w - - 0 1"],
    &["mate", "--format", "jsonl", "8/8/8/5k2/8/8/6N1/5K2 w - - 0 1", "8/8/8/5k2/8/8/6N1/5K2 b - - 0 1"],
    &["explain", "--format", "text", "illegal-move"],
    &["explain", "--all", "--format", "json"],
    &["explain", "--all", "--format", "markdown"],
    &["rulesets", "list", "--format", "json"],
    &["rulesets", "show", "fide-2023", "--format", "json"],
    &["rulesets", "diff", "fide-2018", "fide-2023", "--format", "json"],
    &["schema", "finding"],
    &["completions", "bash"],
];

#[test]
fn every_output_may_be_written_again() {
    let folder = folder();
    let root = folder.path();
    for call in CALLS {
        // The name does not matter, but for those that say what a file is.
        for name in ["out", "out.txt"] {
            let mut written = Vec::new();
            for _ in 0..2 {
                let output = flagfall(root, &[call, &["--output", name]].concat());
                assert!(matches!(output.status.code(), Some(0 | 1)), "{call:?}: {}", said(&output));
                written.push(fs::read(root.join(name)).unwrap());
            }
            assert!(!written[0].is_empty() && written[0] == written[1], "{call:?}");
            fs::remove_file(root.join(name)).unwrap();
        }
    }
    for (format, name) in [("json", "r.json"), ("csv", "r.csv"), ("sarif", "r.sarif"), ("junit", "r.xml")] {
        for _ in 0..2 {
            let output = flagfall(root, &["check", "--format", format, "--output", name]);
            assert_eq!(output.status.code(), Some(1), "{format}: {}", said(&output));
        }
    }
    for _ in 0..2 {
        let output = flagfall(root, &["crosstable", "games.csv", "--format", "trf", "--output", "open.trf"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }
}

/// A reader that has seen enough ends the program quietly, in every format.
#[test]
fn closed_pipes_are_quiet() {
    let folder = folder();
    let root = folder.path();
    let games: String = (0..1000).map(|n| GAME.replace("\"A\"", &format!("\"A{n}\""))).collect();
    fs::write(root.join("a.pgn"), games).unwrap();
    for call in CALLS {
        let mut child = Command::new(env!("CARGO_BIN_EXE_flagfall"))
            .args(call)
            .args(if call[0] == "check" { &["--progress", "never", "--quiet"][..] } else { &[] })
            .current_dir(root)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((said(&output).as_str(), output.status.code()), ("", Some(0)), "{call:?}");
    }
}

/// A game with several findings fails by the worst, not by the first.
#[test]
fn junit_names_the_worst_finding_of_a_game() {
    let folder = folder();
    let output = flagfall(folder.path(), &["check", "--format", "junit", "--fail-on", "info", "a.pgn"]);
    let xml = String::from_utf8(output.stdout).unwrap();
    let failure = xml.split("<failure ").nth(1).unwrap_or(&xml).split('>').next();
    assert!(failure.is_some_and(|tag| tag.contains("type=\"illegal-move\"")), "{xml}");
}
