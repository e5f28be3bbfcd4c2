//! The JSON Schema of an alert, as `watch --format jsonl` writes it.

use serde_json::{Value, json};

use super::alert::ALERTS;

/// The JSON Schema of an alert, draft 7. Further keys may come with any version, so it refuses none.
pub fn schema() -> Value {
    let text = |says: &str| json!({ "type": ["string", "null"], "description": says });
    let ids: Vec<&str> = ALERTS.iter().map(|(id, _)| *id).collect();
    let seconds = json!({ "type": ["number", "null"] });
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Alert of flagfall",
        "description": "A line of watch --format jsonl. Keys that do not apply are null or empty.",
        "type": "object",
        "required": ["at", "alert", "state", "severity", "source", "ply", "message"],
        "properties": {
            "at": { "type": "string", "format": "date-time", "description": "When it was found." },
            "alert": { "enum": ids, "description": "What it is." },
            "state": { "enum": ["new", "withdrawn"], "description": "Withdrawn: the record changed, and it was never true." },
            "severity": { "enum": ["error", "warning", "info"], "description": "How urgent it is." },
            "source": { "type": "string", "description": "The file that the game comes from." },
            "event": text("The Event tag."),
            "round": text("The round."),
            "board": text("The board."),
            "white": text("White's name."),
            "black": text("Black's name."),
            "ply": { "type": "integer", "minimum": 0, "description": "Half-moves on the board when it became true." },
            "move": text("The last of them as written: 33... Kh7."),
            "by": { "enum": ["white", "black", null], "description": "Who may act, or whom it is about." },
            "moves": {
                "type": "array", "items": { "type": "string" },
                "description": "The moves of which one is to be written with a claim; empty where the position that stands is claimed.",
            },
            "stood": {
                "type": "array", "items": { "type": "integer", "minimum": 0 },
                "description": "The half-moves after which the position stood, that of the first of moves.",
            },
            "fen": text("The position after the half-move."),
            "clocks": {
                "type": "object", "properties": { "white": seconds.clone(), "black": seconds },
                "description": "The last displays, in seconds.",
            },
            "was": text("What the record said before."),
            "is": text("What it says now."),
            "result": text("The result of the record, or the one that is signalled."),
            "ruleset": text("The ruleset that the articles are of."),
            "articles": {
                "type": "array", "items": { "type": "string" },
                "description": "The articles of the ruleset that it rests on.",
            },
            "message": { "type": "string", "description": "One line in plain words." },
        },
    })
}
