//! Nothing is lost without a word: a record that is not replayed to its end has a finding, however it was damaged.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use flagfall::checks::{Checker, Found, Piece, Settings};
use flagfall::replay::Variant;
use flagfall::ruleset::{Library, Request, Selection};
use flagfall::scoresheet::{Reader, Scoresheet};

/// Checks that say that a replay does not reach the end of the record, or never began.
const STOPS: [&str; 11] = [
    "move-number",
    "illegal-move",
    "ambiguous-move",
    "null-move",
    "syntax",
    "moves-after-end",
    "illegal-position",
    "unsupported-variant",
    "readers-disagree",
    "missed-automatic-draw",
    "result-signal",
];

/// Longer games say nothing that shorter ones do not.
const LONGEST: usize = 12_000;

/// Damaged copies of each game.
const COPIES: usize = 6;

fn settings(selection: Selection) -> Settings {
    let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
    Settings::new(Library::built_in(), Request { selection, today, supervision: None })
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let paths = walk.flatten().map(walkdir::DirEntry::into_path);
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "pgn")).collect()
}

/// A generator that gives the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// What stands in damaged records.
const WORDS: [&str; 14] =
    ["1...", "9.", "40... ", "Nf3", "Ke2", "e4", "--", "Sf3", "x", "\u{1a}", "(", "{", "1-0", "O-O-O"];

/// A copy of a game with a piece taken out, doubled, or put in.
fn damaged(text: &[u8], random: &mut Random) -> Vec<u8> {
    let tags_end = text.windows(2).rposition(|pair| pair == b"]\n").map_or(0, |at| at + 2);
    let words: Vec<usize> = (tags_end..text.len()).filter(|at| text[*at] == b' ').collect();
    let at = words.get(random.below(words.len())).copied().unwrap_or(text.len());
    let next = words.iter().copied().find(|next| *next > at).unwrap_or(text.len());
    let mut out = text[..at].to_vec();
    match random.below(4) {
        // A word is missing.
        0 => out.extend(&text[next..]),
        // A word stands twice.
        1 => {
            out.extend(&text[at..next]);
            out.extend(&text[at..]);
        }
        // A byte is another one.
        2 => {
            out.extend(&text[at..]);
            let place = tags_end + random.below(out.len().saturating_sub(tags_end));
            if let Some(byte) = out.get_mut(place) {
                *byte = b' ' + random.below(95) as u8;
            }
        }
        // Something is put in.
        _ => {
            out.push(b' ');
            out.extend(WORDS[random.below(WORDS.len())].as_bytes());
            out.extend(&text[at..]);
        }
    }
    out
}

