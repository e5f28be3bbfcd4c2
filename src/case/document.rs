//! A case file as keys and values that can be changed and written again.
//!
//! The engine rules on a [`Case`](super::Case); forms and scripts build a document. It is made
//! from TOML or JSON, changed key by key, and written as TOML that [`Case::parse`](super::Case::parse) reads.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::fault::Fault;
use super::fields::{self, document};
use super::file::KEYS;
use super::incident::COLUMNS;
use super::{clock, expected, regulations};

/// A case file, key by key.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    keys: Map<String, Value>,
}

impl Document {
    /// Reads TOML. Dates become texts, as a case reads them.
    ///
    /// # Errors
    /// Where it is not TOML.
    pub fn from_toml(file: &Arc<str>, text: &str) -> Result<Document, Fault> {
        let table = document(file, text.trim_start_matches('\u{feff}'))?;
        Ok(Document { keys: object(&table) })
    }

    /// Takes the keys of a JSON object.
    pub fn from_json(keys: Map<String, Value>) -> Document {
        Document { keys }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.keys.get(key).filter(|value| !value.is_null())
    }

    /// The text of a key; nothing where it is empty.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    /// Sets a key.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.keys.insert(key.to_owned(), value.into());
    }

    /// Sets a key that has no value yet.
    pub fn set_default(&mut self, key: &str, value: impl Into<Value>) {
        if self.get(key).is_none_or(|value| value.as_str().is_some_and(|text| text.trim().is_empty())) {
            self.set(key, value);
        }
    }

    /// Removes a key.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        self.keys.remove(key)
    }

    /// The incidents.
    pub fn incidents(&self) -> &[Value] {
        self.get("incident").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Replaces the incidents.
    pub fn set_incidents(&mut self, incidents: Vec<Value>) {
        self.set("incident", incidents);
    }

    /// Adds a text under the name of a file.
    pub fn add_file(&mut self, name: &str, text: &str) {
        let files = self.keys.entry("files").or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(files) = files {
            files.insert(name.to_owned(), Value::from(text));
        }
    }

    /// Removes the text of a file.
    pub fn remove_file(&mut self, name: &str) {
        if let Some(Value::Object(files)) = self.keys.get_mut("files") {
            files.remove(name);
            if files.is_empty() {
                self.keys.remove("files");
            }
        }
    }

    /// The text stored under the name of a file.
    pub fn file(&self, name: &str) -> Option<&str> {
        self.get("files")?.get(name)?.as_str()
    }

    /// The case file. Unknown keys are written too, so that the reader reports them.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        let (tables, heads): (Vec<_>, Vec<_>) =
            in_order(&self.keys, KEYS).into_iter().partition(|(_, value)| is_table(value));
        lines(&mut out, &heads);
        for (key, value) in tables {
            match value {
                Value::Object(table) => {
                    let known: &[&str] = match key.as_str() {
                        "regulations" => regulations::KEYS,
                        "expected" => expected::KEYS,
                        _ => &[],
                    };
                    let _ = write!(out, "\n[{}]\n", name(key));
                    lines(&mut out, &in_order(table, known));
                }
                Value::Array(list) => {
                    let known: &[&str] = if key == "clock" { clock::COLUMNS } else { INCIDENT };
                    for table in list.iter().filter_map(Value::as_object) {
                        let _ = write!(out, "\n[[{}]]\n", name(key));
                        lines(&mut out, &in_order(table, known));
                    }
                }
                _ => {}
            }
        }
        out
    }
}

/// The keys of an incident in their usual order.
const INCIDENT: &[&str] = &["kind", "by", "after", "ply", "noticed_after", "noticed", "noticed_by"];

fn object(table: &fields::Table) -> Map<String, Value> {
    table.entries.iter().map(|(key, _, item)| (key.clone(), value(&item.value))).collect()
}

