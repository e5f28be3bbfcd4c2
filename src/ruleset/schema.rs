//! The JSON Schema of a ruleset file, generated from the model, so that editors can complete keys and words.

use serde_json::{Map, Value, json};

use super::model::Laws;
use super::value::{Allowance, DefaultDelay, OptionWord, Options, Range, Remedy};

/// A type of value in a ruleset file.
pub(crate) trait Described {
    /// Its JSON Schema.
    fn schema() -> Value;
}

impl Described for u32 {
    fn schema() -> Value {
        json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX })
    }
}

impl Described for f64 {
    fn schema() -> Value {
        json!({ "type": "number" })
    }
}

impl Described for bool {
    fn schema() -> Value {
        json!({ "type": "boolean" })
    }
}

impl<T: Described> Described for Vec<T> {
    fn schema() -> Value {
        json!({ "type": "array", "items": T::schema() })
    }
}

impl Described for Range {
    fn schema() -> Value {
        let number = json!({ "type": "number" });
        json!({
            "type": "object", "additionalProperties": false,
            "properties": { "at_least": number, "above": number, "at_most": number, "below": number },
        })
    }
}

impl Described for DefaultDelay {
    fn schema() -> Value {
        json!({
            "type": "object", "additionalProperties": false, "required": ["main", "delay"],
            "properties": { "main": Range::schema(), "delay": u32::schema() },
        })
    }
}

impl Described for Allowance {
    fn schema() -> Value {
        json!({ "anyOf": [u32::schema(), { "const": "unset" }] })
    }
}

impl Described for OptionWord {
    fn schema() -> Value {
        json!({ "anyOf": [Remedy::schema(), { "const": "penalties" }] })
    }
}

impl Described for Options {
    fn schema() -> Value {
        Vec::<OptionWord>::schema()
    }
}

/// The JSON Schema of a ruleset file, in draft 7, which TOML editors support.
pub fn schema() -> Value {
    let text = json!({ "type": "string" });
    let day = json!({ "type": "string", "format": "date" });
    let mut root = layer_properties();
    for (name, schema) in [
        ("title", text.clone()),
        ("extends", text.clone()),
        ("family", text.clone()),
        ("category", text.clone()),
        ("from", day.clone()),
        ("until", day.clone()),
        ("known_until", day.clone()),
        ("source", texts()),
        ("renumber", json!({ "type": "object", "additionalProperties": text })),
        ("limited", layer(&[])),
        ("amendment", json!({ "type": "array", "items": amendment(&day) })),
        ("variation", json!({ "type": "object", "additionalProperties": layer(&[("says", text.clone())]) })),
    ] {
        root.insert(name.to_owned(), schema);
    }
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Ruleset of flagfall",
        "type": "object",
        "additionalProperties": false,
        "properties": root,
        "definitions": {
            "section": sections(),
            "article": articles(),
            "texts": { "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] },
            "confidence": { "enum": ["sure", "likely", "unverified"] },
        },
    })
}

/// A string or a list of strings. A shared definition, because every value uses it.
fn texts() -> Value {
    json!({ "$ref": "#/definitions/texts" })
}

fn amendment(day: &Value) -> Value {
    let mut amendment =
        layer(&[("from", day.clone()), ("says", json!({ "type": "string" })), ("limited", layer(&[]))]);
    if let Value::Object(amendment) = &mut amendment {
        amendment.insert("required".to_owned(), json!(["from"]));
    }
    amendment
}

/// A layer with additional keys.
fn layer(others: &[(&str, Value)]) -> Value {
    let mut properties = layer_properties();
    properties.extend(others.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())));
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

fn layer_properties() -> Map<String, Value> {
    let reference =
        |name: &str| (name.to_owned(), json!({ "$ref": format!("#/definitions/section/{name}") }));
    let mut properties: Map<String, Value> =
        Laws::sections().iter().map(|(name, _, _)| reference(name)).collect();
    properties.insert("article".to_owned(), json!({ "$ref": "#/definitions/article" }));
    properties
}

fn sections() -> Value {
    let section = |(name, says, keys): &(&str, &str, &'static [super::Key])| {
        let values: Map<String, Value> =
            keys.iter().map(|key| (key.name.to_owned(), value(&key.label(), (key.schema)()))).collect();
        let schema = json!({
            "type": "object", "description": says.trim(), "additionalProperties": false, "properties": values,
        });
        ((*name).to_owned(), schema)
    };
    Value::Object(Laws::sections().iter().map(section).collect())
}

fn value(says: &str, schema: Value) -> Value {
    json!({
        "type": "object", "description": says, "additionalProperties": false, "required": ["value", "article"],
        "properties": {
            "value": schema,
            "article": texts(),
            "confidence": { "$ref": "#/definitions/confidence" },
        },
    })
}

fn articles() -> Value {
    json!({
        "type": "object",
        "additionalProperties": {
            "type": "object", "additionalProperties": false,
            "properties": { "says": { "type": "string" }, "backs": texts(), "governs": texts() },
        },
    })
}
