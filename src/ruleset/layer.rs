//! A layer: the sections and articles of a file, of its `[limited]` table, of an amendment or of a variation.

use std::sync::Arc;

use chrono::NaiveDate;
use serde::Deserialize;
use serde_spanned::Spanned;
use toml::de::{DeTable, DeValue};

use super::article::{ArticleEntries, ArticleEntry};
use super::fault::{Fault, Source, nearest};
use super::model::{Laws, key};
use super::section::{Leaf, Values};
use super::value::Confidence;

/// Values and articles that are laid over others.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layer {
    pub(crate) values: Values,
    pub(crate) articles: ArticleEntries,
}

/// Reads the tables of one file and collects their faults.
pub(crate) struct Reader<'t> {
    pub(crate) source: Source<'t>,
    pub(crate) faults: Vec<Fault>,
}

/// A TOML table with the positions of its keys.
pub(crate) type Entries<'t> = DeTable<'t>;
/// A TOML value with its position.
pub(crate) type Entry<'t> = Spanned<DeValue<'t>>;

impl Reader<'_> {
    /// Reads a layer from `table`, except the keys in `others`, which the caller reads.
    pub(crate) fn layer(&mut self, path: &str, table: &Entries<'_>, others: &[&str]) -> Layer {
        let mut layer = Layer::default();
        for (name, entry) in table.iter() {
            let section = name.get_ref().as_ref();
            if section == "article" {
                self.articles(entry, &mut layer.articles);
            } else if let Some((section, _, keys)) = Laws::sections().iter().find(|(s, _, _)| *s == section) {
                let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
                self.section(section, &names, entry, &mut layer.values);
            } else if !others.contains(&section) {
                let known = Laws::sections().iter().map(|(name, _, _)| *name).chain(others.iter().copied());
                self.unknown(name.span(), &join(path, section), section, known.chain(["article"]));
            }
        }
        layer
    }

    fn section(&mut self, section: &str, names: &[&str], entry: &Entry<'_>, values: &mut Values) {
        let Some(table) = self.table(section, entry) else { return };
        for (name, entry) in table.iter() {
            let name_text = name.get_ref().as_ref();
            match key(section, name_text) {
                None => {
                    self.unknown(name.span(), &join(section, name_text), name_text, names.iter().copied());
                }
                Some(key) => {
                    if let Some(leaf) = self.leaf(key, entry) {
                        values.0.insert((key.section, key.name), leaf);
                    }
                }
            }
        }
    }

    fn leaf(&mut self, key: &super::section::Key, entry: &Entry<'_>) -> Option<Leaf> {
        let path = key.path();
        let Some(table) = entry.get_ref().as_table() else {
            let example = format!("write {} = {{ value = …, article = \"…\" }}", key.name);
            self.fault(entry, &path, format!("{path} needs a value and its article"), Some(example));
            return None;
        };
        for (name, _) in table.iter().filter(|(n, _)| !LEAF.contains(&n.get_ref().as_ref())) {
            let name_text = name.get_ref().as_ref();
            self.unknown(name.span(), &join(&path, name_text), name_text, LEAF);
        }
        let value = match table.get("value") {
            Some(value) => self.typed(key, value)?,
            None => {
                self.fault(entry, &path, format!("{path} has no value"), None);
                return None;
            }
        };
        let confidence = table.get("confidence").and_then(|entry| self.read(&path, entry));
        Some(Leaf {
            value,
            articles: self.citation(&path, entry, table.get("article")),
            confidence: confidence.unwrap_or(Confidence::Sure),
            place: self.source.place(entry.span()),
        })
    }

    fn typed(&mut self, key: &super::section::Key, entry: &Entry<'_>) -> Option<Arc<toml::Value>> {
        let value: toml::Value = self.read(&key.path(), entry)?;
        if let Err(why) = (key.accepts)(&value) {
            self.fault(entry, &key.path(), format!("{}: {why}", key.path()), Some(key.label()));
            return None;
        }
        Some(Arc::new(value))
    }

    fn citation(&mut self, path: &str, leaf: &Entry<'_>, entry: Option<&Entry<'_>>) -> Arc<[Arc<str>]> {
        let Some(entry) = entry else {
            let help = "write article = \"…\", or article = [] if the book has none".to_owned();
            self.fault(leaf, path, format!("{path} has no article"), Some(help));
            return Arc::default();
        };
        self.strings(path, entry).into()
    }

    fn articles(&mut self, entry: &Entry<'_>, articles: &mut ArticleEntries) {
        let Some(table) = self.table("article", entry) else { return };
        for (number, entry) in table.iter() {
            let path = format!("article.\"{}\"", number.get_ref());
            let Some(fields) = self.table(&path, entry) else { continue };
            self.known_only(&path, fields, &ARTICLE);
            let says = fields.get("says").and_then(|e| self.string(&path, e));
            let mut list = |name: &str| fields.get(name).map(|e| self.strings(&path, e));
            let (backs, governs) = (list("backs"), list("governs"));
            let place = self.source.place(number.span());
            let number = number.get_ref().as_ref().into();
            articles.insert(number, ArticleEntry { says, backs, governs, place });
        }
    }

    /// Adds a fault for every key of `table` that is not in `known`.
    pub(crate) fn known_only(&mut self, path: &str, table: &Entries<'_>, known: &[&str]) {
        for (name, _) in table.iter().filter(|(n, _)| !known.contains(&n.get_ref().as_ref())) {
            let name_text = name.get_ref().as_ref();
            self.unknown(name.span(), &join(path, name_text), name_text, known.iter().copied());
        }
    }

    fn unknown<'n>(
        &mut self,
        span: std::ops::Range<usize>,
        path: &str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) {
        let known: Vec<&str> = known.into_iter().collect();
        let mut fault = self.source.fault(span, path, format!("unknown key `{path}`"));
        fault.help = match nearest(name, known.iter().copied()) {
            Some(near) => Some(format!("did you mean `{near}`?")),
            None if known.len() <= 20 => Some(format!("known here: {}", known.join(", "))),
            None => None,
        };
        self.faults.push(fault);
    }

    pub(crate) fn fault(&mut self, entry: &Entry<'_>, path: &str, message: String, help: Option<String>) {
        let mut fault = self.source.fault(entry.span(), path, message);
        fault.help = help;
        self.faults.push(fault);
    }

    pub(crate) fn table<'e, 't>(&mut self, path: &str, entry: &'e Entry<'t>) -> Option<&'e Entries<'t>> {
        let table = entry.get_ref().as_table();
        if table.is_none() {
            self.fault(entry, path, format!("{path} has to be a table"), None);
        }
        table
    }

    pub(crate) fn string(&mut self, path: &str, entry: &Entry<'_>) -> Option<Arc<str>> {
        let text = entry.get_ref().as_str();
        if text.is_none() {
            self.fault(entry, path, format!("{path} must be a string"), None);
        }
        text.map(Arc::from)
    }

    /// A string or a list of strings.
    pub(crate) fn strings(&mut self, path: &str, entry: &Entry<'_>) -> Vec<Arc<str>> {
        match entry.get_ref().as_array() {
            Some(list) => list.iter().filter_map(|entry| self.string(path, entry)).collect(),
            None => self.string(path, entry).into_iter().collect(),
        }
    }

    /// A date, as a TOML date or as a string.
    pub(crate) fn date(&mut self, path: &str, entry: &Entry<'_>) -> Option<NaiveDate> {
        let text = match entry.get_ref() {
            DeValue::Datetime(date) => date.to_string(),
            DeValue::String(text) => text.to_string(),
            _ => String::new(),
        };
        let date = NaiveDate::parse_from_str(&text, "%Y-%m-%d").ok();
        if date.is_none() {
            self.fault(entry, path, format!("{path} must be a date, such as 2018-01-01"), None);
        }
        date
    }

    fn read<T: for<'de> Deserialize<'de>>(&mut self, path: &str, entry: &Entry<'_>) -> Option<T> {
        match T::deserialize(toml::de::ValueDeserializer::from(entry.clone())) {
            Ok(value) => Some(value),
            Err(why) => {
                self.fault(entry, path, format!("{path}: {}", why.message().trim()), None);
                None
            }
        }
    }
}

/// The keys of a value.
const LEAF: [&str; 3] = ["value", "article", "confidence"];
/// The keys of an article.
const ARTICLE: [&str; 3] = ["says", "backs", "governs"];

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
