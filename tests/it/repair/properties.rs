//! What is promised of every repair: a second one changes nothing, the findings that it was for are gone and no new one
//! has come, everything outside the edits is the same, and the game is the same.

use std::fs;
use std::path::{Path, PathBuf};

use flagfall::checks::{Edit, Repairs};

use super::{Place, findings, fixed, pgn_files, places, positions};

/// The text with the edits, made in the plainest way.
fn edited(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut out = text.to_vec();
    for edit in edits.iter().rev() {
        let (start, end) = (edit.offset as usize, edit.end() as usize);
        out.splice(start..end, edit.text.bytes());
    }
    out
}

/// What is not as promised of the repair of a text.
pub(super) fn broken_promise(text: &[u8], repairs: Repairs) -> Result<(), String> {
    let repaired = fixed(text, repairs);
    let shown = || String::from_utf8_lossy(&repaired.bytes[..repaired.bytes.len().min(2000)]).into_owned();
    if repaired.bytes != edited(text, &repaired.edits) {
        return Err("bytes outside of the edits have changed".to_owned());
    }
    let again = fixed(&repaired.bytes, repairs);
    if !again.edits.is_empty() {
        return Err(format!(
            "it is repaired again: {:?}\n{}",
            &again.edits[..again.edits.len().min(5)],
            shown()
        ));
    }
    let (left, found) = (places(&repaired.findings), places(&findings(&repaired.bytes)));
    if left != found {
        let only = |a: &[Place], b: &[Place]| {
            format!("{:?}", a.iter().filter(|x| !b.contains(x)).take(5).collect::<Vec<_>>())
        };
        return Err(format!(
            "it says that {} is left, and {} is found\n{}",
            only(&left, &found),
            only(&found, &left),
            shown()
        ));
    }
    let (before, after) = (positions(text), positions(&repaired.bytes));
    let same = before.iter().zip(&after).all(|(before, after)| after.starts_with(before));
    if repairs == Repairs::Safe && !(same && before.len() == after.len()) {
        return Err(format!("the games are others\n{}", shown()));
    }
    Ok(())
}

fn fixtures() -> Vec<PathBuf> {
    let mut files = pgn_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/checks"));
    if let Some(cases) = std::env::var_os("FLAGFALL_CASES") {
        files.extend(pgn_files(&Path::new(&cases).join("pgn")));
    }
    files
}

/// The fixtures whose repairs are not as promised.
fn broken(repairs: Repairs) -> Vec<String> {
    let checked =
        fixtures().into_iter().map(|file| (broken_promise(&fs::read(&file).unwrap(), repairs), file));
    checked.filter_map(|(result, file)| Some(format!("{}: {}\n", file.display(), result.err()?))).collect()
}

#[test]
fn safe_repairs_keep_their_promises_on_every_fixture() {
    let broken = broken(Repairs::Safe);
    assert!(broken.is_empty(), "{}", broken.concat());
}

#[test]
fn likely_repairs_keep_their_promises_on_every_fixture() {
    let broken = broken(Repairs::All);
    assert!(broken.is_empty(), "{}", broken.concat());
}

/// Games that state no result, in the tag or at the end.
#[test]
fn the_board_says_the_result_of_a_game_that_states_none() {
    let names =
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n";
    let game = |tags: &str, moves: &str| format!("{names}{tags}\n{moves}\n");
    let fen = |fen: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    let dead = fen("7k/6q1/8/8/8/8/1B6/K7 w - - 0 1");
    for (tags, moves, result, marker) in [
        ("", "1. f3 e5 2. g4 Qh4#", Some("0-1"), " 0-1"),
        ("", "1. f3 e5 2. g4 Qh4# 3. a3", Some("*"), ""),
        ("", "1. e4 e5", Some("*"), ""),
        (&fen("7k/5Q2/8/8/8/8/8/K7 w - - 0 1"), "1. Qg6", Some("1/2-1/2"), " 1/2-1/2"),
        // The Laws draw it, but a slip in the record may have made it so.
        (&dead, "1. Bxg7+ Kxg7", Some("*"), ""),
        (&dead, "1. Bxg7+", None, ""),
        ("", &"Nf3 Nf6 Ng1 Ng8 ".repeat(4), None, ""),
    ] {
        let text = game(tags, moves.trim_end());
        for repairs in [Repairs::Safe, Repairs::All] {
            broken_promise(text.as_bytes(), repairs)
                .unwrap_or_else(|why| panic!("{repairs:?}: {why}\n{text}"));
        }
        let result = result.map(|result| format!("[Result \"{result}\"]\n")).unwrap_or_default();
        let expected = game(&format!("{result}{tags}"), &format!("{}{marker}", moves.trim_end()));
        let repaired = fixed(text.as_bytes(), Repairs::Safe).bytes;
        assert_eq!(String::from_utf8(repaired).unwrap(), expected);
    }
}

/// A mark that stands apart belongs to the move before it only if no number or word comes between.
#[test]
fn no_repair_takes_text_away_with_a_mark() {
    let tags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\
                [Result \"*\"]\n\n";
    for moves in ["1. e4 e5 2. Nf3 Nc6 3. Be + Nf6 *", "1. e4 e5 2. Nf3 Nc6 3. + Nf6 *", "1. e4 xx + e5 *"] {
        let text = format!("{tags}{moves}\n");
        assert!(fixed(text.as_bytes(), Repairs::All).edits.is_empty(), "{moves}");
    }
    let text = format!("{tags}1. e4 f5 2. Qh5 + g6 *\n");
    let repaired = String::from_utf8(fixed(text.as_bytes(), Repairs::Safe).bytes).unwrap();
    assert_eq!(repaired, text.replace("Qh5 +", "Qh5+"));
}
