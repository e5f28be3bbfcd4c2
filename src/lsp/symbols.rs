//! The outline of a document: its games.

use std::ops::Range;

use serde_json::{Value, json};

use super::message::written;
use super::text::{Encoding, Text};
use crate::report::shown;
use crate::scoresheet::{Reader, Scoresheet};

/// The kind of symbol that an editor shows a game as: an object.
const OBJECT: u8 = 19;

/// The longest name in an outline, in characters.
const LONGEST: usize = 60;

/// One symbol for each game: `Roe – Doe 1-0`, with event and round.
pub(super) fn of_games(text: &Text, games: &[Range<usize>], encoding: Encoding) -> Value {
    let (mut reader, mut sheet) = (Reader::brief(), Scoresheet::new());
    let mut positions = text.positions(encoding);
    games
        .iter()
        .map(|range| {
            let game = text.as_str().get(range.clone()).unwrap_or_default();
            reader.read(game.as_bytes(), &mut sheet);
            let start = range.start + sheet.beginning(game.as_bytes()).range().start;
            let end = range.start + game.trim_end().len();
            let head = sheet.tags.first().map_or(1, |tag| tag.span.len());
            let whole = positions.range(start.min(end)..end);
            json!({
                "name": name(game, &sheet),
                "detail": detail(game, &sheet),
                "kind": OBJECT,
                "range": written(whole),
                "selectionRange": written(text.positions(encoding).range(start.min(end)..(start + head).min(end))),
            })
        })
        .collect()
}

fn name(game: &str, sheet: &Scoresheet) -> String {
    let tag = |name: &str| {
        let value = sheet.tag_in(game, name).filter(|value| !value.trim().is_empty());
        shown(value.as_deref().unwrap_or("?"), LONGEST).into_owned()
    };
    let result = sheet.outcome(game.as_bytes()).map_or("", |outcome| outcome.as_str());
    format!("{} – {} {result}", tag("White"), tag("Black")).trim_end().to_owned()
}

/// Event and round, as far as they are known.
fn detail(game: &str, sheet: &Scoresheet) -> String {
    let tag = |name: &str| {
        let value = sheet.tag_in(game, name)?;
        let known = !matches!(value.trim(), "" | "?" | "-");
        known.then(|| shown(value.trim(), LONGEST).into_owned())
    };
    match (tag("Event"), tag("Round")) {
        (Some(event), Some(round)) => format!("{event}, round {round}"),
        (Some(event), None) => event,
        (None, Some(round)) => format!("round {round}"),
        (None, None) => String::new(),
    }
}
