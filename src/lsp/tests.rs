//! The server without a process.
#![allow(clippy::unwrap_used)]

use std::io;
use std::path::Path;
use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::{Host, Server, Subject};
use crate::archive::FileSettings;
use crate::case::Loaded;
use crate::checks::Settings;
use crate::ruleset::Library;

struct Outside(Library);

impl Host for Outside {
    fn settings(&mut self, _: &str) -> Result<Arc<FileSettings>, String> {
        Ok(Arc::new(FileSettings::new(Settings::automatic(self.today()))))
    }

    fn refresh(&mut self) {}

    fn load(&self, _: &str, named: &str) -> Result<Loaded, String> {
        Err(format!("{named}: no files here"))
    }

    fn ruleset(&self, _: &str, _: &Path) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn library(&self) -> &Library {
        &self.0
    }

    fn today(&self) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 22).unwrap()
    }

    fn explain(&self, subject: Subject, id: &str) -> Option<String> {
        Some(format!("{subject:?} {id}"))
    }
}

/// A conversation.
struct Talk {
    server: Server<Outside>,
    uri: &'static str,
}

impl Talk {
    fn open(uri: &'static str, text: &str) -> Talk {
        let mut talk = Talk { server: Server::new(Outside(Library::built_in())), uri };
        talk.ask("initialize", json!({ "capabilities": {} }));
        let document = json!({ "uri": uri, "languageId": "", "version": 1, "text": text });
        talk.tell("textDocument/didOpen", json!({ "textDocument": document }));
        talk
    }

    fn send(&mut self, message: &Value) -> Vec<Value> {
        self.server.receive(message.to_string().as_bytes()).messages
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.send(&json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params }));
        assert_eq!((answer.len(), &answer[0]["id"]), (1, &json!(7)));
        answer[0].clone()
    }

    fn tell(&mut self, method: &str, params: Value) -> Vec<Value> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// Asks about the place of `mark` in line `line`, plus `more`.
    fn at(&mut self, method: &str, line: usize, character: usize) -> Value {
        let place = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": self.uri }, "position": place });
        self.ask(&format!("textDocument/{method}"), params)["result"].clone()
    }

    fn of_document(&mut self, method: &str) -> Value {
        let params = json!({ "textDocument": { "uri": self.uri } });
        self.ask(&format!("textDocument/{method}"), params)["result"].clone()
    }

    fn diagnostics(&mut self) -> Vec<Value> {
        let told = self.server.check();
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(
            (&told[0]["method"], &told[0]["params"]["uri"]),
            (&json!("textDocument/publishDiagnostics"), &json!(self.uri))
        );
        told[0]["params"]["diagnostics"].as_array().unwrap().clone()
    }

    fn hover(&mut self, line: usize, character: usize) -> String {
        let shown = self.at("hover", line, character);
        shown.pointer("/contents/value").and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    fn completion(&mut self, line: usize, character: usize) -> Vec<String> {
        let items = self.at("completion", line, character);
        items.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    }
}

