//! `flagfall explain`: what a check, an incident, a decision or an article means, from the text that stands beside its code.
//!
//! The text is printed as it was written: it reads well as it is.

use std::io::Write;

use serde::Serialize;

mod laws;

pub use laws::LawsOn;

use super::args::{ExplainArgs, ExplainFormat, TopicKind};
use super::exit::Exit;
use super::selection::{did_you_mean, nearest};
use crate::checks::{Check, On, Severity};
use crate::report::{doc, json};

/// One thing that can be explained.
#[derive(Debug, Clone, Serialize)]
pub struct Topic {
    /// What the user asks for; `RULESET:ARTICLE` for an article.
    pub id: String,
    /// What kind of thing it is.
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
}

/// Articles of one ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cited {
    /// Id of the ruleset, or of the edition where its speeds agree.
    pub ruleset: String,
    /// Numbers, in the order of the book.
    pub articles: Vec<String>,
}

/// Where articles are looked up.
pub trait Laws {
    /// The articles that the check, incident or decision `id` rests on.
    fn behind(&self, id: &str) -> Vec<Cited>;

    /// What `article` says in the rulesets that `ruleset` names.
    ///
    /// # Errors
    /// Where there is no such ruleset or article; the error names the nearest.
    fn article(&self, ruleset: &str, article: &str) -> anyhow::Result<Topic>;
}

/// The topics of checks, in their order. Their articles are looked up when they are explained in full.
pub fn of_checks(checks: &[Check]) -> Vec<Topic> {
    checks.iter().map(of_check).collect()
}

fn of_check(check: &Check) -> Topic {
    let whole = doc::markdown(check.doc);
    let text = whole.split_once("\n\n").map_or("", |(_, text)| text);
    let group = match check.on {
        On::Sheet(_) | On::Game(_) | On::Run => ON_A_SCORESHEET,
        On::Clock(_) => ON_THE_CLOCK,
        On::Event(_) => ON_EVENTS,
    };
    Topic {
        id: check.id.to_owned(),
        kind: TopicKind::Check,
        group: group.to_owned(),
        severity: Some(check.severity),
        title: doc::title(check.doc),
        text: text.to_owned(),
        articles: Vec::new(),
    }
}

/// Lists `checks`, a line each: `flagfall check --list-checks`.
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
/// Where nothing has that id, and those of `out`.
pub fn explain(
    args: &ExplainArgs,
    topics: &[Topic],
    laws: &dyn Laws,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if let Some(id) = &args.id {
        let topic = find(id, topics, laws)?;
        match args.format {
            ExplainFormat::Text => text(&topic, out)?,
            ExplainFormat::Json => writeln!(out, "{}", compact(&topic)?)?,
            ExplainFormat::Markdown => markdown(&topic, 1, out)?,
        }
        return Ok(Exit::Clean);
    }
    let in_full = args.all || args.format == ExplainFormat::Json;
    let wanted = topics.iter().filter(|topic| args.kind.is_none_or(|kind| topic.kind == kind));
    let topics: Vec<Topic> =
        wanted.map(|topic| if in_full { cited(topic, laws) } else { topic.clone() }).collect();
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

fn find(id: &str, topics: &[Topic], laws: &dyn Laws) -> anyhow::Result<Topic> {
    if let Some(topic) = topics.iter().find(|topic| topic.id.eq_ignore_ascii_case(id)) {
        return Ok(cited(topic, laws));
    }
    if let Some((ruleset, article)) = id.split_once(':') {
        return laws.article(ruleset, article);
    }
    let near = nearest(id, topics.iter().map(|topic| topic.id.as_str()));
    anyhow::bail!("nothing is called {id}{}", did_you_mean(near))
}

/// `topic` with the articles that it rests on.
fn cited(topic: &Topic, laws: &dyn Laws) -> Topic {
    Topic { articles: laws.behind(&topic.id), ..topic.clone() }
}

/// Topics of one kind and group together; otherwise in their order.
fn in_groups<'t>(topics: impl Iterator<Item = &'t Topic>) -> Vec<&'t Topic> {
    let mut topics: Vec<&Topic> = topics.collect();
    let mut order: Vec<(TopicKind, &str)> = Vec::new();
    for topic in &topics {
        if !order.contains(&(topic.kind, topic.group.as_str())) {
            order.push((topic.kind, topic.group.as_str()));
        }
    }
    topics.sort_by_key(|topic| {
        (topic.kind, order.iter().position(|group| *group == (topic.kind, topic.group.as_str())))
    });
    topics
}

/// Runs of topics with one heading.
fn groups<'t, 'a>(topics: &'t [&'a Topic]) -> impl Iterator<Item = &'t [&'a Topic]> {
    topics.chunk_by(|a, b| a.group == b.group)
}

