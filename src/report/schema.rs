//! The JSON Schema of a finding, as `json` and `jsonl` write it.

use serde_json::{Value, json};

/// The JSON Schema of a finding, draft 7. Any version may add keys, so the schema allows further ones.
pub fn schema() -> Value {
    let text = |says: &str| json!({ "type": "string", "description": says });
    let number = |least: u32, says: &str| json!({ "type": "integer", "minimum": least, "description": says });
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Finding of flagfall",
        "description": "A line of check --format jsonl, or a member of findings in --format json. \
                        Keys that do not apply are left out.",
        "type": "object",
        "required": ["file", "check", "severity", "message"],
        "dependencies": { "column": ["line"], "length": ["offset"], "articles": ["ruleset"], "move": ["ply"] },
        "properties": {
            "file": text("The path as given, with /; - for standard input; archive.zip/inner.pgn."),
            "game": number(1, "The game's number in its file, from 1."),
            "line": number(1, "The line, from 1."),
            "column": number(1, "The column in bytes, from 1."),
            "offset": number(0, "The place in bytes of the decompressed file, from 0."),
            "length": number(0, "The length in bytes."),
            "event": text("The Event tag, or the event's name."),
            "round": text("The Round tag, or the round."),
            "white": text("White's name."),
            "black": text("Black's name."),
            "ply": number(0, "Half-moves from the game's start position: 0 for its tags, 1 for the first half-move."),
            "move": text("The number and the move as written: 29. Nf6, 29... Nf6 for Black."),
            "fen": text("The position before the move; Shredder letters for castling in Chess960."),
            "player": number(0, "Events: the starting number of the player concerned."),
            "name": text("Events: the name of the player concerned."),
            "opponent": number(0, "Events: the starting number of the opponent."),
            "field": text("Events: the field or record concerned."),
            "expected": { "description": "Events: the expected value." },
            "found": { "description": "Events: the value found." },
            "check": { "type": "string", "pattern": "^[a-z0-9-]+$", "description": "The check that found it." },
            "severity": { "enum": ["error", "warning", "info"], "description": "How bad it is." },
            "message": text("What is wrong, in one line of plain words."),
            "articles": {
                "type": "array", "items": { "type": "string" }, "minItems": 1,
                "description": "The articles of the ruleset that it rests on.",
            },
            "ruleset": text("The ruleset of the articles."),
            "data": { "type": "object", "description": "The check's own values." },
            "fix": fix(),
        },
    })
}

fn fix() -> Value {
    let edit = json!({
        "type": "object",
        "required": ["offset", "length", "text"],
        "properties": {
            "offset": { "type": "integer", "minimum": 0, "description": "The first byte that is replaced, from 0 in the decompressed file." },
            "length": { "type": "integer", "minimum": 0, "description": "How many bytes are replaced; 0 to insert." },
            "text": { "type": "string", "description": "What replaces them; empty to delete." },
        },
    });
    json!({
        "type": "object",
        "required": ["title", "safe", "edits"],
        "description": "What puts it right.",
        "properties": {
            "title": { "type": "string", "description": "What the repair does, in a few words." },
            "safe": { "type": "boolean", "description": "Whether it is certain, so that --fix makes it; else it needs --unsafe-fixes." },
            "edits": { "type": "array", "items": edit, "description": "Made together or not at all." },
        },
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::json;
    use super::*;
    use crate::checks::{Edit, Finding, Fix, Severity};

    /// A finding with every key: a new field does not compile until it is added here.
    fn whole() -> Finding {
        Finding {
            file: "a.pgn".into(),
            game: Some(1),
            line: Some(2),
            column: Some(3),
            offset: Some(4),
            length: Some(5),
            event: Some("Open".into()),
            round: Some("1.2".into()),
            white: Some("A".into()),
            black: Some("B".into()),
            ply: Some(6),
            mv: Some("3... Nf6".into()),
            fen: Some("8/8/8/8/8/8/8/8 w - - 0 1".into()),
            player: Some(7),
            name: Some("C".into()),
            opponent: Some(8),
            field: Some("points".into()),
            expected: Some(1.5.into()),
            found: Some(2.into()),
            check: "syntax",
            severity: Severity::Error,
            message: "unreadable".to_owned(),
            articles: vec!["8.1".to_owned()],
            ruleset: Some("fide-2023-standard".into()),
            data: [("tags".to_owned(), true.into())].into_iter().collect(),
            fix: Some(Box::new(Fix::new(
                "write Nf6".to_owned(),
                true,
                vec![Edit { offset: 4, length: 5, text: "Nf6".to_owned(), lines: 0 }],
            ))),
            excerpt: None,
            notes: Vec::new(),
        }
    }

    #[test]
    fn has_the_keys_of_a_finding_and_no_other() {
        let finding = serde_json::to_value(whole()).unwrap();
        let schema = schema();
        let keys = |object: &Value| object.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(keys(&schema["properties"]), keys(&finding));
        let validator = jsonschema::draft7::new(&schema).unwrap();
        assert!(validator.is_valid(&finding));
        let bare = Finding::new("syntax", Severity::Info, "-".into(), String::new());
        assert!(validator.is_valid(&serde_json::to_value(bare).unwrap()));
    }

    #[test]
    fn is_written_fast_as_it_is_written_slowly() {
        let bare = Finding::new("syntax", Severity::Info, "-".into(), "\u{202e}\"\\\né".to_owned());
        for finding in [whole(), bare] {
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            json::finding(&mut fast, &finding).unwrap();
            json::write(&mut slow, &finding).unwrap();
            assert_eq!(String::from_utf8(fast).unwrap(), String::from_utf8(slow).unwrap());
        }
    }
}
