//! What the form says, and the case that it makes.

use serde_json::{Map, Value, json};

use crate::case::{Answer, Document, FactRow, Kind};
use crate::desk::http::request::Fields;
use crate::desk::ruled::Decision;
use crate::desk::state::Desk;

/// The form as it was sent.
pub(super) struct Form {
    fields: Fields,
    /// What happened, once that is chosen.
    pub(super) kind: Option<Kind>,
}

/// The name of a game that was pasted.
const PASTED: &str = "game.pgn";

impl Form {
    pub(super) fn of(desk: &Desk, mut fields: Fields) -> Form {
        // A kind that is chosen from the list, or given up.
        if let Some((_, chosen)) = fields.0.iter().rev().find(|(key, _)| key == "choose").cloned() {
            for key in ["choose", "kind", "what"] {
                fields.remove(key);
            }
            fields.set("kind", chosen);
        }
        let kind = fields.get("kind").and_then(Kind::named);
        // A board and typed moves exclude each other.
        if fields.get("board").is_some_and(|id| desk.boards.board(id).is_some()) {
            for key in ["moves", "fen"] {
                fields.remove(key);
            }
        }
        Form { fields, kind }
    }

    /// The value of a field; empty where there is none.
    pub(super) fn get(&self, name: &str) -> &str {
        self.fields.get(name).unwrap_or_default()
    }

    /// What is recorded beside the case.
    pub(super) fn decision(&self) -> Decision {
        Decision {
            option: self.fields.owned("option"),
            who: self.fields.owned("who"),
            note: self.fields.owned("note"),
            corrects: self.fields.get("corrects").and_then(|id| id.parse().ok()),
            nonce: self.fields.owned("nonce"),
        }
    }

    /// The case, once it is known what happened.
    pub(super) fn document(&self) -> Option<Document> {
        let kind = self.kind?;
        let mut document = Document::default();
        for key in ["board", "fen", "ruleset", "time_control", "supervision", "date"] {
            if let Some(text) = self.fields.get(key) {
                document.set(key, text);
            }
        }
        if let Some(moves) = self.fields.get("moves") {
            if moves.starts_with('[') {
                document.set("scoresheet", PASTED);
                document.add_file(PASTED, &format!("{moves}\n"));
            } else {
                document.set("moves", moves);
            }
        }
        let mut incident = Map::from_iter([("kind".to_owned(), json!(kind.name()))]);
        for fact in kind.row().facts() {
            if let Some(text) = self.fields.get(fact.key) {
                incident.insert(fact.key.to_owned(), self.value(fact, text));
            }
        }
        for count in ["ply", "noticed"] {
            if let Some(ply) = self.fields.get(count).and_then(|text| text.parse::<u32>().ok()) {
                incident.insert(count.to_owned(), json!(ply));
            }
        }
        let after = incident.get("after").cloned().unwrap_or_else(|| json!("end"));
        if !incident.contains_key("ply") {
            incident.insert("after".to_owned(), after.clone());
        }
        self.clocks(&mut document, incident.get("noticed_after").unwrap_or(&after));
        document.set_incidents(vec![Value::Object(incident)]);
        Some(document)
    }

    /// The answer to a question as a case writes it.
    fn value(&self, fact: &FactRow, text: &str) -> Value {
        match fact.answer {
            Answer::YesNo => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" => json!(true),
                "false" | "no" => json!(false),
                _ => json!(text),
            },
            Answer::Number | Answer::Time => text.parse::<i64>().map_or_else(|_| json!(text), |n| json!(n)),
            Answer::Word if fact.key == "noticed_by" => json!(self.noticed_by(text)),
            _ => json!(text),
        }
    }

    /// A case says it seen from the one who did it.
    fn noticed_by<'t>(&self, text: &'t str) -> &'t str {
        match text {
            "white" | "black" if text == self.get("by") => "player",
            "white" | "black" => "opponent",
            other => other,
        }
    }

    /// What both clocks showed when it was noticed.
    fn clocks(&self, document: &mut Document, noticed: &Value) {
        let (white, black) = (self.fields.get("white_clock"), self.fields.get("black_clock"));
        if white.is_none() && black.is_none() {
            return;
        }
        let mut row = Map::from_iter([("event".to_owned(), json!("reading"))]);
        for (key, shown) in [("white", white), ("black", black)] {
            if let Some(shown) = shown {
                row.insert(key.to_owned(), json!(shown));
            }
        }
        row.insert("after".to_owned(), noticed.clone());
        document.set("clock", json!([row]));
    }
}
