//! `check --fix` and `check --diff` as they are called.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const DIRTY: &str = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
                     [Result \"1-0\"]\n\n1. e2-e4 e5 2. Ng1-f3+ Nc6 4. Bb5 a6\n";
const CLEAN: &str = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\
                     [Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n";

fn run(here: &Path, args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    command.arg("check").args(args.split_whitespace()).current_dir(here);
    command.stdin(Stdio::null()).output().unwrap()
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn two_faults_in_one_word_come_right_in_one_pass() {
    let here = folder(&[("a.pgn", DIRTY)]);
    let output = run(here.path(), "--fix a.pgn");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), ""));
    assert!(text(&output.stderr).contains("5 findings repaired in 1 file"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(here.path().join("a.pgn")).unwrap(), CLEAN);
    let again = run(here.path(), "--fix a.pgn");
    assert!(text(&again.stderr).contains("0 findings repaired in 0 files"));
}

#[test]
fn a_diff_changes_nothing_and_can_be_applied() {
    let here = folder(&[("a.pgn", DIRTY), ("b.pgn", CLEAN)]);
    let output = run(here.path(), "--diff a.pgn b.pgn");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stdout),
        "--- a.pgn\n+++ a.pgn\n@@ -6,4 +6,4 @@\n [Black \"B\"]\n [Result \"1-0\"]\n \n\
         -1. e2-e4 e5 2. Ng1-f3+ Nc6 4. Bb5 a6\n+1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n"
    );
    assert_eq!(fs::read_to_string(here.path().join("a.pgn")).unwrap(), DIRTY);
    let nothing = run(here.path(), "--diff b.pgn");
    assert_eq!((nothing.status.code(), nothing.stdout.len()), (Some(0), 0));
}

