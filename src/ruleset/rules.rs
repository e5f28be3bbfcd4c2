//! The resolved view of a ruleset: the Laws as they apply to one game.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::article::{Article, Articles, by_number};
use super::layer::Layer;
use super::model::Laws;
use super::section::{Key, Values};
use super::value::{Cited, Fivefold, OptionWord, Options, Remedy, Supervision};

/// The Laws on one day, under one supervision, with the announced variations.
///
/// Dereferences to [`Laws`]: `rules.illegal_move.bonus` is the number, and
/// `rules.illegal_move.bonus.articles` are the articles it rests on.
#[derive(Debug, Clone)]
pub struct Rules {
    /// The id of the ruleset: `fide-2023-blitz`.
    pub id: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// Its family: `fide`, `uscf`.
    pub family: Arc<str>,
    /// Its speed, by the family's own name: `standard`, `regular`, `rapid`, `quick`, `blitz`.
    pub category: Arc<str>,
    /// Full or limited; `None` if the book does not distinguish them.
    pub supervision: Option<Supervision>,
    /// The announced variations that are in force.
    pub variations: Vec<Arc<str>>,
    laws: Laws,
    layer: Arc<Layer>,
    /// The articles, and indexes of them by what they back and govern. Built on first use, because most rules are never
    /// cited.
    articles: OnceLock<Articles>,
    backing: OnceLock<Index>,
    governing: OnceLock<Index>,
}

type Index = BTreeMap<Arc<str>, Vec<Arc<str>>>;

impl Deref for Rules {
    type Target = Laws;
    fn deref(&self) -> &Laws {
        &self.laws
    }
}

/// The names of a [`Rules`].
#[derive(Debug, Clone)]
pub(crate) struct Name {
    pub(crate) id: Arc<str>,
    pub(crate) title: Arc<str>,
    pub(crate) family: Arc<str>,
    pub(crate) category: Arc<str>,
}

impl Rules {
    pub(crate) fn new(
        name: &Name,
        supervision: Option<Supervision>,
        variations: Vec<Arc<str>>,
        layer: Arc<Layer>,
    ) -> Result<Rules, String> {
        Ok(Rules {
            id: Arc::clone(&name.id),
            title: Arc::clone(&name.title),
            family: Arc::clone(&name.family),
            category: Arc::clone(&name.category),
            supervision,
            variations,
            laws: super::resolve::laws(&layer)?,
            layer,
            articles: OnceLock::new(),
            backing: OnceLock::new(),
            governing: OnceLock::new(),
        })
    }

    /// The same rules without automatic draws, for games older than the first known edition.
    pub(crate) fn without_automatic_draws(&self) -> Rules {
        let mut rules = self.clone();
        rules.laws.automatic_draw.fivefold.value = Fivefold::None;
        rules.laws.automatic_draw.seventy_five.value = 0;
        rules
    }

    /// These rules with the values of `other` for some keys.
    ///
    /// # Errors
    /// If the values do not form a valid set of laws.
    pub fn with_values(&self, other: &Rules, keys: &[&Key]) -> Result<Rules, String> {
        let mut rules = self.clone();
        let taken = keys.iter().filter_map(|key| {
            let leaf = other.values().get(key.section, key.name)?;
            Some(((key.section, key.name), leaf.clone()))
        });
        Arc::make_mut(&mut rules.layer).values.0.extend(taken);
        rules.laws = Laws::build(&rules.layer.values)?;
        Ok(rules)
    }

    /// The remedies that a list of options means, each once, in order.
    pub fn options(&self, options: &Options) -> Vec<Remedy> {
        let mut remedies: Vec<Remedy> = Vec::new();
        for word in &options.0 {
            let meant = match word {
                OptionWord::Remedy(remedy) => std::slice::from_ref(remedy),
                OptionWord::Penalties(_) => self.penalties.list.as_slice(),
            };
            for remedy in meant {
                if !remedies.contains(remedy) {
                    remedies.push(*remedy);
                }
            }
        }
        remedies
    }

    /// The articles whose `backs` name a check, in the order of the book. The check's findings cite them.
    pub fn articles_backing(&self, check: &str) -> &[Arc<str>] {
        let backing = self.backing.get_or_init(|| index(self.articles_by_number(), |article| &article.backs));
        backing.get(check).map_or(&[], Vec::as_slice)
    }

    /// The articles whose `governs` name an incident kind or a decision, in the order of the book.
    pub fn articles_governing(&self, kind: &str) -> &[Arc<str>] {
        let governing =
            self.governing.get_or_init(|| index(self.articles_by_number(), |article| &article.governs));
        governing.get(kind).map_or(&[], Vec::as_slice)
    }

    /// The article with this number.
    pub fn article(&self, number: &str) -> Option<&Article> {
        self.articles_by_number().get(number)
    }

    /// All articles, in the order of the book.
    pub fn articles(&self) -> Vec<(&Arc<str>, &Article)> {
        let mut all: Vec<_> = self.articles_by_number().iter().collect();
        all.sort_by(|(a, _), (b, _)| by_number(a, b));
        all
    }

    /// All values as written in the files, by section and name.
    pub fn values(&self) -> &Values {
        &self.layer.values
    }

    fn articles_by_number(&self) -> &Articles {
        self.articles.get_or_init(|| {
            let entries = self.layer.articles.iter();
            entries.map(|(number, entry)| (Arc::clone(number), entry.whole())).collect()
        })
    }
}

fn index(articles: &Articles, names: impl Fn(&Article) -> &Vec<Arc<str>>) -> Index {
    let mut index: BTreeMap<Arc<str>, Vec<Arc<str>>> = BTreeMap::new();
    for (number, article) in articles {
        for name in names(article) {
            index.entry(Arc::clone(name)).or_default().push(Arc::clone(number));
        }
    }
    index.values_mut().for_each(|numbers| numbers.sort_by(|a, b| by_number(a, b)));
    index
}

/// The articles of several values, in the given order, each once.
pub fn cite<'c>(values: impl IntoIterator<Item = &'c [Arc<str>]>) -> Vec<Arc<str>> {
    let mut cited: Vec<Arc<str>> = Vec::new();
    for article in values.into_iter().flatten() {
        if !cited.contains(article) {
            cited.push(Arc::clone(article));
        }
    }
    cited
}

impl<T> Cited<T> {
    /// Whether the value was taken from the text of the edition.
    pub fn is_sure(&self) -> bool {
        self.confidence == super::value::Confidence::Sure
    }
}