fn check(checker: &mut Checker, text: &[u8]) -> Found {
    let file: Arc<str> = "games.pgn".into();
    let piece = Piece { file: &file, text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
    checker.check(&piece)
}

/// Whether a word outside of tags, comments and variations begins like a move: told without the program's own lexer.
fn has_movetext(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let (mut plain, mut braces, mut depth) = (String::new(), false, 0_u32);
    for line in text.lines() {
        let beside = !braces && line.starts_with(['[', '%']);
        for c in line.chars().filter(|_| !beside) {
            match c {
                _ if braces => braces = c != '}',
                '{' => braces = true,
                ';' => break,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ if depth == 0 => plain.push(c),
                _ => {}
            }
        }
        plain.push(' ');
    }
    plain.split_whitespace().any(|word| {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let mut letters = word.trim_start_matches(['K', 'Q', 'R', 'B', 'N']).chars();
        let square = matches!(letters.next(), Some('a'..='h')) && matches!(letters.next(), Some('1'..='8'));
        square || word.starts_with("O-O")
    })
}

/// Why a text loses something in silence, if it does. Texts of several games, and those that silence checks, say nothing.
fn loss(checker: &mut Checker, text: &[u8]) -> Option<String> {
    let mut sheet = Scoresheet::new();
    let end = sheet.read(text);
    if end < text.len() || String::from_utf8_lossy(text).contains("flagfall:ignore") {
        return None;
    }
    let found = check(checker, text);
    let ids: Vec<&str> = found.findings.iter().map(|finding| finding.check).collect();
    let said = ids.iter().any(|id| STOPS.contains(id));
    let nothing = found.plies == 0 && found.findings.is_empty() && has_movetext(text);
    let lost =
        nothing || sheet.moves.len() as u64 > found.plies || sheet.readable.is_some() && found.plies == 0;
    (lost && !said && !ids.contains(&"national-letters"))
        .then(|| format!("{} of {} half-moves, {ids:?}", found.plies, sheet.moves.len()))
}

/// Tries every game of a folder and damaged copies of it.
fn nothing_is_lost(folder: &Path) {
    let settings = settings(Selection::Family("fide".into()));
    let (mut checker, mut random) = (Checker::new(settings), Random(0x1234_5678_9abc_def1));
    let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
    let mut tried = 0;
    for file in files(folder) {
        let bytes = std::fs::read(&file).unwrap();
        let mut at = 0;
        while at < bytes.len() {
            let game = &bytes[at..];
            let game = &game[..reader.read(game, &mut sheet)];
            at += game.len();
            let variant = Variant::named(&sheet.tag(game, "Variant").unwrap_or_default());
            if game.len() > LONGEST || variant == Variant::Other {
                continue;
            }
            let copies: Vec<Vec<u8>> = (0..COPIES).map(|_| damaged(game, &mut random)).collect();
            for text in std::iter::once(game).chain(copies.iter().map(Vec::as_slice)) {
                tried += 1;
                if let Some(loss) = loss(&mut checker, text) {
                    panic!("{}: {loss}\n{}", file.display(), String::from_utf8_lossy(text));
                }
            }
        }
    }
    assert!(tried > 2_000, "only {tried} records were tried");
}

#[test]
fn a_record_that_is_not_replayed_to_its_end_has_a_finding() {
    nothing_is_lost(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"));
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn a_record_outside_that_is_not_replayed_to_its_end_has_a_finding() {
    nothing_is_lost(&crate::outside::cases("pgn"));
}

#[test]
fn a_game_without_a_ruleset_is_named_and_the_others_keep_their_numbers() {
    let settings = settings(Selection::Family("no-such-family".into()));
    let found =
        check(&mut Checker::new(settings), b"[Event \"a\"]\n\n1. e4 1-0\n\n[Event \"b\"]\n\n1. d4 1-0\n");
    let numbers: Vec<u64> = found.not_judged.iter().map(|(game, _)| *game).collect();
    assert_eq!((numbers.as_slice(), found.games.len()), (&[1, 2][..], 0));
    assert!(found.not_judged[0].1.contains("no-such-family"), "{:?}", found.not_judged);
}

/// Games of a quadrangular played twice over, with the cycle for a round, as some collections have them.
fn cycles(white: &str, black: &str, round: &str, moves: &str) -> String {
    format!(
        "[Event \"New York\"]\n[Site \"New York\"]\n[Date \"1927.02.19\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
         [Black \"{black}\"]\n[Result \"1-0\"]\n\n1. {moves} 1-0\n\n"
    )
}

fn flagfall(folder: &Path, files: &[&str]) -> Vec<serde_json::Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["check", "--format", "jsonl", "--today", "2026-11-01"])
        .args(files)
        .current_dir(folder)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn what_is_found_in_a_file_does_not_depend_on_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["Doe", "Roe", "Moe", "Poe"];
    let moves = ["e4", "d4", "c4", "Nf3", "g3", "b3", "f4", "b4", "e3", "d3", "c3", "a3"];
    let mut all = Vec::new();
    for cycle in 1..=2 {
        for (at, white) in players.iter().enumerate() {
            for black in &players[at + 1..] {
                let round = cycle.to_string();
                all.push(cycles(white, black, &round, moves[all.len()]));
            }
        }
    }
    std::fs::write(folder.path().join("event.pgn"), all.concat()).unwrap();
    // Another folder has most of the games, so that few are new in the event.
    std::fs::write(folder.path().join("a.pgn"), all[..10].concat()).unwrap();
    let alone = flagfall(folder.path(), &["event.pgn"]);
    let mut beside = flagfall(folder.path(), &["a.pgn", "event.pgn"]);
    beside.retain(|finding| finding["file"] == "event.pgn" && finding["check"] != "duplicate-game");
    assert_eq!(beside, alone);
}
