//! Repairs of a move as written: its notation and its check sign.
//!
//! Both are repaired by edits that do not overlap, so that two faults in one word come right together and each can be
//! left as it is.

use super::fix::Draft;
use super::game::Game;
use super::wrong_check_suffix;
use crate::replay::{Board, Ply};
use crate::scoresheet::{MoveText, Notation, Span, Suffix};

/// Signs that are written apart from a move or in letters, so that the move and its sign cannot be repaired apart.
const MINGLED: [Notation; 3] = [Notation::CHECK_SIGN, Notation::EN_PASSANT, Notation::DRAW_OFFER];

/// What a game's comments, glyphs and variations begin or end with. A move with one of these inside is left alone.
const OTHERS: &[u8] = b"{};$!?,[]\r\n";

/// The repair that writes half-move `i` (from 0) as PGN exports it, `before` being the board before it. The check sign
/// is kept where it can be told apart; `used` says whether the game has such signs.
pub(super) fn notation(game: &Game<'_>, i: usize, before: &Board, used: bool) -> Option<Draft> {
    let (text, ply) = (game.sheet.moves.get(i)?, game.replay.plies.get(i)?);
    let san = before.san(ply.mv);
    let body = san.trim_end_matches(['+', '#']);
    // One word in English letters would make the others of the game unreadable.
    if game.sheet.language.is_some() && (body.starts_with(PIECES) || body.contains('=')) {
        return None;
    }
    let draft = match body_and_sign(game, text) {
        Some((span, _)) => Draft::safe(format!("write {body}"), span, body),
        None => whole(game, i, (text, ply), body, used)?,
    };
    Some(draft)
}

const PIECES: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

/// The repair that gives half-move `i` (from 0) the check sign `right`.
pub(super) fn sign(game: &Game<'_>, i: usize, right: Suffix, before: &Board) -> Option<Draft> {
    let (text, ply) = (game.sheet.moves.get(i)?, game.replay.plies.get(i)?);
    let draft = match body_and_sign(game, text) {
        Some((_, span)) => {
            let title = match written(right) {
                "" => "remove the sign".to_owned(),
                sign => format!("write {sign}"),
            };
            Draft::safe(title, span, written(right))
        }
        None => {
            let san = before.san(ply.mv);
            whole(game, i, (text, ply), san.trim_end_matches(['+', '#']), true)?
        }
    };
    Some(draft)
}

/// The move without its check sign, and the sign; `None` if they are mingled.
fn body_and_sign(game: &Game<'_>, text: &MoveText) -> Option<(Span, Span)> {
    if MINGLED.iter().any(|mark| text.notation().has(*mark)) {
        return None;
    }
    let bytes = text.span.of(game.text);
    let body = bytes.iter().rposition(|byte| !matches!(byte, b'+' | b'#'))? + 1;
    let start = text.span.start as usize;
    Some((Span::new(start, start + body), Span::new(start + body, start + bytes.len())))
}

/// The repair of the move with all its marks. A draw offer is kept as a comment.
fn whole(game: &Game<'_>, i: usize, (text, ply): (&MoveText, &Ply), body: &str, used: bool) -> Option<Draft> {
    let bytes = text.span.of(game.text);
    let inside = bytes.iter().any(|byte| OTHERS.contains(byte)) || opens_variation(bytes);
    if game.sheet.language.is_some() || inside {
        return None;
    }
    let right = match wrong_check_suffix::right(game, i, text, ply, used) {
        Suffix::Double if ply.mates() => Suffix::Mate,
        right => right,
    };
    let offer = if text.notation().has(Notation::DRAW_OFFER) { " {(=)}" } else { "" };
    let new = format!("{body}{}{offer}", written(right));
    Some(Draft::safe(format!("write {new}"), text.span, new))
}

/// Whether a variation stands between a move and its mark: a bracket that is not that of a draw offer.
fn opens_variation(bytes: &[u8]) -> bool {
    let rest = |at| bytes.get(at..).unwrap_or_default();
    (0..bytes.len()).map(rest).any(|rest| rest.starts_with(b"(") && !rest.starts_with(b"(=)"))
}

fn written(sign: Suffix) -> &'static str {
    match sign {
        Suffix::None => "",
        Suffix::Check | Suffix::Double => "+",
        Suffix::Mate => "#",
    }
}
