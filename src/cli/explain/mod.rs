//! `flagfall explain`: what a check, an incident, a decision, an article, a ruleset or one of its keys means, from
//! the text beside its code.
//!
//! The text is printed as it was written.

use std::io::Write;

use serde::Serialize;

mod keys;
mod laws;
mod pairings;
mod rulesets;
mod topics;
mod write;

pub use laws::LawsOn;
pub use topics::{of_checks, of_decisions, of_incidents};

use write::{array, compact, in_groups, items, list, manual, markdown, text};

use super::args::{ExplainArgs, ExplainFormat, TopicKind};
use super::exit::Exit;
use super::selection::{did_you_mean, nearest};
use crate::case::Kind;
use crate::checks::{Check, Severity};
use crate::rulings::manual::example;

/// One thing that can be explained.
#[derive(Debug, Clone, Serialize)]
pub struct Topic {
    /// Its id; `RULESET:ARTICLE` for an article.
    pub id: String,
    /// Its kind.
    pub kind: TopicKind,
    /// The heading under which it is listed.
    pub group: String,
    /// The severity of a check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// What it is, in a sentence.
    pub title: String,
    /// The rest, in Markdown with headings of the second level.
    pub text: String,
    /// The articles that it rests on, ruleset by ruleset.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub articles: Vec<Cited>,
    /// Other topics of the same name: a check and a kind of incident may share it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Topic>,
}

/// Articles of one ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cited {
    /// Id of the ruleset, or of the edition if its speeds agree.
    pub ruleset: String,
    /// Numbers, in the order of the rulebook.
    pub articles: Vec<String>,
}

/// Looks up articles, rulesets and keys in the Laws.
pub trait Laws {
    /// The articles that the check, incident or decision `id` rests on.
    fn behind(&self, id: &str, kind: TopicKind) -> Vec<Cited>;

    /// The text of `article` in the rulesets that `ruleset` names.
    ///
    /// # Errors
    /// If there is no such ruleset or article; the error names the nearest.
    fn article(&self, ruleset: &str, article: &str) -> anyhow::Result<Topic>;

    /// The editions, without their text.
    fn editions(&self) -> Vec<Topic>;

    /// A ruleset, an edition or a family; a section or a key of the rulesets; an article of the Laws in force.
    fn named(&self, id: &str) -> Option<Topic>;

    /// All names that [`Laws::named`] finds, except articles.
    fn names(&self) -> Vec<String>;
}

/// Everything that `explain` lists: checks, incidents, decisions, editions.
pub fn everything(checks: &[Check], laws: &dyn Laws) -> Vec<Topic> {
    [of_checks(checks), of_incidents(), of_decisions(), laws.editions()].concat()
}

/// Lists `checks`, one line each: `flagfall check --list-checks`.
///
/// # Errors
/// Those of `out`.
pub fn list_checks(checks: &[Check], out: &mut dyn Write) -> std::io::Result<()> {
    let topics = of_checks(checks);
    list(&in_groups(topics.iter()), out)
}

/// Explains what was asked for, lists everything, or explains everything.
///
/// # Errors
/// If nothing has that id, and those of `out`.
pub fn explain(
    args: &ExplainArgs,
    topics: &[Topic],
    laws: &dyn Laws,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if let Some(id) = args.id.as_ref().filter(|_| args.example) {
        let kind = Kind::named(id).ok_or_else(|| {
            anyhow::anyhow!("{id} is not a kind of incident{}", did_you_mean(Kind::nearest(id)))
        })?;
        out.write_all(example(kind.row()).as_bytes())?;
        return Ok(Exit::Clean);
    }
    if let Some(id) = &args.id {
        let topic = find(id, topics, laws)?;
        match args.format {
            ExplainFormat::Text => text(&topic, out)?,
            ExplainFormat::Json => writeln!(out, "{}", compact(&topic)?)?,
            ExplainFormat::Markdown => markdown(&topic, 1, out)?,
        }
        return Ok(Exit::Clean);
    }
    let whole = args.all || args.format == ExplainFormat::Json;
    let wanted = topics.iter().filter(|topic| args.kind.is_none_or(|kind| topic.kind == kind));
    let topics: Vec<Topic> =
        wanted.map(|topic| if whole { in_full(topic, laws) } else { topic.clone() }).collect();
    let topics = in_groups(topics.iter());
    match (args.format, args.all) {
        (ExplainFormat::Json, _) => array(&topics, out)?,
        (ExplainFormat::Text, false) => list(&topics, out)?,
        (ExplainFormat::Markdown, false) => items(&topics, out)?,
        (ExplainFormat::Text, true) => {
            for (i, topic) in topics.iter().enumerate() {
                out.write_all(if i == 0 { b"" } else { b"\n\n" })?;
                text(topic, out)?;
            }
        }
        (ExplainFormat::Markdown, true) => manual(&topics, out)?,
    }
    Ok(Exit::Clean)
}

/// A check or a kind of incident in Markdown, for an editor.
pub(super) fn in_markdown(id: &str, kind: TopicKind, laws: &dyn Laws) -> Option<String> {
    let topics = if kind == TopicKind::Check { of_checks(crate::checks::ALL) } else { of_incidents() };
    let topic = topics.iter().find(|topic| topic.id == id)?;
    let mut out = Vec::new();
    markdown(&in_full(topic, laws), 1, &mut out).ok()?;
    String::from_utf8(out).ok()
}

fn find(id: &str, topics: &[Topic], laws: &dyn Laws) -> anyhow::Result<Topic> {
    let id = id.trim();
    let same = |a: &str| a.eq_ignore_ascii_case(id);
    let mut found = topics.iter().filter(|topic| same(&topic.id)).map(|topic| in_full(topic, laws));
    if let Some(first) = found.next() {
        let section = laws.named(id).filter(|topic| topic.kind == TopicKind::Rule);
        return Ok(Topic { also: found.chain(section).collect(), ..first });
    }
    if let Some((ruleset, article)) = id.split_once(':') {
        // Chapters of a rulebook have a colon in their numbers: `ch11:15`.
        return laws.article(ruleset, article).or_else(|why| laws.named(id).ok_or(why));
    }
    if let Some(topic) = laws.named(id) {
        return Ok(topic);
    }
    let names = laws.names();
    let known = topics.iter().map(|topic| topic.id.as_str()).chain(names.iter().map(String::as_str));
    anyhow::bail!("nothing is called {id}{}", did_you_mean(nearest(id, known)))
}

/// `topic` with its articles or its text looked up in the Laws.
fn in_full(topic: &Topic, laws: &dyn Laws) -> Topic {
    match topic.kind {
        TopicKind::Ruleset => laws.named(&topic.id).unwrap_or_else(|| topic.clone()),
        kind => Topic { articles: laws.behind(&topic.id, kind), ..topic.clone() },
    }
}

#[cfg(test)]
mod tests;
