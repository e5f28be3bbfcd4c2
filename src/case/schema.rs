//! The JSON Schema of a case file, from the reader's own tables, so that editors complete keys, kinds and words.
//!
//! A word of a closed list is in it twice: as the word that an editor offers, and as a pattern that accepts it in any case of
//! letters, as the reader does.

use serde_json::{Map, Value, json};

use super::incident::{ClaimFate, STOPPED_FOR, TouchOrder};
use super::kinds::{Actor, KINDS, KindRow};
use super::sheets::LANGUAGES;

/// The JSON Schema of a case file, draft 7: what editors of TOML understand.
pub fn schema() -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Case file of flagfall",
        "description": "A disputed game: what was played, what the clocks showed, and what somebody says happened.",
        "type": "object",
        "additionalProperties": false,
        "properties": properties(),
        "allOf": [
            { "not": { "required": ["incident", "incidents"] } },
            { "not": { "required": ["scoresheet", "white_scoresheet"] } },
            { "not": { "required": ["scoresheet", "black_scoresheet"] } },
        ],
        "definitions": {
            "clock": clock(),
            "incident": incident(),
            "regulations": regulations(),
            "expected": expected(),
        },
    })
}

fn text(says: &str) -> Value {
    json!({ "type": "string", "description": says })
}

fn words(says: &str) -> Value {
    json!({
        "description": says,
        "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }],
    })
}

fn whole(says: &str) -> Value {
    json!({ "type": "integer", "description": says })
}

fn count(says: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX, "description": says })
}

/// An amount of time.
fn time(says: &str) -> Value {
    json!({ "type": ["integer", "string"], "description": says })
}

fn yes_or_no(says: &str) -> Value {
    json!({ "type": "boolean", "description": says })
}

fn one_of(says: &str, words: &[&str]) -> Value {
    let mut value = closed(words);
    value["description"] = json!(says);
    value
}

/// Closed words: those that an editor offers, and the same in any case of letters.
fn closed(words: &[&str]) -> Value {
    let named: Vec<String> =
        words.iter().filter(|word| !word.is_empty()).map(|word| any_case(word)).collect();
    json!({ "anyOf": [
        { "enum": words },
        { "type": "string", "pattern": format!("^({})$", named.join("|")) },
    ] })
}

/// A pattern that takes a word in any case of letters.
fn any_case(word: &str) -> String {
    let letter = |letter: char| match letter {
        '*' => "[*]".to_owned(),
        other if other.is_ascii_alphabetic() => {
            format!("[{}{}]", other.to_ascii_uppercase(), other.to_ascii_lowercase())
        }
        other => other.to_string(),
    };
    word.chars().map(letter).collect()
}

/// The name of a kind: in any case of letters, its words together or apart.
fn kind_pattern(name: &str) -> String {
    any_case(name).replace('-', "[-_ ]")
}

fn properties() -> Value {
    let codes = LANGUAGES.iter().map(|language| language.code);
    let languages: Vec<&str> = ["auto"].into_iter().chain(codes).chain(["descriptive"]).collect();
    json!({
        "title": text("What the dispute is about."),
        "ruleset": text("The Laws to judge by: a ruleset's id, a family (fide, uscf), a path, or auto."),
        "time_control": text("The time control, as 90m+30s, 5400+30 or G/60;d5; it wins over the scoresheet's tag."),
        "supervision": one_of("FIDE rapid and blitz only; limited where nothing is said.", &["full", "limited"]),
        "date": {
            "type": "string",
            "pattern": "^([0-9?]{4}[-.][0-9?]{2}[-.][0-9?]{2}|[0-9]{1,2}[.][0-9]{1,2}[.][0-9]{4}$)",
            "description": "The day of the game; it picks the edition for auto and for a family.",
        },
        "scoresheet": text("One PGN game, the arbiter's or the organiser's record. Paths are relative to this file."),
        "white_scoresheet": text("White's own scoresheet."),
        "black_scoresheet": text("Black's own scoresheet."),
        "fen": text("The start position, where it is not the initial one."),
        "moves": text("The movetext."),
        "record": one_of(
            "part: the record does not begin at the beginning of the game, and says nothing of what came before.",
            &["part", "whole"],
        ),
        "language": {
            "description": "The piece letters of the scoresheets; auto where nothing is said.",
            "anyOf": [{ "enum": languages }, { "type": "string" }],
        },
        "clock": {
            "description": "A clock log by path, or its events.",
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "$ref": "#/definitions/clock" } }],
        },
        "incidents": text("An incident log (CSV) by path."),
        "incident": {
            "type": "array",
            "description": "What somebody says happened, in the order in which it is to be ruled on.",
            "items": { "$ref": "#/definitions/incident" },
        },
        "files": {
            "type": "object",
            "description": "Texts in the place of files that the case names, by name.",
            "additionalProperties": { "type": "string" },
        },
        "regulations": { "$ref": "#/definitions/regulations" },
        "expected": { "$ref": "#/definitions/expected" },
    })
}

