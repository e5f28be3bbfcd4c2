//! `/api/openapi.json`: what scripts can ask, as an OpenAPI document.

use serde_json::{Map, Value, json};

use crate::report::VERSION;

/// A path: its method, what it does, its parameters, the status of success, and the kind of what it takes.
struct Path {
    path: &'static str,
    method: &'static str,
    summary: &'static str,
    parameters: &'static [(&'static str, &'static str, &'static str)],
    status: &'static str,
    gives: &'static str,
    takes: &'static [(&'static str, &'static str)],
    refusals: &'static [&'static str],
}

const BOARD: (&str, &str, &str) = ("id", "path", "Round and board, as 3.7");

const PATHS: &[Path] = &[
    Path {
        path: "/api/boards",
        method: "get",
        summary: "All boards, those first that need somebody",
        parameters: &[],
        status: "200",
        gives: "Boards",
        takes: &[],
        refusals: &["401", "403"],
    },
    Path {
        path: "/api/board/{id}",
        method: "get",
        summary: "One board with its moves and the ids of its rulings",
        parameters: &[BOARD],
        status: "200",
        gives: "Board",
        takes: &[],
        refusals: &["401", "403", "404", "503"],
    },
    Path {
        path: "/api/rule",
        method: "post",
        summary: "Rules on a case and writes nothing: the object of `adjudicate --format json` and the key `desk`",
        parameters: &[],
        status: "200",
        gives: "Ruling",
        takes: &[("application/toml", "Text"), ("application/json", "Case")],
        refusals: &["400", "401", "403", "413", "415"],
    },
    Path {
        path: "/api/rulings",
        method: "post",
        summary: "Rules on a case and records it; the same nonce again gives the entry that is there",
        parameters: &[],
        status: "201",
        gives: "Entry",
        takes: &[("application/json", "Decision")],
        refusals: &["400", "401", "403", "413", "415", "503"],
    },
    Path {
        path: "/api/ruling/{id}",
        method: "get",
        summary: "One entry of the journal",
        parameters: &[("id", "path", "The entry's number")],
        status: "200",
        gives: "Entry",
        takes: &[],
        refusals: &["401", "403", "404", "503"],
    },
    Path {
        path: "/api/journal",
        method: "get",
        summary: "Entries of the journal, oldest first",
        parameters: &[
            ("round", "query", "Only this round"),
            ("board", "query", "Only this board"),
            ("player", "query", "Only games of players whose name has this text"),
            ("kind", "query", "Only this kind of incident"),
            ("q", "query", "Words that the entry has"),
            ("after", "query", "Only entries after this one"),
            ("limit", "query", "How many; 1000 if not given"),
        ],
        status: "200",
        gives: "Journal",
        takes: &[],
        refusals: &["400", "401", "403", "503"],
    },
    Path {
        path: "/api/results",
        method: "get",
        summary: "The result files: findings, standings, cross tables",
        parameters: &[("against", "query", "A published table in the folder to compare with")],
        status: "200",
        gives: "Results",
        takes: &[],
        refusals: &["401", "403"],
    },
    Path {
        path: "/api/laws",
        method: "get",
        summary: "An article, a kind or a check; what changes between two rulesets; whether a side can still mate",
        parameters: &[
            ("q", "query", "An article, a kind, a check, a ruleset or a key"),
            ("a", "query", "The first ruleset to compare"),
            ("b", "query", "The second"),
            ("fen", "query", "A position"),
        ],
        status: "200",
        gives: "Laws",
        takes: &[],
        refusals: &["400", "401", "403"],
    },
    Path {
        path: "/api/events",
        method: "get",
        summary: "Server-sent events: hello, board, alert, journal; Last-Event-ID goes on from there",
        parameters: &[],
        status: "200",
        gives: "",
        takes: &[],
        refusals: &["401", "403"],
    },
    Path {
        path: "/api/openapi.json",
        method: "get",
        summary: "This document",
        parameters: &[],
        status: "200",
        gives: "Object",
        takes: &[],
        refusals: &["401", "403"],
    },
];

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn operation(path: &Path) -> Value {
    let parameters: Vec<Value> = path
        .parameters
        .iter()
        .map(|(name, place, says)| {
            json!({ "name": name, "in": place, "description": says, "required": *place == "path", "schema": { "type": "string" } })
        })
        .collect();
    let given = match path.gives {
        "" => json!({ "text/event-stream": { "schema": { "type": "string" } } }),
        name => json!({ "application/json": { "schema": reference(name) } }),
    };
    let mut responses = Map::new();
    responses.insert(path.status.to_owned(), json!({ "description": path.summary, "content": given }));
    for status in path.refusals {
        let content = json!({ "application/json": { "schema": reference("Error") } });
        responses.insert((*status).to_owned(), json!({ "description": "Refused", "content": content }));
    }
    let mut operation = json!({ "summary": path.summary, "parameters": parameters, "responses": responses });
    if !path.takes.is_empty() {
        let content: Map<String, Value> = path
            .takes
            .iter()
            .map(|(kind, schema)| ((*kind).to_owned(), json!({ "schema": reference(schema) })))
            .collect();
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

fn object(required: &[&str], properties: Value) -> Value {
    json!({ "type": "object", "required": required, "properties": properties })
}

fn schemas() -> Value {
    let text = || json!({ "type": "string" });
    let number = || json!({ "type": "integer" });
    let maybe = || json!({ "type": ["string", "null"] });
    let list = |of: Value| json!({ "type": "array", "items": of });
    json!({
        "Text": text(),
        "Object": { "type": "object" },
        "Error": object(&["error"], json!({ "error": text() })),
        "Case": { "type": "object", "description": "The keys of a case file (`flagfall schema case`), and `board`." },
        "Board": object(
            &["id", "round", "board", "white", "black", "result", "plies", "move", "turn", "fen", "clocks", "alerts"],
            json!({
                "id": text(), "round": maybe(), "board": maybe(), "white": maybe(), "black": maybe(), "result": text(),
                "plies": number(), "move": maybe(), "turn": { "enum": ["white", "black"] }, "fen": text(),
                "clocks": { "type": "object" }, "alerts": list(json!({ "type": "object" })),
                "moves": list(text()), "rulings": list(number()),
            }),
        ),
        "Boards": object(&["event", "boards"], json!({ "event": text(), "boards": list(reference("Board")) })),
        "Ruling": object(&["flagfall", "schema", "ruleset", "title", "result", "findings", "rulings", "assumed", "desk"], json!({
            "rulings": list(json!({ "type": "object" })),
            "desk": object(&["case", "asks", "same_game", "other_games"], json!({
                "case": text(),
                "asks": list(object(&["incident", "fact", "question", "then"], json!({
                    "incident": number(), "fact": text(), "question": text(),
                    "then": list(object(&["value", "ruling"], json!({ "ruling": text() }))),
                }))),
                "same_game": list(number()), "other_games": list(number()),
            })),
        })),
        "Decision": object(&["case"], json!({
            "case": { "type": ["string", "object"] }, "board": maybe(), "option": maybe(), "who": maybe(), "note": maybe(),
            "corrects": { "type": ["integer", "null"] }, "nonce": maybe(),
        })),
        "Entry": object(
            &["id", "at", "who", "board", "kind", "case", "ruling", "option", "note", "corrects", "corrected_by", "nonce", "prev", "sealed", "digest"],
            json!({
                "id": number(), "at": text(), "who": maybe(), "board": maybe(), "kind": maybe(), "case": text(),
                "ruling": { "type": "object" }, "option": maybe(), "note": maybe(), "corrects": { "type": ["integer", "null"] },
                "corrected_by": { "type": ["integer", "null"] }, "nonce": maybe(), "prev": text(), "sealed": text(), "digest": text(),
                "own": number(), "round": maybe(), "white": maybe(), "black": maybe(), "player": maybe(),
            }),
        ),
        "Journal": object(&["entries", "more", "head", "counts"], json!({
            "entries": list(reference("Entry")), "more": { "type": "boolean" }, "head": text(), "counts": list(json!({ "type": "object" })),
        })),
        "Results": object(&["files"], json!({ "files": list(object(&["file"], json!({ "file": text(), "error": text() }))) })),
        "Laws": object(&["rulesets"], json!({ "rulesets": list(text()) })),
    })
}

/// The document.
pub(super) fn document() -> Value {
    let mut paths = Map::new();
    for path in PATHS {
        paths.insert(path.path.to_owned(), json!({ path.method: operation(path) }));
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "flagfall desk", "version": VERSION },
        "paths": paths,
        "components": { "schemas": schemas() },
    })
}
