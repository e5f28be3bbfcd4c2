//! The state of the server: takes a message, returns messages.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::actions;
use super::case_file;
use super::case_words;
use super::completion;
use super::diagnostics;
use super::document::{Document, Kind};
use super::folding;
use super::host::{Host, Subject};
use super::hover;
use super::message::{self, Message, Refusal, answer, notification, written};
use super::symbols;
use super::text::{Encoding, Text};
use crate::checks::{Finding, Severity};
use crate::report::VERSION;

/// How far the conversation has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The client has not said yet what it can do.
    New,
    /// Requests are answered.
    Running,
    /// The client has asked to shut down.
    ShutDown,
}

/// What comes of a message.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What the client is told, in order.
    pub messages: Vec<Value>,
    /// The conversation is over.
    pub ended: bool,
}

/// A language server for PGN, result files and case files.
#[derive(Debug)]
pub struct Server<H> {
    host: H,
    state: State,
    encoding: Encoding,
    documents: BTreeMap<String, Document>,
}

impl<H: Host> Server<H> {
    /// A server that nobody has spoken to.
    pub fn new(host: H) -> Server<H> {
        Server { host, state: State::New, encoding: Encoding::Utf16, documents: BTreeMap::new() }
    }

    /// Whether the client has asked to shut down, as it should before it ends the conversation.
    pub fn was_shut_down(&self) -> bool {
        self.state == State::ShutDown
    }

    /// Whether a document was changed and not checked since.
    pub fn is_due(&self) -> bool {
        self.documents.values().any(|document| document.due)
    }

    /// Takes the content of a message.
    pub fn receive(&mut self, content: &[u8]) -> Outcome {
        let message = match Message::read(content) {
            Ok(message) => message,
            Err((id, refusal)) => return Outcome { messages: vec![refusal.answer(&id)], ended: false },
        };
        match message {
            Message::Answer => Outcome::default(),
            Message::Request { id, method, params } => {
                let answered = match self.request(&method, &params) {
                    Ok(result) => answer(&id, result),
                    Err(refusal) => refusal.answer(&id),
                };
                Outcome { messages: vec![answered], ended: false }
            }
            Message::Notification { method, .. } if method == "exit" => {
                Outcome { messages: Vec::new(), ended: true }
            }
            Message::Notification { method, params } => {
                let running = self.state == State::Running;
                let messages = if running { self.notified(&method, &params) } else { Vec::new() };
                Outcome { messages, ended: false }
            }
        }
    }

    /// The answer to what is not even a message, such as a header without a length.
    pub fn unreadable(why: &str) -> Value {
        Refusal::not_json(why).answer(&Value::Null)
    }

