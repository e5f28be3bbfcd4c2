//! One entry: what is sealed, and its digest.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// What the first entry has for the digest of the one before.
pub(in crate::desk) const FIRST: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// An entry before it is sealed.
#[derive(Debug, Clone, Default)]
pub(in crate::desk) struct Draft {
    /// The case, as TOML that stands by itself.
    pub(in crate::desk) case: String,
    /// What `adjudicate --format json` gives on it.
    pub(in crate::desk) ruling: Value,
    /// The kind of the last incident.
    pub(in crate::desk) kind: Option<String>,
    /// How many incidents at the end of the case this entry is about; those before were recorded earlier.
    pub(in crate::desk) own: usize,
    pub(in crate::desk) board: Option<String>,
    pub(in crate::desk) round: Option<String>,
    pub(in crate::desk) white: Option<String>,
    pub(in crate::desk) black: Option<String>,
    /// The player whose act the last incident is.
    pub(in crate::desk) player: Option<String>,
    pub(in crate::desk) option: Option<String>,
    pub(in crate::desk) who: Option<String>,
    pub(in crate::desk) note: Option<String>,
    pub(in crate::desk) corrects: Option<i64>,
    pub(in crate::desk) nonce: Option<String>,
}

/// An entry of the journal.
#[derive(Debug, Clone)]
pub(in crate::desk) struct Entry {
    pub(in crate::desk) id: i64,
    /// The text kept: a JSON object.
    pub(in crate::desk) sealed: String,
    /// The SHA-256 of its bytes.
    pub(in crate::desk) digest: String,
    /// The entry that corrects it.
    pub(in crate::desk) corrected_by: Option<i64>,
    fields: Map<String, Value>,
}

impl Entry {
    /// Seals a draft.
    pub(super) fn seal(id: i64, at: String, prev: String, draft: Draft) -> Entry {
        let fields = json!({
            "id": id, "at": at, "prev": prev, "who": draft.who, "board": draft.board, "kind": draft.kind,
            "round": draft.round, "white": draft.white, "black": draft.black, "player": draft.player,
            "own": draft.own, "case": draft.case, "ruling": draft.ruling, "option": draft.option,
            "note": draft.note, "corrects": draft.corrects, "nonce": draft.nonce,
        });
        let sealed = fields.to_string();
        let fields = match fields {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        Entry { id, digest: digest(&sealed), sealed, corrected_by: None, fields }
    }

    /// Reads what is kept.
    pub(super) fn read(
        id: i64,
        sealed: String,
        digest: String,
        corrected_by: Option<i64>,
    ) -> Result<Entry, String> {
        match serde_json::from_str(&sealed) {
            Ok(fields) => Ok(Entry { id, sealed, digest, corrected_by, fields }),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The text of a field.
    pub(in crate::desk) fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key)?.as_str()
    }

    /// The number of a field.
    pub(in crate::desk) fn number(&self, key: &str) -> Option<i64> {
        self.fields.get(key)?.as_i64()
    }

    /// The digest of the entry before.
    pub(in crate::desk) fn prev(&self) -> &str {
        self.text("prev").unwrap_or_default()
    }

    /// What was ruled, as `adjudicate --format json` gave it.
    pub(in crate::desk) fn ruling(&self) -> &Value {
        self.fields.get("ruling").unwrap_or(&Value::Null)
    }

    /// The ruling on the last incident of the case, as the arbiter says it.
    pub(in crate::desk) fn sentence(&self) -> &str {
        let rulings = self.ruling().get("rulings").and_then(Value::as_array);
        let of = |ruling: &Value| ruling.get("incident").and_then(Value::as_u64);
        let last = rulings.and_then(|all| all.iter().max_by_key(|ruling| of(ruling)));
        last.and_then(|ruling| ruling.get("ruling")?.as_str()).unwrap_or_default()
    }

    /// The entry as scripts get it.
    pub(in crate::desk) fn json(&self) -> Value {
        let mut fields = self.fields.clone();
        fields.insert("id".to_owned(), json!(self.id));
        fields.insert("corrected_by".to_owned(), json!(self.corrected_by));
        fields.insert("sealed".to_owned(), json!(self.sealed));
        fields.insert("digest".to_owned(), json!(self.digest));
        Value::Object(fields)
    }

    /// What is wrong with it, where it should have this id and follow on this digest.
    pub(super) fn fault(&self, id: i64, prev: &str) -> Option<String> {
        if self.id != id {
            return Some(format!("entry {id} is missing; entry {} follows", self.id));
        }
        if digest(&self.sealed) != self.digest {
            return Some(format!("entry {id} was changed: its text does not have the digest recorded"));
        }
        if self.number("id") != Some(id) {
            return Some(format!("entry {id} was moved: its text has another number"));
        }
        if self.prev() != prev {
            return Some(format!("entry {id} does not follow on the entry before it"));
        }
        None
    }
}

/// The SHA-256 of a text, in hexadecimal.
pub(in crate::desk) fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
