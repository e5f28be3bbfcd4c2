//! A case in a body: TOML, or the same keys in JSON.

use hyper::StatusCode;
use serde_json::{Map, Value};

use crate::case::Document;
use crate::desk::case::NAME;
use crate::desk::http::answer::Refusal;
use crate::desk::ruled::Decision;

/// The refusal of a body of another type.
pub(super) fn unsupported() -> Refusal {
    Refusal::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "send a case as application/toml or application/json, and a ruling to record as application/json",
    )
}

fn bad(words: impl Into<String>) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, words)
}

/// Reads a case.
///
/// # Errors
/// 415 for another type, 400 for a text that is not of its type.
pub(super) fn read(media_type: &str, bytes: &[u8]) -> Result<Document, Refusal> {
    match media_type {
        "application/toml" => {
            let text = std::str::from_utf8(bytes).map_err(|_| bad("the body is not UTF-8"))?;
            toml(text)
        }
        "application/json" => Ok(Document::from_json(object(bytes)?)),
        _ => Err(unsupported()),
    }
}

fn toml(text: &str) -> Result<Document, Refusal> {
    Document::from_toml(&NAME.into(), text).map_err(|fault| bad(fault.to_string()))
}

fn object(bytes: &[u8]) -> Result<Map<String, Value>, Refusal> {
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(keys)) => Ok(keys),
        Ok(_) => Err(bad("the body is not a JSON object")),
        Err(error) => Err(bad(format!("the body is not JSON: {error}"))),
    }
}

/// The keys of a ruling that is to be recorded.
const KEYS: [&str; 7] = ["case", "board", "option", "who", "note", "corrects", "nonce"];

/// Reads a ruling that is to be recorded.
///
/// # Errors
/// 400 where it is not one.
pub(super) fn ruling(bytes: &[u8]) -> Result<(Document, Decision), Refusal> {
    let mut keys = object(bytes)?;
    keys.retain(|_, value| !value.is_null());
    if let Some(key) = keys.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(bad(format!("a ruling has no key {key}; it has {}", KEYS.join(", "))));
    }
    let mut case = match keys.remove("case") {
        Some(Value::String(text)) => toml(&text)?,
        Some(Value::Object(keys)) => Document::from_json(keys),
        Some(_) => return Err(bad("case: expected TOML as text, or an object")),
        None => return Err(bad("case is missing")),
    };
    let text = |keys: &Map<String, Value>, key: &str| match keys.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
        Some(_) => Err(bad(format!("{key}: expected text"))),
    };
    if let Some(board) = text(&keys, "board")? {
        case.set("board", board);
    }
    let corrects = match keys.get("corrects") {
        None => None,
        Some(id) => Some(id.as_i64().ok_or_else(|| bad("corrects: expected the id of an entry"))?),
    };
    let decision = Decision {
        option: text(&keys, "option")?,
        who: text(&keys, "who")?,
        note: text(&keys, "note")?,
        nonce: text(&keys, "nonce")?,
        corrects,
    };
    Ok((case, decision))
}