/// One line each, under the headings.
fn list(topics: &[&Topic], out: &mut dyn Write) -> std::io::Result<()> {
    let width = topics.iter().map(|topic| topic.id.chars().count()).max().unwrap_or(0);
    for (i, group) in groups(topics).enumerate() {
        let blank = if i == 0 { "" } else { "\n" };
        writeln!(out, "{blank}{}", group.first().map_or("", |topic| &topic.group))?;
        for topic in group {
            let severity = topic.severity.map_or("", word);
            writeln!(out, "  {:width$}  {severity:7}  {}", topic.id, topic.title)?;
        }
    }
    Ok(())
}

fn items(topics: &[&Topic], out: &mut dyn Write) -> std::io::Result<()> {
    for topic in topics {
        writeln!(out, "- `{}`: {}", topic.id, topic.title)?;
    }
    Ok(())
}

fn text(topic: &Topic, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{} ({})\n\n{}", topic.id, what(topic), topic.title)?;
    if !topic.text.is_empty() {
        writeln!(out, "\n{}", topic.text)?;
    }
    if topic.articles.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## Articles")?;
    let width = topic.articles.iter().map(|cited| cited.ruleset.len()).max().unwrap_or(0);
    for cited in &topic.articles {
        writeln!(out, "{:width$}  {}", cited.ruleset, cited.articles.join(", "))?;
    }
    Ok(())
}

/// The topic under a heading of `level`, its own headings below.
fn markdown(topic: &Topic, level: usize, out: &mut dyn Write) -> std::io::Result<()> {
    let heading = "#".repeat(level);
    writeln!(out, "{heading} {}\n\n*{}*: {}", topic.id, what(topic), topic.title)?;
    if !topic.text.is_empty() {
        writeln!(out, "\n{}", lowered(&topic.text, level - 1))?;
    }
    if topic.articles.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{heading}# Articles\n")?;
    for cited in &topic.articles {
        writeln!(out, "- {}: {}", cited.ruleset, cited.articles.join(", "))?;
    }
    Ok(())
}

const ON_A_SCORESHEET: &str = "Checks on a scoresheet";
const ON_THE_CLOCK: &str = "Checks on the clock";
const ON_EVENTS: &str = "Checks on results and events";

/// The event that the examples of checks on events change.
const EVENT: &str = include_str!("event.trf");

/// How the examples of a group are to be read.
fn preface(group: &str, out: &mut dyn Write) -> std::io::Result<()> {
    match group {
        ON_A_SCORESHEET | ON_THE_CLOCK => writeln!(
            out,
            "\nThe first text of an example shows what is found, the next what is in order. Tags that do not matter \
             are left out, and so is the `*` of a game without a result."
        ),
        ON_EVENTS => writeln!(
            out,
            "\nLines of TRF in an example stand in the place of those of this event, which is in order:\n\n\
             ```trf\n{EVENT}```"
        ),
        _ => Ok(()),
    }
}

/// A whole manual: a chapter a kind, a section a group.
fn manual(topics: &[&Topic], out: &mut dyn Write) -> std::io::Result<()> {
    for (i, chapter) in topics.chunk_by(|a, b| a.kind == b.kind).enumerate() {
        let title = chapter.first().map_or("", |topic| chapter_title(topic.kind));
        writeln!(out, "{}# {title}", if i == 0 { "" } else { "\n" })?;
        for group in groups(chapter) {
            let heading = group.first().map_or("", |topic| topic.group.as_str());
            if heading != title {
                writeln!(out, "\n## {heading}")?;
            }
            preface(heading, out)?;
            for topic in group {
                writeln!(out)?;
                markdown(topic, 3, out)?;
            }
        }
    }
    Ok(())
}

fn array(topics: &[&Topic], out: &mut dyn Write) -> std::io::Result<()> {
    for (i, topic) in topics.iter().enumerate() {
        out.write_all(if i == 0 { b"[\n" } else { b",\n" })?;
        json::write(&mut *out, topic)?;
    }
    out.write_all(if topics.is_empty() { b"[]\n" } else { b"\n]\n" })
}

fn compact(topic: &Topic) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    json::write(&mut bytes, topic)?;
    Ok(String::from_utf8(bytes)?)
}

/// `text` with its headings lower by `by` levels; code in fences is left alone.
fn lowered(text: &str, by: usize) -> String {
    let mut fenced = false;
    let lines = text.lines().map(|line| {
        fenced ^= line.trim_start().starts_with("```");
        if !fenced && line.starts_with('#') { format!("{}{line}", "#".repeat(by)) } else { line.to_owned() }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn what(topic: &Topic) -> String {
    let kind = match topic.kind {
        TopicKind::Check => "check",
        TopicKind::Incident => "incident",
        TopicKind::Decision => "decision",
        TopicKind::Article => "article",
    };
    topic.severity.map_or(kind.to_owned(), |severity| format!("{kind}, {}", word(severity)))
}

fn chapter_title(kind: TopicKind) -> &'static str {
    match kind {
        TopicKind::Check => "Checks",
        TopicKind::Incident => "Incidents",
        TopicKind::Decision => "Decisions",
        TopicKind::Article => "Articles",
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

#[cfg(test)]
mod tests;
