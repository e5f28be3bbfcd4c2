//! Rulesets in `explain`: when they are in force, what they are based on, what an event may announce, and every
//! article.

use std::sync::Arc;

use super::Topic;
use super::laws::LawsOn;
use crate::cli::args::TopicKind;
use crate::cli::rulesets::in_force;
use crate::ruleset::{Ruleset, by_number, in_order};

/// The editions, one topic each.
pub(super) fn editions(laws: &LawsOn<'_>) -> Vec<Topic> {
    let all = in_order(laws.rulesets(&laws.library.ids()));
    all.chunk_by(|a, b| a.edition() == b.edition())
        .filter_map(|edition| {
            let first = edition.first()?;
            Some(topic(first.edition(), title(laws, edition), String::new()))
        })
        .collect()
}

/// The ruleset, the edition, or the edition of a family that is in force.
pub(super) fn named(laws: &LawsOn<'_>, id: &str) -> Option<Topic> {
    let rulesets = in_order(laws.rulesets(&laws.ids(id)));
    if rulesets.is_empty() {
        return None;
    }
    let parts =
        [speeds(laws, &rulesets), amendments(&rulesets), variations(&rulesets), articles(laws, &rulesets)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    Some(topic(id, title(laws, &rulesets), parts.join("\n\n")))
}

fn topic(id: &str, title: String, text: String) -> Topic {
    Topic {
        id: id.to_owned(),
        kind: TopicKind::Ruleset,
        group: "Rulesets".to_owned(),
        severity: None,
        title,
        text,
        articles: Vec::new(),
        also: Vec::new(),
    }
}

/// `FIDE Laws of Chess 2023, in force since 2023-01-01.`
fn title(laws: &LawsOn<'_>, rulesets: &[Arc<Ruleset>]) -> String {
    let Some(first) = rulesets.first() else { return String::new() };
    let name = match rulesets {
        [_] => first.title.as_ref(),
        // The title of the edition is the part that the titles of its speeds share.
        _ => first.title.rsplit_once(", ").map_or(first.title.as_ref(), |(edition, _)| edition),
    };
    format!("{name}, in force {}.", in_force(first.from, laws.library.last_day(first)))
}

fn speeds(laws: &LawsOn<'_>, rulesets: &[Arc<Ruleset>]) -> Option<String> {
    let line = |ruleset: &Arc<Ruleset>| {
        let supervised =
            if ruleset.supervised() { "; distinguishes full and limited supervision" } else { "" };
        format!(
            "- `{}`: {}, in force {}{supervised}. Source: {}",
            ruleset.id,
            ruleset.title,
            in_force(ruleset.from, laws.library.last_day(ruleset)),
            ruleset.source
        )
    };
    Some(format!("## Rulesets\n\n{}", rulesets.iter().map(line).collect::<Vec<_>>().join("\n")))
}

fn amendments(rulesets: &[Arc<Ruleset>]) -> Option<String> {
    let said = rulesets.iter().flat_map(|ruleset| {
        ruleset.amendments().iter().map(|(day, says)| (format!("- From {day}: {says}"), &ruleset.id))
    });
    listed("## Changes since", said, rulesets.len())
}

fn variations(rulesets: &[Arc<Ruleset>]) -> Option<String> {
    let said = rulesets.iter().flat_map(|ruleset| {
        ruleset.variations().iter().map(|(name, says)| (format!("- `{name}`: {says}"), &ruleset.id))
    });
    listed("## What an event may announce", said, rulesets.len())
}

/// Lines under a heading, each once, with the rulesets that have them if not all do.
fn listed<'r>(
    heading: &str,
    said: impl Iterator<Item = (String, &'r Arc<str>)>,
    all: usize,
) -> Option<String> {
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for (line, id) in said {
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, ids)) => ids.push(id),
            None => lines.push((line, vec![id])),
        }
    }
    lines.sort();
    let lines: Vec<String> = lines
        .into_iter()
        .map(|(line, ids)| if ids.len() == all { line } else { format!("{line} [{}]", ids.join(", ")) })
        .collect();
    (!lines.is_empty()).then(|| format!("{heading}\n\n{}", lines.join("\n")))
}

/// Every article in the order of the rulebook; by ruleset if they differ.
fn articles(laws: &LawsOn<'_>, rulesets: &[Arc<Ruleset>]) -> Option<String> {
    let mut numbers: Vec<Arc<str>> = Vec::new();
    for rules in rulesets.iter().flat_map(|ruleset| laws.rules(ruleset)) {
        numbers.extend(rules.articles().into_iter().map(|(number, _)| Arc::clone(number)));
    }
    numbers.sort_by(|a, b| by_number(a, b));
    numbers.dedup();
    let lines: Vec<String> = numbers.iter().flat_map(|number| laws.lines(number, rulesets)).collect();
    (!lines.is_empty()).then(|| {
        format!(
            "## Articles\n\nIn our own words; the publisher's text is the authority.\n\n{}",
            lines.join("\n")
        )
    })
}
