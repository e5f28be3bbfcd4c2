//! One ruleset with its history: its rules on each day and under each supervision.

use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;

use super::fault::{Fault, Faults};
use super::file::{File, Head};
use super::layer::Layer;
use super::resolve::{Resolved, check, resolve};
use super::rules::{Name, Rules};
use super::value::Supervision;
use crate::place::Place;

/// A ruleset: one edition and speed of one publisher, or a user's own.
#[derive(Debug)]
pub struct Ruleset {
    /// Its id, the name of its file: `fide-2023-blitz`.
    pub id: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// Its family: `fide`, `uscf`.
    pub family: Arc<str>,
    /// Its speed, by the family's own name.
    pub category: Arc<str>,
    /// The first day on which it is in force.
    pub from: NaiveDate,
    /// The last day on which it is in force, if no other file follows.
    pub until: Option<NaiveDate>,
    /// The texts it was written from.
    pub source: Arc<str>,
    /// The id of the ruleset that it extends.
    pub extends: Option<Arc<str>>,
    name: Name,
    own_from: Option<(NaiveDate, Place)>,
    supervised: bool,
    variations: Vec<(Arc<str>, Arc<str>)>,
    amendments: Vec<(NaiveDate, Arc<str>)>,
    first: Period,
    later: Vec<Period>,
    early: OnceLock<[Arc<Rules>; 2]>,
}

/// A period in which the rules do not change.
#[derive(Debug)]
struct Period {
    from: NaiveDate,
    resolved: Arc<Resolved>,
    full: Arc<Rules>,
    limited: Arc<Rules>,
}

/// A file's claim to be in force from a day on, for a family and speed.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The ruleset.
    pub id: Arc<str>,
    /// Family and speed.
    speed: [Arc<str>; 2],
    from: NaiveDate,
    place: Place,
}

impl Claim {
    pub(crate) fn new(id: Arc<str>, speed: [Arc<str>; 2], from: NaiveDate, place: Place) -> Claim {
        Claim { id, speed, from, place }
    }

    /// Whether two different rulesets claim the same day for the same family and speed.
    pub fn same_day(&self, other: &Claim) -> bool {
        self.id != other.id && self.speed == other.speed && self.from == other.from
    }

    /// The first day of this claim, if it is for the same family and speed as `ruleset` and later than its
    /// first day.
    pub(crate) fn follows(&self, ruleset: &Ruleset) -> Option<NaiveDate> {
        let same = self.speed.each_ref() == [&ruleset.family, &ruleset.category];
        (same && self.from > ruleset.from).then_some(self.from)
    }

    /// The fault to report if `other` claims the same day.
    pub fn fault(&self, other: &str) -> Fault {
        Fault {
            place: self.place.clone(),
            key: "from".to_owned(),
            message: format!("two files for one day: {other} begins on {} too", self.from),
            help: Some("leave `from` out, or name another family".to_owned()),
        }
    }
}

/// An event announced a variation that the ruleset does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{id} has no variation {variation}{}", .nearest.as_ref().map(|n| format!("; did you mean {n}?")).unwrap_or_default())]
pub struct UnknownVariation {
    /// The ruleset.
    pub id: Arc<str>,
    /// The variation asked for.
    pub variation: String,
    /// The most similar variation.
    pub nearest: Option<String>,
}

impl Ruleset {
    /// Builds a user's ruleset from its files; the last one is `file`. Also checks the result as a whole.
    pub(crate) fn checked(
        id: Arc<str>,
        file: &str,
        chain: Vec<Arc<File>>,
        mut faults: Vec<Fault>,
    ) -> Result<Ruleset, Faults> {
        // Faults of single files are reported first; faults of the whole may only follow from them.
        if faults.is_empty() {
            faults = missing(&inherited(&chain), &top(file));
        }
        if faults.is_empty() {
            faults = check(&chain, &resolve(&chain, NaiveDate::MAX), &top(file));
        }
        Ruleset::new(id, file, chain, faults)
    }

