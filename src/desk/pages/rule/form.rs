//! What the form says, and the case that it makes.

use serde_json::{Map, Value, json};

use super::announced;
use super::earlier;
use crate::case::{Answer, Document, FactRow, Kind};
use crate::desk::http::request::Fields;
use crate::desk::ruled::Decision;
use crate::desk::state::Desk;

/// The form as it was sent.
pub(super) struct Form {
    fields: Fields,
    /// What happened, once that is chosen.
    pub(super) kind: Option<Kind>,
    /// What happened before it in the same game: incidents and readings of the clocks, as a case has them.
    pub(super) earlier: Vec<Value>,
}

/// The name of a game that was pasted.
const PASTED: &str = "game.pgn";

/// The choice that nobody reported anything: the ruling is on what the record shows.
pub(super) const NOTHING: &str = "nothing";

/// Texts that a case names as files: the field, the key of the case, and the file's name.
pub(super) const TEXTS: [(&str, &str, &str); 3] = [
    ("clock_log", "clock", "clock.csv"),
    ("white_scoresheet", "white_scoresheet", "white.pgn"),
    ("black_scoresheet", "black_scoresheet", "black.pgn"),
];

impl Form {
    pub(super) fn of(desk: &Desk, mut fields: Fields) -> Form {
        // A kind that is chosen from the list, or given up.
        if let Some((_, chosen)) = fields.0.iter().rev().find(|(key, _)| key == "choose").cloned() {
            for key in ["choose", "kind", "what"] {
                fields.remove(key);
            }
            fields.set("kind", chosen);
        }
        earlier::apply(&mut fields);
        let kind = fields.get("kind").and_then(Kind::named);
        let earlier = earlier::all(&fields);
        // A board and typed moves exclude each other.
        if fields.get("board").is_some_and(|id| desk.boards.board(id).is_some()) {
            for key in ["moves", "fen", "record", "white_scoresheet", "black_scoresheet"] {
                fields.remove(key);
            }
        }
        Form { fields, kind, earlier }
    }

    /// The incident that the fields say, with what the clocks showed; `None` until a kind is chosen.
    pub(super) fn answered(fields: &Fields) -> Option<(Value, Option<Value>)> {
        let kind = fields.get("kind").and_then(Kind::named)?;
        let form = Form { fields: fields.clone(), kind: Some(kind), earlier: Vec::new() };
        let (incident, noticed) = form.incident(kind);
        Some((incident, form.clocks(&noticed)))
    }

    /// Whether something is to be ruled on: an incident, or what the record shows.
    pub(super) fn is_chosen(&self) -> bool {
        self.kind.is_some() || self.get("kind") == NOTHING
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
        if !self.is_chosen() && self.earlier.is_empty() {
            return None;
        }
        let mut document = Document::default();
        for key in ["board", "fen", "ruleset", "time_control", "supervision", "date", "language", "record"] {
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
        if let Some(regulations) = announced::regulations(self) {
            document.set("regulations", regulations);
        }
        let last = self.kind.map(|kind| self.incident(kind));
        let noticed = last.as_ref().map_or(&Value::Null, |(_, noticed)| noticed);
        let (mut incidents, mut clocks): (Vec<Value>, Vec<Value>) =
            self.earlier.iter().cloned().partition(earlier::is_incident);
        clocks.extend(self.clocks(noticed));
        if !clocks.is_empty() {
            document.set("clock", clocks);
        }
        for (field, key, file) in TEXTS {
            if let Some(text) = self.fields.get(field) {
                document.set(key, file);
                document.add_file(file, &format!("{text}\n"));
            }
        }
        incidents.extend(last.map(|(incident, _)| incident));
        document.set_incidents(incidents);
        Some(document)
    }

    /// The incident, and after which half-move it was noticed: by its name, or counted.
    fn incident(&self, kind: Kind) -> (Value, Value) {
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
        let noticed = ["noticed_after", "noticed", "ply"].iter().find_map(|key| incident.get(*key));
        let noticed = noticed.cloned().unwrap_or(after);
        (Value::Object(incident), noticed)
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

    /// What both clocks showed when it was noticed, as a row of `[[clock]]`.
    fn clocks(&self, noticed: &Value) -> Option<Value> {
        let (white, black) = (self.fields.get("white_clock"), self.fields.get("black_clock"));
        if white.is_none() && black.is_none() {
            return None;
        }
        let mut row = Map::from_iter([("event".to_owned(), json!("reading"))]);
        for (key, shown) in [("white", white), ("black", black)] {
            if let Some(shown) = shown {
                row.insert(key.to_owned(), json!(shown));
            }
        }
        let (key, at) = match noticed {
            Value::Number(_) => ("ply", noticed.clone()),
            Value::Null => ("after", json!("end")),
            _ => ("after", noticed.clone()),
        };
        row.insert(key.to_owned(), at);
        Some(Value::Object(row))
    }
}
