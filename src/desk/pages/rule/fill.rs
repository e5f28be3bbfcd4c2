//! Filling the form in from an entry that is to be corrected.

use hyper::StatusCode;
use serde_json::Value;

use super::earlier;
use super::form::{NOTHING, TEXTS};
use crate::case::{Document, FACTS};
use crate::desk::api::of_trouble;
use crate::desk::http::answer::Refusal;
use crate::desk::http::request::Fields;
use crate::desk::ruled;
use crate::desk::state::Desk;

/// Puts what an entry says into the fields that say nothing yet.
///
/// # Errors
/// 404 where there is no such entry.
pub(super) fn from_entry(desk: &Desk, id: i64, fields: &mut Fields) -> Result<(), Refusal> {
    let read = desk.journal().entry(id);
    let entry = read
        .map_err(|trouble| Refusal::new(of_trouble(&trouble), trouble.to_string()))?
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, format!("there is no entry {id}")))?;
    let case = entry.text("case").unwrap_or_default();
    let Ok(document) = Document::from_toml(&"entry".into(), case) else { return Ok(()) };
    let mut fill = |name: &str, text: Option<String>| {
        if let Some(text) = text
            && fields.get(name).is_none()
        {
            fields.set(name, text);
        }
    };
    let board = entry.text("board").filter(|id| desk.boards.board(id).is_some());
    match board {
        Some(board) => fill("board", Some(board.to_owned())),
        None => {
            let game = document.text("scoresheet").and_then(|name| document.file(name));
            fill("moves", game.or_else(|| document.text("moves")).map(str::to_owned));
            fill("fen", document.text("fen").map(str::to_owned));
            fill("record", document.text("record").map(str::to_owned));
        }
    }
    for key in ["ruleset", "time_control", "supervision", "date", "language"] {
        fill(key, document.text(key).map(str::to_owned));
    }
    for key in ["option", "who", "note"] {
        fill(key, entry.text(key).map(str::to_owned));
    }
    for (name, key, _) in TEXTS {
        fill(name, document.text(key).and_then(|file| document.file(file)).map(str::to_owned));
    }
    let regulations = document.get("regulations").and_then(Value::as_object);
    for (key, value) in regulations.into_iter().flatten() {
        fill(key, text(value));
    }
    let rows = document.get("clock").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (key, name) in [("white", "white_clock"), ("black", "black_clock")] {
        fill(name, rows.last().and_then(|row| row.get(key)).and_then(text));
    }
    let own = entry.number("own").and_then(|own| usize::try_from(own).ok()).unwrap_or(1);
    let incidents = document.incidents();
    let incidents = incidents.get(incidents.len().saturating_sub(own)..).unwrap_or_default();
    let Some((incident, before)) = incidents.split_last() else {
        fill("kind", Some(NOTHING.to_owned()));
        return Ok(());
    };
    fill("kind", incident.get("kind").and_then(text));
    for fact in FACTS {
        fill(fact.key, incident.get(fact.key).and_then(text));
    }
    let readings = rows.split_last().map_or(&[][..], |(_, before)| before);
    // The entry counts half-moves; people name moves.
    if let Ok(ruled) = ruled::rule(desk, document.clone(), Some(id)) {
        let record = &ruled.adjudication.record;
        let label = |ply: usize| match ply {
            0 => "start".to_owned(),
            ply => record.label(ply),
        };
        let count = |key: &str| Some(usize::try_from(incident.get(key)?.as_u64()?).ok()?.min(record.len()));
        fill("after", count("ply").map(label));
        fill("noticed_after", count("noticed").map(label));
    }
    before.iter().chain(readings).for_each(|one| earlier::push(fields, one));
    Ok(())
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(words) => Some(words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")),
        _ => None,
    }
}
