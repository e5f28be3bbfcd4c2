//! Which rules make two rulesets rule differently on the same case.
//!
//! The reasons are not compared: the case is heard again with values of one ruleset put into the other, until the
//! smallest set that turns one ruling into the other is found.

use std::sync::Arc;

use super::ruling::{Adjudication, Ruling};
use super::session::{Session, adjudicate_under};
use crate::case::Case;
use crate::ruleset::{Key, Rules, keys};

/// What makes the difference between two rulings on one case.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Difference {
    /// There is none: both rule the same.
    None,
    /// These keys: with only their values taken over, the first ruleset rules like the second. Without any one
    /// of them it does not.
    Keys(Vec<&'static Key>),
    /// No set of keys was found: something other than the rulesets' values differs.
    Unknown,
}

/// What makes `there` rule otherwise than `here`. `session` is the one in which `here` was ruled.
pub fn difference(
    case: &Case,
    file: &Arc<str>,
    session: &Session<'_>,
    here: &Adjudication,
    there: &Adjudication,
) -> Difference {
    if alike(here, there) {
        return Difference::None;
    }
    let rules_with = |keys: &[&'static Key]| here.rules.with_values(&there.rules, keys).map(Arc::new);
    let turns = |keys: &[&'static Key]| {
        let Ok(rules) = rules_with(keys) else { return false };
        let ruled = adjudicate_under(case, file, session, &|_| Arc::clone(&rules));
        ruled.is_ok_and(|ruled| alike(&ruled, there))
    };
    let candidates = candidates(here, there);
    if !turns(&candidates) {
        return Difference::Unknown;
    }
    Difference::Keys(fewest(candidates, turns))
}

/// The keys whose values differ; those on which no article of either ruling rests come first, to be left out first.
fn candidates(here: &Adjudication, there: &Adjudication) -> Vec<&'static Key> {
    let mut found: Vec<&'static Key> =
        keys().filter(|key| value(&here.rules, key) != value(&there.rules, key)).collect();
    found.sort_by_key(|key| is_cited(key, here) || is_cited(key, there));
    found
}

fn value<'r>(rules: &'r Rules, key: &Key) -> Option<&'r toml::Value> {
    rules.values().get(key.section, key.name).map(|leaf| &*leaf.value)
}

fn is_cited(key: &Key, ruled: &Adjudication) -> bool {
    let Some(leaf) = ruled.rules.values().get(key.section, key.name) else { return false };
    let cited = |article: &Arc<str>| ruled.rulings.iter().any(|ruling| ruling.articles.contains(article));
    leaf.articles.iter().any(cited)
}

/// Leaves out of `all` what is not needed for `holds`: by halves first, one by one in the end.
fn fewest<T: Copy>(mut all: Vec<T>, holds: impl Fn(&[T]) -> bool) -> Vec<T> {
    let mut size = all.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < all.len() {
            let without: Vec<T> = all.iter().take(at).chain(all.iter().skip(at + size)).copied().collect();
            if holds(&without) {
                all = without;
            } else {
                at += size;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    all
}

/// Whether both rule the same, in whatever words and by whatever articles.
fn alike(a: &Adjudication, b: &Adjudication) -> bool {
    let same = |(a, b): (&Ruling, &Ruling)| {
        (a.incident, a.kind, a.decision, a.result) == (b.incident, b.kind, b.decision, b.result)
            && (a.restore, &a.must, a.adjust, a.clock) == (b.restore, &b.must, b.adjust, b.clock)
            && a.options == b.options
    };
    a.result == b.result && a.rulings.len() == b.rulings.len() && a.rulings.iter().zip(&b.rulings).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_are_left() {
        let needs = |all: &[u32]| [3, 17, 18].iter().all(|n| all.contains(n));
        assert_eq!(fewest((0..40).collect(), needs), [3, 17, 18]);
        assert_eq!(fewest(vec![5], |all| all.contains(&5)), [5]);
        assert!(fewest(vec![1, 2, 3], |_| true).is_empty());
    }
}
