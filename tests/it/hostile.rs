//! Names, tags, comments and file names that try to be something else, from the bytes of a file to every format of every
//! command. What each format of findings does with them is looked at closer in `tests/it/report/hostile.rs`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;
use tempfile::TempDir;

/// What each of them would do where it is not made harmless.
const HOSTILE: [(&str, &str); 14] = [
    ("ends a page or a script", "--></script><script>alert(1)</script><img src=x onerror=alert(1)>"),
    ("ends CDATA", "]]><x>&lt;&amp;&#x1b;"),
    ("is a workflow command", "::error::pwned"),
    ("is a workflow command on its own line", "x\n::error file=a,line=1::pwned\r\n::set-output name=a::b"),
    ("is an old workflow command", "##[error]pwned ##vso[task.complete]x"),
    ("is an escaped line end", "%0A%0D%25::error::pwned"),
    ("clears the screen", "\u{1b}[2J\u{1b}[1;1H\u{1b}]0;title\u{7}"),
    ("clears the screen by C1", "\u{9b}2J\u{90}q\u{9c}"),
    ("writes backwards", "Carlsen\u{202e}nesslraC\u{2066}x\u{2069}\u{200f}"),
    ("is invisible", "\u{200b}\u{feff}\u{2060}\u{ad}\u{e0041}\u{3164}x"),
    ("is a formula", "=cmd|' /C calc'!A0"),
    ("is a formula with an at", "@SUM(1+9)*cmd|' /C calc'!A0"),
    ("ends a string", "a\0b\0\0"),
    ("is a link", "[click](http://evil.example/) ![x](http://evil.example/) `code` |cell|"),
];

/// Two games of one event with `text` in every place that takes text, and faults that make it be said. A tag ends with its
/// line; comments may have several.
fn games(text: &str) -> String {
    let value = text.replace(['\r', '\n'], " ").replace('\\', "\\\\").replace('"', "\\\"");
    let comment = text.replace(['{', '}'], "");
    let game = |white: &str, black: &str, moves: &str| {
        format!(
            "[Event \"{value}\"]\n[Site \"{value}\"]\n[Date \"{value}\"]\n[Round \"{value}\"]\n[White \"{white}\"]\n\
             [Black \"{black}\"]\n[Result \"1-0\"]\n[WhiteElo \"{value}\"]\n[TimeControl \"{value}\"]\n\
             [Termination \"{value}\"]\n\n1. e4 {{{comment}}} e5 2. {moves} {{{comment}}} 1-0\n\n"
        )
    };
    let other = format!("{value} Junior");
    game(&value, &other, "Nf6")
        + &game(&other, &value, &format!("Nf3 {}", comment.split_whitespace().collect::<String>()))
}

fn folder(text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), games(text)).unwrap();
    fs::write(
        folder.path().join("one.pgn"),
        games(text).split("[Event ").take(2).collect::<Vec<_>>().join("[Event "),
    )
    .unwrap();
    folder
}

fn flagfall(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flagfall")).args(args).current_dir(folder).output().unwrap()
}

/// Every command and format that shows text of a game.
const CALLS: [&[&str]; 19] = [
    &["check", "--format", "text", "a.pgn"],
    &["check", "--verbose", "--format", "text", "a.pgn"],
    &["check", "--quiet", "--format", "text", "a.pgn"],
    &["check", "--format", "json", "a.pgn"],
    &["check", "--format", "jsonl", "a.pgn"],
    &["check", "--format", "csv", "a.pgn"],
    &["check", "--format", "sarif", "a.pgn"],
    &["check", "--format", "junit", "a.pgn"],
    &["check", "--format", "github", "a.pgn"],
    &["crosstable", "--format", "text", "a.pgn"],
    &["crosstable", "--format", "markdown", "a.pgn"],
    &["crosstable", "--format", "html", "a.pgn"],
    &["crosstable", "--format", "csv", "a.pgn"],
    &["crosstable", "--format", "json", "a.pgn"],
    &["adjudicate", "--format", "text", "one.pgn"],
    &["adjudicate", "--format", "markdown", "one.pgn"],
    &["adjudicate", "--format", "html", "one.pgn"],
    &["adjudicate", "--format", "json", "one.pgn"],
    &["adjudicate", "--format", "jsonl", "one.pgn"],
];

