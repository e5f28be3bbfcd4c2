//! Inheritance: resolves a chain of files, a day and a supervision to one set of values.
//!
//! Each file is laid over the one it extends: first its renumbering of articles, then its own values, then
//! its amendments up to the day. `[limited]` tables are laid over each other in the same way, and over the
//! result if supervision is limited.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;

use super::article::{ArticleEntries, ArticleEntry};
use super::fault::Fault;
use super::file::{File, Variation};
use super::layer::Layer;
use super::model::{Laws, keys};
use super::section::Values;
use crate::place::Place;

/// The content of a chain of files on one day.
#[derive(Debug, Clone, Default)]
pub(crate) struct Resolved {
    pub(crate) base: Arc<Layer>,
    pub(crate) limited: Layer,
    pub(crate) variations: BTreeMap<Arc<str>, Variation>,
}

/// Lays the files of `chain` over one another as of `date`; the most extended file comes first.
///
/// If no file of the chain has amendments, the result is the same on every day. It is then cached in the last
/// file, because the editions of a family extend each other.
pub(crate) fn resolve(chain: &[Arc<File>], date: NaiveDate) -> Arc<Resolved> {
    let Some((file, above)) = chain.split_last() else { return Arc::default() };
    if let Some(resolved) = file.resolved.get() {
        return Arc::clone(resolved);
    }
    let mut now = Resolved::clone(&resolve(above, date));
    now.overlay_file(file, date);
    let now = Arc::new(now);
    if chain.iter().all(|file| file.amendments.is_empty()) {
        return Arc::clone(file.resolved.get_or_init(|| now));
    }
    now
}

impl Resolved {
    /// Lays a file over what it extends.
    fn overlay_file(&mut self, file: &File, date: NaiveDate) {
        self.renumber(&file.renumber);
        let base = Arc::make_mut(&mut self.base);
        base.overlay(&file.base);
        file.limited.iter().for_each(|layer| self.limited.overlay(layer));
        for amendment in file.amendments.iter().filter(|amendment| amendment.from <= date) {
            base.overlay(&amendment.base);
            amendment.limited.iter().for_each(|layer| self.limited.overlay(layer));
        }
        for (name, variation) in &file.variations {
            let inherited = self.variations.entry(Arc::clone(name)).or_default();
            inherited.layer.overlay(&variation.layer);
            if !variation.says.is_empty() {
                inherited.says = Arc::clone(&variation.says);
            }
        }
    }

    fn renumber(&mut self, numbers: &BTreeMap<Arc<str>, Arc<str>>) {
        if !numbers.is_empty() {
            let variations = self.variations.values_mut().map(|variation| &mut variation.layer);
            [Arc::make_mut(&mut self.base), &mut self.limited]
                .into_iter()
                .chain(variations)
                .for_each(|l| l.renumber(numbers));
        }
    }

    /// Values and articles, overlaid with those of limited supervision.
    pub(crate) fn under_limited(&self) -> Layer {
        let mut layer = Layer::clone(&self.base);
        layer.overlay(&self.limited);
        layer
    }

    /// All articles of all layers.
    fn all_articles(&self) -> ArticleEntries {
        let mut all = self.base.articles.clone();
        let variations = self.variations.values().map(|variation| &variation.layer);
        for layer in std::iter::once(&self.limited).chain(variations) {
            overlay(&mut all, &layer.articles);
        }
        all
    }
}

impl Layer {
    /// Lays `over` over this layer.
    pub(crate) fn overlay(&mut self, over: &Layer) {
        self.values.overlay(&over.values);
        overlay(&mut self.articles, &over.articles);
    }

    /// Renumbers articles as in a later edition, in the table and in citations. An article that no longer
    /// exists is removed from the table. A value that cites it gets a citation marked as gone, which is a
    /// fault unless a later value replaces it.
    fn renumber(&mut self, numbers: &BTreeMap<Arc<str>, Arc<str>>) {
        let old: ArticleEntries = std::mem::take(&mut self.articles);
        self.articles =
            old.into_iter().filter_map(|(number, article)| renumbered(number, article, numbers)).collect();
        for leaf in self.values.0.values_mut() {
            if leaf.articles.iter().any(|article| numbers.contains_key(article)) {
                leaf.articles = leaf.articles.iter().map(|article| cited(article, numbers)).collect();
            }
        }
    }
}