    /// Builds a ruleset without checking the result as a whole.
    pub(crate) fn new(
        id: Arc<str>,
        file: &str,
        chain: Vec<Arc<File>>,
        mut faults: Vec<Fault>,
    ) -> Result<Ruleset, Faults> {
        let top = top(file);
        let head = inherited(&chain);
        let (true, Some((from, _))) = (faults.is_empty(), head.from.clone()) else {
            faults.sort_by(|a, b| a.place.cmp(&b.place));
            return Err(Faults(faults));
        };
        let name = Name {
            id,
            title: head.title.unwrap_or_default(),
            family: head.family.unwrap_or_default(),
            category: head.category.unwrap_or_default(),
        };
        let amendments = amendments(&chain);
        let days: Vec<NaiveDate> = amendments.iter().map(|(day, _)| *day).collect();
        let (first, later) = periods(&chain, &name, &days)
            .map_err(|message| Faults(vec![Fault { place: top, key: String::new(), message, help: None }]))?;
        let own = chain.last().map(|file| &file.head);
        Ok(Ruleset {
            id: Arc::clone(&name.id),
            title: Arc::clone(&name.title),
            family: Arc::clone(&name.family),
            category: Arc::clone(&name.category),
            name,
            from,
            until: head.until,
            source: head.source.unwrap_or_default(),
            extends: own.and_then(|own| own.extends.as_ref().map(|(id, _)| Arc::clone(id))),
            own_from: own.and_then(|own| own.from.clone()),
            supervised: chain.iter().any(|file| file.limited.is_some()),
            variations: variations(&first.resolved),
            amendments,
            first,
            later,
            early: OnceLock::new(),
        })
    }

    /// The rules on a day. Supervision matters only if [`Ruleset::supervised`].
    pub fn at(&self, date: NaiveDate, supervision: Supervision) -> Arc<Rules> {
        self.period(date).under(supervision)
    }

    /// The rules on a day, with the variations that the event announced.
    pub fn varied(
        &self,
        date: NaiveDate,
        supervision: Supervision,
        variations: &[&str],
    ) -> Result<Arc<Rules>, UnknownVariation> {
        let resolved = &self.period(date).resolved;
        let limited = self.supervised && supervision == Supervision::Limited;
        let mut layer = if limited { resolved.under_limited() } else { Layer::clone(&resolved.base) };
        let mut announced = Vec::new();
        for name in variations {
            let found = resolved.variations.get_key_value(*name);
            let (name, variation) = found.ok_or_else(|| self.unknown_variation(name))?;
            layer.overlay(&variation.layer);
            announced.push(Arc::clone(name));
        }
        let rules =
            Rules::new(&self.name, self.supervised.then_some(supervision), announced, Arc::new(layer));
        rules.map(Arc::new).map_err(|_| self.unknown_variation(&variations.join(", ")))
    }

    /// The rules for games older than the first known edition: without automatic draws.
    pub fn before_the_first(&self, supervision: Supervision) -> Arc<Rules> {
        let [full, limited] = self.early.get_or_init(|| {
            [&self.first.full, &self.first.limited].map(|rules| Arc::new(rules.without_automatic_draws()))
        });
        Arc::clone(if supervision == Supervision::Full { full } else { limited })
    }

    /// Whether the book distinguishes full and limited supervision.
    pub fn supervised(&self) -> bool {
        self.supervised
    }

    /// The variations that an event may announce: number and description.
    pub fn variations(&self) -> &[(Arc<str>, Arc<str>)] {
        &self.variations
    }

    /// The days on which values change, and descriptions of the changes.
    pub fn amendments(&self) -> &[(NaiveDate, Arc<str>)] {
        &self.amendments
    }

    /// The edition without its speed: `fide-2023`.
    pub fn edition(&self) -> &str {
        let speed = self.id.strip_suffix(self.category.as_ref());
        speed.and_then(|id| id.strip_suffix('-')).unwrap_or(&self.id)
    }

