//! Articles: what each says in this project's words, and what rests on it.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::place::Place;

/// One article of one edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Article {
    /// What it says, in this project's words.
    pub says: Arc<str>,
    /// The checks whose findings rest on it.
    pub backs: Vec<Arc<str>>,
    /// The incident kinds and decisions that rest on it.
    pub governs: Vec<Arc<str>>,
    /// Its position.
    #[serde(skip)]
    pub place: Place,
}

/// An article as written in a layer: complete, or, if `says` is missing, only the changed fields.
#[derive(Debug, Clone)]
pub(crate) struct ArticleEntry {
    pub(crate) says: Option<Arc<str>>,
    pub(crate) backs: Option<Vec<Arc<str>>>,
    pub(crate) governs: Option<Vec<Arc<str>>>,
    pub(crate) place: Place,
}

impl ArticleEntry {
    /// Replaces the article by `over` if that is complete, otherwise only the fields it has.
    pub(crate) fn overlay(&mut self, over: &ArticleEntry) {
        let over = over.clone();
        if over.says.is_some() {
            *self = over;
            return;
        }
        self.backs = over.backs.or_else(|| self.backs.take());
        self.governs = over.governs.or_else(|| self.governs.take());
        self.place = over.place;
    }

    /// The complete article; fields that no layer has are empty.
    pub(crate) fn whole(&self) -> Article {
        let ArticleEntry { says, backs, governs, place } = self;
        let list = |names: &Option<Vec<Arc<str>>>| names.clone().unwrap_or_default();
        let says = says.clone().unwrap_or_default();
        Article { says, backs: list(backs), governs: list(governs), place: place.clone() }
    }
}

/// The articles of a layer by number.
pub(crate) type ArticleEntries = BTreeMap<Arc<str>, ArticleEntry>;

/// The articles of a ruleset by number.
pub type Articles = BTreeMap<Arc<str>, Article>;

/// The order of articles in a book: numbers by value, then letters (`7.5.2` before `7.5.10`).
pub fn by_number(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (pieces(a), pieces(b));
    loop {
        return match (a.next(), b.next()) {
            (None, None) => Ordering::Equal,
            (None, _) => Ordering::Less,
            (_, None) => Ordering::Greater,
            (Some(x), Some(y)) => match compare(x, y) {
                Ordering::Equal => continue,
                unequal => unequal,
            },
        };
    }
}

fn compare(a: &str, b: &str) -> Ordering {
    match (a.parse::<u32>(), b.parse::<u32>()) {
        (Ok(a), Ok(b)) => a.cmp(&b),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => a.cmp(b),
    }
}

/// Splits a number into runs of digits and runs of letters; all other characters separate them.
fn pieces(number: &str) -> impl Iterator<Item = &str> {
    number.split(|c: char| !c.is_ascii_alphanumeric()).flat_map(runs)
}

fn runs(part: &str) -> impl Iterator<Item = &str> {
    part.as_bytes()
        .chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit())
        .filter_map(|run| std::str::from_utf8(run).ok())
}