#[test]
fn standard_input_is_repaired_on_standard_output() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["check", "--fix", "--select", "move-number,missing-result", "--quiet", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(DIRTY.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let expected = DIRTY.replace("4. Bb5 a6", "3. Bb5 a6 1-0");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), expected.as_str()));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn findings_of_standard_input_are_on_standard_error() {
    let broken = DIRTY.replace("a6", "Kd4");
    let mut child = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["check", "--fix", "--quiet", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(broken.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("error[illegal-move]"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("1. e4 e5 2. Nf3 Nc6 4. Bb5 Kd4 1-0"), "{}", text(&output.stdout));
}

#[test]
fn copies_go_to_a_folder_and_the_originals_stay() {
    let here = folder(&[("games/a.pgn", DIRTY), ("games/open/b.pgn", CLEAN), ("c.pgn", DIRTY)]);
    let output = run(here.path(), "--fix --output out games c.pgn");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for name in ["a.pgn", "open/b.pgn", "c.pgn"] {
        assert_eq!(fs::read_to_string(here.path().join("out").join(name)).unwrap(), CLEAN, "{name}");
    }
    assert_eq!(fs::read_to_string(here.path().join("games/a.pgn")).unwrap(), DIRTY);
    // A copy that is there is not replaced.
    let again = run(here.path(), "--fix --output out c.pgn");
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("exists"), "{}", text(&again.stderr));
}

#[test]
fn a_folder_that_is_read_is_refused() {
    let here = folder(&[("games/a.pgn", DIRTY)]);
    for args in [
        "--fix --output games games",
        "--fix --output . games",
        "--fix --output games/a.pgn games",
        "--fix --output games/new games",
        "--fix --output games games/a.pgn",
    ] {
        let output = run(here.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{args}: {}", text(&output.stderr));
    }
    assert_eq!(fs::read_to_string(here.path().join("games/a.pgn")).unwrap(), DIRTY);
}

#[test]
fn what_a_baseline_or_a_comment_silences_stays() {
    let here = folder(&[
        ("a.pgn", DIRTY),
        ("b.pgn", &DIRTY.replace("1. e2-e4", "{flagfall:ignore nonstandard-notation} 1. e2-e4")),
    ]);
    run(here.path(), "--select move-number --write-baseline known.jsonl a.pgn");
    run(here.path(), "--fix --baseline known.jsonl a.pgn");
    let left = fs::read_to_string(here.path().join("a.pgn")).unwrap();
    assert_eq!(left, CLEAN.replace("3. Bb5", "4. Bb5"));
    run(here.path(), "--fix b.pgn");
    let left = fs::read_to_string(here.path().join("b.pgn")).unwrap();
    assert!(left.ends_with("1. e2-e4 e5 2. Ng1-f3 Nc6 3. Bb5 a6 1-0\n"), "{left}");
}

#[test]
fn a_configuration_of_others_repairs_nothing() {
    let here = folder(&[("club/a.pgn", DIRTY), ("club/flagfall.toml", "fix = true\n")]);
    let output = run(here.path(), "club");
    assert!(text(&output.stderr).contains("fix: not used"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(here.path().join("club/a.pgn")).unwrap(), DIRTY);
    let own = run(&here.path().join("club"), "a.pgn");
    assert_eq!(own.status.code(), Some(0), "{}", text(&own.stderr));
    assert_eq!(fs::read_to_string(here.path().join("club/a.pgn")).unwrap(), CLEAN);
}

#[test]
fn unsafe_fixes_alone_are_refused() {
    let here = folder(&[("a.pgn", DIRTY)]);
    assert_eq!(run(here.path(), "--unsafe-fixes a.pgn").status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn mode_and_links_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let here = folder(&[("a.pgn", DIRTY)]);
    let (file, link) = (here.path().join("a.pgn"), here.path().join("link.pgn"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("a.pgn", &link).unwrap();
    assert_eq!(run(here.path(), "--fix link.pgn").status.code(), Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_to_string(&file).unwrap(), CLEAN);
}

#[test]
fn packed_files_are_repaired_only_into_a_folder() {
    let here = folder(&[]);
    let packed = fs::File::create(here.path().join("a.pgn.gz")).unwrap();
    let mut packed = flate2::write::GzEncoder::new(packed, flate2::Compression::fast());
    packed.write_all(DIRTY.as_bytes()).unwrap();
    packed.finish().unwrap();
    let before = fs::read(here.path().join("a.pgn.gz")).unwrap();
    let output = run(here.path(), "--fix --fail-on info a.pgn.gz");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("a.pgn.gz: not repaired"), "{}", text(&output.stderr));
    assert_eq!(fs::read(here.path().join("a.pgn.gz")).unwrap(), before);
    assert_eq!(run(here.path(), "--fix --output out a.pgn.gz").status.code(), Some(0));
    assert_eq!(fs::read_to_string(here.path().join("out/a.pgn")).unwrap(), CLEAN);
}

/// The findings that a repair of thousands of games leaves have the game numbers and places of the repaired file.
#[test]
fn what_is_left_of_many_games_is_what_a_second_check_finds() {
    let comment = "a long comment, so that the games fill several batches ".repeat(8);
    let games =
        format!("[A \"1\"]\n*\n\n[White \"A\"]\n\n1. e2-e4 {{{comment}}} e5 2. Ng1-f3+ *\n\n").repeat(1500);
    many_games_are_repaired(&games, &["game", "line", "column", "offset", "check", "message"]);
}

#[test]
fn many_games_on_one_line_are_repaired_too() {
    let comment = "a long comment, so that the games fill several batches ".repeat(8);
    let games = format!("[A \"1\"] * [White \"A\"] 1. e2-e4 {{{comment}}} e5 2. Ng1-f3+ * ").repeat(1500);
    many_games_are_repaired(&games, &["game", "line", "offset", "check", "message"]);
    let here = folder(&[("a.pgn", &games)]);
    let diff = run(here.path(), "--diff --select missing-tag,nonstandard-notation,wrong-check-suffix a.pgn");
    let repair = run(here.path(), "--fix --select missing-tag,nonstandard-notation,wrong-check-suffix a.pgn");
    assert_eq!((diff.status.code(), repair.status.code()), (Some(1), Some(0)));
    let repaired = fs::read_to_string(here.path().join("a.pgn")).unwrap();
    let added: Vec<&str> =
        text(&diff.stdout).lines().filter_map(|line| line.strip_prefix('+')).skip(1).collect();
    assert!(added == repaired.lines().collect::<Vec<_>>());
}

/// Repairs a file with different numbers of jobs, and compares what is left with what a second check finds, by these keys.
fn many_games_are_repaired(games: &str, keys: &[&str]) {
    let mut repaired = Vec::new();
    for jobs in [1, 2, 4] {
        let here = folder(&[("a.pgn", games)]);
        let options = format!(
            "--select missing-tag,nonstandard-notation,wrong-check-suffix --format jsonl --jobs {jobs}"
        );
        let left = run(here.path(), &format!("--fix {options} a.pgn"));
        let again = run(here.path(), &format!("{options} a.pgn"));
        let places = |output: &Output| -> Vec<Vec<serde_json::Value>> {
            let value = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
            let of = |line| keys.iter().map(|key| value(line)[key].clone()).collect();
            text(&output.stdout).lines().map(of).collect()
        };
        let (left, again) = (places(&left), places(&again));
        assert!(left == again, "{jobs} jobs");
        assert_eq!((left.len(), &left[2_999][0]), (3_000, &3_000.into()));
        repaired.push(fs::read(here.path().join("a.pgn")).unwrap());
    }
    repaired.dedup();
    assert_eq!(repaired.len(), 1);
}
