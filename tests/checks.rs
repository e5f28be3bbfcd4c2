//! The checks, each on games or result files with one planted fault and on clean ones.
//!
//! Beside each `fixtures/checks/<id>/NAME.pgn`, `.trf` or `.csv` stands `NAME.jsonl`, one finding a line: what has to be
//! found there, no more and no less, with the keys that the contract fixes. A folder `NAME/` holds a result file and games
//! that are checked together, or `event.trf` and `published.csv`, the table that it is compared with. Where `FLAGFALL_CASES` is set, the real files of its folder `pgn` are
//! checked too: whatever they hold, the program ends in order and the two readings never part.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

fn main() {
    let arguments = Arguments::from_args();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/checks");
    let mut trials: Vec<Trial> = fixtures(&own).into_iter().map(|file| trial(&own, file, expected)).collect();
    match std::env::var_os("FLAGFALL_CASES") {
        Some(folder) => {
            let folder = PathBuf::from(folder).join("pgn");
            trials.extend(games(&folder).into_iter().map(|file| trial(&folder, file, real)));
        }
        None => trials.push(
            Trial::test("games outside the repository: needs FLAGFALL_CASES", unset).with_ignored_flag(true),
        ),
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// What stands in the list for files that are not there: ignored, and red where it is asked for.
fn unset() -> Result<(), Failed> {
    Err("FLAGFALL_CASES is not set".into())
}

fn trial(root: &Path, file: PathBuf, test: fn(&Path) -> Result<(), Failed>) -> Trial {
    let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
    Trial::test(name, move || test(&file))
}

/// Files with games or results, and folders that have their findings beside them; what such a folder holds is one fixture.
fn fixtures(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let told = |path: &Path| path.with_extension("jsonl").is_file();
    let is_fixture = |path: &PathBuf| match path.extension().and_then(|extension| extension.to_str()) {
        Some("pgn" | "trf") => !path.parent().is_some_and(told),
        _ => path.extension().is_none_or(|extension| extension != "jsonl") && told(path),
    };
    walk.flatten().map(walkdir::DirEntry::into_path).filter(is_fixture).collect()
}

fn games(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    walk.flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .collect()
}

/// The findings that the program prints of a file.
fn check(file: &Path) -> Result<Vec<Value>, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["check", "--today", "2026-11-01", "--format", "jsonl"])
        .args(selection(file))
        .arg(file)
        .output()?;
    read_lines(&printed(output)?)
}

/// The option that turns on the check that a fixture belongs to, if it is off by default.
fn selection(file: &Path) -> Option<String> {
    let names = file.ancestors().filter_map(|path| path.file_name()?.to_str());
    let check = names.filter_map(flagfall::checks::find).find(|check| !check.by_default)?;
    Some(format!("--select={}", check.id))
}

/// What the program prints, where it ends in order.
fn printed(output: Output) -> Result<String, Failed> {
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The problems of a result file beside its published table.
fn against(published: &Path) -> Result<Vec<Value>, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["crosstable", "--today", "2026-11-01", "--format", "json", "--against"])
        .arg(published)
        .arg(published.with_file_name("event.trf"))
        .output()?;
    let table: Value = serde_json::from_str(&printed(output)?)?;
    Ok(serde_json::from_value(table["problems"].clone())?)
}

fn read_lines(text: &str) -> Result<Vec<Value>, Failed> {
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn expected(file: &Path) -> Result<(), Failed> {
    let expected = read_lines(&std::fs::read_to_string(file.with_extension("jsonl"))?)?;
    let published = file.join("published.csv");
    let found = if published.is_file() { against(&published)? } else { check(file)? };
    let agree = expected.len() == found.len() && expected.iter().zip(&found).all(|(e, f)| holds(e, f));
    if agree {
        return Ok(());
    }
    let lines = |values: &[Value]| values.iter().map(|v| format!("  {v}\n")).collect::<String>();
    Err(format!("expected\n{}found\n{}", lines(&expected), lines(&found)).into())
}

/// Whether all that is expected is found; what is found beside it does not matter.
fn holds(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            expected.iter().all(|(key, value)| found.get(key).is_some_and(|other| holds(value, other)))
        }
        _ => expected == found,
    }
}

fn real(file: &Path) -> Result<(), Failed> {
    let found = check(file)?;
    match found.iter().find(|finding| finding["check"] == "readers-disagree") {
        Some(finding) => Err(finding.to_string().into()),
        None => Ok(()),
    }
}