fn clock() -> Value {
    let display = |whose: &str| text(&format!("{whose}'s display, as 1:30:00, 38:00 or 0:04.5."));
    json!({
        "type": "object",
        "description": "One event of the clock.",
        "additionalProperties": false,
        "required": ["event"],
        "properties": {
            "event": one_of("What happened to the clock.", &["start", "press", "stop", "flag", "set", "reading"]),
            "side": one_of("Who pressed, whose clock runs, or whose flag fell.", &["white", "black"]),
            "white": display("White"),
            "black": display("Black"),
            "at": text("The time of day (RFC 3339)."),
            "ply": { "type": ["integer", "string"], "description": "Half-moves made after the event." },
            "after": text("The half-move of the record that was the last one made, as 12... Nf6, instead of ply."),
        },
    })
}

fn incident() -> Value {
    let mut kinds: Vec<Value> =
        KINDS.iter().map(|row| json!({ "const": row.name, "description": row.records })).collect();
    let named: Vec<String> = KINDS.iter().map(|row| kind_pattern(row.name)).collect();
    kinds.push(json!({ "pattern": format!("^({})$", named.join("|")) }));
    json!({
        "type": "object",
        "description": "One incident. Counts of half-moves are the record's own.",
        "additionalProperties": false,
        "required": ["kind"],
        "oneOf": [{ "required": ["ply"] }, { "required": ["after"] }],
        "not": { "required": ["noticed", "noticed_after"] },
        "properties": {
            "ply": count("Half-moves made on the board when it happened; 0 before the first."),
            "after": text("Instead of ply: the half-move made last, as 12... Nf6, 12. Nd4, 12... or start."),
            "noticed_after": text("Instead of noticed: the half-move made last when it was noticed."),
            "noticed": count("Half-moves made when it was noticed or claimed; the same as ply where nothing is said."),
            "noticed_by": one_of(
                "Who noticed it, seen from the one who did it; the opponent where nothing is said.",
                &["player", "opponent", "arbiter", "other"],
            ),
            "by": one_of("Who did it, or who claims.", &["white", "black", "arbiter", "other"]),
            "kind": { "description": "What happened.", "type": "string", "anyOf": kinds },
            "move": text("The attempted, intended or sealed move, as SAN or UCI."),
            "pressed": yes_or_no("Whether the clock was pressed after it."),
            "squares": words("The squares touched, in order: \"e1 h1\"."),
            "touched": one_of(
                "In which order pieces of both colours were touched; that of the squares where nothing is said.",
                TouchOrder::WORDS,
            ),
            "released": text("The square on which the piece was let go."),
            "again": yes_or_no("Whether it was another try, after an earlier one had been put right."),
            "seconds": time("An amount of time: seconds, or text such as 0:45, 38:00, 45 s, 2 min."),
            "count": whole("A number of things, such as which offence of that player this is."),
            "value": text("The kind's own word."),
            "observed": yes_or_no("What the arbiter saw himself, or other evidence shows: true decides, false means that nobody can confirm it."),
            "claim": one_of("What became of the claim before it was decided.", ClaimFate::WORDS),
            "stopped_for": one_of("Why the clocks were stopped; empty: no reason was given.", &[STOPPED_FOR, &[""]].concat()),
            "note": text("Free text."),
        },
        "allOf": KINDS.iter().filter_map(of_kind).collect::<Vec<Value>>(),
    })
}

