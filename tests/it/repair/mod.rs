//! Repairs: what is promised of each of them, on every fixture and on damaged games.

mod command;
mod damage;
mod others;
mod properties;
mod tables;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use flagfall::archive::{FileSettings, Fixed, fix_pgn};
use flagfall::checks::{Checker, Finding, Piece, Repairs, Settings};
use flagfall::ruleset::{Library, Request};

/// Settings under which these repairs are made.
fn settings(repairs: Repairs) -> FileSettings {
    static LIBRARY: OnceLock<Arc<Library>> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| Arc::new(Library::built_in()));
    let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
    FileSettings::new(Settings { repairs, ..Settings::new(Arc::clone(library), Request::automatic(today)) })
}

fn fixed(text: &[u8], repairs: Repairs) -> Fixed {
    fix_pgn("a.pgn", text, &settings(repairs))
}

fn findings(text: &[u8]) -> Vec<Finding> {
    fixed(text, Repairs::None).findings
}

/// A finding's game, check, half-move and place in the file.
type Place = (Option<u64>, &'static str, Option<u32>, String);

/// Findings about the end of a game. Their place is its marker or its Result tag, which a repair may have added.
const ENDS: [&str; 5] = [
    "missing-result",
    "result-contradicts-board",
    "impossible-win",
    "timeout-not-winnable",
    "timeout-not-fallen",
];

/// What is found, in which games and where. Games that differ only in their results may be equal after a repair, so duplicates do
/// not count.
fn places(findings: &[Finding]) -> Vec<Place> {
    let place = |finding: &Finding| match finding.check {
        check if ENDS.contains(&check) => String::new(),
        _ => format!("{:?}:{:?} {:?}", finding.line, finding.column, finding.offset),
    };
    let mut places: Vec<_> = findings
        .iter()
        .filter(|f| f.check != "duplicate-game")
        .map(|finding| (finding.game, finding.check, finding.ply, place(finding)))
        .collect();
    places.sort();
    places
}

/// The positions after each half-move, game by game.
fn positions(text: &[u8]) -> Vec<Vec<u64>> {
    let file: Arc<str> = "a.pgn".into();
    let piece = Piece { file: &file, text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
    let mut games = Vec::new();
    let checks = settings(Repairs::None).checks;
    Checker::new(checks).check_seen(&piece, &mut |game, _| {
        games.push(game.replay.plies.iter().map(|ply| ply.key).collect());
    });
    games
}

fn pgn_files(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let paths = walk.flatten().map(walkdir::DirEntry::into_path);
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "pgn")).collect()
}
