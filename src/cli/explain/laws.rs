//! Articles in `explain`: their text, and which of them a check or an incident rests on.
//!
//! An edition without a speed means all its speeds: text that they share is printed once, the rest by speed.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;

use super::{Cited, Laws, Topic, keys, pairings, rulesets};
use crate::cli::args::TopicKind;
use crate::cli::selection::{did_you_mean, nearest};
use crate::event::pairing;
use crate::ruleset::{Library, Rules, Ruleset, Supervision, by_number};

/// The rulesets as of one day.
pub struct LawsOn<'l> {
    /// All rulesets.
    pub library: &'l Library,
    /// The day.
    pub day: NaiveDate,
}

/// The text of an article, and the rulesets that have it.
struct Wording {
    says: Arc<str>,
    rulesets: Vec<String>,
}

impl Laws for LawsOn<'_> {
    fn behind(&self, id: &str, kind: TopicKind) -> Vec<Cited> {
        let cited: Vec<(Arc<Ruleset>, Vec<String>)> = self
            .rulesets(&self.library.ids())
            .into_iter()
            .map(|ruleset| {
                let numbers = numbers(&self.rules(&ruleset), |rules| {
                    let of = if kind == TopicKind::Check {
                        Rules::articles_backing
                    } else {
                        Rules::articles_governing
                    };
                    of(rules, id).to_vec()
                });
                (ruleset, numbers)
            })
            .filter(|(_, numbers)| !numbers.is_empty())
            .collect();
        by_edition(&cited)
    }

    fn article(&self, ruleset: &str, article: &str) -> anyhow::Result<Topic> {
        let ids = self.ids(ruleset);
        if ids.is_empty() {
            // The error names the nearest ruleset.
            self.library.get(ruleset)?;
        }
        let rulesets = self.rulesets(&ids);
        let all =
            |rules: &Rules| rules.articles().into_iter().map(|(number, _)| Arc::clone(number)).collect();
        let known: Vec<String> =
            rulesets.iter().flat_map(|ruleset| numbers(&self.rules(ruleset), all)).collect();
        let mut wanted: Vec<&String> = known.iter().filter(|number| is_within(number, article)).collect();
        wanted.sort_by(|a, b| by_number(a, b));
        wanted.dedup();
        if wanted.is_empty() {
            let near = nearest(article, known.iter().map(String::as_str));
            anyhow::bail!("{ruleset} has no article {article}{}", did_you_mean(near));
        }
        Ok(self.topic(&format!("{ruleset}:{article}"), &wanted, &rulesets))
    }

    fn editions(&self) -> Vec<Topic> {
        rulesets::editions(self).into_iter().chain(pairings::editions()).collect()
    }

    fn named(&self, id: &str) -> Option<Topic> {
        let lower = id.to_ascii_lowercase();
        let of_families = || self.library.families().find_map(|family| self.article(family, id).ok());
        rulesets::named(self, &lower)
            .or_else(|| keys::named(self, &lower))
            .or_else(|| pairings::named(&lower))
            .or_else(|| pairings::criterion(id, pairing::Rules::Dutch2026))
            .or_else(of_families)
            .or_else(|| pairings::criterion(id, pairing::Rules::Dutch2017))
    }

    fn names(&self) -> Vec<String> {
        let ids = self.library.ids();
        let rulesets = ids.iter().map(|id| id.to_string());
        let families = self.library.families().map(str::to_owned);
        rulesets.chain(families).chain(keys::names()).chain(pairings::names()).collect()
    }
}

