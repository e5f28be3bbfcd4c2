//! `text`: findings for people, in the style of rustc: title, place, the line of the record with a mark, a note, a
//! help.
//!
//! Short (`--quiet`) is one line per finding, which suits grep; full (`--verbose`) adds the position. Only the first
//! findings of one check in a file are listed, the others are counted: an archive may have a million of them.

use std::io::{self, Write};

use annotate_snippets::renderer::{
    DEFAULT_EMPHASIS_STYLE, DEFAULT_ERROR_STYLE, DEFAULT_INFO_STYLE, DEFAULT_LINE_NUM_STYLE,
    DEFAULT_WARNING_STYLE,
};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Message, Renderer, Snippet};
use anstyle::Style;

use super::place::{about, articles, fix_label, parts, place, word};
use super::visible::{BRACKET, MESSAGE, log_commands, shown, visible};
use super::{Detail, FindingReport, Settings, Summary, board, grouped};
use crate::checks::{Excerpt, Finding, Severity};

/// Maximum number of characters shown on either side of the mark, and of the mark itself.
const AROUND: usize = 200;

pub(super) fn open<'w>(settings: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Text { out, settings: *settings, counts: Vec::new() })
}

struct Text<'w> {
    out: Box<dyn Write + 'w>,
    settings: Settings<'w>,
    /// Number of findings in the current file, by check.
    counts: Vec<(&'static str, u64)>,
}

impl Text<'_> {
    /// Counts a finding. Returns whether it is listed.
    fn is_listed(&mut self, finding: &Finding) -> bool {
        let count = match self.counts.iter_mut().find(|(check, _)| *check == finding.check) {
            Some((_, count)) => count,
            None => {
                self.counts.push((finding.check, 0));
                let Some((_, count)) = self.counts.last_mut() else { return true };
                count
            }
        };
        *count += 1;
        self.settings.limit == 0 || *count <= self.settings.limit
    }

    /// Prints how many findings of the file were not listed.
    fn end_file(&mut self) -> io::Result<()> {
        let mut unlisted = false;
        for (check, count) in std::mem::take(&mut self.counts) {
            let more = count.saturating_sub(self.settings.limit);
            if self.settings.limit > 0 && more > 0 {
                writeln!(self.out, "… and {} more of {check} (--limit 0 shows all)", grouped(more))?;
                unlisted = true;
            }
        }
        if unlisted && self.settings.detail != Detail::Short {
            writeln!(self.out)?;
        }
        Ok(())
    }
}

impl FindingReport for Text<'_> {
    fn file(&mut self, _: &str) -> io::Result<()> {
        self.end_file()
    }

    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        if !self.is_listed(finding) {
            return Ok(());
        }
        match self.settings.detail {
            Detail::Short => writeln!(self.out, "{}", short(finding, self.settings.color))?,
            _ => write!(self.out, "{}\n\n", diagnostic(finding, &self.settings))?,
        }
        if self.settings.live { self.out.flush() } else { Ok(()) }
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.end_file()?;
        self.out.flush()
    }
}

/// `round3.pgn:412:23: error[illegal-move]: 29. Nf6 …`
fn short(finding: &Finding, color: bool) -> String {
    let (place, message) = (place(finding), shown(&finding.message, MESSAGE));
    format!("{place}: {}: {message}", label(finding, color))
}

/// `error[illegal-move]`
fn label(finding: &Finding, color: bool) -> String {
    let style = match finding.severity {
        _ if !color => Style::new(),
        Severity::Error => DEFAULT_ERROR_STYLE,
        Severity::Warning => DEFAULT_WARNING_STYLE,
        Severity::Info => DEFAULT_INFO_STYLE,
    };
    format!("{style}{}[{}]{style:#}", word(finding.severity), finding.check)
}

