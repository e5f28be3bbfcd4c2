//! Sections and keys of the rulesets: their meaning, and their value in every edition.

use super::Topic;
use super::laws::LawsOn;
use crate::cli::args::TopicKind;
use crate::ruleset::{Confidence, Key, Laws, Printed, keys};

/// The section or the key of that name: `illegal_move`, `illegal_move.bonus`.
pub(super) fn named(laws: &LawsOn<'_>, id: &str) -> Option<Topic> {
    let section = Laws::sections().iter().find(|(name, _, _)| *name == id);
    section.map(|(name, says, keys)| of_section(name, says, keys)).or_else(|| {
        let key = keys().find(|key| key.path() == id)?;
        Some(of_key(laws, key))
    })
}

/// The names of all sections and keys.
pub(super) fn names() -> impl Iterator<Item = String> {
    Laws::sections()
        .iter()
        .flat_map(|(name, _, keys)| std::iter::once((*name).to_owned()).chain(keys.iter().map(Key::path)))
}

fn of_section(name: &str, says: &str, keys: &[Key]) -> Topic {
    let lines: Vec<String> = keys.iter().map(|key| format!("- `{}`: {}", key.path(), key.label())).collect();
    topic(name.to_owned(), says.trim().to_owned(), format!("## Keys\n\n{}", lines.join("\n")))
}

fn of_key(laws: &LawsOn<'_>, key: &'static Key) -> Topic {
    let lines: Vec<String> = values(laws, key)
        .into_iter()
        .map(|(printed, places)| format!("- {}: {}", as_markdown(&printed), places.join(", ")))
        .collect();
    let text = format!("{}.\n\n## Values\n\n{}", key.subject(), lines.join("\n"));
    topic(key.path(), format!("{}.", key.label()), text)
}

fn topic(id: String, title: String, text: String) -> Topic {
    Topic {
        id,
        kind: TopicKind::Rule,
        group: "Rules".to_owned(),
        severity: None,
        title,
        text,
        articles: Vec::new(),
        also: Vec::new(),
    }
}

/// `**120** (7.5.5)`.
fn as_markdown(printed: &Printed) -> String {
    let articles = match printed.articles.as_slice() {
        [] => String::new(),
        articles => format!(" ({})", articles.join(", ")),
    };
    let doubt = match printed.confidence {
        Confidence::Sure => "",
        Confidence::Likely => ", likely",
        Confidence::Unverified => ", not verified",
    };
    format!("**{}**{articles}{doubt}", printed.text())
}

/// Each value with its articles, and the rulesets that have it.
fn values(laws: &LawsOn<'_>, key: &Key) -> Vec<(Printed, Vec<String>)> {
    let mut values: Vec<(Printed, Vec<String>)> = Vec::new();
    for ruleset in laws.rulesets(&laws.library.ids()) {
        let under: Vec<Printed> = laws
            .rules(&ruleset)
            .iter()
            .filter_map(|rules| rules.values().get(key.section, key.name).map(Printed::of))
            .collect();
        let places = match under.as_slice() {
            [full, limited] if full != limited => vec![
                (full.clone(), format!("{}, full supervision", ruleset.id)),
                (limited.clone(), format!("{}, limited supervision", ruleset.id)),
            ],
            [first, ..] => vec![(first.clone(), ruleset.id.to_string())],
            [] => Vec::new(),
        };
        for (printed, place) in places {
            match values.iter_mut().find(|(known, _)| *known == printed) {
                Some((_, known)) => known.push(place),
                None => values.push((printed, vec![place])),
            }
        }
    }
    values
}