fn value(read: &fields::Value) -> Value {
    match read {
        fields::Value::Text(text) | fields::Value::Date(text) => Value::from(text.as_str()),
        fields::Value::Integer(number) => Value::from(*number),
        fields::Value::Float(number) => Value::from(*number),
        fields::Value::Bool(flag) => Value::from(*flag),
        fields::Value::List(items) => items.iter().map(|item| value(&item.value)).collect(),
        fields::Value::Table(table) => Value::Object(object(table)),
    }
}

/// Whether a value is written as a table of its own.
fn is_table(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(list) => !list.is_empty() && list.iter().all(Value::is_object),
        _ => false,
    }
}

/// The keys that have a value: those known in their order, then the others.
fn in_order<'k>(keys: &'k Map<String, Value>, known: &[&str]) -> Vec<(&'k String, &'k Value)> {
    let place = |key: &str| {
        let of_incident = || COLUMNS.iter().position(|name| *name == key).map(|at| at + known.len());
        known.iter().position(|name| *name == key).or_else(of_incident).unwrap_or(usize::MAX)
    };
    let mut pairs: Vec<_> = keys.iter().filter(|(_, value)| !value.is_null()).collect();
    pairs.sort_by_key(|(key, _)| place(key));
    pairs
}

fn lines(out: &mut String, keys: &[(&String, &Value)]) {
    let width = keys.iter().map(|(key, _)| name(key).chars().count()).max().unwrap_or(0);
    for (key, value) in keys {
        let _ = writeln!(out, "{:<width$} = {}", name(key), toml_value(value));
    }
}

/// A key, in quotes where it needs them.
fn name(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { quoted(key) }
}

/// A value as TOML writes it on one line, or a text of several lines.
pub fn toml_value(value: &Value) -> String {
    match value {
        Value::Null => "\"\"".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => {
            let plain = |c: char| c == '\n' || !c.is_control();
            let literal = text.contains('\n') && text.chars().all(plain);
            match literal && !text.contains("'''") && !text.ends_with('\'') {
                true => format!("'''\n{text}'''"),
                false => quoted(text),
            }
        }
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(toml_value).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(table) => {
            let items: Vec<String> =
                table.iter().map(|(key, value)| format!("{} = {}", name(key), toml_value(value))).collect();
            format!("{{ {} }}", items.join(", "))
        }
    }
}

/// The escapes of JSON are valid in TOML, which also requires one for U+007F.
fn quoted(text: &str) -> String {
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::case::Case;

    fn read(text: &str) -> Document {
        Document::from_toml(&"case".into(), text).unwrap()
    }

    #[test]
    fn what_is_written_is_read_as_the_same() {
        let text = "title = \"a \\\"b\\\" \\u007f\"\ndate = 2024-05-01\nmoves = '''\n1. e4\ne5'''\nsquares-x = [1, 2.5]\n\
                    \n[regulations]\nphone = \"loss\"\n\n[[clock]]\nevent = \"reading\"\nply = 2\nwhite = \"1:00\"\n\n[[incident]]\n\
                    kind = \"touch\"\nby = \"white\"\nply = 2\nsquares = [\"e2\", \"e4\"]\npressed = true\n\n[files]\n\"a b.pgn\" = \"x\\r\\n'''\"\n";
        let document = read(text);
        assert_eq!(document.text("date"), Some("2024-05-01"));
        let again = read(&document.to_toml());
        assert_eq!(again, document, "{}", document.to_toml());
        assert_eq!(again.file("a b.pgn"), Some("x\r\n'''"));
    }

    #[test]
    fn the_written_case_is_read() {
        let mut document = Document::default();
        document.set("moves", "1. e4 e5");
        document.set_default("moves", "1. d4");
        document.set_incidents(vec![serde_json::json!({ "kind": "resign", "by": "white", "ply": 2 })]);
        assert_eq!(
            document.to_toml(),
            "moves = \"1. e4 e5\"\n\n[[incident]]\nkind = \"resign\"\nby   = \"white\"\nply  = 2\n"
        );
        let load = |name: &str| Err(name.to_owned());
        let case = Case::parse(&"case".into(), &document.to_toml(), &load).unwrap();
        assert_eq!(case.incidents.len(), 1);
    }
}
