//! Keys and values with their places, from TOML tables and from CSV rows alike.

use std::ops::Range;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::fault::{Fault, suggestion};
use crate::clock::{Reading, typed};
use crate::place::{Lines, Place};

/// A value as written in the file.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Bool(bool),
    Date(String),
    List(Vec<Item>),
    Table(Table),
}

impl Value {
    fn name(&self) -> &'static str {
        match self {
            Value::Text(_) => "text",
            Value::Integer(_) => "a whole number",
            Value::Float(_) => "a number with a fraction",
            Value::Bool(_) => "true or false",
            Value::Date(_) => "a date",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

/// A value and its place.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) value: Value,
    pub(super) place: Place,
}

/// A table of keys in the order of the file.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) place: Place,
    pub(super) entries: Vec<(String, Place, Item)>,
    /// The cells are text without a type (CSV): `12` may be read as a number.
    pub(super) untyped: bool,
}

/// Reads a TOML document.
pub(super) fn document(file: &Arc<str>, text: &str) -> Result<Table, Fault> {
    let lines = Lines::new(text);
    let place = |span: &Range<usize>| lines.place(file, span.start);
    match DeTable::parse(text) {
        Ok(table) => table_of(table.get_ref(), Place::file(file), &place),
        Err(error) => {
            let at = error.span().map_or(Place::file(file), |span| place(&span));
            let words = error.message().lines().collect::<Vec<_>>().join(", ");
            Err(Fault::new(&at, format!("this is not TOML: {words}")))
        }
    }
}

fn table_of(table: &DeTable<'_>, place: Place, at: &dyn Fn(&Range<usize>) -> Place) -> Result<Table, Fault> {
    let mut keys: Vec<_> = table.iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    let mut entries = Vec::with_capacity(keys.len());
    for (key, value) in keys {
        let item = item_of(value.get_ref(), at(&value.span()), at)?;
        entries.push((key.get_ref().to_string(), at(&key.span()), item));
    }
    Ok(Table { place, entries, untyped: false })
}

fn item_of(value: &DeValue<'_>, place: Place, at: &dyn Fn(&Range<usize>) -> Place) -> Result<Item, Fault> {
    let value = match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(digits) => i64::from_str_radix(&digits.as_str().replace('_', ""), digits.radix())
            .map(Value::Integer)
            .map_err(|_| Fault::new(&place, format!("{} is too large a number", digits.as_str())))?,
        DeValue::Float(digits) => digits
            .as_str()
            .parse()
            .map(Value::Float)
            .map_err(|_| Fault::new(&place, format!("{} is not a number", digits.as_str())))?,
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(items) => Value::List(
            items
                .iter()
                .map(|item| item_of(item.get_ref(), at(&item.span()), at))
                .collect::<Result<_, _>>()?,
        ),
        DeValue::Table(table) => Value::Table(table_of(table, place.clone(), at)?),
    };
    Ok(Item { value, place })
}

impl Table {
    /// The item of `key`. An empty text counts as not given.
    pub(super) fn get(&self, key: &str) -> Option<&Item> {
        let (_, _, item) = self.entries.iter().find(|(name, _, _)| name == key)?;
        match &item.value {
            Value::Text(text) if text.trim().is_empty() => None,
            _ => Some(item),
        }
    }

    /// The place of the key, or of the table where the key is absent.
    pub(super) fn place_of(&self, key: &str) -> &Place {
        self.entries.iter().find(|(name, _, _)| name == key).map_or(&self.place, |(_, place, _)| place)
    }

    /// Refuses the first key that is not in `known`; `what` says where such keys belong.
    pub(super) fn allow(&self, known: &[&str], what: &str) -> Result<(), Fault> {
        match self.entries.iter().find(|(key, _, _)| !known.contains(&key.as_str())) {
            Some((key, place, _)) => Err(Fault::new(place, format!("{what} has no such key"))
                .key(key)
                .help(suggestion(key, known))),
            None => Ok(()),
        }
    }

    /// Text; a TOML date is read as its text.
    pub(super) fn text(&self, key: &str) -> Result<Option<(&str, &Place)>, Fault> {
        match self.get(key) {
            None => Ok(None),
            Some(Item { value: Value::Text(text), place }) => Ok(Some((text.trim(), place))),
            Some(Item { value: Value::Date(text), place }) => Ok(Some((text, place))),
            Some(item) => Err(self.mismatch(key, item, "text in quotes")),
        }
    }

    /// A whole number.
    pub(super) fn integer(&self, key: &str) -> Result<Option<(i64, &Place)>, Fault> {
        match self.get(key) {
            None => Ok(None),
            Some(Item { value: Value::Integer(number), place }) => Ok(Some((*number, place))),
            Some(item @ Item { value: Value::Float(number), place }) => {
                if number.fract() == 0.0 && number.abs() < 1e15 {
                    return Ok(Some((*number as i64, place)));
                }
                Err(self.mismatch(key, item, "a whole number"))
            }
            Some(item @ Item { value: Value::Text(text), place }) if self.untyped => {
                match text.trim().parse() {
                    Ok(number) => Ok(Some((number, place))),
                    Err(_) => Err(self.mismatch(key, item, "a whole number")),
                }
            }
            Some(item) => Err(self.mismatch(key, item, "a whole number")),
        }
    }

