//! A line that is added anywhere in a checked file changes neither the baseline nor the SARIF fingerprints of other games.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::amount::every;

/// Games whose players have the game's number, each with faults.
const GAMES: usize = 4;
/// The lines that are added, in turn or each everywhere.
const ADDED: [&str; 4] = ["\n", "; a remark\n", "[Annotator \"Somebody\"]\n", "garbage here\n"];

fn game(number: usize) -> Vec<String> {
    let moves = [
        "1. e4 e5 2. Nf6 1-0",
        "1. e4 e5 2. Qh5+ Nc6 3. Bc4 Nf6",
        "1. d4 d5 2. Bh6 *",
        "1. e4 e5 2. Ke3 0-1",
    ];
    let text = format!(
        "[Event \"Open\"]\n[Date \"2024.13.0{number}\"]\n[Round \"{number}\"]\n[White \"White {number}\"]\n\
         [Black \"Black {number}\"]\n[Result \"1-0\"]\n\n{}\n{{a comment}}\n",
        moves[number - 1]
    );
    text.split_inclusive('\n').map(str::to_owned).chain(["\n".to_owned()]).collect()
}

/// What identifies the findings of each game, by its number: lines of the baseline, and fingerprints.
fn identified(folder: &Path, text: &str) -> BTreeMap<usize, Vec<String>> {
    fs::write(folder.join("a.pgn"), text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["check", "--quiet", "--format", "sarif", "--write-baseline", "known.jsonl", "a.pgn"])
        .current_dir(folder)
        .output()
        .unwrap();
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let fingerprints =
        results.iter().map(|result| (result.to_string(), result["partialFingerprints"].to_string()));
    let known = fs::read_to_string(folder.join("known.jsonl")).unwrap();
    let lines = known.lines().map(|line| (line.to_owned(), line.to_owned()));
    let mut games: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for (about, identity) in fingerprints.chain(lines) {
        let number = (1..=GAMES).find(|number| about.contains(&format!("White {number}")));
        games.entry(number.unwrap_or(0)).or_default().push(identity);
    }
    games.values_mut().for_each(|identities| identities.sort());
    games
}

#[test]
fn a_line_added_anywhere_leaves_other_games_alone() {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<(usize, String)> =
        (1..=GAMES).flat_map(|number| game(number).into_iter().map(move |line| (number, line))).collect();
    let text = |lines: &[(usize, String)]| lines.iter().map(|(_, line)| line.as_str()).collect::<String>();
    let before = identified(folder.path(), &text(&lines));
    assert_eq!(before.len(), GAMES);
    for (at, (number, _)) in lines.iter().enumerate() {
        // What stands right before a game belongs to the one before, if to any.
        let previous = at.checked_sub(1).map_or(*number, |at| lines[at].0);
        for added in ADDED.iter().skip(at % every(ADDED.len())).step_by(every(ADDED.len())) {
            let mut changed = lines.clone();
            changed.insert(at, (0, (*added).to_owned()));
            let after = identified(folder.path(), &text(&changed));
            for other in (1..=GAMES).filter(|other| ![*number, previous].contains(other)) {
                assert_eq!(
                    before.get(&other),
                    after.get(&other),
                    "game {other}, {added:?} before line {}",
                    at + 1
                );
            }
        }
    }
}

#[test]
fn a_game_added_anywhere_leaves_other_games_alone() {
    let folder = tempfile::tempdir().unwrap();
    let games: Vec<String> = (1..=GAMES).map(|number| game(number).concat()).collect();
    let before = identified(folder.path(), &games.concat());
    let added = game(1).concat().replace("White 1", "Somebody").replace("Black 1", "Else");
    for at in 0..=GAMES {
        let mut changed = games.clone();
        changed.insert(at, added.clone());
        let mut after = identified(folder.path(), &changed.concat());
        assert!(after.remove(&0).is_some_and(|own| !own.is_empty()));
        assert_eq!(before, after, "a game before game {}", at + 1);
    }
    // With the baseline of the games before, only the game that was added is reported.
    identified(folder.path(), &games.concat());
    fs::write(folder.path().join("b.pgn"), added + &games.concat()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["check", "--quiet", "--format", "jsonl", "--baseline", "known.jsonl", "b.pgn"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let found = String::from_utf8(output.stdout).unwrap();
    assert!(found.lines().count() > 0 && found.lines().all(|line| line.contains("Somebody")), "{found}");
}
