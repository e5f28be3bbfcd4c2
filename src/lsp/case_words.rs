//! Keys, kinds and words of case files: what they mean, and which there are. All of it comes from the schema, which is
//! made of the tables that the reader goes by.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::host::Subject;
use super::hover::Shown;
use super::message::written;
use super::text::{Encoding, Text};
use crate::case::{Kind, schema};
use crate::report::markdown::escaped;

/// The tables of a case file, as their headings are written.
const TABLES: [(&str, &str); 5] = [
    ("incident", "[[incident]]"),
    ("clock", "[[clock]]"),
    ("regulations", "[regulations]"),
    ("expected", "[expected]"),
    ("files", "[files]"),
];

/// The kinds of item that an editor shows: a key, a word of a closed list.
const PROPERTY: u8 = 10;
const ENUM_MEMBER: u8 = 20;

/// The table that a heading opens.
fn opened(line: &str) -> Option<&'static str> {
    let line = line.trim();
    TABLES.iter().find(|(_, heading)| line.starts_with(heading)).map(|(name, _)| *name)
}

/// Where the keys of a line belong.
struct Context {
    table: Option<&'static str>,
    /// The lines of the table, from its heading to the next.
    lines: Range<usize>,
}

impl Context {
    fn of(text: &Text, line: usize) -> Context {
        let heading = (0..=line).rev().find_map(|at| Some((at, opened(text.line(at))?)));
        let first = heading.map_or(0, |(at, _)| at);
        let next = (line + 1..text.lines()).find(|at| opened(text.line(*at)).is_some());
        Context { table: heading.map(|(_, table)| table), lines: first..next.unwrap_or(text.lines()) }
    }

    /// The keys of the table by the schema.
    fn keys(&self) -> Map<String, Value> {
        let pointer = match self.table {
            None => "/properties".to_owned(),
            Some(table) => format!("/definitions/{table}/properties"),
        };
        schema().pointer(&pointer).and_then(Value::as_object).cloned().unwrap_or_default()
    }

    /// The kind of an incident table.
    fn kind(&self, text: &Text) -> Option<Kind> {
        let mut lines = self.lines.clone().filter_map(|line| text.line(line).split_once('='));
        let (_, value) =
            lines.find(|(key, _)| key.trim() == "kind").filter(|_| self.table == Some("incident"))?;
        Kind::named(value.trim().trim_matches(['"', '\'']))
    }
}

/// What is shown at a byte: what a key means, or what a kind of incident is.
pub(super) fn hover(
    text: &Text,
    offset: usize,
    explain: &dyn Fn(Subject, &str) -> Option<String>,
) -> Option<Shown> {
    let line = text.line_of(offset);
    let (start, written) = (text.line_start(line), text.line(line));
    let whole = start..start + written.trim_end().len();
    if let Some(table) = opened(written) {
        let schema = schema();
        let says = schema.pointer(&format!("/properties/{table}/description"));
        let says = says.or(schema.pointer(&format!("/definitions/{table}/description")))?;
        return Some((format!("**{table}**: {}", escaped(says.as_str()?)), whole));
    }
    let (key, value) = written.split_once('=')?;
    let context = Context::of(text, line);
    if key.trim() == "kind" && offset > start + key.len() {
        let kind = Kind::named(value.trim().trim_matches(['"', '\'']))?;
        return Some((explain(Subject::Incident, kind.name())?, whole));
    }
    let says = context.keys().get(key.trim())?.get("description")?.as_str()?.to_owned();
    Some((format!("**{}**: {}", key.trim(), escaped(&says)), whole))
}

/// What can be written at a byte.
pub(super) fn completion(text: &Text, offset: usize, encoding: Encoding) -> Option<Value> {
    let line = text.line_of(offset);
    let start = text.line_start(line);
    let before = text.line(line).get(..offset - start)?;
    let place = |range: Range<usize>| written(text.positions(encoding).range(range));
    let context = Context::of(text, line);
    let from = offset - before.trim_start().len();
    if before.trim_start().starts_with('[') {
        let rest = text.line(line).len() - before.len();
        let closed = text.as_str().get(offset..offset + rest)?.chars().take_while(|c| *c == ']').count();
        return Some(headings(&place(from..offset + closed)));
    }
    match before.split_once('=') {
        Some((key, value)) => {
            let value = value.trim_start();
            let quoted = value.starts_with('"');
            let part = value.strip_prefix('"').unwrap_or(value);
            (!part.contains('"'))
                .then(|| words(&context, text, key.trim(), quoted, &place(offset - part.len()..offset)))
        }
        None => Some(keys(&context, text, line, &place(from..offset))),
    }
}

fn headings(place: &Value) -> Value {
    let item = |(name, heading): &(&str, &str)| {
        json!({
            "label": heading,
            "kind": PROPERTY,
            "filterText": heading,
            "detail": name,
            "textEdit": { "range": place, "newText": heading },
        })
    };
    TABLES.iter().map(item).collect()
}

/// The keys of the table that it does not have yet; those that the kind of incident reads come first.
fn keys(context: &Context, text: &Text, line: usize, place: &Value) -> Value {
    let others = context.lines.clone().filter(|at| *at != line);
    let has = |key: &str| {
        others.clone().any(|at| text.line(at).split_once('=').is_some_and(|(known, _)| known.trim() == key))
    };
    let read = context.kind(text).map(|kind| kind.row().fields).unwrap_or_default();
    let keys = context.keys();
    let left = keys.iter().filter(|(key, _)| !has(key));
    left.map(|(key, property)| {
        let order = if read.contains(&key.as_str()) || key == "kind" { "0" } else { "1" };
        json!({
            "label": key,
            "kind": PROPERTY,
            "sortText": format!("{order}{key}"),
            "documentation": property.get("description"),
            "textEdit": { "range": place, "newText": format!("{key} = ") },
        })
    })
    .collect()
}

/// The words that a key may have.
fn words(context: &Context, text: &Text, key: &str, quoted: bool, place: &Value) -> Value {
    let keys = context.keys();
    let Some(property) = keys.get(key) else { return json!([]) };
    if property.get("type").is_some_and(|kind| kind == "boolean") {
        let word = |word: &str| json!({ "label": word, "kind": ENUM_MEMBER, "textEdit": { "range": place, "newText": word } });
        return [word("true"), word("false")].into_iter().collect();
    }
    let mut words = closed(property);
    if key == "value" {
        let values = context.kind(text).map(|kind| kind.row().values).unwrap_or_default();
        words.extend(values.iter().map(|word| ((*word).to_owned(), None)));
    }
    words
        .into_iter()
        .map(|(word, says)| {
            let new = if quoted { word.clone() } else { format!("\"{word}\"") };
            json!({
                "label": word,
                "kind": ENUM_MEMBER,
                "documentation": says,
                "filterText": new,
                "textEdit": { "range": place, "newText": new },
            })
        })
        .collect()
}

/// The words of a closed list in the schema, with what they mean.
fn closed(property: &Value) -> Vec<(String, Option<String>)> {
    let list =
        |value: &Value, name: &str| value.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let own = std::iter::once(property.clone()).chain(list(property, "anyOf"));
    let mut words = Vec::new();
    for choice in own {
        let says = choice.get("description").and_then(Value::as_str).map(str::to_owned);
        let constant = choice.get("const").and_then(Value::as_str).map(|word| (word.to_owned(), says));
        let listed = list(&choice, "enum").into_iter();
        let listed = listed.filter_map(|word| Some((word.as_str()?.to_owned(), None)));
        words.extend(constant.into_iter().chain(listed).filter(|(word, _)| !word.is_empty()));
    }
    words
}