fn overlay(articles: &mut ArticleEntries, over: &ArticleEntries) {
    for (number, entry) in over {
        match articles.get_mut(number) {
            Some(known) => known.overlay(entry),
            None => {
                articles.insert(Arc::clone(number), entry.clone());
            }
        }
    }
}

fn renumbered(
    number: Arc<str>,
    article: ArticleEntry,
    numbers: &BTreeMap<Arc<str>, Arc<str>>,
) -> Option<(Arc<str>, ArticleEntry)> {
    match numbers.get(&number) {
        Some(new) if new.is_empty() => None,
        Some(new) => Some((Arc::clone(new), article)),
        None => Some((number, article)),
    }
}

fn cited(number: &Arc<str>, numbers: &BTreeMap<Arc<str>, Arc<str>>) -> Arc<str> {
    match numbers.get(number) {
        Some(new) if new.is_empty() => format!("{number} (gone)").into(),
        Some(new) => Arc::clone(new),
        None => Arc::clone(number),
    }
}

/// Checks the result of the whole chain. Faults are keys without a value, citations of missing articles,
/// articles without text, and renumberings of articles that do not exist.
pub(crate) fn check(chain: &[Arc<File>], resolved: &Resolved, top: &Place) -> Vec<Fault> {
    let mut faults: Vec<Fault> = keys()
        .filter(|key| !resolved.base.values.0.contains_key(&(key.section, key.name)))
        .map(|key| Fault {
            place: top.clone(),
            key: key.path(),
            message: format!("{} has no value here or in what this file extends", key.path()),
            help: Some(key.label()),
        })
        .collect();
    let articles = resolved.all_articles();
    let layers = [&resolved.base.values, &resolved.limited.values];
    let variations = resolved.variations.values().map(|variation| &variation.layer.values);
    for values in layers.into_iter().chain(variations) {
        faults.extend(dangling(values, &articles));
    }
    faults.extend(articles.iter().filter(|(_, article)| article.says.is_none()).map(|(number, article)| {
        Fault {
            place: article.place.clone(),
            key: format!("article.\"{number}\""),
            message: format!("article {number} has no `says`"),
            help: None,
        }
    }));
    faults.extend(unused_renumberings(chain));
    faults
}

fn dangling<'v>(values: &'v Values, articles: &'v ArticleEntries) -> impl Iterator<Item = Fault> + 'v {
    values.iter().flat_map(move |(section, name, leaf)| {
        let missing = leaf.articles.iter().filter(|article| !articles.contains_key(*article));
        missing.map(move |article| Fault {
            place: leaf.place.clone(),
            key: format!("{section}.{name}"),
            message: format!("{section}.{name} cites {article}, but there is no [article.\"{article}\"]"),
            help: super::fault::nearest(article, articles.keys().map(|n| n.as_ref()))
                .map(|near| format!("did you mean {near}?")),
        })
    })
}

/// Rows of `[renumber]` that change nothing, which are mistakes.
fn unused_renumberings(chain: &[Arc<File>]) -> Vec<Fault> {
    let Some((file, above)) = chain.split_last() else { return Vec::new() };
    if file.renumber.is_empty() {
        return Vec::new();
    }
    let before = resolve(above, NaiveDate::MAX);
    let known = before.all_articles();
    let place = || file.head.extends.as_ref().map(|(_, place)| place.clone());
    file.renumber
        .keys()
        .filter(|old| !known.contains_key(*old))
        .filter_map(|old| {
            let message = format!("renumber: the file that this one extends has no article {old}");
            Some(Fault { place: place()?, key: "renumber".to_owned(), message, help: None })
        })
        .collect()
}

/// The typed laws of a layer.
pub(crate) fn laws(layer: &Layer) -> Result<Laws, String> {
    Laws::build(&layer.values)
}
