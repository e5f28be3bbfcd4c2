//! Other programs read repaired files without complaint, if the moves are legal: python-chess (the Python that `FLAGFALL_PYTHON`
//! names) and pgn-extract. A program that is not there is skipped.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use flagfall::checks::{Checker, Piece, Repairs};

use super::damage::damaged_games;
use super::{fixed, pgn_files, settings};
use crate::outside::cases;

/// What other programs complain of, and flagfall too: left after the certain repairs.
const SAID: [&str; 9] = [
    "variation-move",
    "national-letters",
    "syntax",
    "nonstandard-notation",
    "missing-result",
    "result-tag-mismatch",
    "result-contradicts-board",
    "moves-after-end",
    "encoding",
];

/// Files that are right, and that one of the programs cannot read: `*` written together with a move, an empty Variant tag, a comment
/// before the tags, a comment to the end of the line with brackets, and other white space.
const BEYOND_THEM: [&str; 5] =
    ["clean-star-after-a-move", "clean-standard", "clean-layout", "clean-tricky", "clean-white-space"];

/// The repaired text, if its moves are legal in standard chess and nothing is left that concerns other programs.
fn repaired(text: &[u8]) -> Option<Vec<u8>> {
    let text = fixed(text, Repairs::Safe).bytes;
    let file: Arc<str> = "a.pgn".into();
    let piece =
        Piece { file: &file, text: &text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
    let (mut games, mut legal) = (0, 0);
    Checker::new(settings(Repairs::None).checks).check_seen(&piece, &mut |game, findings| {
        let whole = game.replayed_to_the_end() && game.replay.plies.len() == game.sheet.moves.len();
        let is_legal = game.replay.plies.iter().all(|ply| ply.legal) && game.tag("FEN").is_none();
        let is_said = findings.iter().any(|finding| SAID.contains(&finding.check));
        games += 1;
        legal += usize::from(whole && is_legal && !is_said);
    });
    (games > 0 && games == legal).then_some(text)
}

/// Writes repaired files into a folder: the fixtures, the outside cases and damaged games. Returns their number.
fn write_repaired(folder: &Path) -> usize {
    let mut files = pgn_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/checks"));
    files.extend(pgn_files(&cases("pgn")));
    let stem = |file: &Path| file.file_stem().unwrap().to_string_lossy().into_owned();
    let files = files.into_iter().filter(|file| !BEYOND_THEM.contains(&stem(file).as_str()));
    let files = files.map(|file| (stem(&file), fs::read(&file).unwrap()));
    let damaged = damaged_games(500).map(|text| ("damaged".to_owned(), text));
    let repaired = files.chain(damaged).filter_map(|(name, text)| Some((name, repaired(&text)?))).enumerate();
    repaired
        .map(|(n, (name, text))| fs::write(folder.join(format!("{n:04}-{name}.pgn")), text).unwrap())
        .count()
}

/// Reads the files of a folder. Prints those with errors, and how many games and half-moves there are.
const PYTHON: &str = r#"
import glob, logging, sys
import chess.pgn
logging.disable(logging.CRITICAL)
games = plies = 0
for name in sorted(glob.glob(sys.argv[1] + "/*.pgn")):
    with open(name, encoding="utf-8-sig", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games += 1
            plies += sum(1 for _ in game.mainline_moves())
            if game.errors:
                print(name, game.errors)
print(games, plies, file=sys.stderr)
"#;

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn python_chess_reads_repaired_files() {
    let python = std::env::var_os("FLAGFALL_PYTHON").unwrap_or_else(|| "python3".into());
    let has_chess = Command::new(&python).args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
    if !has_chess.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: FLAGFALL_PYTHON names no Python that has the package chess");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let files = write_repaired(folder.path());
    let output = Command::new(&python).args(["-c", PYTHON]).arg(folder.path()).output().unwrap();
    let complaints = complaints(folder.path(), &String::from_utf8_lossy(&output.stdout));
    eprintln!(
        "python-chess: {files} files, {} games and half-moves",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    assert!(output.status.success() && complaints.is_empty(), "{complaints}");
    assert!(files > 400, "{files}");
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn pgn_extract_reads_repaired_files() {
    let program = ["pgn-extract", "/usr/games/pgn-extract"]
        .into_iter()
        .find(|program| Command::new(program).arg("--version").output().is_ok());
    let Some(program) = program else {
        eprintln!("SKIPPED: pgn-extract is not installed");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let files = write_repaired(folder.path());
    let mut said = String::new();
    for file in pgn_files(folder.path()) {
        let output = Command::new(program).args(["-s", "-r"]).arg(&file).output().unwrap();
        // What it prints is about games that it cannot read.
        let words = String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ");
        let words = if words.starts_with("Games: ") { String::new() } else { words };
        if !words.is_empty() || !output.status.success() {
            said.push_str(&format!("{} {words}\n", file.display()));
        }
    }
    let complaints = complaints(folder.path(), &said);
    eprintln!("pgn-extract: {files} files");
    assert!(complaints.is_empty(), "{complaints}");
}

/// The lines about files, with the text of the first ones.
fn complaints(folder: &Path, said: &str) -> String {
    let names: BTreeSet<&str> = said.lines().filter_map(|line| line.split(' ').next()).collect();
    let texts = names.iter().filter(|name| Path::new(name).starts_with(folder)).take(5);
    let texts = texts.map(|name| fs::read(name).unwrap_or_default());
    let shown: String =
        texts.map(|text| String::from_utf8_lossy(&text[..text.len().min(1500)]).into_owned()).collect();
    if said.trim().is_empty() { String::new() } else { format!("{} files:\n{said}\n{shown}", names.len()) }
}