/// What applies to this kind only; empty for most kinds.
fn of_kind(row: &KindRow) -> Option<Value> {
    let mut required: Vec<&str> = row.needs.to_vec();
    let mut properties = Map::new();
    if row.by != Actor::Anybody {
        required.push("by");
        properties.insert("by".to_owned(), closed(&["white", "black"]));
    }
    if !row.values.is_empty() {
        let words: Vec<&str> = row.values.iter().copied().chain([""]).collect();
        properties.insert("value".to_owned(), closed(&words));
    }
    let says_nothing = required.is_empty() && properties.is_empty();
    (!says_nothing).then(|| {
        json!({
            "if": { "required": ["kind"], "properties": { "kind": { "pattern": format!("^{}$", kind_pattern(row.name)) } } },
            "then": { "required": required, "properties": properties },
        })
    })
}

fn regulations() -> Value {
    json!({
        "type": "object",
        "description": "What the event announced; the ruleset has the default of each key.",
        "additionalProperties": false,
        "properties": {
            "default_time": time("The time after which an absent player loses: seconds, or text such as 30:00 or 30 min."),
            "guideline_iii": yes_or_no("Whether the FIDE quickplay finish (Guideline III) is in force."),
            "no_draw_before": count("No draw by agreement before this move."),
            "phone": one_of("What a phone costs.", &["loss", "half-point", "warning", "time"]),
            "phone_seconds": time("Seconds that a phone costs: more for the opponent under FIDE rules, less for the offender under US Chess."),
            "repeat": one_of("What a second offence of one player in the event costs.", &["loss"]),
            "start_white": time("White's time at the start, in seconds, where the players begin with unequal times."),
            "start_black": time("Black's time at the start, in seconds."),
            "variations": words("The US Chess variations announced, by rule number."),
        },
    })
}

fn expected() -> Value {
    let decisions = [
        "game-over",
        "correct",
        "restore",
        "restart",
        "continue",
        "stands",
        "claim-rejected",
        "discretion",
        "none",
    ];
    json!({
        "type": "object",
        "description": "What an arbiter of authority ruled, for adjudicate --verify. Only what is written is compared.",
        "additionalProperties": false,
        "properties": {
            "incident": count("Whose ruling, from 0; one single ruling that fits all of it where nothing is said."),
            "decision": one_of("The decision.", &decisions),
            "result": text("The result of the whole case."),
            "adjust_white": whole("Seconds added to White's clock."),
            "adjust_black": whole("Seconds added to Black's clock."),
            "restore_ply": whole("Half-moves of the position that is restored."),
            "must": words("The moves that are left to the player, in UCI: complete, in any order."),
            "options_include": words("Options that must be among those given."),
            "clock_white": { "type": "number", "description": "White's clock in seconds, within one." },
            "clock_black": { "type": "number", "description": "Black's clock in seconds, within one." },
            "finding": text("A check of which there is a finding."),
            "first_divergence": whole("The first half-move that two scoresheets do not have alike."),
            "agreed_plies": whole("Half-moves that two scoresheets have alike."),
            "articles_any": words("At least one of these articles, or a part of it, is cited."),
            "source": text("Where the ruling stands."),
            "confidence": text("sure or likely."),
        },
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{clock, expected, file, incident, regulations};
    use super::*;

    #[test]
    fn has_the_keys_that_are_read_and_no_other() {
        let schema = schema();
        for (pointer, known) in [
            ("/properties", file::KEYS),
            ("/definitions/clock/properties", clock::COLUMNS),
            ("/definitions/incident/properties", incident::COLUMNS),
            ("/definitions/regulations/properties", regulations::KEYS),
            ("/definitions/expected/properties", expected::KEYS),
        ] {
            let keys: BTreeSet<&str> =
                schema.pointer(pointer).unwrap().as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(keys, known.iter().copied().collect(), "{pointer}");
        }
    }
}
