//! How topics are written: for people, for a manual, and as JSON.

use std::io::Write;

use textwrap::WordSplitter;

use super::Topic;
use super::topics::{ON_A_SCORESHEET, ON_EVENTS, ON_THE_CLOCK};
use crate::checks::Severity;
use crate::cli::args::TopicKind;
use crate::report::json;

/// Topics of one kind and group together; otherwise in their order.
pub(super) fn in_groups<'t>(topics: impl Iterator<Item = &'t Topic>) -> Vec<&'t Topic> {
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

/// Runs of topics with the same heading.
fn groups<'t, 'a>(topics: &'t [&'a Topic]) -> impl Iterator<Item = &'t [&'a Topic]> {
    topics.chunk_by(|a, b| a.group == b.group)
}

/// Writes one line per topic, under the headings.
pub(super) fn list(topics: &[&Topic], out: &mut dyn Write) -> std::io::Result<()> {
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

pub(super) fn items(topics: &[&Topic], out: &mut dyn Write) -> std::io::Result<()> {
    for topic in topics {
        writeln!(out, "- `{}`: {}", topic.id, topic.title)?;
    }
    Ok(())
}

/// Writes a topic for people, and then the others of the same name.
pub(super) fn text(topic: &Topic, out: &mut dyn Write) -> std::io::Result<()> {
    one(topic, out)?;
    for other in &topic.also {
        writeln!(out, "\n")?;
        one(other, out)?;
    }
    Ok(())
}

fn one(topic: &Topic, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{} ({})\n\n{}", topic.id, what(topic), wrapped(&topic.title))?;
    if !topic.text.is_empty() {
        writeln!(out, "\n{}", wrapped(&topic.text))?;
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

/// Maximum length of a line for people, in characters.
const WIDTH: usize = 110;

/// `text` with its long lines broken; further lines of a list item are indented, code in fences is unchanged.
pub(super) fn wrapped(text: &str) -> String {
    let mut fenced = false;
    let lines = text.lines().map(|line| {
        fenced ^= line.trim_start().starts_with("```");
        if fenced || line.chars().count() <= WIDTH { line.to_owned() } else { broken(line) }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn broken(line: &str) -> String {
    let hang = if line.starts_with("- ") { "  " } else { "" };
    let options = textwrap::Options::new(WIDTH).break_words(false).subsequent_indent(hang);
    textwrap::fill(line, options.word_splitter(WordSplitter::NoHyphenation))
}

/// Writes the topic under a heading of `level`, with its own headings below, and then the others of the same name.
pub(super) fn markdown(topic: &Topic, level: usize, out: &mut dyn Write) -> std::io::Result<()> {
    let heading = "#".repeat(level);
    writeln!(out, "{heading} {}\n\n*{}*: {}", topic.id, what(topic), topic.title)?;
    if !topic.text.is_empty() {
        writeln!(out, "\n{}", lowered(&topic.text, level - 1))?;
    }
    if !topic.articles.is_empty() {
        writeln!(out, "\n{heading}# Articles\n")?;
    }
    for cited in &topic.articles {
        writeln!(out, "- {}: {}", cited.ruleset, cited.articles.join(", "))?;
    }
    for other in &topic.also {
        writeln!(out)?;
        markdown(other, level, out)?;
    }
    Ok(())
}

/// The event that the examples of event checks modify.
const EVENT: &str = include_str!("event.trf");

/// Writes how the examples of a group are to be read.
fn preface(group: &str, out: &mut dyn Write) -> std::io::Result<()> {
    match group {
        ON_A_SCORESHEET | ON_THE_CLOCK => writeln!(
            out,
            "\nThe first text of an example shows what is found, the next what is in order. Tags that do not matter \
             are left out, and so is the `*` of a game without a result."
        ),
        ON_EVENTS => writeln!(
            out,
            "\nLines of TRF in an example replace those of this event, which is in order. A game in an example is one of \
             its games, and is compared with it. A table with the columns of games is a file of its own; one of \
             standings is a published table of this event.\n\n\
             ```trf\n{EVENT}```"
        ),
        _ => Ok(()),
    }
}

/// Writes a whole manual: one chapter per kind, one section per group.
pub(super) fn manual(topics: &[&Topic], out: &mut dyn Write) -> std::io::Result<()> {
    for (i, chapter) in topics.chunk_by(|a, b| a.kind == b.kind).enumerate() {
        let title = chapter.first().map_or("", |topic| chapter_title(topic.kind));
        writeln!(out, "{}# {title}", if i == 0 { "" } else { "\n" })?;
        for group in groups(chapter) {
            let heading = group.first().map_or("", |topic| topic.group.as_str());
            if heading != title {
                writeln!(out, "\n## {heading}")?;
            }
            preface(heading, out)?;
            let level = if heading == title { 2 } else { 3 };
            for topic in group {
                writeln!(out)?;
                markdown(topic, level, out)?;
            }
        }
    }
    Ok(())
}

pub(super) fn array(topics: &[&Topic], out: &mut dyn Write) -> std::io::Result<()> {
    for (i, topic) in topics.iter().enumerate() {
        out.write_all(if i == 0 { b"[\n" } else { b",\n" })?;
        json::write(&mut *out, topic)?;
    }
    out.write_all(if topics.is_empty() { b"[]\n" } else { b"\n]\n" })
}

pub(super) fn compact(topic: &Topic) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    json::write(&mut bytes, topic)?;
    Ok(String::from_utf8(bytes)?)
}

/// `text` with its headings lower by `by` levels; code in fences is unchanged.
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
        TopicKind::Ruleset => "ruleset",
        TopicKind::Rule => "rule",
    };
    topic.severity.map_or(kind.to_owned(), |severity| format!("{kind}, {}", word(severity)))
}

fn chapter_title(kind: TopicKind) -> &'static str {
    match kind {
        TopicKind::Check => "Checks",
        TopicKind::Incident => "Incidents",
        TopicKind::Decision => "Decisions",
        TopicKind::Article => "Articles",
        TopicKind::Ruleset => "Rulesets",
        TopicKind::Rule => "Rules",
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}