/// A character that a terminal would act on or hide; line ends aside.
fn acts(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{feff}' | '\u{ad}' | '\u{3164}' | '\u{e0000}'..='\u{e0fff}')
}

/// What every call shows of one hostile text.
struct Shown {
    /// What the text would do.
    why: &'static str,
    outputs: Vec<Output>,
}

/// Each call on each text, once for all tests.
static SHOWN: LazyLock<Vec<Shown>> = LazyLock::new(|| {
    let shown = |(why, text)| {
        let folder = folder(text);
        Shown { why, outputs: CALLS.iter().map(|call| flagfall(folder.path(), call)).collect() }
    };
    HOSTILE.into_iter().map(shown).collect()
});

impl Shown {
    fn calls(&self) -> impl Iterator<Item = (&'static [&'static str], &Output)> {
        CALLS.into_iter().zip(&self.outputs)
    }

    fn stdout(&self, call: &[&str]) -> String {
        let (_, output) = self.calls().find(|(known, _)| *known == call).unwrap();
        String::from_utf8(output.stdout.clone()).unwrap()
    }
}

#[test]
fn no_format_of_any_command_acts_on_a_screen_or_in_a_log() {
    for shown in SHOWN.iter() {
        let why = shown.why;
        for (call, output) in shown.calls() {
            for (stream, bytes) in [("standard output", &output.stdout), ("standard error", &output.stderr)] {
                let said = std::str::from_utf8(bytes).expect("UTF-8");
                let bad = said.chars().find(|c| acts(*c));
                assert_eq!(bad, None, "{call:?}, {stream}, a text that {why}: {said:?}");
                let command = |line: &str| {
                    line.trim_start().starts_with("::") && !line.starts_with("::error file=a.pgn,")
                };
                let github = |line: &str| {
                    line.starts_with("::warning file=a.pgn,") || line.starts_with("::notice file=a.pgn,")
                };
                let bad = said.lines().find(|line| command(line) && !github(line));
                assert_eq!(bad, None, "{call:?}, {stream}, a text that {why}");
            }
        }
    }
}

#[test]
fn pages_and_markdown_hold_no_markup_from_outside() {
    for shown in SHOWN.iter() {
        for (command, file) in [("crosstable", "a.pgn"), ("adjudicate", "one.pgn")] {
            for (format, markup) in
                [("html", &["<script>alert", "<img"][..]), ("markdown", &["<script", "<img", "](http"])]
            {
                let page = shown.stdout(&[command, "--format", format, file]);
                let why = shown.why;
                assert!(page.len() > 100, "{command}, {format}, a text that {why}: {page}");
                for bad in markup {
                    assert!(
                        !page.replace("\\](", "").contains(bad),
                        "{command}, {format}, {bad}, a text that {why}: {page}"
                    );
                }
            }
        }
    }
}

#[test]
fn tables_for_spreadsheets_hold_no_formula() {
    for shown in SHOWN.iter() {
        let why = shown.why;
        for command in ["check", "crosstable"] {
            let table = shown.stdout(&[command, "--format", "csv", "a.pgn"]);
            let mut reader = csv::Reader::from_reader(table.as_bytes());
            let mut rows = 0;
            for row in reader.records() {
                let row = row.unwrap_or_else(|fault| panic!("{command}, a text that {why}: {fault}"));
                rows += 1;
                for cell in &row {
                    assert!(
                        !cell.starts_with(['=', '+', '@', '\t', '\r']),
                        "{command}, a text that {why}: {cell:?}"
                    );
                }
            }
            assert!(rows >= 2, "{command}, a text that {why}: {table}");
        }
    }
}