    /// The claim of the file's own first day; an inherited day is not a claim.
    pub fn claim(&self) -> Option<Claim> {
        let (from, place) = self.own_from.clone()?;
        let speed = [Arc::clone(&self.family), Arc::clone(&self.category)];
        Some(Claim { id: Arc::clone(&self.id), speed, from, place })
    }

    fn period(&self, date: NaiveDate) -> &Period {
        self.later.iter().rev().find(|period| period.from <= date).unwrap_or(&self.first)
    }

    fn unknown_variation(&self, name: &str) -> UnknownVariation {
        let known = self.variations.iter().map(|(name, _)| name.as_ref());
        let nearest = super::fault::nearest(name, known).map(str::to_owned);
        UnknownVariation { id: Arc::clone(&self.id), variation: name.to_owned(), nearest }
    }
}

impl Period {
    fn new(chain: &[Arc<File>], name: &Name, from: NaiveDate) -> Result<Period, String> {
        let resolved = resolve(chain, from);
        let supervised = chain.iter().any(|file| file.limited.is_some());
        let word = |supervision| supervised.then_some(supervision);
        let full =
            Arc::new(Rules::new(name, word(Supervision::Full), Vec::new(), Arc::clone(&resolved.base))?);
        let limited = match supervised {
            true => {
                let layer = Arc::new(resolved.under_limited());
                Arc::new(Rules::new(name, word(Supervision::Limited), Vec::new(), layer)?)
            }
            false => Arc::clone(&full),
        };
        Ok(Period { from, resolved, full, limited })
    }

    fn under(&self, supervision: Supervision) -> Arc<Rules> {
        Arc::clone(if supervision == Supervision::Full { &self.full } else { &self.limited })
    }
}

/// The periods before the first amendment and from each amendment on.
fn periods(chain: &[Arc<File>], name: &Name, days: &[NaiveDate]) -> Result<(Period, Vec<Period>), String> {
    let later: Result<Vec<Period>, String> = days.iter().map(|day| Period::new(chain, name, *day)).collect();
    Ok((Period::new(chain, name, NaiveDate::MIN)?, later?))
}

/// The beginning of a file.
fn top(file: &str) -> Place {
    Place { file: file.into(), line: 1, column: 1 }
}

/// Faults for missing keys of the head.
fn missing(head: &Head, top: &Place) -> Vec<Fault> {
    let keys = [
        ("title", head.title.is_none()),
        ("family", head.family.is_none()),
        ("category", head.category.is_none()),
        ("from", head.from.is_none()),
    ];
    let missing = keys.into_iter().filter(|(_, missing)| *missing);
    let fault = |(key, _): (&str, bool)| {
        let message = format!("`{key}` is neither here nor in what this file extends");
        Fault { place: top.clone(), key: key.to_owned(), message, help: None }
    };
    missing.map(fault).collect()
}

fn amendments(chain: &[Arc<File>]) -> Vec<(NaiveDate, Arc<str>)> {
    let mut all: Vec<(NaiveDate, Arc<str>)> = Vec::new();
    for amendment in chain.iter().flat_map(|file| &file.amendments) {
        match all.iter_mut().find(|(day, _)| *day == amendment.from) {
            Some((_, says)) => *says = format!("{says} {}", amendment.says).into(),
            None => all.push((amendment.from, Arc::clone(&amendment.says))),
        }
    }
    all.sort();
    all
}

fn variations(resolved: &Resolved) -> Vec<(Arc<str>, Arc<str>)> {
    let known = resolved.variations.iter();
    known.map(|(name, variation)| (Arc::clone(name), Arc::clone(&variation.says))).collect()
}

/// The head of the last file, completed from the files that it extends.
fn inherited(chain: &[Arc<File>]) -> Head {
    let mut head = Head::default();
    for file in chain {
        let own = file.head.clone();
        head = Head {
            title: own.title.or(head.title),
            extends: own.extends,
            family: own.family.or(head.family),
            category: own.category.or(head.category),
            from: own.from.or(head.from),
            until: own.until,
            known_until: own.known_until.or(head.known_until),
            source: own.source.or(head.source),
        };
    }
    head
}