    /// Checks the documents that were changed, and tells what was found.
    pub fn check(&mut self) -> Vec<Value> {
        let due = self.documents.iter_mut().filter(|(_, document)| document.due);
        due.map(|(uri, document)| checked(&mut self.host, uri, document, self.encoding)).collect()
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value, Refusal> {
        match (self.state, method) {
            (State::New, "initialize") => return Ok(self.initialize(params)),
            (State::New, _) => return Err(Refusal::not_initialized()),
            (State::ShutDown, _) => return Err(Refusal::not_a_message("the server was shut down")),
            (State::Running, "initialize") => {
                return Err(Refusal::not_a_message("the server is initialized already"));
            }
            (State::Running, _) => {}
        }
        match method {
            "shutdown" => {
                self.state = State::ShutDown;
                Ok(Value::Null)
            }
            "textDocument/hover" => self.hover(params),
            "textDocument/documentSymbol" => self.symbols(params),
            "textDocument/foldingRange" => self.folding(params),
            "textDocument/completion" => self.completion(params),
            "textDocument/codeAction" => self.actions(params),
            "textDocument/formatting" => self.formatting(params),
            "textDocument/codeLens" => self.lenses(params),
            _ => Err(Refusal::unknown_method(method)),
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        let offered = params.pointer("/capabilities/general/positionEncodings").and_then(Value::as_array);
        let utf8 = offered.is_some_and(|offered| offered.iter().any(|name| name == "utf-8"));
        self.encoding = if utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
        self.state = State::Running;
        json!({
            "capabilities": {
                "positionEncoding": self.encoding.name(),
                "textDocumentSync": { "openClose": true, "change": 2, "save": true },
                "hoverProvider": true,
                "documentSymbolProvider": true,
                "foldingRangeProvider": true,
                "completionProvider": { "triggerCharacters": [" ", ".", "\"", "["] },
                "codeActionProvider": { "codeActionKinds": [actions::QUICK_FIX, actions::FIX_ALL] },
                "documentFormattingProvider": true,
                "codeLensProvider": { "resolveProvider": false },
            },
            "serverInfo": { "name": "flagfall", "version": VERSION },
        })
    }

    fn notified(&mut self, method: &str, params: &Value) -> Vec<Value> {
        match method {
            "textDocument/didOpen" => self.opened(params),
            "textDocument/didChange" => self.changed(params),
            "textDocument/didClose" => self.closed(params),
            "textDocument/didSave"
            | "workspace/didChangeWatchedFiles"
            | "workspace/didChangeConfiguration" => {
                self.refresh();
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// Files may have changed that settings and cases come from.
    fn refresh(&mut self) {
        self.host.refresh();
        self.documents.values_mut().for_each(|document| document.due = true);
    }

    fn opened(&mut self, params: &Value) -> Vec<Value> {
        let read = || {
            let uri = message::uri(params)?;
            let text = message::text(params, "/textDocument/text")?;
            let language = message::text(params, "/textDocument/languageId").unwrap_or_default();
            Ok((uri.to_owned(), Document::open(uri, language, version(params), text.to_owned())))
        };
        match read() {
            Ok((uri, document)) => {
                self.host.refresh();
                self.documents.insert(uri, document);
                Vec::new()
            }
            Err(refusal) => vec![complaint(&refusal)],
        }
    }

    /// Changes a document. If one of the changes cannot be read, the text is not known any more: the document is dropped
    /// rather than kept out of step.
    fn changed(&mut self, params: &Value) -> Vec<Value> {
        let Ok(uri) = message::uri(params) else { return Vec::new() };
        let Some(document) = self.documents.get_mut(uri) else { return Vec::new() };
        let changes = params.pointer("/contentChanges").and_then(Value::as_array);
        let changes = changes.ok_or_else(|| Refusal::params("contentChanges"));
        let made = changes
            .and_then(|changes| changes.iter().try_for_each(|change| edit(document, change, self.encoding)));
        document.version = version(params).or(document.version);
        document.changed();
        match made {
            Ok(()) => Vec::new(),
            Err(refusal) => {
                self.documents.remove(uri);
                vec![published(uri, None, Vec::new()), complaint(&refusal)]
            }
        }
    }

    fn closed(&mut self, params: &Value) -> Vec<Value> {
        let Ok(uri) = message::uri(params) else { return Vec::new() };
        match self.documents.remove(uri) {
            Some(_) => vec![published(uri, None, Vec::new())],
            None => Vec::new(),
        }
    }

    fn document<'d>(
        documents: &'d mut BTreeMap<String, Document>,
        params: &Value,
    ) -> Result<&'d mut Document, Refusal> {
        let uri = message::uri(params)?;
        documents.get_mut(uri).ok_or_else(|| Refusal::params(&format!("open document {uri}")))
    }

    fn hover(&mut self, params: &Value) -> Result<Value, Refusal> {
        let Server { host, documents, encoding, .. } = self;
        let document = Self::document(documents, params)?;
        let offset = document.text.offset(message::position(params, "/position")?, *encoding);
        let shown = match document.kind() {
            Kind::Games => host.settings(message::uri(params)?).ok().and_then(|settings| {
                let game = document.game_at(offset)?;
                let explain = |id: &str| host.explain(Subject::Check, id);
                hover::of_game(document.text.as_str(), game, offset, &settings, &explain)
            }),
            Kind::Case => case_words::hover(&document.text, offset, &|subject, id| host.explain(subject, id)),
            Kind::Other => None,
        };
        Ok(shown.map_or(Value::Null, |(words, place)| {
            let range = written(document.text.positions(*encoding).range(place));
            json!({ "contents": { "kind": "markdown", "value": words }, "range": range })
        }))
    }

    fn symbols(&mut self, params: &Value) -> Result<Value, Refusal> {
        let encoding = self.encoding;
        let document = Self::document(&mut self.documents, params)?;
        Ok(match document.kind() {
            Kind::Games => {
                let games = document.games();
                symbols::of_games(&document.text, &games, encoding)
            }
            Kind::Case | Kind::Other => json!([]),
        })
    }

    fn folding(&mut self, params: &Value) -> Result<Value, Refusal> {
        let document = Self::document(&mut self.documents, params)?;
        Ok(match document.kind() {
            Kind::Games => {
                let games = document.games();
                folding::of_games(&document.text, &games)
            }
            Kind::Case | Kind::Other => json!([]),
        })
    }

    fn completion(&mut self, params: &Value) -> Result<Value, Refusal> {
        let Server { host, documents, encoding, .. } = self;
        let document = Self::document(documents, params)?;
        let offset = document.text.offset(message::position(params, "/position")?, *encoding);
        let found = match document.kind() {
            Kind::Games => host.settings(message::uri(params)?).ok().and_then(|settings| {
                let length = document.text.as_str().len();
                let game = document.game_at(offset).unwrap_or(0..length);
                completion::of_moves(&document.text, game, offset, &settings, *encoding)
            }),
            Kind::Case => case_words::completion(&document.text, offset, *encoding),
            Kind::Other => None,
        };
        Ok(found.unwrap_or(json!([])))
    }

    fn actions(&mut self, params: &Value) -> Result<Value, Refusal> {
        let Server { host, documents, encoding, .. } = self;
        let (uri, document) = (message::uri(params)?, Self::document(documents, params)?);
        let range = document.text.range(message::range(params, "/range")?, *encoding);
        let only = params.pointer("/context/only");
        look(host, uri, document);
        let mut found = Vec::new();
        if actions::wanted(only, actions::QUICK_FIX) {
            let diagnosed = |finding: &Finding| {
                diagnostics::of_findings(std::slice::from_ref(finding), &document.text, *encoding, uri, &[])
            };
            let fixes = (&document.findings, &document.text);
            found = actions::quick_fixes(fixes.0, range, fixes.1, *encoding, uri, &diagnosed);
        }
        if actions::wanted(only, actions::FIX_ALL) {
            found.extend(actions::fix_all(&document.findings, &document.text, *encoding, uri));
        }
        Ok(found.into())
    }

    fn formatting(&mut self, params: &Value) -> Result<Value, Refusal> {
        let Server { host, documents, encoding, .. } = self;
        let document = Self::document(documents, params)?;
        look(host, message::uri(params)?, document);
        Ok(actions::formatting(&document.findings, &document.text, *encoding))
    }

    fn lenses(&mut self, params: &Value) -> Result<Value, Refusal> {
        let Server { host, documents, encoding, .. } = self;
        let document = Self::document(documents, params)?;
        if document.due && document.kind() == Kind::Case {
            // The rulings are those of the text as it is now; the next check publishes what else is found.
            document.lenses = case_file::ruled(host, message::uri(params)?, document).1;
        }
        let lens = |lens: &super::document::Lens| {
            let start = document.text.line_start(lens.line);
            let range = written(document.text.positions(*encoding).range(start..start));
            json!({ "range": range, "command": { "title": lens.words, "command": "" } })
        };
        Ok(document.lenses.iter().map(lens).collect())
    }
}

/// Brings the findings of a document up to date; nothing is published.
fn look(host: &mut dyn Host, uri: &str, document: &mut Document) {
    let kind = document.kind();
    if document.due && kind != Kind::Case {
        let settings = host.settings(uri).ok();
        let found = settings.map(|settings| diagnostics::findings(document, kind == Kind::Games, &settings));
        document.findings = found.unwrap_or_default();
    }
}

/// Checks a document. Returns what is published.
fn checked(host: &mut dyn Host, uri: &str, document: &mut Document, encoding: Encoding) -> Value {
    document.due = false;
    document.findings.clear();
    document.lenses.clear();
    let kind = document.kind();
    let found = match kind {
        Kind::Case => {
            let (faults, lenses) = case_file::ruled(host, uri, document);
            document.lenses = lenses;
            let mut positions = document.text.positions(encoding);
            faults
                .into_iter()
                .map(|(place, words)| {
                    diagnostics::plain(written(positions.range(place)), Severity::Error, &words)
                })
                .collect()
        }
        Kind::Games | Kind::Other => match host.settings(uri) {
            Ok(settings) => {
                document.findings = diagnostics::findings(document, kind == Kind::Games, &settings);
                let repeats = document.findings.iter().any(|finding| finding.check == "duplicate-game");
                let games = if repeats { document.games() } else { Arc::from([]) };
                diagnostics::of_findings(&document.findings, &document.text, encoding, uri, &games)
            }
            Err(why) => {
                let start = document.text.positions(encoding).range(0..0);
                vec![diagnostics::plain(written(start), Severity::Error, &why)]
            }
        },
    };
    published(uri, document.version, found)
}

fn published(uri: &str, version: Option<i64>, diagnostics: Vec<Value>) -> Value {
    let mut params = json!({ "uri": uri, "diagnostics": diagnostics });
    if let Some(version) = version {
        params["version"] = version.into();
    }
    notification("textDocument/publishDiagnostics", params)
}

/// Makes one change of a document: an edit, or the whole text anew.
fn edit(document: &mut Document, change: &Value, encoding: Encoding) -> Result<(), Refusal> {
    let new = message::text(change, "/text")?;
    if change.get("range").is_none_or(Value::is_null) {
        document.text = Text::new(new.to_owned());
        return Ok(());
    }
    let range = message::range(change, "/range")?;
    document.text.edit(range, new, encoding);
    Ok(())
}

fn version(params: &Value) -> Option<i64> {
    params.pointer("/textDocument/version").and_then(Value::as_i64)
}

/// A line for the client's log.
fn complaint(refusal: &Refusal) -> Value {
    notification("window/logMessage", json!({ "type": 1, "message": refusal.words() }))
}
