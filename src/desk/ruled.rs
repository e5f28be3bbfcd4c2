//! Ruling on a case that came in: the same object as `adjudicate --format json`, and what the desk adds to it.

use std::sync::Arc;

use serde_json::{Value, json};

use super::case::{self, NAME, Whole, whole};
use super::folder::Files;
use super::journal::{Draft, Entry, Trouble};
use super::state::Desk;
use crate::case::{Case, Document, FactRow, Kind};
use crate::report::ruling::{Arrangement, Format, Heard};
use crate::rulings::manual::title;
use crate::rulings::{Adjudication, Session, adjudicate, asks, placed_incidents};

/// A case that was ruled on.
pub(super) struct Ruled {
    pub(super) adjudication: Adjudication,
    /// The case as it was ruled on, with every file that it names.
    pub(super) document: Document,
    pub(super) whole: Whole,
    /// The case as the engine read it.
    case: Case,
}

/// Why there is no ruling.
#[derive(Debug)]
pub(super) enum Fault {
    /// The case is at fault: as `adjudicate` says it, and for one who fills in a form.
    Case { words: String, plain: String },
    /// It names a file outside the folder.
    Outside(String),
    /// The journal does not work.
    Journal(Trouble),
}

impl Fault {
    /// A fault of the case.
    fn of(fault: &crate::case::Fault) -> Fault {
        let label = fault.key.as_deref().map(|key| FactRow::of(key).map_or(key, |fact| fact.label));
        let label = label.map_or(String::new(), |label| format!("{label}: "));
        let help = fault.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        Fault::Case { words: fault.to_string(), plain: format!("{label}{}{help}", fault.message) }
    }

    /// In words.
    pub(super) fn words(&self) -> String {
        match self {
            Fault::Case { words, .. } | Fault::Outside(words) => words.clone(),
            Fault::Journal(trouble) => trouble.to_string(),
        }
    }
}

impl From<case::Fault> for Fault {
    fn from(fault: case::Fault) -> Fault {
        match fault {
            case::Fault::Case(words) => Fault::Case { plain: words.clone(), words },
            case::Fault::Journal(trouble) => Fault::Journal(trouble),
        }
    }
}

impl From<Trouble> for Fault {
    fn from(trouble: Trouble) -> Fault {
        Fault::Journal(trouble)
    }
}

/// Rules on a case that came in.
pub(super) fn rule(desk: &Desk, document: Document, corrects: Option<i64>) -> Result<Ruled, Fault> {
    let whole = whole(desk, document, corrects)?;
    let document = whole.document.clone();
    heard(desk, document, whole)
}

/// What is wrong with a case file as it was sent, with its own lines; `None` if it can be ruled on by itself.
pub(super) fn fault_as_sent(desk: &Desk, toml: &str) -> Option<String> {
    let files = Files::of(&desk.folder);
    let read = |path: &std::path::Path| files.ruleset(path);
    let file: Arc<str> = NAME.into();
    let ruled = Case::parse(&file, toml, &|name| files.load(name))
        .and_then(|case| adjudicate(&case, &file, &session(desk, &read)));
    ruled.err().filter(|_| !files.led_outside()).map(|fault| fault.to_string())
}

/// Rules on a case that stands by itself.
pub(super) fn alone(desk: &Desk, document: Document) -> Result<Ruled, Fault> {
    let own = document.incidents().len();
    let whole = Whole { document: document.clone(), board: None, own, same_game: Vec::new() };
    heard(desk, document, whole)
}

fn heard(desk: &Desk, mut document: Document, whole: Whole) -> Result<Ruled, Fault> {
    let file: Arc<str> = NAME.into();
    let files = Files::of(&desk.folder);
    let fault = |fault: crate::case::Fault| {
        let words = fault.to_string();
        match files.led_outside() {
            true => Fault::Outside(words),
            false => Fault::of(&fault),
        }
    };
    let case = Case::parse(&file, &document.to_toml(), &|name| files.load(name)).map_err(fault)?;
    let read = |path: &std::path::Path| files.ruleset(path);
    let adjudication = adjudicate(&case, &file, &session(desk, &read)).map_err(fault)?;
    for (name, text) in files.into_read() {
        document.add_file(&name, &text);
    }
    Ok(Ruled { adjudication, document, whole, case })
}

fn session<'s>(desk: &'s Desk, read: crate::ruleset::ReadText<'s>) -> Session<'s> {
    Session { read, ..Session::new(&desk.library, desk.today()) }
}

impl Ruled {
    /// The object of `adjudicate --format json`.
    pub(super) fn object(&self) -> Value {
        let mut bytes = Vec::new();
        let json = Format::named("json").unwrap_or(Format::BRIEF);
        let heard = [Heard::alone(NAME.to_owned(), Ok(self.adjudication.clone()))];
        let written = json.write(&mut bytes, &heard, Arrangement::One);
        written.ok().and_then(|()| serde_json::from_slice(&bytes).ok()).unwrap_or(Value::Null)
    }

    /// What to ask. The files of the case are in it, so none is read.
    pub(super) fn asks(&self, desk: &Desk) -> Vec<crate::rulings::Ask> {
        let files = Files::of(&desk.folder);
        let read = |path: &std::path::Path| files.ruleset(path);
        asks(&self.case, &NAME.into(), &session(desk, &read), &self.adjudication)
    }

    /// What an incident before the last one is, in words.
    pub(super) fn earlier(&self, incident: usize) -> Option<String> {
        let incidents = &self.case.incidents;
        incidents.get(incident).filter(|_| incident + 1 < incidents.len()).map(|one| spoken(one.kind.name()))
    }

