//! Messages of JSON-RPC: what a client sends, and the answers.

use serde_json::{Value, json};

use super::text::Position;

/// A message from the client.
#[derive(Debug)]
pub(super) enum Message {
    /// Is to be answered.
    Request { id: Value, method: String, params: Value },
    /// Is not answered.
    Notification { method: String, params: Value },
    /// Answers a request of the server, which sends none.
    Answer,
}

/// Why a request is not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    code: i64,
    message: String,
}

impl Refusal {
    pub(super) fn not_json(why: &str) -> Refusal {
        Refusal { code: -32700, message: format!("the message is not JSON: {why}") }
    }

    pub(super) fn not_a_message(why: &str) -> Refusal {
        Refusal { code: -32600, message: why.to_owned() }
    }

    pub(super) fn unknown_method(method: &str) -> Refusal {
        Refusal { code: -32601, message: format!("there is no method {method}") }
    }

    pub(super) fn params(what: &str) -> Refusal {
        Refusal { code: -32602, message: format!("the parameters have no {what}") }
    }

    pub(super) fn not_initialized() -> Refusal {
        Refusal { code: -32002, message: "the server is not initialized".to_owned() }
    }

    /// What is wrong.
    pub(super) fn words(&self) -> &str {
        &self.message
    }

    /// The answer to the request `id`; null if the request has none that can be read.
    pub(super) fn answer(&self, id: &Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": id, "error": { "code": self.code, "message": self.message } })
    }
}

/// The answer to a request that was carried out.
pub(super) fn answer(id: &Value, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

pub(super) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

impl Message {
    /// Reads the content of a message.
    ///
    /// # Errors
    /// The id to answer to, and what to answer.
    pub(super) fn read(content: &[u8]) -> Result<Message, (Value, Refusal)> {
        let value: Value = serde_json::from_slice(content)
            .map_err(|why| (Value::Null, Refusal::not_json(&why.to_string())))?;
        let Value::Object(mut fields) = value else {
            return Err((Value::Null, Refusal::not_a_message("a message is an object")));
        };
        let params = fields.remove("params").unwrap_or_default();
        let id = fields.remove("id");
        let method = match fields.remove("method") {
            Some(Value::String(method)) => Some(method),
            _ => None,
        };
        match (id, method) {
            (Some(id @ (Value::Number(_) | Value::String(_))), Some(method)) => {
                Ok(Message::Request { id, method, params })
            }
            (None, Some(method)) => Ok(Message::Notification { method, params }),
            (Some(_), None) if fields.contains_key("result") || fields.contains_key("error") => {
                Ok(Message::Answer)
            }
            (Some(id @ (Value::Number(_) | Value::String(_))), None) => {
                Err((id, Refusal::not_a_message("the message has no method")))
            }
            _ => {
                Err((Value::Null, Refusal::not_a_message("the message has no method, or an id that is none")))
            }
        }
    }
}

/// The text at a pointer of the parameters.
pub(super) fn text<'p>(params: &'p Value, pointer: &str) -> Result<&'p str, Refusal> {
    params.pointer(pointer).and_then(Value::as_str).ok_or_else(|| Refusal::params(pointer))
}

/// The document that a request is about.
pub(super) fn uri(params: &Value) -> Result<&str, Refusal> {
    text(params, "/textDocument/uri")
}

/// The position at a pointer of the parameters.
pub(super) fn position(params: &Value, pointer: &str) -> Result<Position, Refusal> {
    let read = |value: &Value| {
        let number = |name: &str| usize::try_from(value.get(name)?.as_u64()?).ok();
        Some(Position { line: number("line")?, character: number("character")? })
    };
    params.pointer(pointer).and_then(read).ok_or_else(|| Refusal::params(pointer))
}

/// The range at a pointer of the parameters.
pub(super) fn range(params: &Value, pointer: &str) -> Result<(Position, Position), Refusal> {
    Ok((position(params, &format!("{pointer}/start"))?, position(params, &format!("{pointer}/end"))?))
}

/// A range as the protocol writes it.
pub(super) fn written((start, end): (Position, Position)) -> Value {
    let place = |position: Position| json!({ "line": position.line, "character": position.character });
    json!({ "start": place(start), "end": place(end) })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_answered_as_the_protocol_says() {
        let refused = |content: &str| {
            let (id, refusal) = Message::read(content.as_bytes()).unwrap_err();
            (id, refusal.code)
        };
        assert_eq!(refused("{"), (Value::Null, -32700));
        assert_eq!(refused("[]"), (Value::Null, -32600));
        assert_eq!(refused("{\"id\": 3}"), (json!(3), -32600));
        assert_eq!(refused("{\"id\": {}, \"method\": \"x\"}"), (Value::Null, -32600));
        assert!(matches!(Message::read(b"{\"id\":1,\"result\":null}"), Ok(Message::Answer)));
        assert!(matches!(Message::read(b"{\"method\":\"x\"}"), Ok(Message::Notification { .. })));
    }
}