#[test]
fn machines_read_back_what_was_written() {
    let is_json = |call: &[&str]| call.iter().any(|word| word.starts_with("json") || *word == "sarif");
    for shown in SHOWN.iter() {
        let why = shown.why;
        for (call, _) in shown.calls().filter(|(call, _)| is_json(call)) {
            let said = shown.stdout(call);
            let whole = !call.contains(&"jsonl");
            let texts: Vec<&str> = if whole { vec![&said] } else { said.lines().collect() };
            assert!(!texts.is_empty(), "{call:?}, a text that {why}");
            for text in texts {
                let read: Result<Value, _> = serde_json::from_str(text);
                assert!(read.is_ok(), "{call:?}, a text that {why}: {said}");
            }
        }
        let said = shown.stdout(&["check", "--format", "junit", "a.pgn"]);
        let report =
            quick_junit::Report::deserialize_from_str(&said).unwrap_or_else(|fault| panic!("{why}: {fault}"));
        assert_eq!((report.test_suites.len(), report.tests), (1, 2), "a text that {why}");
    }
}

#[test]
fn a_table_of_hostile_names_reads_back_as_trf() {
    for (why, text) in HOSTILE {
        let folder = folder(text);
        let output =
            flagfall(folder.path(), &["crosstable", "--format", "trf", "--output", "b.trf", "a.pgn"]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "a text that {why}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let table = fs::read_to_string(folder.path().join("b.trf")).unwrap();
        let players = table.lines().filter(|line| line.starts_with("001 ")).count();
        assert_eq!(players, 2, "a text that {why}: {table:?}");
        let bad = table.chars().find(|c| acts(*c) && *c != '\r');
        assert_eq!(bad, None, "a text that {why}: {table:?}");
    }
}

#[test]
fn names_of_a_megabyte_cost_people_no_megabyte() {
    let name = "Long\u{1b}é ".repeat(1 << 17);
    let game = |white: &str, black: &str, moves: &str| {
        format!(
            "[Event \"{name}\"]\n[Round \"x\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    let other = format!("{name} Junior");
    let folder = tempfile::tempdir().unwrap();
    let both = game(&name, &other, "1. e4 e5 2. Nf6") + &game(&other, &name, "1. d4 d5 2. Nf6");
    fs::write(folder.path().join("a.pgn"), both).unwrap();
    fs::write(folder.path().join("one.pgn"), game(&name, &other, "1. e4 e5 2. Nf6")).unwrap();
    // Machines get names whole.
    let machine = |word: &str| word.starts_with("json") || word == "csv";
    let people = |call: &&&[&str]| !call.iter().any(|word| machine(word));
    for call in CALLS.iter().filter(people) {
        let output = flagfall(folder.path(), call);
        let said = output.stdout.len() + output.stderr.len();
        assert!(said < 200_000, "{call:?}: {said} bytes");
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{call:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[cfg(unix)]
#[test]
fn names_of_files_are_harmless_too() {
    for (why, text) in HOSTILE.iter().filter(|(_, text)| !text.contains('\0')) {
        let folder = tempfile::tempdir().unwrap();
        let name = format!("{}.pgn", text.replace('/', "_"));
        fs::write(folder.path().join(&name), games("x")).unwrap();
        fs::write(folder.path().join(name.replace(".pgn", ".pgn.gz")), b"\x1f\x8b\x08damaged").unwrap();
        for format in ["text", "github", "csv", "junit", "sarif", "jsonl"] {
            let output = flagfall(folder.path(), &["check", "--format", format]);
            assert_eq!(output.status.code(), Some(2), "{format}, a name that {why}");
            let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
            let bad = said.chars().find(|c| acts(*c));
            assert_eq!(bad, None, "{format}, a name that {why}: {said:?}");
            let command = |line: &&str| line.starts_with("::") && !line.contains(" file=");
            let bad = said.lines().find(|line| format != "csv" && command(line));
            assert_eq!(bad, None, "{format}, a name that {why}: {said:?}");
        }
    }
}