const GAME: &str = "\
[Event \"Open\"]
[Site \"?\"]
[Date \"2024.05.01\"]
[Round \"3\"]
[White \"Roe, R\"]
[Black \"Doe, J\"]
[Result \"1-0\"]

1. e4 {[%clk 1:29:50]} e5 2. Ke3 {a long
comment} (2. Nf3 Nc6
3. Bb5 a6) 2... Nc6 1-0
";

fn game() -> Talk {
    Talk::open("file:///games/a.pgn", GAME)
}

#[test]
fn what_check_finds_is_published_with_its_place() {
    let mut talk = game();
    let found = talk.diagnostics();
    let illegal = found.iter().find(|found| found["code"] == "illegal-move").unwrap();
    assert_eq!(illegal["range"]["start"], json!({ "line": 8, "character": 29 }));
    assert_eq!((&illegal["severity"], &illegal["source"]), (&json!(1), &json!("flagfall")));
    let change = json!({
        "textDocument": { "uri": talk.uri, "version": 2 },
        "contentChanges": [{ "range": illegal["range"], "text": "Nc3" }],
    });
    assert!(talk.tell("textDocument/didChange", change).is_empty());
    assert!(talk.diagnostics().iter().all(|found| found["code"] != "illegal-move"));
    assert!(talk.server.check().is_empty());
    let closed = talk.tell("textDocument/didClose", json!({ "textDocument": { "uri": talk.uri } }));
    assert_eq!(closed[0]["params"]["diagnostics"], json!([]));
}

#[test]
fn a_change_that_cannot_be_read_drops_the_document() {
    let mut talk = game();
    let change =
        json!({ "textDocument": { "uri": talk.uri }, "contentChanges": [{ "range": {}, "text": "x" }] });
    let told = talk.tell("textDocument/didChange", change);
    assert_eq!(told[0]["params"]["diagnostics"], json!([]));
    assert_eq!(talk.of_document("documentSymbol"), Value::Null);
}

#[test]
fn diagnostics_are_bounded() {
    let mut talk = Talk::open("file:///a.pgn", &"[Result \"*\"]\n\n1. e4 Ke4 *\n\n".repeat(2000));
    let found = talk.diagnostics();
    assert_eq!(found.len(), 1001);
    assert!(found[1000]["message"].as_str().unwrap().ends_with("more findings are not shown"));
}

#[test]
fn moves_are_shown_with_their_position() {
    let mut talk = game();
    let shown = talk.hover(8, 4);
    assert!(shown.starts_with("**1. e4** is legal\n\n```text\n8 r n b q k b n r\n"), "{shown}");
    assert!(
        shown.contains("Black to move, move 1\n") && shown.contains("left on the clock: 1:29:50"),
        "{shown}"
    );
    let illegal = talk.hover(8, 30);
    assert!(illegal.starts_with("**2. Ke3** is not legal; the game went on from it"), "{illegal}");
    assert!(illegal.contains("`illegal-move`: "), "{illegal}");
    let variation = talk.hover(10, 4);
    assert!(
        variation.starts_with("**3. Bb5** is legal") && variation.contains("4 . . . . P . . ."),
        "{variation}"
    );
    assert_eq!(talk.hover(9, 2), "");
}

#[test]
fn moves_that_cannot_be_played_say_why() {
    let mut talk = Talk::open("file:///a.pgn", "1. Nf3 d5 2. d3 d4 3. Nd2 c5 *\n");
    let ambiguous = talk.hover(0, 23);
    assert!(ambiguous.starts_with("**3. Nd2** cannot be played\n\n`ambiguous-move`: "), "{ambiguous}");
    assert_eq!(talk.hover(0, 27), "**3... c5** is not played: the replay ends before 3. Nd2");
}

#[test]
fn result_files_are_checked_too() {
    let text = "round,white,black,result\n1,Roe,Doe,1-0\n1,Poe,Roe,2-0\n";
    assert!(!Talk::open("file:///games.csv", text).diagnostics().is_empty());
}

#[test]
fn tags_and_checks_are_explained() {
    let mut talk = game();
    assert!(talk.hover(2, 3).contains("YYYY.MM.DD"));
    let text = "[Event \"x\"]\n\n{ flagfall:ignore bad-tag, syntax } 1. e4 *\n";
    let mut talk = Talk::open("file:///a.pgn", text);
    assert_eq!(talk.hover(2, 20), "Check bad-tag");
    assert_eq!(talk.hover(2, 29), "Check syntax");
    assert_eq!(talk.hover(2, 5), "");
}

#[test]
fn games_are_listed_and_folded() {
    let mut talk = game();
    let symbols = talk.of_document("documentSymbol");
    assert_eq!(
        (&symbols[0]["name"], &symbols[0]["detail"]),
        (&json!("Roe, R – Doe, J 1-0"), &json!("Open, round 3"))
    );
    let folds = talk.of_document("foldingRange");
    let lines: Vec<(u64, u64)> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|fold| (fold["startLine"].as_u64().unwrap(), fold["endLine"].as_u64().unwrap()))
        .collect();
    assert_eq!(lines, [(0, 10), (8, 9), (9, 10)]);
}

#[test]
fn legal_moves_are_offered() {
    let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 (2. Bc4 Nf6 3.) Nc6 3. B *\n";
    let mut talk = Talk::open("file:///a.pgn", text);
    let moves = talk.completion(2, 12);
    assert!(moves.contains(&"Qh5".to_owned()) && !moves.contains(&"Nc6".to_owned()));
    assert_eq!(moves.len(), 29);
    let variation = talk.completion(2, 30);
    assert!(variation.contains(&"Bxf7+".to_owned()), "{variation:?}");
    let items = talk.at("completion", 2, 40);
    assert_eq!(items[0]["textEdit"]["range"]["start"]["character"], json!(39));
    assert!(talk.completion(2, 43).is_empty() && talk.completion(0, 4).is_empty());
    assert_eq!(Talk::open("file:///b.pgn", "1. ").completion(0, 3).len(), 20);
}

const CASE: &str = "\
moves = \"1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4\"
time_control = \"90m+30s\"
date = \"2026-11-22\"

[[incident]]
kind = \"illegal-move\"
by = \"black\"
after = \"4. d4\"
move = \"Nxd4\"
pressed = true
";

#[test]
fn a_case_is_ruled_on_above_its_incident() {
    let mut talk = Talk::open("file:///dispute.toml", CASE);
    assert_eq!(talk.diagnostics(), Vec::<Value>::new());
    let lenses = talk.of_document("codeLens");
    assert_eq!(lenses[0]["range"]["start"]["line"], json!(4));
    assert!(lenses[0]["command"]["title"].as_str().unwrap().contains("Black has to play exd4."), "{lenses}");
}

#[test]
fn a_bad_case_has_its_fault_and_no_ruling() {
    let mut talk = Talk::open("file:///dispute.toml", &CASE.replace("by =", "bye ="));
    let found = talk.diagnostics();
    assert_eq!(found[0]["range"]["start"], json!({ "line": 6, "character": 0 }));
    assert!(found[0]["message"].as_str().unwrap().contains("did you mean `by`?"), "{found:?}");
    assert_eq!(talk.of_document("codeLens"), json!([]));
}

#[test]
fn keys_and_kinds_of_cases_are_explained_and_offered() {
    let mut talk = Talk::open("file:///dispute.toml", CASE);
    assert!(talk.hover(1, 3).contains("The time control"));
    assert_eq!(talk.hover(5, 10), "Incident illegal-move");
    assert!(talk.hover(9, 2).contains("Whether the clock was pressed"));
    let kinds = talk.completion(5, 8);
    assert!(kinds.contains(&"touch".to_owned()) && kinds.contains(&"late-arrival".to_owned()));
    let text = format!("{CASE}\nby\n");
    let mut talk = Talk::open("file:///dispute.toml", &text);
    let keys = talk.completion(11, 2);
    assert!(keys.contains(&"noticed_by".to_owned()) && !keys.contains(&"kind".to_owned()), "{keys:?}");
    assert_eq!(talk.completion(9, 10), ["true", "false"]);
}

#[test]
fn other_toml_is_left_alone() {
    for uri in ["file:///flagfall.toml", "file:///Cargo.toml"] {
        assert_eq!(Talk::open(uri, "[package]\nname = 1\n").diagnostics(), Vec::<Value>::new());
    }
}

#[test]
fn the_conversation_is_that_of_the_protocol() {
    let mut server = Server::new(Outside(Library::built_in()));
    let mut send = |message: &str| server.receive(message.as_bytes());
    let code = |outcome: super::Outcome| outcome.messages[0]["error"]["code"].as_i64().unwrap();
    assert_eq!(code(send("{\"id\":1,\"method\":\"textDocument/hover\"}")), -32002);
    let offer = r#"{"id":1,"method":"initialize","params":{"capabilities":{"general":{"positionEncodings":["utf-16","utf-8"]}}}}"#;
    let agreed = send(offer).messages;
    assert_eq!(agreed[0]["result"]["capabilities"]["positionEncoding"], "utf-8");
    assert_eq!(code(send(offer)), -32600);
    assert_eq!(code(send("{\"id\":\"a\",\"method\":\"textDocument/nothing\"}")), -32601);
    assert_eq!(code(send("{\"id\":2,\"method\":\"textDocument/hover\",\"params\":{}}")), -32602);
    assert_eq!(code(send("{")), -32700);
    for ignored in
        ["{\"method\":\"$/cancelRequest\"}", "{\"method\":\"nothing\"}", "{\"id\":1,\"result\":null}"]
    {
        assert!(send(ignored).messages.is_empty());
    }
    assert_eq!(send("{\"id\":3,\"method\":\"shutdown\"}").messages[0]["result"], Value::Null);
    assert_eq!(code(send("{\"id\":4,\"method\":\"shutdown\"}")), -32600);
    assert!(send("{\"method\":\"exit\"}").ended);
    assert!(server.was_shut_down());
}

const DIRTY: &str = "\
[Event \"Open\"]\r
[Site \"?\"]\r
[Date \"2024-05-01\"]\r
[Round \"1\"]\r
[White \"𝄞, R\"]\r
[Black \"Doe, J\"]\r
[Result \"1-0\"]\r
\r
{𝄞} 1. e2-e4 e5 2. Ng1f3+ Nc6 1-0\r
";

/// A text with edits made, the last one first.
fn edited(text: &str, edits: &Value) -> String {
    let mut text = super::text::Text::new(text.to_owned());
    for edit in edits.as_array().unwrap().iter().rev() {
        let range = super::message::range(edit, "/range").unwrap();
        text.edit(range, edit["newText"].as_str().unwrap(), super::text::Encoding::Utf16);
    }
    text.as_str().to_owned()
}

#[test]
fn repairs_are_offered_made_at_once_and_as_formatting() {
    let mut talk = Talk::open("file:///a.pgn", DIRTY);
    let actions = |talk: &mut Talk, line: u64, only: Value| {
        let at = json!({ "line": line, "character": 9 });
        let params = json!({
            "textDocument": { "uri": talk.uri },
            "range": { "start": at, "end": at },
            "context": { "diagnostics": [], "only": only },
        });
        talk.ask("textDocument/codeAction", params)["result"].as_array().unwrap().clone()
    };
    let all = actions(&mut talk, 0, json!(["source.fixAll"]));
    assert_eq!((all.len(), &all[0]["kind"]), (1, &json!("source.fixAll.flagfall")));
    let clean = DIRTY.replace("2024-05-01", "2024.05.01").replace("e2-e4", "e4").replace("Ng1f3+", "Nf3");
    assert_eq!(edited(DIRTY, &all[0]["edit"]["changes"][talk.uri]), clean);
    let one = actions(&mut talk, 8, json!(["quickfix"]));
    assert_eq!(one[0]["diagnostics"][0]["code"], "nonstandard-notation");
    let fixed = edited(DIRTY, &one[0]["edit"]["changes"][talk.uri]);
    assert_eq!(fixed, DIRTY.replace("e2-e4", "e4"));
    assert!(actions(&mut talk, 0, json!(["quickfix"])).is_empty());
    let formatted = talk.of_document("formatting");
    assert_eq!(edited(DIRTY, &formatted), clean.replace("2024.05.01", "2024-05-01"));
    let mut talk = Talk::open("file:///a.pgn", &clean);
    assert_eq!(talk.of_document("formatting"), json!([]));
    assert!(actions(&mut talk, 0, json!(["source"])).is_empty());
}
