use super::move_words;
use super::prelude::*;
use super::wrong_check_suffix;
use crate::replay::{Board, Origin, Ply};

check! {
    /// A move or result can be read, but is not in PGN's export notation.
    ///
    /// ## Why it matters
    /// Players may write moves like this: FIDE's own Appendix C uses `0-0`, `d8Q` and `ed`. Programs that read PGN
    /// may reject it, or read something else. It is not a fault of the game.
    ///
    /// ## Example
    /// A long move, a figurine, a lower-case piece, zeros for castling; `exd6ep`, `e8Q`, `Pe4`, `ed`, `Qh5ch`
    /// and `½-½` are others:
    /// ```pgn
    /// 1. e2-e4 e5 2. ♘f3 nc6 3. Bc4 Bc5 4. 0-0
    /// ```
    /// In order:
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O
    /// ```
    ///
    /// ## What to do
    /// Nothing, or export the game again; `data.san` holds the move as PGN would write it.
    ///
    /// Repair (safe): the move or result as PGN exports it; a draw offer becomes a comment.
    id: "nonstandard-notation", severity: Info, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let oddities = game.replay.oddities;
    let judged = if oddities.form() || oddities.origin { game.judged_plies() } else { 0 };
    let (certain, signs) = (game.certain_plies(), judged > 0 && wrong_check_suffix::is_used(game));
    for (i, ply) in game.replay.plies.iter().enumerate().take(judged).filter(|(_, ply)| ply.legal) {
        let Some(text) = game.sheet.moves.get(i) else { return };
        let capture_sign = capture_sign(text, ply);
        if text.notation().is_export() && capture_sign.is_none() && !odd_origin(out, i, text, ply) {
            continue;
        }
        let board = out.board_before(i + 1);
        let san = board.san(ply.mv);
        let why =
            departure(text.notation()).or(capture_sign).unwrap_or("another part of the origin is written");
        let written = quoted(text.span.of(game.text));
        out.add(&CHECK, Anchor::Ply(i + 1), format!("{written} is {san} in export notation: {why}"))
            .data("san", san)
            .fix(|| Some(move_words::notation(game, i, &board, signs)?.certain(i <= certain)));
    }
    if let Some(marker) = game.sheet.marker.filter(|marker| !marker.export) {
        let written = quoted(marker.span.of(game.text));
        let message = format!("{written} is {} in export notation", marker.outcome.as_str());
        let export = marker.outcome.as_str();
        out.add(&CHECK, Anchor::End, message)
            .fix(|| Some(Draft::safe(format!("write {export}"), marker.span, export)));
    }
}

/// `x` that is missing or superfluous.
fn capture_sign(text: &MoveText, ply: &Ply) -> Option<&'static str> {
    match text.written() {
        // The long form without a piece letter never has the sign.
        Written::To { role: None, .. } if ply.captured().is_none() => None,
        Written::To { capture: true, .. } if ply.captured().is_none() => Some("nothing is captured"),
        Written::To { capture: false, role: Some(_), .. } if ply.captured().is_some() => {
            Some("the capture sign is missing")
        }
        _ => None,
    }
}

/// Whether a rank is written although the file would tell the pieces apart as well: SAN prefers the file.
fn odd_origin(out: &mut Findings<'_>, i: usize, text: &MoveText, ply: &Ply) -> bool {
    let Written::To { file: None, rank: Some(_), role: Some(_), .. } = text.written() else { return false };
    let board: Board = out.board_before(i + 1);
    board.needed_origin(ply.mv, ply.role()) == Origin::File
}

const WORDS: [(Notation, &str); 11] = [
    (Notation::ZEROS, "castling is written with capital O and hyphens"),
    (Notation::LONG, "the long form"),
    (Notation::LOWER_CASE, "a piece has a capital letter"),
    (Notation::FIGURINE, "a piece has a letter"),
    (Notation::PAWN_LETTER, "a pawn has no letter"),
    (Notation::PROMOTION_SIGN, "a promotion is written with ="),
    (Notation::CAPTURE_SIGN, "a capture is written with x"),
    (Notation::EN_PASSANT, "en passant has no mark"),
    (Notation::CHECK_SIGN, "check is written +, mate #"),
    (Notation::DRAW_OFFER, "a draw offer is not part of the move"),
    (Notation::FILES_ONLY, "the target's rank is missing"),
];

fn departure(notation: Notation) -> Option<&'static str> {
    WORDS.iter().find(|(flag, _)| notation.has(*flag)).map(|(_, words)| *words)
}