    /// The object with what the desk adds.
    pub(super) fn answer(&self, desk: &Desk) -> Result<Value, Fault> {
        let mut object = self.object();
        let added = json!({
            "case": self.document.to_toml(),
            "asks": self.asks(desk),
            "same_game": self.whole.same_game,
            "other_games": self.other_games(desk)?.iter().map(|entry| entry.id).collect::<Vec<_>>(),
        });
        if let Value::Object(keys) = &mut object {
            keys.insert("desk".to_owned(), added);
        }
        Ok(object)
    }

    fn tag(&self, name: &str) -> Option<String> {
        self.adjudication.record.tag(name).filter(|value| !["?", "-", ""].contains(&value.trim()))
    }

    /// The player whose act the last incident is, by name.
    fn player(&self) -> Option<String> {
        match self.case.incidents.last()?.by.word() {
            "white" => self.tag("White"),
            "black" => self.tag("Black"),
            _ => None,
        }
    }

    /// Entries of other games about acts of these players, not corrected.
    pub(super) fn other_games(&self, desk: &Desk) -> Result<Vec<Entry>, Fault> {
        let names: Vec<String> = ["White", "Black"].iter().filter_map(|tag| self.tag(tag)).collect();
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let mut entries = desk.journal().of_players(&names)?;
        let here = self.whole.board.as_ref().map(|board| board.id.as_str());
        entries.retain(|entry| here.is_none() || entry.text("board") != here);
        Ok(entries)
    }

    /// The case with everything settled that could change with the day or as the game goes on.
    fn settled(&self, desk: &Desk) -> Result<Document, Fault> {
        let mut document = self.document.clone();
        let ruleset = document.text("ruleset").map(str::to_owned);
        let of_file = ruleset.is_some_and(|name| document.file(&name).is_some());
        if !of_file {
            document.set("ruleset", &*self.adjudication.ruleset);
        }
        let dated = self.tag("Date").or_else(|| self.tag("UTCDate")).is_some_and(|date| !date.contains('?'));
        if document.text("date").is_none() && !dated {
            document.set("date", desk.today().to_string());
        }
        if let Some(control) = &self.adjudication.time_control
            && self.adjudication.control.is_some()
        {
            document.set_default("time_control", control.as_str());
        }
        if document.text("title").is_none() && self.tag("White").or(self.tag("Black")).is_none() {
            let kind = self.case.incidents.last().map(|incident| incident.kind.name());
            document.set("title", kind.map_or("Ruling", |kind| title(kind)));
        }
        let places = placed_incidents(&self.case, &NAME.into()).map_err(|fault| Fault::of(&fault))?;
        let mut incidents = document.incidents().to_vec();
        for (incident, (ply, noticed)) in incidents.iter_mut().zip(places) {
            let Some(keys) = incident.as_object_mut() else { continue };
            let was_noticed = keys.remove("noticed_after").is_some() || keys.contains_key("noticed");
            keys.remove("after");
            keys.insert("ply".to_owned(), json!(ply));
            if was_noticed || noticed != ply {
                keys.insert("noticed".to_owned(), json!(noticed));
            }
        }
        document.set_incidents(incidents);
        Ok(document)
    }
}

/// What an arbiter records with a case.
#[derive(Debug, Clone, Default)]
pub(super) struct Decision {
    pub(super) option: Option<String>,
    pub(super) who: Option<String>,
    pub(super) note: Option<String>,
    pub(super) corrects: Option<i64>,
    pub(super) nonce: Option<String>,
}

/// Rules on a case and records it. The same nonce again gives the entry that is there.
pub(super) fn record(desk: &Desk, document: Document, decision: Decision) -> Result<Entry, Fault> {
    if let Some(why) = &desk.read_only {
        return Err(Trouble::ReadOnly(why.clone()).into());
    }
    if let Some(nonce) = &decision.nonce
        && let Some(entry) = desk.journal().by_nonce(nonce)?
    {
        return Ok(entry);
    }
    if let Some(corrects) = decision.corrects
        && desk.journal().entry(corrects)?.is_none()
    {
        return Err(Trouble::NoSuchEntry(corrects).into());
    }
    let first = rule(desk, document, decision.corrects)?;
    let settled = first.settled(desk)?;
    let ruled = heard(desk, settled, first.whole)?;
    let board = ruled.whole.board.as_deref();
    let last = ruled.case.incidents.last();
    let entry = desk.journal().record(Draft {
        case: ruled.document.to_toml(),
        ruling: ruled.object(),
        kind: last.map(|incident| incident.kind.name().to_owned()),
        own: ruled.whole.own,
        board: board.map(|board| board.id.clone()),
        round: board.and_then(|board| board.round.clone()).or_else(|| ruled.tag("Round")),
        white: ruled.tag("White"),
        black: ruled.tag("Black"),
        player: ruled.player(),
        option: decision.option,
        who: decision.who,
        note: decision.note,
        corrects: decision.corrects,
        nonce: decision.nonce,
    })?;
    desk.boards.recorded(entry.id);
    Ok(entry)
}

/// The kind of that name, as a title.
pub(super) fn kind_words(name: &str) -> String {
    Kind::named(name).map_or_else(|| name.to_owned(), |kind| spoken(kind.name()))
}

/// A name of the case format as people read it: `Illegal move`.
pub(super) fn spoken(name: &str) -> String {
    let mut words = name.replace('-', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}