    /// A whole number that is not negative.
    pub(super) fn natural(&self, key: &str) -> Result<Option<(u32, &Place)>, Fault> {
        let Some((number, place)) = self.integer(key)? else { return Ok(None) };
        match u32::try_from(number) {
            Ok(number) => Ok(Some((number, place))),
            Err(_) => Err(Fault::new(place, format!("{number} is not a number from 0 up")).key(key)),
        }
    }

    /// An amount of time in seconds: a whole number of them, or a time as people write it.
    pub(super) fn seconds(&self, key: &str) -> Result<Option<(i64, &Place)>, Fault> {
        match self.get(key) {
            Some(item @ Item { value: Value::Text(text), place }) => {
                let plain = text.trim().parse().ok().filter(|_| self.untyped);
                let whole = |reading: Reading| (reading.ms % 1000 == 0).then_some(reading.ms / 1000);
                match plain.or_else(|| typed(text).and_then(whole)) {
                    Some(seconds) => Ok(Some((seconds, place))),
                    None => Err(self
                        .mismatch(key, item, "a time")
                        .help("write 45 (seconds), \"0:45\", \"38:00\", \"1:02:03\", \"45 s\" or \"2 min\"")),
                }
            }
            _ => self.integer(key),
        }
    }

    /// Whether the value is a number and nothing else.
    pub(super) fn is_plain_number(&self, key: &str) -> bool {
        match self.get(key).map(|item| &item.value) {
            Some(Value::Integer(_)) => true,
            Some(Value::Text(text)) => self.untyped && text.trim().parse::<i64>().is_ok(),
            _ => false,
        }
    }

    /// A number, with or without a fraction.
    pub(super) fn number(&self, key: &str) -> Result<Option<f64>, Fault> {
        match self.get(key) {
            Some(Item { value: Value::Float(number), .. }) => Ok(Some(*number)),
            _ => Ok(self.integer(key)?.map(|(number, _)| number as f64)),
        }
    }

    /// True or false.
    pub(super) fn boolean(&self, key: &str) -> Result<Option<bool>, Fault> {
        match self.get(key) {
            None => Ok(None),
            Some(Item { value: Value::Bool(flag), .. }) => Ok(Some(*flag)),
            Some(item @ Item { value: Value::Text(text), .. }) if self.untyped => {
                match text.trim().to_ascii_lowercase().as_str() {
                    "true" | "yes" | "1" => Ok(Some(true)),
                    "false" | "no" | "0" => Ok(Some(false)),
                    _ => Err(self.mismatch(key, item, "true or false")),
                }
            }
            Some(item) => Err(self.mismatch(key, item, "true or false")),
        }
    }

    /// Words: a list of texts, or one text with words separated by blanks.
    pub(super) fn words(&self, key: &str) -> Result<Option<Vec<(String, Place)>>, Fault> {
        let split = |text: &str, place: &Place| -> Vec<(String, Place)> {
            text.split([' ', ',', ';', '\t'])
                .filter(|word| !word.is_empty())
                .map(|word| (word.to_owned(), place.clone()))
                .collect()
        };
        match self.get(key) {
            None => Ok(None),
            Some(Item { value: Value::Text(text), place }) => Ok(Some(split(text, place))),
            Some(Item { value: Value::List(items), .. }) => {
                let mut words = Vec::with_capacity(items.len());
                for item in items {
                    match &item.value {
                        Value::Text(text) => words.push((text.trim().to_owned(), item.place.clone())),
                        _ => return Err(self.mismatch(key, item, "a list of texts")),
                    }
                }
                Ok(Some(words))
            }
            Some(item) => Err(self.mismatch(key, item, "a list of texts")),
        }
    }

    /// A table under `key`.
    pub(super) fn table(&self, key: &str) -> Result<Option<&Table>, Fault> {
        match self.get(key) {
            None => Ok(None),
            Some(Item { value: Value::Table(table), .. }) => Ok(Some(table)),
            Some(item) => Err(self.mismatch(key, item, &format!("a table: write [{key}]"))),
        }
    }

    /// The tables of `[[key]]`, or `None` where the key is absent or names a file.
    pub(super) fn tables(&self, key: &str) -> Result<Option<Vec<&Table>>, Fault> {
        match self.get(key) {
            None | Some(Item { value: Value::Text(_), .. }) => Ok(None),
            Some(Item { value: Value::List(items), .. }) => items
                .iter()
                .map(|item| match &item.value {
                    Value::Table(table) => Ok(table),
                    _ => Err(self.mismatch(key, item, &format!("tables: write [[{key}]]"))),
                })
                .collect::<Result<Vec<_>, _>>()
                .map(Some),
            Some(item) => {
                Err(self.mismatch(key, item, &format!("a path, or tables: write [[{key}]] for each")))
            }
        }
    }

    fn mismatch(&self, key: &str, item: &Item, wanted: &str) -> Fault {
        let found = match &item.value {
            Value::Text(text) => format!("\"{text}\""),
            other => other.name().to_owned(),
        };
        Fault::new(&item.place, format!("expected {wanted}, found {found}")).key(key)
    }
}
