//! Compares rulesets: the values that differ, with the articles on both sides.

use std::sync::Arc;

use chrono::NaiveDate;
use serde::Serialize;

use super::model::keys;
use super::rules::Rules;
use super::ruleset::Ruleset;
use super::section::Leaf;
use super::value::{Confidence, Supervision};

/// A value as printed in reports.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Printed {
    /// The value.
    pub value: toml::Value,
    /// Its articles.
    pub articles: Vec<Arc<str>>,
    /// How certain the value is.
    pub confidence: Confidence,
}

/// One key whose value differs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// `section.key`.
    pub key: String,
    /// The description of its section.
    pub subject: String,
    /// What the key means.
    pub says: String,
    /// Where this difference applies: the speed, with `full` or `limited` if only under that supervision;
    /// empty if everywhere.
    pub places: Vec<String>,
    /// The value in the first ruleset.
    pub a: Printed,
    /// The value in the second.
    pub b: Printed,
}

impl Printed {
    /// The value in a file.
    pub fn of(leaf: &Leaf) -> Printed {
        Printed {
            value: (*leaf.value).clone(),
            articles: leaf.articles.to_vec(),
            confidence: leaf.confidence,
        }
    }

    /// Merges the articles and the confidence of an equal value elsewhere.
    fn add(&mut self, other: &Printed) {
        let new = other.articles.iter().filter(|article| !self.articles.contains(article)).cloned();
        self.articles.extend(new.collect::<Vec<_>>());
        self.confidence = self.confidence.max(other.confidence);
    }

    /// The value in words.
    pub fn text(&self) -> String {
        in_words(&self.value)
    }
}

/// A value of a ruleset file in words: `yes`, `120`, `any-series`, `above 600, below 3600`.
pub fn in_words(value: &toml::Value) -> String {
    match value {
        toml::Value::Boolean(true) => "yes".to_owned(),
        toml::Value::Boolean(false) => "no".to_owned(),
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(list) if list.is_empty() => "none".to_owned(),
        toml::Value::Array(list) => list.iter().map(in_words).collect::<Vec<_>>().join(", "),
        toml::Value::Table(table) if table.is_empty() => "none".to_owned(),
        toml::Value::Table(table) => {
            let bounds =
                table.iter().map(|(name, value)| format!("{} {}", name.replace('_', " "), in_words(value)));
            bounds.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// Pairs the rulesets of two sides by speed.
pub fn pair(a: &[Arc<Ruleset>], b: &[Arc<Ruleset>]) -> Vec<(Arc<Ruleset>, Arc<Ruleset>)> {
    let of = |rulesets: &[Arc<Ruleset>], category: &str| {
        rulesets.iter().find(|ruleset| *ruleset.category == *category).cloned()
    };
    let both = |a: &Arc<Ruleset>, b: &Arc<Ruleset>| (Arc::clone(a), Arc::clone(b));
    match (a, b) {
        ([one], many) => many.iter().map(|other| both(one, other)).collect(),
        (many, [one]) => many.iter().map(|other| both(other, one)).collect(),
        _ => {
            let same: Vec<_> = a.iter().filter_map(|a| Some((Arc::clone(a), of(b, &a.category)?))).collect();
            if same.len() == a.len() {
                same
            } else {
                by_length(a).iter().zip(&by_length(b)).map(|(a, b)| both(a, b)).collect()
            }
        }
    }
}

/// Sorts by family, date, and from the slowest speed to the fastest.
pub fn in_order(mut rulesets: Vec<Arc<Ruleset>>) -> Vec<Arc<Ruleset>> {
    rulesets = by_length(&rulesets);
    rulesets.sort_by(|a, b| (&a.family, a.from).cmp(&(&b.family, b.from)));
    rulesets
}

/// Sorts from the slowest speed to the fastest.
fn by_length(rulesets: &[Arc<Ruleset>]) -> Vec<Arc<Ruleset>> {
    let mut sorted = rulesets.to_vec();
    let least = |ruleset: &Ruleset| {
        let limits = ruleset.at(NaiveDate::MAX, Supervision::Full).speed.limits.value;
        limits.at_least.or(limits.above).unwrap_or(0.0)
    };
    sorted.sort_by(|a, b| least(b).total_cmp(&least(a)));
    sorted
}

/// The values that differ between the rulesets of each pair on a day; if `numbers`, also values that differ
/// only in their articles.
pub fn changes(pairs: &[(Arc<Ruleset>, Arc<Ruleset>)], day: NaiveDate, numbers: bool) -> Vec<Change> {
    let scopes = scopes(pairs, day);
    let everywhere = scopes.len();
    let mut changes = Vec::new();
    for key in keys() {
        let mut found: Vec<(Printed, Printed, Vec<String>)> = Vec::new();
        for (name, a, b) in &scopes {
            let side = |rules: &Rules| rules.values().get(key.section, key.name).map(Printed::of);
            let (Some(a), Some(b)) = (side(a), side(b)) else { continue };
            if a.value == b.value && !(numbers && a.articles != b.articles) {
                continue;
            }
            match found.iter_mut().find(|(x, y, _)| x.value == a.value && y.value == b.value) {
                Some((x, y, places)) => {
                    x.add(&a);
                    y.add(&b);
                    places.push(name.clone());
                }
                None => found.push((a, b, vec![name.clone()])),
            }
        }
        for (a, b, places) in found {
            let places = if places.len() == everywhere { Vec::new() } else { merged(&places) };
            changes.push(Change { key: key.path(), subject: key.subject(), says: key.label(), places, a, b });
        }
    }
    changes
}

/// The name of a speed and supervision, and the rules of both sides for it.
type Scope = (String, Arc<Rules>, Arc<Rules>);

/// Every speed under both supervisions; only once if neither book distinguishes them.
fn scopes(pairs: &[(Arc<Ruleset>, Arc<Ruleset>)], day: NaiveDate) -> Vec<Scope> {
    let mut scopes = Vec::new();
    for (a, b) in pairs {
        let speed = match a.category == b.category {
            true => a.category.to_string(),
            false => format!("{}/{}", a.category, b.category),
        };
        let mut under = |name: String, supervision| {
            scopes.push((name, a.at(day, supervision), b.at(day, supervision)));
        };
        if a.supervised() || b.supervised() {
            under(format!("{speed}{FULL}"), Supervision::Full);
            under(format!("{speed}{LIMITED}"), Supervision::Limited);
        } else {
            under(speed, Supervision::Full);
        }
    }
    scopes
}

const FULL: &str = ", full";
const LIMITED: &str = ", limited";

/// Replaces the full and limited entries of a speed by the speed alone if both are present.
fn merged(places: &[String]) -> Vec<String> {
    let mut merged: Vec<String> = Vec::new();
    for place in places {
        let full = place
            .strip_suffix(LIMITED)
            .and_then(|speed| merged.iter().position(|m| *m == format!("{speed}{FULL}")));
        match full.and_then(|at| merged.get_mut(at)) {
            Some(place) => place.truncate(place.len() - FULL.len()),
            None => merged.push(place.clone()),
        }
    }
    merged
}
