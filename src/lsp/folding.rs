//! What an editor can fold: games, variations and comments that have more than one line.

use std::ops::Range;

use serde_json::{Value, json};

use super::movetext::{Token, tokens};
use super::text::Text;
use crate::scoresheet::{Reader, Scoresheet};

/// The foldable parts of a text with these games.
pub(super) fn of_games(text: &Text, games: &[Range<usize>]) -> Value {
    let mut out = Vec::new();
    let (mut reader, mut sheet) = (Reader::brief(), Scoresheet::new());
    for range in games {
        let game = text.as_str().get(range.clone()).unwrap_or_default();
        reader.read(game.as_bytes(), &mut sheet);
        let start = range.start + sheet.beginning(game.as_bytes()).range().start;
        let end = range.start + game.trim_end().len();
        fold(text, start..end, "region", &mut out);
        let head = sheet.tags.last().map_or(0, |tag| tag.span.range().end);
        of_movetext(text, range.start, game, head, &mut out);
    }
    out.into()
}

fn of_movetext(text: &Text, start: usize, game: &str, head: usize, out: &mut Vec<Value>) {
    let mut open = Vec::new();
    for token in tokens(game, head) {
        match token {
            Token::Comment(range) => fold(text, start + range.start..start + range.end, "comment", out),
            Token::Open(at) => open.push(at),
            Token::Close(at) => {
                if let Some(opened) = open.pop() {
                    fold(text, start + opened..start + at + 1, "region", out);
                }
            }
            Token::Word(_) => {}
        }
    }
}

fn fold(text: &Text, range: Range<usize>, kind: &str, out: &mut Vec<Value>) {
    let (first, last) = (text.line_of(range.start), text.line_of(range.end.saturating_sub(1)));
    if first < last {
        out.push(json!({ "startLine": first, "endLine": last, "kind": kind }));
    }
}
