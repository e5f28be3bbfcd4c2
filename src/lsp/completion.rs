//! Completion in movetext: the legal moves of the position that the line has reached.

use std::ops::Range;

use serde_json::{Value, json};

use super::message::written;
use super::movetext::{Token, after_number, as_game, line_to, tokens};
use super::text::{Encoding, Text};
use crate::archive::FileSettings;
use crate::checks::{Checker, Piece, StartPosition};
use crate::scoresheet::Scoresheet;

/// The kind of item that an editor shows a move as: a value.
const VALUE: u8 = 12;

/// The legal moves at byte `offset` of a game, which has the bytes `range`; nothing in tags and comments and after the
/// result.
pub(super) fn of_moves(
    text: &Text,
    range: Range<usize>,
    offset: usize,
    settings: &FileSettings,
    encoding: Encoding,
) -> Option<Value> {
    let game = text.as_str().get(range.clone())?;
    let to = offset.checked_sub(range.start)?.min(game.len());
    let mut sheet = Scoresheet::new();
    sheet.read(game.as_bytes());
    let head = sheet.tags.last().map_or(0, |tag| tag.span.range().end);
    if to <= head && head > 0 {
        return None;
    }
    let begun = begun(game, head, to);
    let line = line_to(game, head, begun.start);
    if line.in_comment || line.after_result || line_to(game, head, to).in_comment {
        return None;
    }
    let moves = legal_moves(&as_game(game, head, &line), line.moves.len(), settings)?;
    let place = range.start + begun.start..range.start + begun.end;
    let place = written(text.positions(encoding).range(place));
    let items = moves.into_iter().map(|san| {
        json!({ "label": san, "kind": VALUE, "filterText": san, "textEdit": { "range": place, "newText": san } })
    });
    Some(items.collect())
}

/// The part of a move that stands before the place.
fn begun(game: &str, head: usize, to: usize) -> Range<usize> {
    let word = tokens(game, head).find_map(|token| match token {
        Token::Word(word) if word.start < to && to <= word.end => Some(word),
        _ => None,
    });
    match word {
        Some(word) => {
            let part = after_number(game, word.start..to);
            let digits = game.get(part.clone()).is_some_and(|part| part.bytes().all(|b| b.is_ascii_digit()));
            if digits { to..to } else { part }
        }
        None => to..to,
    }
}

/// The legal moves after all of a game's `plies` half-moves; `None` if not all of them can be played.
fn legal_moves(game: &str, plies: usize, settings: &FileSettings) -> Option<Vec<String>> {
    let mut found = None;
    let file = "".into();
    let piece = Piece {
        file: &file,
        text: game.as_bytes(),
        offset: 0,
        lines_before: 0,
        clocks: None,
        from_utf16: false,
    };
    // Without tags and moves there is no game to read.
    if plies == 0 && game.trim().is_empty() {
        let board = crate::replay::Board::initial();
        found = Some(board.legal_moves().into_iter().map(|mv| board.san(mv)).collect());
    }
    Checker::live(std::sync::Arc::clone(&settings.checks)).check_seen(&piece, &mut |game, _| {
        if found.is_none()
            && matches!(game.start, StartPosition::Known { .. })
            && game.replay.plies.len() == plies
        {
            let board = &game.replay.last;
            found = Some(board.legal_moves().into_iter().map(|mv| board.san(mv)).collect());
        }
    });
    let mut moves: Vec<String> = found?;
    moves.sort_unstable();
    Some(moves)
}
