//! Findings are passed on in parts of bounded size, and together the parts say the same as the whole piece.

use std::path::Path;
use std::sync::Arc;

use flagfall::archive::GameReader;
use flagfall::checks::{Checker, Found, Piece, Settings};
use flagfall::ruleset::{Library, Request, Selection};
use serde_json::Value;

fn settings(selection: &str) -> Settings {
    let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
    let selection = Selection::Family(selection.into());
    Settings::new(Library::built_in(), Request { selection, today, supervision: None })
}

/// All findings, with numbers of games in the piece; the numbers of games that could not be judged; and the number of games.
fn told(parts: &[Found]) -> (Vec<Value>, Vec<u64>, usize) {
    let (mut findings, mut not_judged, mut games) = (Vec::new(), Vec::new(), 0);
    for part in parts {
        let before = (games + not_judged.len()) as u64;
        for finding in &part.findings {
            let mut finding = serde_json::to_value(finding).unwrap();
            finding["game"] = (finding["game"].as_u64().unwrap() + before).into();
            findings.push(finding);
        }
        let number = |at: usize| part.headers.get(at).unwrap().place().game;
        assert!(!part.not_judged.is_empty() || (0..part.games.len()).all(|at| number(at) == at as u64 + 1));
        assert!(part.keys.iter().all(|key| key.number == number(key.at)));
        games += part.games.len();
        not_judged.extend(part.not_judged.iter().map(|(game, _)| game + before));
    }
    (findings, not_judged, games)
}

/// Checks a text at once and in parts, and returns how many parts there were.
fn same_in_parts(text: &[u8], family: &str, from_utf16: bool) -> usize {
    let file: Arc<str> = "games.pgn".into();
    let piece = Piece { file: &file, text, offset: 7, lines_before: 3, clocks: None, from_utf16 };
    for whole in [false, true] {
        let mut checker = Checker::new(settings(family));
        let mut parts = Vec::new();
        let last = checker.check_in_parts(&piece, whole, &mut |part, _| parts.push(part));
        parts.push(last);
        for part in &parts {
            // Eight games are checked together, and then one by one.
            assert!(part.games.len() < 1024 + 8, "{} games in a part", part.games.len());
            let most = part.games.iter().map(|done| done.findings).max().unwrap_or_default();
            assert!(
                part.findings.len() < 256 + 8 * most.max(1),
                "{} findings in a part",
                part.findings.len()
            );
        }
        let mut checker = Checker::new(settings(family));
        let at_once = if whole { checker.check(&piece) } else { checker.check_part(&piece) };
        assert_eq!(at_once.plies, parts.iter().map(|part| part.plies).sum::<u64>());
        assert!(told(&[at_once]) == told(&parts), "whole: {whole}");
        if whole {
            return parts.len();
        }
    }
    0
}

#[test]
fn rows_of_games_are_the_same_in_parts() {
    let games = "[White \"A\"]\n\n1. e4 e5 *\n\n[A \"1\"] * ".repeat(2000);
    let file: Arc<str> = "games.pgn".into();
    let text = games.as_bytes();
    let piece = Piece { file: &file, text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
    let mut parts = Vec::new();
    let mut reader = GameReader::new(&settings("fide"));
    let last = reader.read_in_parts(&piece, &mut |part| parts.push(part));
    parts.push(last);
    assert!(parts.len() > 3 && parts.iter().all(|part| part.rows.len() < 1024 + 8));
    let mut of_parts = Vec::new();
    for part in parts {
        let before = of_parts.len() as u64;
        of_parts.extend(part.rows.into_iter().map(|mut row| {
            row.game += before;
            format!("{row:?}")
        }));
    }
    let at_once: Vec<String> = reader.read(&piece).rows.iter().map(|row| format!("{row:?}")).collect();
    assert_eq!(at_once.len(), 4000);
    assert!(at_once == of_parts);
}

#[test]
fn games_without_tags_give_parts_that_say_the_same() {
    let games = "[A \"1\"]\n*\n\n".repeat(2500);
    assert!(same_in_parts(games.as_bytes(), "fide", false) >= 2500 / 264);
    assert!(same_in_parts(games.as_bytes(), "fide", true) >= 2500 / 264);
    // Without a ruleset nothing is found.
    same_in_parts(games.as_bytes(), "no-such-family", false);
}

#[test]
fn games_with_a_finding_for_each_move_go_one_by_one() {
    let moves = "1. Ng1-f3 Ng8-f6 2. Nf3-g1 Nf6-g8 ".repeat(100);
    let games = format!("[Event \"x\"]\n\n{moves}*\n\n").repeat(24);
    // The first eight are checked together.
    assert!(same_in_parts(games.as_bytes(), "fide", false) > 24 - 8);
}

#[test]
fn columns_and_the_encoding_go_on_from_part_to_part() {
    // All games on one line, the first invalid byte far behind.
    let mut text = "[A \"1\"] * ".repeat(3000).into_bytes();
    text.extend_from_slice(b"[White \"M\xfcller\"] 1. e4 *\n\n[White \"M\xfcller\"] 1. e4 *\n\n");
    text.extend_from_slice(&"[B \"2\"] 1. e4 e5 2. Ke3 *\n\n".repeat(1000).into_bytes());
    assert!(same_in_parts(&text, "fide", false) > 10);
}

#[test]
fn the_games_of_fixtures_give_the_same_in_parts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut all = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "pgn") {
            all.extend(std::fs::read(entry.path()).unwrap());
            all.extend_from_slice(b"\n\n");
        }
    }
    assert!(same_in_parts(&all, "fide", false) > 1);
}
