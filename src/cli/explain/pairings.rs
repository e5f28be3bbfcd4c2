//! The Dutch system in `explain`: an edition, a criterion, an article.

use super::Topic;
use crate::cli::args::TopicKind;
use crate::event::pairing::{Article, EDITIONS, Edition, Rules, articles, counterpart, disputed};

/// The family under which editions are named: `pairings:2026`.
const FAMILY: &str = "pairings";

/// The editions, one topic each.
pub(super) fn editions() -> impl Iterator<Item = Topic> {
    EDITIONS.iter().map(|edition| topic(&id(edition), TopicKind::Ruleset, title(edition), String::new()))
}

/// Names of all editions.
pub(super) fn names() -> impl Iterator<Item = String> {
    EDITIONS.iter().map(id)
}

/// An edition (`pairings:2026`, `dutch-2026`, `pairings` for the last one), or an article of one (`pairings:2017:C.7`).
pub(super) fn named(wanted: &str) -> Option<Topic> {
    let last = EDITIONS.last().filter(|_| wanted == FAMILY);
    let by_name = || EDITIONS.iter().find(|edition| wanted == edition.id || wanted == id(edition));
    if let Some(edition) = last.or_else(by_name) {
        return Some(whole(wanted, edition));
    }
    let edition = EDITIONS.iter().find(|edition| wanted.starts_with(&format!("{}:", id(edition))))?;
    let number = wanted.strip_prefix(&id(edition))?.strip_prefix(':')?;
    find(edition.rules, number, false).map(|article| one(wanted, edition.rules, article))
}

/// A criterion by its number alone: `C8` in the edition of 2026, `C.7` in that of 2017.
pub(super) fn criterion(wanted: &str, rules: Rules) -> Option<Topic> {
    let article = find(rules, wanted, true)?;
    Some(one(article.criterion, rules, article))
}

fn find(rules: Rules, number: &str, criteria_only: bool) -> Option<&'static Article> {
    let same = |text: &str| !text.is_empty() && text.eq_ignore_ascii_case(number);
    articles(rules).iter().find(|article| same(article.criterion) || (!criteria_only && same(article.number)))
}

fn id(edition: &Edition) -> String {
    format!("{FAMILY}:{}", edition.year)
}

fn title(edition: &Edition) -> String {
    format!("{}. {}.", edition.title, edition.source)
}

fn line(article: &Article) -> String {
    let criterion = match article.criterion {
        "" => String::new(),
        same if same == article.number => String::new(),
        criterion => format!(" {criterion}"),
    };
    format!("- **{}{criterion}** {}", article.number, article.says)
}

fn whole(wanted: &str, edition: &Edition) -> Topic {
    let lines: Vec<String> = articles(edition.rules).iter().map(line).collect();
    let notes: Vec<String> = articles(edition.rules)
        .iter()
        .filter_map(|article| Some(format!("- **{}** {}", article.criterion, disputed(article.criterion)?)))
        .collect();
    let text = format!(
        "## Articles\n\nIn our own words; the publisher's text is the authority.\n\n{}\n\n\
         ## Where programs differ\n\n{}",
        lines.join("\n"),
        notes.join("\n")
    );
    topic(wanted, TopicKind::Ruleset, title(edition), text)
}

fn one(wanted: &str, rules: Rules, article: &Article) -> Topic {
    let edition = rules.edition();
    let mut parts = vec![format!("## Source\n\nC.04.3 {}, {}.", article.number, edition.title)];
    if let Some(note) = disputed(article.criterion) {
        parts.push(format!("## Where programs differ\n\n{note}"));
    }
    let other = EDITIONS.iter().find(|other| other.rules != rules);
    if let (Some(other), Some(number)) = (other, counterpart(rules, article.criterion))
        && let Some(article) = find(other.rules, number, true)
    {
        parts.push(format!("## In the text of {}\n\n{number}: {}", other.year, article.says));
    }
    topic(wanted, TopicKind::Article, article.says.to_owned(), parts.join("\n\n"))
}

fn topic(id: &str, kind: TopicKind, title: String, text: String) -> Topic {
    let group = if kind == TopicKind::Ruleset { "Pairings" } else { "Articles" };
    Topic {
        id: id.to_owned(),
        kind,
        group: group.to_owned(),
        severity: None,
        title,
        text,
        articles: Vec::new(),
        also: Vec::new(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn editions_and_criteria_are_found_by_name() {
        assert!(named("pairings:2026").unwrap().text.contains("**2.4.3 C8**"));
        assert!(named("dutch-2017").unwrap().text.contains("**C.7**"));
        assert_eq!(named("pairings").unwrap().title, named("pairings:2026").unwrap().title);
        let of_2026 = criterion("c8", Rules::Dutch2026).unwrap();
        assert_eq!(of_2026.id, "C8");
        assert!(of_2026.text.contains("In the text of 2017\n\nC.7: "), "{}", of_2026.text);
        assert!(named("pairings:2026:5.2.3").unwrap().title.contains("alternate"));
        assert!(named("pairings:2026:9.9").is_none() && named("pairings:2011").is_none());
        assert!(criterion("1.2", Rules::Dutch2026).is_none());
    }
}