impl LawsOn<'_> {
    /// The ids of a ruleset, of an edition, or of a family's edition in force.
    pub(super) fn ids(&self, name: &str) -> Vec<Arc<str>> {
        let ids = self.library.ids_named(name);
        if !ids.is_empty() || !self.library.families().any(|family| family == name) {
            return ids;
        }
        let mut latest: BTreeMap<Arc<str>, Arc<Ruleset>> = BTreeMap::new();
        let rulesets = self.rulesets(&self.library.ids());
        for ruleset in rulesets.into_iter().filter(|ruleset| *ruleset.family == *name) {
            let speed = Arc::clone(&ruleset.category);
            let older = latest.get(&speed).is_none_or(|other| other.from <= ruleset.from);
            if ruleset.from <= self.day && older {
                latest.insert(speed, ruleset);
            }
        }
        latest.into_values().map(|ruleset| Arc::clone(&ruleset.id)).collect()
    }

    pub(super) fn rulesets(&self, ids: &[Arc<str>]) -> Vec<Arc<Ruleset>> {
        ids.iter().filter_map(|id| self.library.get(id).ok()).collect()
    }

    /// The rules under each supervision that the rulebook distinguishes.
    pub(super) fn rules(&self, ruleset: &Ruleset) -> Vec<Arc<Rules>> {
        let full = ruleset.at(self.day, Supervision::Full);
        match ruleset.supervised() {
            true => vec![full, ruleset.at(self.day, Supervision::Limited)],
            false => vec![full],
        }
    }

    fn topic(&self, id: &str, articles: &[&String], rulesets: &[Arc<Ruleset>]) -> Topic {
        let mut title = String::new();
        let mut text = Vec::new();
        for number in articles {
            let (wordings, rests) = self.wordings(number, rulesets);
            let alone = articles.len() == 1 && wordings.len() == 1;
            for wording in &wordings {
                if alone {
                    title = wording.says.to_string();
                } else {
                    text.push(format!("## {number} ({})\n\n{}", wording.rulesets.join(", "), wording.says));
                }
            }
            if !rests.is_empty() {
                let heading = if alone { "## What is based on it\n\n" } else { "Rests on it: " };
                text.push(format!("{heading}{}", rests.join(", ")));
            }
        }
        if title.is_empty() {
            title = id
                .split_once(':')
                .map_or(id.to_owned(), |(ruleset, article)| format!("Article {article} of {ruleset}"));
        }
        Topic {
            id: id.to_owned(),
            kind: TopicKind::Article,
            group: "Articles".to_owned(),
            severity: None,
            title,
            text: text.join("\n\n"),
            articles: Vec::new(),
            also: Vec::new(),
        }
    }

    /// One list item for each wording of an article in the rulesets.
    pub(super) fn lines(&self, number: &str, rulesets: &[Arc<Ruleset>]) -> Vec<String> {
        let (wordings, rests) = self.wordings(number, rulesets);
        let several = wordings.len() > 1
            || wordings.first().is_some_and(|wording| wording.rulesets.len() < rulesets.len());
        let rests = match rests.as_slice() {
            [] => String::new(),
            rests => format!(" *({})*", rests.join(", ")),
        };
        let line = |wording: &Wording| {
            let only = if several { format!(" [{}]", wording.rulesets.join(", ")) } else { String::new() };
            format!("- **{number}**{only} {}{rests}", wording.says)
        };
        wordings.iter().map(line).collect()
    }

    /// The texts of article `number` in the rulesets, and the checks, incidents and decisions that rest on it.
    fn wordings(&self, number: &str, rulesets: &[Arc<Ruleset>]) -> (Vec<Wording>, Vec<String>) {
        let mut wordings: Vec<Wording> = Vec::new();
        let mut rests = Vec::new();
        for ruleset in rulesets {
            for rules in self.rules(ruleset) {
                let Some(article) = rules.article(number) else { continue };
                rests.extend(article.backs.iter().chain(&article.governs).map(|id| id.to_string()));
                let known = wordings.iter().position(|wording| wording.says == article.says);
                let at = known.unwrap_or_else(|| {
                    wordings.push(Wording { says: Arc::clone(&article.says), rulesets: Vec::new() });
                    wordings.len() - 1
                });
                if let Some(wording) = wordings
                    .get_mut(at)
                    .filter(|wording| !wording.rulesets.iter().any(|id| **id == *ruleset.id))
                {
                    wording.rulesets.push(ruleset.id.to_string());
                }
            }
        }
        rests.sort();
        rests.dedup();
        (wordings, rests)
    }
}

