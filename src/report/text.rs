//! `text`: findings for people, in rustc's shape: title, place, the line of the record with a mark, a note, a help.
//!
//! Short (`--quiet`) is one line a finding, which suits grep; full (`--verbose`) adds the position.

use std::io::{self, Write};

use annotate_snippets::renderer::{DEFAULT_ERROR_STYLE, DEFAULT_INFO_STYLE, DEFAULT_WARNING_STYLE};
use annotate_snippets::{AnnotationKind, Group, Level, Message, Origin, Renderer, Snippet};
use anstyle::Style;

use super::place::{about, articles, column, parts, place, word};
use super::visible::{MESSAGE, shown, visible};
use super::{Detail, FindingReport, Settings, Summary, board};
use crate::checks::{Excerpt, Finding, Severity};

/// Most characters of the line that are shown on either side of the mark, and of the mark itself.
const AROUND: usize = 200;

pub(super) fn open<'w>(settings: &Settings<'w>, out: Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w> {
    Box::new(Text { out, settings: *settings })
}

struct Text<'w> {
    out: Box<dyn Write + 'w>,
    settings: Settings<'w>,
}

impl FindingReport for Text<'_> {
    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        match self.settings.detail {
            Detail::Short => writeln!(self.out, "{}", short(finding, self.settings.color))?,
            _ => write!(self.out, "{}\n\n", diagnostic(finding, &self.settings))?,
        }
        if self.settings.live { self.out.flush() } else { Ok(()) }
    }

    fn end(&mut self, _: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}

/// `round3.pgn:412:23: error[illegal-move]: 29. Nf6 …`
fn short(finding: &Finding, color: bool) -> String {
    let style = if color { style(finding.severity) } else { Style::new() };
    let (place, word, check) = (place(finding), word(finding.severity), finding.check);
    format!("{place}: {style}{word}[{check}]{style:#}: {}", shown(&finding.message, MESSAGE))
}

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => DEFAULT_ERROR_STYLE,
        Severity::Warning => DEFAULT_WARNING_STYLE,
        Severity::Info => DEFAULT_INFO_STYLE,
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    }
}

/// The whole diagnostic, without a line end.
///
/// The head and the body are drawn apart, because the drawing crate finds the column by the text that it is given, and a
/// long line comes without its beginning.
fn diagnostic(finding: &Finding, settings: &Settings<'_>) -> String {
    let renderer = if settings.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(settings.width);
    let level = level(finding.severity);
    let title = level.clone().primary_title(shown(&finding.message, MESSAGE)).id(finding.check);
    let head = title.element(origin(finding));
    let Some(excerpt) = finding.excerpt.as_ref().map(shown_excerpt) else {
        return indented(&renderer.render(&[head.elements(messages(finding, settings))]), 1);
    };
    let mut snippet = Snippet::source(excerpt.text).annotation(AnnotationKind::Primary.span(excerpt.mark));
    snippet = match finding.line {
        Some(line) => snippet.line_start(usize::try_from(line).unwrap_or(usize::MAX)),
        None => snippet.line_numbering(false),
    };
    let body = Group::with_level(level).element(snippet).elements(messages(finding, settings));
    let digits = finding.line.map_or(0, |line| line.to_string().len());
    format!("{}\n{}", indented(&renderer.render(&[head]), digits), renderer.render(&[body]))
}

fn origin(finding: &Finding) -> Origin<'_> {
    let mut origin = Origin::path(visible(&finding.file));
    let number = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    if let Some(line) = finding.line {
        origin = origin.line(number(line));
        if let Some(column) = column(finding) {
            origin = origin.char_column(number(column));
        }
    }
    origin
}

/// All lines but the title moved right, to stand below line numbers of `digits`.
fn indented(drawn: &str, digits: usize) -> String {
    drawn.replace('\n', &format!("\n{}", " ".repeat(digits)))
}

/// Note, further notes, the position where it is wanted, and the help.
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
    out.push(Level::HELP.message(format!("flagfall explain {}", finding.check)));
    out
}

fn position(finding: &Finding) -> Option<String> {
    let fen = finding.fen.as_deref()?;
    let turn = board::turn(fen).map(|side| format!(", {side} to move")).unwrap_or_default();
    Some(format!("the position before the move{turn}\n\n{}\n\n{}", board(fen)?, shown(fen, MESSAGE)))
}

/// The line with what would not show written out, and the mark moved with it.
fn shown_excerpt(excerpt: &Excerpt) -> Excerpt {
    let (before, marked, after) = parts(excerpt);
    let cut_left = excerpt.skipped > 0 || before.chars().count() > AROUND;
    let from = before.char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let mut text = if cut_left { "…".to_owned() } else { String::new() };
    text.push_str(&visible_but_tabs(before.get(from..).unwrap_or_default()));
    let start = text.len();
    text.push_str(&visible_but_tabs(&cut(marked)));
    let end = text.len();
    text.push_str(&visible_but_tabs(&cut(after.trim_end_matches(['\r', '\n']))));
    Excerpt { text, mark: start..end, skipped: 0 }
}

fn cut(text: &str) -> std::borrow::Cow<'_, str> {
    match text.char_indices().nth(AROUND) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()).into(),
        None => text.into(),
    }
}

/// The drawing crate aligns tabs by itself.
fn visible_but_tabs(text: &str) -> String {
    text.split('\t').map(visible).collect::<Vec<_>>().join("\t")
}
