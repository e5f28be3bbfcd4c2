//! The layout stays true: what every check, file and format of this repository has to have.

use std::path::{Path, PathBuf};
use std::process::Command;

use flagfall::checks::ALL;

/// Lines of the longest file of source text; pure tables have none so far.
const LONGEST: usize = 800;

const HEADINGS: [&str; 3] = ["## Why it matters", "## Example", "## What to do"];

/// Checks that only a fault of the program itself can bring about.
const NEVER: [&str; 1] = ["readers-disagree"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(root().join(folder)).sort_by_file_name().into_iter();
    walk.flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect()
}

#[test]
fn every_check_is_documented() {
    for check in ALL {
        assert!(check.title().ends_with('.'), "{}: the first line is a sentence", check.id);
        let found: Vec<&str> =
            check.doc.lines().map(str::trim).filter(|line| line.starts_with("##")).collect();
        assert_eq!(found, HEADINGS, "{}", check.id);
        let file = format!("src/checks/{}.rs", check.id.replace('-', "_"));
        assert!(root().join(&file).is_file(), "{file} is missing");
    }
}

#[test]
fn every_check_has_fixtures_of_both_kinds() {
    for check in ALL {
        let folder = format!("fixtures/checks/{}", check.id);
        let expected = files(&folder, "jsonl");
        let texts: Vec<String> = expected.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
        let named = format!("\"check\": \"{}\"", check.id);
        let holding = texts.iter().filter(|text| text.contains(&named)).count();
        assert!(NEVER.contains(&check.id) || holding > 0, "{folder}: no fixture that has the finding");
        assert!(holding < texts.len(), "{folder}: no fixture without the finding");
    }
}

#[test]
fn every_expectation_belongs_to_a_game_or_a_result_file() {
    for expected in files("fixtures/checks", "jsonl") {
        let is_there = |extension| expected.with_extension(extension).is_file();
        let checked = ["pgn", "trf", "csv"].into_iter().any(is_there) || expected.with_extension("").is_dir();
        assert!(checked, "{} has nothing to check", expected.display());
    }
}

#[test]
fn no_file_is_too_long() {
    for file in ["src", "tests", "benches"].iter().flat_map(|folder| files(folder, "rs")) {
        let lines = std::fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines", file.display());
    }
}

/// `cargo fmt` does not see modules that a macro declares.
#[test]
fn modules_that_macros_declare_are_formatted() {
    let folders = ["src/checks", "src/event/tiebreaks", "src/report"];
    let output = Command::new("rustfmt")
        .args(["--check", "--edition", "2024", "--config-path"])
        .arg(root().join("rustfmt.toml"))
        .args(folders.iter().flat_map(|folder| files(folder, "rs")))
        .output();
    match output {
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout)),
        Err(_) => eprintln!("rustfmt is not installed: skipped"),
    }
}
