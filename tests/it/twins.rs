//! `near-duplicate`: how many planted near duplicates it finds, and where files and other checks come in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use flagfall::archive::{FileSettings, check_pgn};
use flagfall::checks::{Checker, Finding, Game, Piece, Settings, find};
use serde_json::Value;

use crate::outside::cases;

fn settings(checks: &[&str]) -> FileSettings {
    let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
    let selected = checks.iter().map(|id| find(id).unwrap()).collect();
    FileSettings::new(Settings { selected, ..Settings::automatic(today) })
}

/// A game to make others of.
struct Original {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    result: String,
}

impl Original {
    fn of(game: &Game<'_>) -> Option<Original> {
        let words =
            |span: flagfall::scoresheet::Span| String::from_utf8_lossy(span.of(game.text)).into_owned();
        let tags = game.sheet.tags.iter().map(|tag| (words(tag.name), words(tag.value))).collect();
        let plies = game.replay.plies.len();
        let moves = game.sheet.moves.iter().take(plies).map(|text| words(text.span)).collect();
        let result = game.outcome()?.as_str().to_owned();
        let game = Original { tags, moves, result };
        let known = |player: &str| {
            game.tag(player).is_some_and(|name| name.chars().filter(|c| c.is_alphabetic()).count() > 3)
        };
        (plies >= 30 && known("White") && known("Black")).then_some(game)
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    fn with_names(mut self, new: impl Fn(&str) -> String) -> Original {
        let players = self.tags.iter_mut().filter(|(tag, _)| tag == "White" || tag == "Black");
        players.for_each(|(_, value)| *value = new(value));
        self
    }

    fn cut(mut self, by: usize) -> Original {
        self.moves.truncate(self.moves.len() - by);
        self
    }

    fn copy(&self) -> Original {
        Original { tags: self.tags.clone(), moves: self.moves.clone(), result: self.result.clone() }
    }

    fn text(&self) -> String {
        let result =
            |name: &str, value: &str| if name == "Result" { self.result.clone() } else { value.to_owned() };
        let tags: String =
            self.tags.iter().map(|(name, value)| format!("[{name} \"{}\"]\n", result(name, value))).collect();
        format!("{tags}\n{} {}\n\n", self.moves.join(" "), self.result)
    }
}

/// `Surname, First` and `First Surname` as surname and first name.
fn parts(name: &str) -> (&str, &str) {
    match name.split_once(',') {
        Some((surname, first)) => (surname.trim(), first.trim()),
        None => name.trim().rsplit_once(' ').map_or((name.trim(), ""), |(first, surname)| (surname, first)),
    }
}

type Change = fn(&Original) -> Option<Original>;

/// Planted changes: what a game becomes.
const CHANGES: [(&str, Change); 9] = [
    ("initials of the first names", |game| {
        Some(game.copy().with_names(|name| {
            let (surname, first) = parts(name);
            first.chars().next().map_or(surname.to_owned(), |initial| format!("{surname}, {initial}."))
        }))
    }),
    ("capitals", |game| Some(game.copy().with_names(str::to_uppercase))),
    ("first name before the surname", |game| {
        Some(game.copy().with_names(|name| {
            let (surname, first) = parts(name);
            format!("{first} {surname}").trim().to_owned()
        }))
    }),
    ("a letter of each surname twice", |game| {
        Some(game.copy().with_names(|name| {
            let at = name.char_indices().nth(2).map_or(0, |(at, _)| at);
            let letter = name[at..].chars().next().unwrap_or('x');
            format!("{}{letter}{}", &name[..at], &name[at..])
        }))
    }),
    ("another result", |game| {
        let result = if game.result == "1-0" { "1/2-1/2" } else { "1-0" };
        Some(Original { result: result.to_owned(), ..game.copy() })
    }),
    ("the last half-move cut off", |game| Some(game.copy().cut(1))),
    ("the last third cut off", |game| Some(game.copy().cut(game.moves.len() / 3))),
    ("cut, in capitals, without first names", |game| {
        Some(game.copy().cut(game.moves.len() / 4).with_names(|name| parts(name).0.to_uppercase()))
    }),
    ("another player (60 half-moves or more)", |game| {
        let other = game.copy().with_names(|_| "Zxq, Vjk".to_owned());
        (game.moves.len() >= 60).then_some(other)
    }),
];

/// The games of the archives, every `step`th one.
fn originals(step: usize) -> Vec<Original> {
    let mut paths: Vec<_> =
        fs::read_dir(cases("archives")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path: &PathBuf| path.to_string_lossy().ends_with(".pgn.zst"));
    paths.sort();
    let checks = settings(&["near-duplicate"]).checks;
    let mut originals = Vec::new();
    let mut count = 0;
    for path in paths {
        let text = zstd::decode_all(fs::File::open(path).unwrap()).unwrap();
        let file: Arc<str> = "a.pgn".into();
        let piece =
            Piece { file: &file, text: &text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
        Checker::new(Arc::clone(&checks)).check_seen(&piece, &mut |game, _| {
            count += 1;
            originals.extend(Original::of(game).filter(|_| count % step == 0));
        });
    }
    originals
}

/// Games named as near duplicates, with the earlier game.
fn pairs(text: &str) -> BTreeSet<(u64, u64)> {
    let findings = check_pgn("a.pgn", text.as_bytes(), &settings(&["near-duplicate"]));
    findings.iter().map(|finding| (finding.game.unwrap(), finding.data["first"].as_u64().unwrap())).collect()
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn planted_near_duplicates_are_found_and_no_others() {
    let mut originals = originals(3);
    // Of equal games, the first one would be named.
    let mut known = BTreeSet::new();
    originals.retain(|game| {
        let players = ["White", "Black"].map(|name| game.tag(name).unwrap_or_default().to_owned());
        known.insert((players, game.moves.join(" ")))
    });
    let base: String = originals.iter().map(Original::text).collect();
    let already: BTreeSet<u64> = pairs(&base).into_iter().map(|(game, _)| game).collect();
    let mut found: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let (mut text, mut planted) = (base, Vec::new());
    for (at, original) in originals.iter().enumerate().step_by(4) {
        let (what, change) = CHANGES[at / 4 % CHANGES.len()];
        // A game with a near duplicate among the others may be found as that one's.
        let Some(changed) = change(original).filter(|_| !already.contains(&(at as u64 + 1))) else {
            continue;
        };
        let same = changed.text() == original.text();
        text.push_str(&changed.text());
        planted.push((what, at as u64 + 1, same));
    }
    let pairs = pairs(&text);
    let first = originals.len() as u64 + 1;
    for (n, (what, original, _)) in planted.iter().enumerate().filter(|(_, (.., same))| !same) {
        let tally = found.entry(what).or_default();
        tally.1 += 1;
        let earlier = pairs.iter().find(|(game, _)| *game == first + n as u64);
        let is_found = earlier.is_some_and(|(_, earlier)| earlier == original);
        tally.0 += u32::from(is_found);
        if !is_found {
            let game = &originals[*original as usize - 1];
            println!("{what}: {:?} {:?} {earlier:?}", game.tag("White"), game.tag("Black"));
        }
    }
    let others = pairs.iter().filter(|(game, _)| *game < first).count();
    println!(
        "{} games, {} planted; among the others {others} near duplicates",
        originals.len(),
        planted.len()
    );
    for (what, (found, of)) in &found {
        println!("{found:5} of {of:5}  {what}");
        assert!(f64::from(*found) >= 0.98 * f64::from(*of), "{what}: {found} of {of}");
    }
    assert_eq!(others, already.len());
}

fn moves(plies: usize) -> String {
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let numbered = |ply: usize| {
        format!(
            "{}{}",
            if ply.is_multiple_of(2) { format!("{}. ", ply / 2 + 1) } else { String::new() },
            knights[ply % 4]
        )
    };
    (0..plies).map(numbered).collect::<Vec<_>>().join(" ")
}

fn game(white: &str, plies: usize) -> String {
    format!("[White \"{white}\"]\n[Black \"Roe, Richard\"]\n[Result \"*\"]\n\n{} *\n\n", moves(plies))
}

fn flagfall(folder: &Path, args: &[&str]) -> Vec<Value> {
    let output =
        Command::new(env!("CARGO_BIN_EXE_flagfall")).current_dir(folder).args(args).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_earlier_game_may_be_in_another_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), game("Roe, Max", 30) + &game("Doe, Jane", 30)).unwrap();
    fs::write(folder.path().join("b.pgn"), game("Doe, J", 26)).unwrap();
    for jobs in ["1", "4"] {
        let found = flagfall(
            folder.path(),
            &["check", "--select=near-duplicate", "--format=jsonl", "--jobs", jobs, "a.pgn", "b.pgn"],
        );
        let [only] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((&only["file"], &only["game"]), (&"b.pgn".into(), &1.into()));
        let data = &only["data"];
        assert_eq!(
            (&data["first_file"], &data["first"], &data["first_line"]),
            (&"a.pgn".into(), &2.into(), &7.into())
        );
        assert_eq!((&data["first_white"], &data["longer"]), (&"Doe, Jane".into(), &(-4).into()));
    }
}

#[test]
fn it_is_off_unless_selected_and_silent_where_the_games_are_equal() {
    let folder = tempfile::tempdir().unwrap();
    let text = game("Doe, Jane", 30) + &game("Doe, Jane", 30) + &game("Doe, Jane", 28);
    fs::write(folder.path().join("a.pgn"), &text).unwrap();
    let of = |args: &[&str]| -> Vec<String> {
        let found = flagfall(folder.path(), &[&["check", "--format=jsonl"], args, &["a.pgn"]].concat());
        let told =
            found.iter().map(|finding| format!("{} {}", finding["check"].as_str().unwrap(), finding["game"]));
        told.filter(|told| told.contains("duplicate-game") || told.contains("near-duplicate")).collect()
    };
    assert_eq!(of(&[]), ["duplicate-game 2"]);
    assert_eq!(of(&["--select=near-duplicate"]), ["near-duplicate 3"]);
    assert_eq!(of(&["--select=near-duplicate,duplicate-game"]), ["duplicate-game 2", "near-duplicate 3"]);
    assert_eq!(of(&["--select=near-duplicate", "--duplicate-limit=0"]), [""; 0]);
    // A folder's configuration selects it too.
    fs::write(folder.path().join("flagfall.toml"), "select = [\"near-duplicate\"]\n").unwrap();
    assert_eq!(of(&[]), ["near-duplicate 3"]);
    let whole: Vec<Finding> = check_pgn("a.pgn", text.as_bytes(), &settings(&["near-duplicate"]));
    assert_eq!(whole.iter().map(|finding| finding.game).collect::<Vec<_>>(), [Some(3)]);
}