/// The whole diagnostic, without a line end.
///
/// The head is not drawn by the drawing crate, because that finds the column from its text, which for a long line
/// lacks the beginning.
fn diagnostic(finding: &Finding, settings: &Settings<'_>) -> String {
    let renderer = if settings.color { Renderer::styled() } else { Renderer::plain() };
    let body = Group::with_level(match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    });
    let messages = messages(finding, settings);
    let renderer = renderer.term_width(settings.width);
    match &finding.excerpt {
        Some(excerpt) => {
            let body = body.element(snippet(excerpt, finding.line)).elements(messages);
            let digits = finding.line.map_or(0, |line| line.to_string().len());
            format!("{}\n{}", head(finding, settings.color, digits), renderer.render(&[body]))
        }
        None => {
            // Without a line of the record, the body is indented as below a line number of one digit.
            let body = renderer.render(&[body.elements(messages)]).replace('\n', "\n ");
            format!("{}\n {body}", head(finding, settings.color, 1))
        }
    }
}

/// Title and place. The arrow is above the bar of a body whose line numbers have `digits` digits.
fn head(finding: &Finding, color: bool, digits: usize) -> String {
    let (bold, blue) =
        if color { (DEFAULT_EMPHASIS_STYLE, DEFAULT_LINE_NUM_STYLE) } else { Default::default() };
    let (label, message) = (label(finding, color), shown(&finding.message, MESSAGE));
    let (indent, place) = (" ".repeat(digits), place(finding));
    format!("{label}{bold}: {message}{bold:#}\n{indent}{blue}-->{blue:#} {place}")
}

fn snippet(excerpt: &Excerpt, line: Option<u64>) -> Snippet<'static, Annotation<'static>> {
    let excerpt = shown_excerpt(excerpt);
    let snippet = Snippet::source(excerpt.text).annotation(AnnotationKind::Primary.span(excerpt.mark));
    match line {
        Some(line) => snippet.line_start(usize::try_from(line).unwrap_or(usize::MAX)),
        None => snippet.line_numbering(false),
    }
}

/// The note, further notes, the position if it is wanted, and the help.
fn messages<'a>(finding: &'a Finding, settings: &Settings<'_>) -> Vec<Message<'a>> {
    let mut out = Vec::new();
    let note: Vec<String> = [about(finding), articles(finding)].into_iter().flatten().collect();
    if !note.is_empty() {
        out.push(Level::NOTE.message(note.join("; ")));
    }
    out.extend(finding.notes.iter().map(|note| Level::NOTE.message(shown(note, MESSAGE))));
    if settings.detail == Detail::Full {
        out.extend(position(finding).map(|words| Level::NOTE.message(words)));
    }
    if let Some(fix) = &finding.fix {
        let label = Level::HELP.with_name(fix_label(fix));
        out.push(label.message(shown(&fix.title, MESSAGE)));
    }
    out.push(Level::HELP.message(format!("flagfall explain {}", finding.check)));
    out
}

fn position(finding: &Finding) -> Option<String> {
    let fen = finding.fen.as_deref()?;
    let turn = board::turn(fen).map(|side| format!(", {side} to move")).unwrap_or_default();
    Some(format!("the position before the move{turn}\n\n{}\n\n{}", board(fen)?, shown(fen, MESSAGE)))
}

/// The line with hidden characters escaped, and the mark adjusted.
fn shown_excerpt(excerpt: &Excerpt) -> Excerpt {
    let (before, marked, after) = parts(excerpt);
    let cut_left = excerpt.skipped > 0 || before.chars().count() > AROUND;
    let from = before.char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let mut text = if cut_left { "…".to_owned() } else { String::new() };
    text.push_str(&visible_but_tabs(before.get(from..).unwrap_or_default()));
    let mut start = text.len();
    text.push_str(&visible_but_tabs(&cut(marked)));
    let mut end = text.len();
    text.push_str(&visible_but_tabs(&cut(after.trim_end_matches(['\r', '\n']))));
    // Three harmless parts may form a command together.
    for at in log_commands(&text).into_iter().rev() {
        text.replace_range(at..=at, BRACKET);
        let longer = BRACKET.len() - 1;
        start += if at < start { longer } else { 0 };
        end += if at < end { longer } else { 0 };
    }
    Excerpt { text, mark: start..end, skipped: 0 }
}

fn cut(text: &str) -> std::borrow::Cow<'_, str> {
    match text.char_indices().nth(AROUND) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()).into(),
        None => text.into(),
    }
}

/// Escapes hidden characters except tabs, which the drawing crate aligns by itself.
fn visible_but_tabs(text: &str) -> String {
    text.split('\t').map(visible).collect::<Vec<_>>().join("\t")
}
