//! The JSON Schema of rulings, as `adjudicate --format json` and `jsonl` write them.

use serde_json::{Value, json};

use crate::rulings::{Decision, GameResult};

fn text(says: &str) -> Value {
    json!({ "type": "string", "description": says })
}

fn texts(says: &str) -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "description": says })
}

fn count(says: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": says })
}

/// A number for each side.
fn sides(of: &str, says: &str) -> Value {
    json!({
        "type": "object",
        "description": says,
        "required": ["white", "black"],
        "properties": { "white": { "type": of }, "black": { "type": of } },
    })
}

fn result(says: &str) -> Value {
    let words: Vec<&str> = GameResult::ALL.iter().map(|result| result.as_str()).collect();
    json!({ "enum": words, "description": says })
}

/// The JSON Schema of rulings, draft 7: one case, or `cases` of several. Any version may add keys, so the schema
/// allows further ones.
pub fn schema() -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Rulings of flagfall",
        "description": "What adjudicate and rule write: one case in --format json, a line of --format jsonl, or several cases, \
                        a folder or --compare under cases. Keys that do not apply are left out.",
        "type": "object",
        "required": ["flagfall", "schema"],
        "properties": {
            "flagfall": text("The version of the program."),
            "schema": { "const": crate::report::SCHEMA },
        },
        "oneOf": [
            { "required": ["cases"], "properties": { "cases": { "type": "array", "items": { "$ref": "#/definitions/case" } } } },
            { "not": { "required": ["cases"] }, "allOf": [{ "$ref": "#/definitions/case" }] },
        ],
        "definitions": { "case": case(), "ruling": ruling(), "difference": difference() },
    })
}

fn case() -> Value {
    json!({
        "type": "object",
        "anyOf": [{ "required": ["file", "error"] }, { "required": ["ruleset", "title", "result", "findings", "rulings", "assumed"] }],
        "properties": {
            "file": text("The case file; only among several cases, or with error."),
            "error": text("Why there is no ruling, in one line."),
            "ruleset": text("The id of the ruleset."),
            "title": text("The case's title, the players' names, or its file."),
            "result": result("The result of the whole case; * where play goes on."),
            "findings": { "type": "array", "items": { "type": "object" }, "description": "What the checks find in the record: flagfall schema finding." },
            "rulings": { "type": "array", "items": { "$ref": "#/definitions/ruling" }, "description": "In the order of the incidents; rulings on what the record itself proves come between." },
            "assumed": texts("What was assumed for the whole case."),
            "notes": texts("Notes on the record and on the choice of the rules."),
            "scoresheets": {
                "type": "object",
                "description": "How two scoresheets agree.",
                "required": ["agreed_plies", "white", "black"],
                "properties": {
                    "agreed_plies": count("Half-moves that are the same on both."),
                    "first_divergence": count("The first half-move, from 1, that is not alike."),
                    "white": { "$ref": "#/definitions/case/properties/scoresheets/definitions/sheet" },
                    "black": { "$ref": "#/definitions/case/properties/scoresheets/definitions/sheet" },
                },
                "definitions": {
                    "sheet": {
                        "type": "object",
                        "required": ["complete_pairs", "missing_pairs"],
                        "properties": {
                            "complete_pairs": count("Pairs of moves that are there and can be read."),
                            "missing_pairs": count("Pairs of moves that are missing or cannot be read."),
                        },
                    },
                },
            },
            "difference": { "$ref": "#/definitions/difference" },
        },
    })
}

fn ruling() -> Value {
    let decisions: Vec<&str> = Decision::ALL.iter().map(|decision| decision.word()).collect();
    json!({
        "type": "object",
        "required": ["incident", "kind", "ply", "noticed", "ruling", "decision", "articles", "reasons", "assumed"],
        "properties": {
            "incident": { "type": ["integer", "null"], "minimum": 0, "description": "The incident, from 0; null for what the record or the clock log proves by itself." },
            "kind": text("The kind of the incident, or how the board ended the game."),
            "by": { "enum": ["white", "black", "arbiter", "other"], "description": "Whose act it is." },
            "ply": count("Half-moves made when it happened."),
            "noticed": count("Half-moves made when it was noticed or claimed."),
            "ruling": text("What the arbiter says aloud."),
            "decision": { "enum": decisions, "description": "What is decided." },
            "result": result("The result, where the game ends."),
            "restore": count("Half-moves of the position that is set up again."),
            "must": texts("The moves that remain, in UCI; left out where any legal move may be played."),
            "adjust": sides("integer", "Seconds added to each clock."),
            "clock": sides("number", "What is set on each clock, in seconds."),
            "options": texts("What may be done, where the Laws leave it to the arbiter; the usual one first."),
            "articles": texts("The articles of the ruleset, in the order in which the reasons use them."),
            "reasons": texts("The steps, in plain words."),
            "assumed": texts("What was taken for granted because the case does not say it."),
            "fen": text("The position that the ruling is about."),
        },
    })
}

fn difference() -> Value {
    json!({
        "description": "--compare: the values that make the difference to the first ruleset; null where they are not known.",
        "type": ["array", "null"],
        "items": {
            "type": "object",
            "required": ["key", "says", "value", "articles"],
            "properties": {
                "key": text("The key of the rulesets."),
                "says": text("What it is about."),
                "value": { "description": "Its value under this ruleset." },
                "articles": { "description": "The articles that back it." },
            },
        },
    })
}
