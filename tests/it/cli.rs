//! The command line as a user meets it: `fixtures/cli/` holds commands, what they print, and their status.

use std::process::{Command, Stdio};

fn flagfall(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flagfall"));
    command.args(args);
    command
}

#[test]
fn commands_print_what_the_fixtures_say() {
    trycmd::TestCases::new()
        .insert_var("[VERSION]", env!("CARGO_PKG_VERSION"))
        .unwrap()
        .case("fixtures/cli/*.trycmd")
        .case("fixtures/cli/*.toml");
}

/// `TRYCMD=overwrite` writes what the commands print; a person reads the difference.
#[test]
fn the_guides_show_what_the_program_prints() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .case("docs/arbiter.md")
        .case("docs/archivist.md")
        .case("docs/ci.md")
        .case("docs/repair.md")
        .case("docs/pairings.md");
}

#[test]
#[cfg(not(feature = "desk"))]
fn a_build_without_the_desk_says_how_to_get_it() {
    let output = flagfall(&["desk", "."]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("cargo install --path . --profile dist --features desk"), "{words}");
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for args in [&["completions", "bash"][..], &["man"], &["--help"], &["--version"]] {
        let mut child = flagfall(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

/// Of one check and file twenty findings are listed, or as many as asked for; formats for machines have all.
#[test]
fn the_text_lists_the_first_findings_and_counts_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Event \"Open\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qh5xf7+ Kxf7 *\n\n";
    std::fs::write(folder.path().join("a.pgn"), game.repeat(25)).unwrap();
    let printed = |args: &[&str]| {
        let args = [&["check", "--select", "overspecified-move", "a.pgn"][..], args].concat();
        let output = flagfall(&args).current_dir(folder.path()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for (args, listed, rest) in [
        (&[][..], 20, "… and 5 more of overspecified-move (--limit 0 shows all)"),
        (&["--limit", "3"], 3, "… and 22 more of overspecified-move (--limit 0 shows all)"),
        (&["--limit", "0"], 25, ""),
    ] {
        let text = printed(args);
        assert_eq!(text.matches("--> a.pgn:").count(), listed, "{args:?}\n{text}");
        assert_eq!(text.contains(" more of "), !rest.is_empty(), "{args:?}\n{text}");
        assert!(text.contains(rest), "{args:?}\n{text}");
    }
    assert_eq!(printed(&["--limit", "3", "--format", "csv"]).lines().count(), 26);
}

/// Another program writes a position, waits for the answer, and writes the next one.
#[test]
fn mate_answers_each_line_as_it_comes() {
    use std::io::{BufRead, BufReader, Write};
    let mut command = flagfall(&["mate", "--format", "jsonl", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut questions, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || BufReader::new(answers).lines().try_for_each(|line| send.send(line.unwrap())));
    for fen in ["8/8/8/5k2/8/8/6N1/5K2 w - - 0 1", "no position", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        writeln!(questions, "{fen}").unwrap();
        let answer = receive.recv_timeout(std::time::Duration::from_secs(60));
        assert!(answer.is_ok_and(|answer| answer.contains(fen)), "{fen}: no answer");
    }
    drop(questions);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn version_names_the_days_that_the_rulesets_know() {
    let output = flagfall(&["--version"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(concat!("flagfall ", env!("CARGO_PKG_VERSION"))));
    assert!(lines.next().is_some_and(|line| line.starts_with("rulesets: fide up to 20")), "{text}");
}

#[test]
fn output_is_written_to_the_file_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("flagfall.bash");
    let output = flagfall(&["completions", "bash", "--output"]).arg(&file).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
    let printed = flagfall(&["completions", "bash"]).output().unwrap().stdout;
    assert_eq!(std::fs::read(&file).unwrap(), printed);
    let failed = flagfall(&["explain", "no-such-thing", "--output"]).arg(&file).output().unwrap();
    assert_eq!(failed.status.code(), Some(2));
    assert_eq!(std::fs::read(&file).unwrap(), printed, "a run that fails leaves the file as it was");
}
