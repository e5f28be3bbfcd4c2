//! One ruleset file: its head, its layers of values, its articles.
//!
//! A file is read key by key against the model, so that all faults are found at once, each with its line and
//! the nearest known key. Inheritance is handled elsewhere.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;
use toml::de::DeTable;

use super::fault::{Fault, Source};
use super::layer::{Entries, Entry, Layer, Reader};
use super::resolve::Resolved;
use crate::place::Place;

/// The keys of a file that are not sections of the model.
const HEAD: [&str; 12] = [
    "title",
    "extends",
    "family",
    "category",
    "from",
    "until",
    "known_until",
    "source",
    "renumber",
    "limited",
    "amendment",
    "variation",
];

/// The head of a file. Missing keys are inherited from the file that it extends.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    pub(crate) title: Option<Arc<str>>,
    pub(crate) extends: Option<(Arc<str>, Place)>,
    pub(crate) family: Option<Arc<str>>,
    pub(crate) category: Option<Arc<str>>,
    pub(crate) from: Option<(NaiveDate, Place)>,
    pub(crate) until: Option<NaiveDate>,
    pub(crate) known_until: Option<NaiveDate>,
    pub(crate) source: Option<Arc<str>>,
}

/// Values that change from a certain day on.
#[derive(Debug, Clone)]
pub(crate) struct Amendment {
    pub(crate) from: NaiveDate,
    pub(crate) says: Arc<str>,
    pub(crate) base: Layer,
    pub(crate) limited: Option<Layer>,
    pub(crate) place: Place,
}

/// Values that change if an event announces the variation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Variation {
    pub(crate) says: Arc<str>,
    pub(crate) layer: Layer,
}

/// A ruleset file as written.
#[derive(Debug, Clone, Default)]
pub(crate) struct File {
    pub(crate) head: Head,
    pub(crate) base: Layer,
    pub(crate) limited: Option<Layer>,
    pub(crate) amendments: Vec<Amendment>,
    pub(crate) variations: BTreeMap<Arc<str>, Variation>,
    /// Article numbers of the extended file and their new numbers; an empty one means that the article no
    /// longer exists.
    pub(crate) renumber: BTreeMap<Arc<str>, Arc<str>>,
    /// The result of resolving it with the files that it extends, cached; never set if one of them has
    /// amendments.
    pub(crate) resolved: OnceLock<Arc<Resolved>>,
}

impl File {
    /// Reads a file. `name` is its name in messages.
    pub(crate) fn read(name: &str, text: &str) -> (File, Vec<Fault>) {
        let source = Source::new(name, text);
        let root = match DeTable::parse(text) {
            Ok(root) => root,
            Err(why) => {
                let fault = source.fault(why.span().unwrap_or_default(), "", why.message().trim().to_owned());
                return (File::default(), vec![fault]);
            }
        };
        let mut reader = Reader { source, faults: Vec::new() };
        let mut file = File { base: reader.layer("", root.get_ref(), &HEAD), ..File::default() };
        for (name, entry) in root.get_ref().iter() {
            file.head_key(&mut reader, name.get_ref(), entry);
        }
        file.check_dates(&mut reader);
        (file, reader.faults)
    }

    /// Reads only the part before the first table, where a file's head has to be.
    pub(crate) fn read_head(name: &str, text: &str) -> Head {
        let end =
            text.lines().take_while(|line| !line.trim_start().starts_with('[')).map(|l| l.len() + 1).sum();
        File::read(name, text.get(..end).unwrap_or(text)).0.head
    }

    fn head_key(&mut self, reader: &mut Reader<'_>, name: &str, entry: &Entry<'_>) {
        let head = &mut self.head;
        match name {
            "title" => head.title = reader.string(name, entry),
            "family" => head.family = reader.string(name, entry),
            "category" => head.category = reader.string(name, entry),
            "source" => head.source = Some(reader.strings(name, entry).join("; ").into()),
            "until" => head.until = reader.date(name, entry),
            "known_until" => head.known_until = reader.date(name, entry),
            "from" => head.from = reader.date(name, entry).map(|d| (d, reader.source.place(entry.span()))),
            "extends" => {
                head.extends = reader.string(name, entry).map(|id| (id, reader.source.place(entry.span())));
            }
            "limited" => {
                self.limited = reader.table(name, entry).map(|table| reader.layer(name, table, &[]));
            }
            "amendment" => self.read_amendments(reader, entry),
            "variation" => self.read_variations(reader, entry),
            "renumber" => self.read_renumber(reader, entry),
            _ => {}
        }
    }

    fn read_amendments(&mut self, reader: &mut Reader<'_>, entry: &Entry<'_>) {
        let Some(list) = entry.get_ref().as_array() else {
            reader.fault(entry, "amendment", "amendment has to be written as [[amendment]]".to_owned(), None);
            return;
        };
        for entry in list.iter() {
            let Some(table) = reader.table("amendment", entry) else { continue };
            if let Some(amendment) = read_amendment(reader, table, entry) {
                self.amendments.push(amendment);
            }
        }
        self.amendments.sort_by_key(|amendment| amendment.from);
    }

    fn read_variations(&mut self, reader: &mut Reader<'_>, entry: &Entry<'_>) {
        let Some(table) = reader.table("variation", entry) else { return };
        for (name, entry) in table.iter() {
            let path = format!("variation.\"{}\"", name.get_ref());
            let Some(table) = reader.table(&path, entry) else { continue };
            let layer = reader.layer(&path, table, &["says"]);
            let says = table.get("says").and_then(|e| reader.string(&path, e)).unwrap_or_default();
            self.variations.insert(name.get_ref().as_ref().into(), Variation { says, layer });
        }
    }

    fn read_renumber(&mut self, reader: &mut Reader<'_>, entry: &Entry<'_>) {
        let Some(table) = reader.table("renumber", entry) else { return };
        for (old, entry) in table.iter() {
            if let Some(new) = reader.string("renumber", entry) {
                self.renumber.insert(old.get_ref().as_ref().into(), new);
            }
        }
    }

    fn check_dates(&self, reader: &mut Reader<'_>) {
        let start = self.head.from.as_ref();
        if let (Some((from, place)), Some(until)) = (start, self.head.until)
            && until < *from
        {
            let message = format!("from {from} is later than until {until}");
            reader.faults.push(Fault { place: place.clone(), key: "from".to_owned(), message, help: None });
        }
        let mut before = start.map(|(from, _)| *from);
        for amendment in &self.amendments {
            let from = amendment.from;
            if let Some(before) = before.filter(|before| from <= *before) {
                let message =
                    format!("the amendment from {from} does not come after {before}: two texts for one day");
                let (place, key) = (amendment.place.clone(), "amendment.from".to_owned());
                reader.faults.push(Fault { place, key, message, help: None });
            }
            before = Some(from);
        }
    }
}

fn read_amendment(reader: &mut Reader<'_>, table: &Entries<'_>, entry: &Entry<'_>) -> Option<Amendment> {
    let base = reader.layer("amendment", table, &["from", "says", "limited"]);
    let limited = table.get("limited").and_then(|entry| {
        let table = reader.table("amendment.limited", entry)?;
        Some(reader.layer("amendment.limited", table, &[]))
    });
    let says = table.get("says").and_then(|e| reader.string("amendment.says", e)).unwrap_or_default();
    let Some(from) = table.get("from") else {
        reader.fault(
            entry,
            "amendment.from",
            "an amendment needs the day from which it holds".to_owned(),
            None,
        );
        return None;
    };
    let place = reader.source.place(from.span());
    let from = reader.date("amendment.from", from)?;
    Some(Amendment { from, says, base, limited, place })
}
