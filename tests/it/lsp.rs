//! `flagfall lsp`, spoken to as an editor speaks to it.

mod edits;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

/// An editor with its server.
struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    requests: u64,
    /// What came while an answer was awaited.
    told: Vec<Value>,
}

impl Editor {
    fn start(folder: &Path) -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_flagfall"))
            .args(["lsp", "--stdio", "--today", "2026-11-22"])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Editor { child, input, output, requests: 0, told: Vec::new() }
    }

    fn initialized(folder: &Path) -> Editor {
        let mut editor = Editor::start(folder);
        let answer = editor.ask("initialize", json!({ "processId": null, "capabilities": {} }));
        assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-16");
        editor.tell("initialized", json!({}));
        editor
    }

    fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        let content = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{content}", content.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
            self.told.push(message);
        }
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
            match line.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                _ => break,
            }
        }
        let mut content = vec![0; length];
        self.output.read_exact(&mut content).unwrap();
        serde_json::from_slice(&content).unwrap()
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document =
            json!({ "uri": uri, "languageId": uri.rsplit('.').next(), "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    /// What is found in a version of a document.
    fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            let message = if self.told.is_empty() { self.read() } else { self.told.remove(0) };
            let params = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version
            {
                return params["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    fn quit(mut self) -> i32 {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.tell("exit", Value::Null);
        self.child.wait().unwrap().code().unwrap()
    }
}

fn codes(found: &[Value]) -> Vec<&str> {
    found.iter().filter_map(|found| found["code"].as_str()).collect()
}

fn uri(folder: &Path, name: &str) -> String {
    format!("file://{}/{name}", folder.display())
}

const GAME: &str = "\
[Event \"Open\"]
[Site \"?\"]
[Date \"2024.05.01\"]
[Round \"1\"]
[White \"Roe, R\"]
[Black \"Doe, J\"]
[Result \"1-0\"]

1. e4 e5 2. Ke3 Nc6 1-0
";

#[test]
fn a_document_is_opened_changed_asked_about_and_closed() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::initialized(folder.path());
    let uri = uri(folder.path(), "a.pgn");
    editor.open(&uri, GAME);
    assert_eq!(codes(&editor.diagnostics(&uri, 1)), ["illegal-move"]);
    let range = json!({ "start": { "line": 8, "character": 12 }, "end": { "line": 8, "character": 15 } });
    editor.change(&uri, 2, json!([{ "range": range, "text": "Nf3" }]));
    assert_eq!(editor.diagnostics(&uri, 2), Vec::<Value>::new());
    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 8, "character": 13 } });
    let shown = editor.ask("textDocument/hover", place);
    assert!(shown["result"]["contents"]["value"].as_str().unwrap().starts_with("**2. Nf3** is legal"));
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(editor.read()["params"], json!({ "uri": uri, "diagnostics": [] }));
    assert_eq!(editor.quit(), 0);
}

#[test]
fn changes_that_arrive_together_are_checked_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::initialized(folder.path());
    let uri = uri(folder.path(), "a.pgn");
    let mut bytes = Vec::new();
    let mut add = |message: Value| {
        let content = message.to_string();
        bytes.extend(format!("Content-Length: {}\r\n\r\n{content}", content.len()).into_bytes());
    };
    let document = json!({ "uri": uri, "languageId": "pgn", "version": 0, "text": "" });
    add(json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    for (version, c) in GAME.chars().enumerate() {
        let line = GAME.chars().take(version).filter(|c| *c == '\n').count();
        let character =
            GAME.chars().take(version).collect::<Vec<_>>().rsplit(|c| *c == '\n').next().unwrap().len();
        let at = json!({ "line": line, "character": character });
        let params = json!({
            "textDocument": { "uri": uri, "version": version + 1 },
            "contentChanges": [{ "range": { "start": at, "end": at }, "text": c.to_string() }],
        });
        add(json!({ "method": "textDocument/didChange", "params": params }));
    }
    editor.raw(&bytes);
    let last = GAME.chars().count() as i64;
    assert_eq!(codes(&editor.diagnostics(&uri, last)), ["illegal-move"]);
    assert_eq!(editor.quit(), 0);
}

#[test]
fn the_nearest_configuration_counts_and_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("flagfall.toml");
    fs::write(&config, "ignore = [\"illegal-move\"]\n").unwrap();
    let mut editor = Editor::initialized(folder.path());
    let uri = uri(folder.path(), "a.pgn");
    editor.open(&uri, GAME);
    assert_eq!(editor.diagnostics(&uri, 1), Vec::<Value>::new());
    fs::write(&config, "").unwrap();
    editor.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(codes(&editor.diagnostics(&uri, 1)), ["illegal-move"]);
    fs::write(&config, "ruleset = \"none\"\n").unwrap();
    editor.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    let found = editor.diagnostics(&uri, 1);
    assert!(found[0]["message"].as_str().unwrap().contains("flagfall.toml"), "{found:?}");
    assert_eq!(editor.quit(), 0);
}

#[test]
fn a_case_reads_files_of_its_folder_alone() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("case");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("game.pgn"), "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4 *\n").unwrap();
    fs::copy(folder.join("game.pgn"), root.path().join("game.pgn")).unwrap();
    let mut editor = Editor::initialized(&folder);
    let uri = uri(&folder, "dispute.toml");
    let case = |game: &str| {
        format!(
            "scoresheet = \"{game}\"\ntime_control = \"90m+30s\"\ndate = \"2026-11-22\"\n\n[[incident]]\n\
             kind = \"illegal-move\"\nby = \"black\"\nafter = \"4. d4\"\nmove = \"Nxd4\"\npressed = true\n"
        )
    };
    editor.open(&uri, "");
    editor.change(&uri, 2, json!([{ "text": case("game.pgn") }]));
    assert_eq!(editor.diagnostics(&uri, 2), Vec::<Value>::new());
    let lenses = editor.ask("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    assert!(lenses["result"][0]["command"]["title"].as_str().unwrap().contains("exd4"), "{lenses}");
    editor.change(&uri, 3, json!([{ "text": case("../game.pgn") }]));
    let found = editor.diagnostics(&uri, 3);
    assert!(found[0]["message"].as_str().unwrap().contains("cannot be read"), "{found:?}");
    assert_eq!(editor.quit(), 0);
}

#[test]
fn malformed_messages_are_answered_and_the_conversation_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::start(folder.path());
    let mut code = |bytes: &[u8]| {
        editor.raw(bytes);
        let answer = editor.read();
        (answer["id"].clone(), answer["error"]["code"].as_i64().unwrap())
    };
    assert_eq!(code(b"Content-Length: 5\r\n\r\n{oops"), (Value::Null, -32700));
    assert_eq!(code(b"Content-Type: x\r\n\r\n"), (Value::Null, -32700));
    assert_eq!(code(b"Content-Length: 2\r\n\r\n[]"), (Value::Null, -32600));
    assert_eq!(code(b"Content-Length: 25\r\n\r\n{\"id\":1,\"method\":\"hover\"}"), (json!(1), -32002));
    assert!(editor.ask("initialize", json!({}))["error"].is_null());
    assert_eq!(editor.ask("workspace/unheardOf", json!({}))["error"]["code"], -32601);
    assert_eq!(editor.ask("textDocument/hover", json!([1]))["error"]["code"], -32602);
    editor.tell("textDocument/didOpen", json!({ "textDocument": 7 }));
    assert_eq!(editor.quit(), 0);
}

#[test]
fn an_end_without_shutdown_is_status_1() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::initialized(folder.path());
    editor.tell("exit", Value::Null);
    assert_eq!(editor.child.wait().unwrap().code(), Some(1));
    // A client that dies takes its end of the stream with it, here in the middle of a message.
    let mut editor = Editor::initialized(folder.path());
    editor.raw(b"Content-Length: 1000\r\n\r\n{");
    drop(editor.input.take());
    assert_eq!(editor.child.wait().unwrap().code(), Some(1));
    let mut editor = Editor::start(folder.path());
    editor.raw(b"Content-Length: 99999999999999\r\n\r\n");
    assert_eq!(editor.child.wait().unwrap().code(), Some(2));
}

/// Prints how long a check takes after a change; what is asserted is that it is the check of the changed text.
#[test]
fn a_large_document_is_checked_after_each_change() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::initialized(folder.path());
    let uri = uri(folder.path(), "large.pgn");
    let clean = GAME.replace("Ke3", "Nf3");
    let games: String = (0..500).map(|n| clean.replace("Open", &format!("Open {n}"))).collect();
    editor.open(&uri, &games);
    editor.diagnostics(&uri, 1);
    for version in 2..5 {
        let line = 9 * 250 * version - 9 * 250 - 1;
        let range = json!({ "start": { "line": line % 4500, "character": 0 }, "end": { "line": line % 4500, "character": 0 } });
        let began = Instant::now();
        editor.change(&uri, version as i64, json!([{ "range": range, "text": "x" }]));
        let found = editor.diagnostics(&uri, version as i64);
        eprintln!("{} bytes: {:?}", games.len(), began.elapsed());
        assert!(!found.is_empty());
    }
    assert_eq!(editor.quit(), 0);
}
