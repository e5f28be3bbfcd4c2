//! A case as it comes in becomes whole: the board's game, what the event says, and what was recorded of the game before.

use std::sync::Arc;

use serde_json::{Value, json};

use super::boards::Board;
use super::journal::{Entry, Trouble};
use super::state::Desk;
use crate::case::Document;

/// The name of the case in messages.
pub(super) const NAME: &str = "case.toml";

/// The name of a board's game among the files of a case.
const GAME: &str = "game.pgn";

/// A case that is whole.
pub(super) struct Whole {
    pub(super) document: Document,
    pub(super) board: Option<Arc<Board>>,
    /// How many incidents at its end were sent with it.
    pub(super) own: usize,
    /// Entries of the same game whose incidents are in it.
    pub(super) same_game: Vec<i64>,
}

/// Why a case cannot be made whole.
#[derive(Debug)]
pub(super) enum Fault {
    /// What was sent is at fault.
    Case(String),
    /// The journal cannot be read.
    Journal(Trouble),
}

impl From<Trouble> for Fault {
    fn from(trouble: Trouble) -> Fault {
        Fault::Journal(trouble)
    }
}

/// Makes a case whole. `corrects`: the entry in whose place it is put.
pub(super) fn whole(desk: &Desk, mut document: Document, corrects: Option<i64>) -> Result<Whole, Fault> {
    let board = match document.remove("board") {
        None | Some(Value::Null) => None,
        Some(Value::String(id)) if id.trim().is_empty() => None,
        Some(Value::String(id)) => Some(
            desk.boards
                .board(id.trim())
                .ok_or_else(|| Fault::Case(format!("there is no board {}", crate::report::visible(&id))))?,
        ),
        Some(_) => return Err(Fault::Case("board: expected text in quotes, such as \"3.7\"".to_owned())),
    };
    let own = document.incidents().len();
    let mut same_game = Vec::new();
    if let Some(board) = &board {
        put_game(&mut document, board);
        let before = recorded(desk, &board.id, corrects)?;
        same_game = before.iter().map(|entry| entry.id).collect();
        let incidents: Vec<Value> = before.iter().flat_map(own_incidents).collect();
        if !incidents.is_empty() {
            let incidents = incidents.into_iter().chain(document.incidents().iter().cloned()).collect();
            document.set_incidents(incidents);
        }
    }
    put_event(desk, &mut document, board.as_deref());
    Ok(Whole { document, board, own, same_game })
}

/// The board's game, unless the case brings one.
fn put_game(document: &mut Document, board: &Board) {
    let sources = ["scoresheet", "white_scoresheet", "black_scoresheet", "moves", "fen"];
    if sources.iter().all(|key| document.get(key).is_none()) {
        document.set("scoresheet", GAME);
        document.add_file(GAME, &board.text);
    }
}

/// What the event announced, where the case does not say it.
fn put_event(desk: &Desk, document: &mut Document, board: Option<&Board>) {
    let event = &desk.event;
    if let Some(ruleset) = &event.ruleset {
        document.set_default("ruleset", ruleset.as_str());
    }
    if let Some(supervision) = &event.supervision {
        document.set_default("supervision", supervision.as_str());
    }
    if let Some(control) = &event.time_control
        && board.is_none_or(|board| !board.has_control)
    {
        document.set_default("time_control", control.as_str());
    }
    if let Some(time) = event.default_time.as_ref().and_then(|time| serde_json::to_value(time).ok()) {
        let regulations = document.get("regulations").cloned().unwrap_or_else(|| json!({}));
        if let Value::Object(mut table) = regulations {
            table.entry("default_time").or_insert(time);
            document.set("regulations", Value::Object(table));
        }
    }
}

/// The entries of a game that were not corrected.
fn recorded(desk: &Desk, board: &str, corrects: Option<i64>) -> Result<Vec<Entry>, Trouble> {
    let mut entries = desk.journal().of_board(board)?;
    entries.retain(|entry| corrects.is_none_or(|corrects| entry.id < corrects));
    Ok(entries)
}

/// The incidents that an entry itself is about.
fn own_incidents(entry: &Entry) -> Vec<Value> {
    let own = entry.number("own").and_then(|own| usize::try_from(own).ok()).unwrap_or(1);
    let case = entry.text("case").unwrap_or_default();
    let Ok(document) = Document::from_toml(&NAME.into(), case) else { return Vec::new() };
    let incidents = document.incidents();
    incidents.get(incidents.len().saturating_sub(own)..).unwrap_or_default().to_vec()
}
