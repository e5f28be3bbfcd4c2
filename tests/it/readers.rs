//! Both readings of every game: they agree wherever neither has stopped.

use std::path::Path;

use flagfall::replay::{Board, Replay, Variant, second};
use flagfall::scoresheet::{Reader, Scoresheet};

/// The start position of a game of chess or Chess960.
fn start(text: &[u8], sheet: &Scoresheet) -> Option<Board> {
    let chess960 = match Variant::named(&sheet.tag(text, "Variant").unwrap_or_default()) {
        Variant::Standard => false,
        Variant::Chess960 => true,
        _ => return None,
    };
    match sheet.tag(text, "FEN") {
        None => Some(*Board::initial()),
        Some(fen) => Board::from_fen(&fen, chess960).ok().map(|start| start.board),
    }
}

fn both_readings_agree(folder: &Path) {
    let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
    let mut replay = Replay::new();
    let mut games = 0;
    let mut parted = Vec::new();
    let files = walkdir::WalkDir::new(folder).into_iter().flatten();
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

#[test]
fn both_readings_agree_on_every_game() {
    both_readings_agree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/checks"));
}

#[test]
#[ignore = "needs FLAGFALL_CASES"]
fn both_readings_agree_on_games_outside() {
    both_readings_agree(&crate::outside::cases("pgn"));
}