/// Numbers of articles under any supervision, in the order of the rulebook, each once.
fn numbers(rules: &[Arc<Rules>], of: impl Fn(&Rules) -> Vec<Arc<str>>) -> Vec<String> {
    let mut all: Vec<String> =
        rules.iter().flat_map(|rules| of(rules)).map(|number| number.to_string()).collect();
    all.sort_by(|a, b| by_number(a, b));
    all.dedup();
    all
}

/// Merges the speeds of one edition that cite the same articles into one entry.
fn by_edition(cited: &[(Arc<Ruleset>, Vec<String>)]) -> Vec<Cited> {
    let mut out = Vec::new();
    for edition in cited.chunk_by(|(a, _), (b, _)| a.edition() == b.edition()) {
        match edition {
            [(first, articles), rest @ ..]
                if !rest.is_empty() && rest.iter().all(|(_, other)| other == articles) =>
            {
                out.push(Cited { ruleset: first.edition().to_owned(), articles: articles.clone() });
            }
            _ => out.extend(edition.iter().map(|(ruleset, articles)| Cited {
                ruleset: ruleset.id.to_string(),
                articles: articles.clone(),
            })),
        }
    }
    out
}

/// Whether `number` is `article` or a part of it: `7.5.1` of `7.5`, `14E2` of `14E`.
fn is_within(number: &str, article: &str) -> bool {
    let Some(rest) = number.strip_prefix(article) else { return false };
    let (Some(last), Some(next)) = (article.chars().last(), rest.chars().next()) else {
        return rest.is_empty();
    };
    matches!(next, '.' | '-' | ':')
        || (last.is_ascii_digit() != next.is_ascii_digit() && next.is_ascii_alphanumeric())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn with_laws(test: impl Fn(&LawsOn<'_>)) {
        let library = Library::built_in();
        test(&LawsOn { library: &library, day: NaiveDate::from_ymd_opt(2026, 11, 1).unwrap() });
    }

    #[test]
    fn says_what_an_article_says_and_what_rests_on_it() {
        with_laws(|laws| {
            let topic = laws.article("fide-2009-standard", "1.2").unwrap();
            assert!(topic.title.contains("checkmate"), "{}", topic.title);
            assert!(topic.text.starts_with("## What is based on it"), "{}", topic.text);
            assert!(topic.text.contains("checkmate"), "{}", topic.text);
        });
    }

    #[test]
    fn an_article_with_parts_shows_them() {
        with_laws(|laws| {
            let topic = laws.article("fide-2009-standard", "3.7").unwrap();
            for part in ["3.7.a", "3.7.b"] {
                assert!(topic.text.contains(&format!("## {part} (fide-2009-standard)")), "{}", topic.text);
            }
        });
    }

    #[test]
    fn names_the_nearest_of_what_is_unknown() {
        with_laws(|laws| {
            let unknown =
                |ruleset: &str, article: &str| laws.article(ruleset, article).unwrap_err().to_string();
            assert!(unknown("fide-2009-standart", "1.2").contains("fide-2009-standard"));
            assert!(
                unknown("fide-2009-standard", "7.4.q").starts_with("fide-2009-standard has no article 7.4.q")
            );
        });
    }

    #[test]
    fn a_check_names_its_articles() {
        with_laws(|laws| {
            let cited = laws.behind("null-move", TopicKind::Check);
            assert!(
                cited.iter().any(|cited| cited.articles.iter().any(|number| number == "1.1")),
                "{cited:?}"
            );
            assert_eq!(laws.behind("no-such-check", TopicKind::Check), []);
        });
    }

    #[test]
    fn parts_are_told_by_their_class() {
        for (number, article, within) in [
            ("7.5.1", "7.5", true),
            ("7.10", "7.1", false),
            ("14E2", "14E", true),
            ("14E", "14", true),
            ("20N1a", "20N1", true),
            ("7.5", "7.5.1", false),
            ("7.5", "7.5", true),
        ] {
            assert_eq!(is_within(number, article), within, "{number} in {article}");
        }
    }
}
