//! The JSON Schema of pairings, as `pairings --format json` writes them.

use serde_json::{Value, json};

/// The JSON Schema of a paired round, draft 7. Any version may add keys, so the schema allows further ones.
pub fn schema() -> Value {
    let number = |says: &str| json!({ "type": "integer", "minimum": 0, "description": says });
    let numbers = |says: &str| json!({ "type": "array", "items": { "type": "integer", "minimum": 0 }, "description": says });
    let words = |says: &str| json!({ "type": "array", "items": { "type": "string" }, "description": says });
    let text = |says: &str| json!({ "type": "string", "description": says });
    let flag = |says: &str| json!({ "type": "boolean", "description": says });
    let pairs = |says: &str| {
        let pair = json!({ "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 });
        json!({ "type": "array", "items": pair, "description": says })
    };
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Pairings of flagfall",
        "description": "What pairings --format json writes. Players are named by starting number.",
        "type": "object",
        "required": ["flagfall", "schema", "rules", "round", "rounds", "complete", "assumed", "pairs", "bye", "absent", "brackets"],
        "properties": {
            "flagfall": text("The version of the program."),
            "schema": { "const": crate::report::SCHEMA },
            "rules": { "enum": ["2017", "2026"], "description": "The edition of the Dutch system." },
            "round": number("The round."),
            "rounds": { "type": ["integer", "null"], "description": "The planned number of rounds, where it is known." },
            "complete": flag("All players can be paired under the absolute criteria."),
            "assumed": {
                "type": "array", "items": { "enum": ["rules", "rounds", "initial-colour"] },
                "description": "What was assumed because the file does not say it.",
            },
            "pairs": { "type": "array", "items": { "$ref": "#/definitions/board" }, "description": "In the order of C.04.2 3.6." },
            "bye": {
                "type": ["object", "null"], "required": ["player", "score", "why"], "description": "The pairing-allocated bye.",
                "properties": { "player": number("Who has it."), "score": { "type": "number" }, "why": text("The criterion or article that decides.") },
            },
            "absent": numbers("Players who are not paired."),
            "left": numbers("Players without an opponent, where no complete pairing exists."),
            "brackets": { "type": "array", "items": { "$ref": "#/definitions/bracket" }, "description": "From the top down." },
            "players": {
                "type": "array", "description": "What decided about each player; with --explain.",
                "items": {
                    "type": "object", "required": ["number", "score", "colour", "floats"],
                    "properties": {
                        "number": number("Starting number."),
                        "score": { "type": "number", "description": "With virtual points." },
                        "colour": { "enum": ["W!", "W", "w", "B!", "B", "b", "-"], "description": "The colour preference: absolute, strong, mild, none." },
                        "floats": text("Of the last round and of the one before."),
                        "may_have_bye": flag("C2 does not bar the player from the bye."),
                        "topscorer": flag("A topscorer of the last round."),
                    },
                },
            },
            "compare": { "$ref": "#/definitions/compare" },
        },
        "definitions": {
            "amount": {
                "description": "How many, or a list of scores (2017: score differences) from the highest.",
                "anyOf": [{ "type": "integer" }, { "type": "array", "items": { "type": "number" } }],
            },
            "amounts": { "type": "object", "additionalProperties": { "$ref": "#/definitions/amount" }, "description": "By criterion." },
            "board": {
                "type": "object", "required": ["board", "white", "black", "article", "gives_way"],
                "properties": {
                    "board": number("From 1."), "white": number("Who has White."), "black": number("Who has Black."),
                    "bracket": { "type": "number", "description": "The score of the bracket." },
                    "article": text("The article that gives the colours."),
                    "gives_way": words("The criteria that count against the pair."),
                },
            },
            "bracket": {
                "type": "object",
                "required": ["score", "residents", "mdps", "limbo", "pairs", "downfloaters", "criteria", "sequence"],
                "properties": {
                    "score": { "type": "number", "description": "Of its residents." },
                    "residents": numbers("In order."), "mdps": numbers("Players moved down to it."),
                    "limbo": numbers("Those of them who float again."), "pairs": pairs("White first."),
                    "downfloaters": numbers("All who float down."),
                    "criteria": { "$ref": "#/definitions/amounts" },
                    "sequence": {
                        "type": "object", "required": ["exchange", "transposition"], "description": "Where it is among the candidates.",
                        "properties": {
                            "exchange": pairs("Who leaves S1, and who comes instead."),
                            "transposition": { "type": ["integer", "null"], "description": "From 1; null above 2^53." },
                            "moved_down": { "type": ["integer", "null"], "description": "The same for opponents of moved-down players." },
                        },
                    },
                    "reasons": {
                        "type": "array", "description": "Why these float down; with --explain, in brackets that are not large.",
                        "items": {
                            "type": "object", "required": ["player", "instead_of", "criterion", "says"],
                            "properties": {
                                "player": number("Who floats down."), "instead_of": numbers("Who would otherwise."),
                                "criterion": text("The first one that decides, or order."), "says": text("What it asks for."),
                            },
                        },
                    },
                },
            },
            "compare": {
                "type": "object", "required": ["same", "pairs", "colours", "bye", "forbidden", "barred_byes"],
                "description": "The file's own round, up to the first bracket in which the two part.",
                "properties": {
                    "same": flag("The file has this round."),
                    "first_bracket": { "type": "number", "description": "The score of that bracket." },
                    "criterion": text("The first criterion that differs, or order."),
                    "rule": text("The article of the sequence, where order decides."),
                    "file": { "$ref": "#/definitions/amounts" }, "engine": { "$ref": "#/definitions/amounts" },
                    "pairs": pairs("The file's, which the rules do not give."), "due": pairs("Those that the rules give instead."),
                    "colours": {
                        "type": "array", "description": "Pairs whose colours differ: as they are due.",
                        "items": { "type": "object", "required": ["white", "black", "article"] },
                    },
                    "bye": { "type": ["object", "null"], "description": "Who has the bye in the file, and to whom it is due." },
                    "forbidden": {
                        "type": "array", "description": "Pairs that break an absolute criterion.",
                        "items": { "type": "object", "required": ["players", "criterion"] },
                    },
                    "barred_byes": numbers("Players who have the bye and must not."),
                },
            },
        },
    })
}
