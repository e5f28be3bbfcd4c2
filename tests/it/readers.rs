//! Both readings of every game: they agree wherever neither has stopped.

use std::path::{Path, PathBuf};

use flagfall::replay::{Board, Replay, Variant, second};
use flagfall::scoresheet::{Reader, Scoresheet};

fn roots() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/checks");
    let mut roots = vec![own];
    match std::env::var_os("FLAGFALL_CASES") {
        Some(folder) => roots.push(PathBuf::from(folder).join("pgn")),
        None => eprintln!("FLAGFALL_CASES is not set: games outside the repository are skipped"),
    }
    roots
}

/// The start position of a game of chess or Chess960.
fn start(text: &[u8], sheet: &Scoresheet) -> Option<Board> {
    let chess960 = match Variant::named(&sheet.tag(text, "Variant").unwrap_or_default()) {
        Variant::Standard => false,
        Variant::Chess960 => true,
        Variant::Other => return None,
    };
    match sheet.tag(text, "FEN") {
        None => Some(*Board::initial()),
        Some(fen) => Board::from_fen(&fen, chess960).ok().map(|start| start.board),
    }
}

#[test]
fn both_readings_agree_on_every_game() {
    let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
    let mut replay = Replay::new();
    let mut games = 0;
    let mut parted = Vec::new();
    let files = roots().into_iter().flat_map(|root| walkdir::WalkDir::new(root).into_iter().flatten());
    for file in files.filter(|file| file.path().extension().is_some_and(|e| e == "pgn")) {
        let bytes = std::fs::read(file.path()).unwrap();
        let mut at = 0;
        while at < bytes.len() {
            let len = reader.read(&bytes[at..], &mut sheet);
            let text = &bytes[at..at + len];
            at += len;
            let Some(start) = start(text, &sheet) else { continue };
            replay.run(&sheet, &start, |_, _| {});
            games += 1;
            if let Some(ply) = second::disagreement(text, &sheet, &replay) {
                parted.push(format!("{}: byte {at}, half-move {ply}", file.path().display()));
            }
        }
    }
    assert!(games > 300, "only {games} games were found");
    assert!(parted.is_empty(), "{}", parted.join("\n"));
}
