//! Collects the findings of one game and gives each its place, its names and its articles.

use std::borrow::Cow;
use std::sync::Arc;

use memchr::{memchr2, memrchr2};

use super::finding::{Excerpt, Finding};
use super::fix::{Draft, Fix};
use super::game::{Game, StartPosition};
use super::{Check, Repairs, Severity};
use crate::replay::Board;
use crate::scoresheet::{Span, decode, tag_value};

/// Limit on the findings of one check in one game: a record of millions of odd moves must not fill the memory.
const MOST: usize = 1000;

/// Bytes of a long line shown before and after a mark.
const AROUND: usize = 60;

/// Beyond this many bytes of a line, columns are counted in bytes instead of characters: no editor gets there.
const FAR: usize = 100_000;

/// A place in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor<'n> {
    /// The half-move (from 1) of the main line.
    Ply(usize),
    /// The tag of that name, or the beginning of the game if it is absent.
    Tag(&'n str),
    /// The termination marker, else the Result tag, else the last move; it belongs to the last half-move.
    End,
    /// Some text that belongs to a half-move (0: before the first).
    At(Span, usize),
    /// Text in the place of half-move `ply` (from 1).
    Instead(Span, usize),
}

/// The file that a game was found in, and where in it.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'f> {
    /// The file's name.
    pub file: &'f Arc<str>,
    /// Number of the game in its file, from 1.
    pub game: u64,
    /// Offset of the game's first byte.
    pub offset: u64,
    /// Line of the game's first byte, from 1.
    pub line: u64,
    /// Bytes on that line before the game's first byte.
    pub column: u64,
}

/// The findings of one game.
pub struct Findings<'g> {
    game: &'g Game<'g>,
    origin: &'g Origin<'g>,
    /// The game's names; looked up with the first finding.
    names: Option<Names>,
    list: &'g mut Vec<Finding>,
    first: usize,
    /// The check that runs, and how many findings it has so far.
    running: (&'static str, usize),
    /// The board and the half-moves on it, kept because findings mostly come in order.
    cursor: Option<Box<(usize, Board)>>,
    /// The offset to which lines were last counted, and the line there.
    line_cursor: (usize, u64),
    /// The offset whose line start was last looked for, and that start.
    start_cursor: (usize, usize),
    /// The line start and the offset of the last count of characters, and the count; `None` if the text is not
    /// UTF-8.
    character_cursor: (usize, usize, Option<usize>),
}

struct Names {
    event: Option<Arc<str>>,
    round: Option<Arc<str>>,
    white: Option<Arc<str>>,
    black: Option<Arc<str>>,
}

impl Names {
    fn of(game: &Game<'_>) -> Names {
        let tag = |name| game.tag(name).map(|value| Arc::from(&*value));
        Names { event: tag("Event"), round: tag("Round"), white: tag("White"), black: tag("Black") }
    }
}

impl<'g> Findings<'g> {
    /// Adds the findings of `game` to the end of `list`.
    pub fn new(game: &'g Game<'g>, origin: &'g Origin<'g>, list: &'g mut Vec<Finding>) -> Findings<'g> {
        let first = list.len();
        Findings {
            game,
            origin,
            names: None,
            list,
            first,
            running: ("", 0),
            cursor: None,
            line_cursor: (0, origin.line),
            start_cursor: (0, 0),
            character_cursor: (0, 0, Some(0)),
        }
    }

    /// Adds a finding of `check`. Above the limit it is only counted.
    pub fn add(&mut self, check: &Check, place: Anchor<'_>, message: String) -> Slot<'_> {
        if self.running.0 != check.id {
            self.running = (check.id, 0);
        }
        self.running.1 += 1;
        if self.running.1 > MOST {
            return self.note_more(check);
        }
        let finding = self.finding(check, place, message);
        self.list.push(finding);
        let (text, offset) = (self.game.text, self.origin.offset);
        Slot { finding: self.list.last_mut(), text, offset, listed: true }
    }

    /// A finding of `check` that is not added.
    pub(super) fn finding(&mut self, check: &Check, place: Anchor<'_>, message: String) -> Finding {
        let (span, ply) = self.resolve(place);
        let mut finding = Finding::new(check.id, check.severity, Arc::clone(self.origin.file), message);
        self.locate(&mut finding, span);
        let names = self.names.get_or_insert_with(|| Names::of(self.game));
        finding.event = names.event.clone();
        finding.round = names.round.clone();
        finding.white = names.white.clone();
        finding.black = names.black.clone();
        finding.ply = u32::try_from(ply).ok();
        let instead = matches!(place, Anchor::Instead(..));
        let written = if instead { Some(span) } else { self.move_span(ply) };
        finding.mv = written.map(|span| self.move_text(ply, span));
        finding.fen = written.and_then(|_| self.fen_before(ply));
        let articles = self.game.rules.articles_backing(check.id);
        if !articles.is_empty() {
            finding.articles = articles.iter().map(|article| article.to_string()).collect();
            finding.ruleset = Some(Arc::clone(&self.game.rules.id));
        }
        finding
    }

    /// Counts a finding above the limit, in `data.more` of the check's last finding.
    fn note_more(&mut self, check: &Check) -> Slot<'_> {
        let own = self.list.get_mut(self.first..).unwrap_or_default();
        let mut last = own.iter_mut().rev().find(|f| f.check == check.id);
        if let Some(last) = &mut last {
            let more = last.data.get("more").and_then(serde_json::Value::as_u64).unwrap_or(0) + 1;
            last.data.insert("more".into(), more.into());
        }
        let repairs = self.game.repairs != Repairs::None;
        let (text, offset) = (self.game.text, self.origin.offset);
        Slot { finding: last.filter(|_| repairs), text, offset, listed: false }
    }

    fn resolve(&self, place: Anchor<'_>) -> (Span, usize) {
        let sheet = self.game.sheet;
        let last = sheet.moves.len();
        match place {
            Anchor::At(span, ply) | Anchor::Instead(span, ply) => (span, ply),
            Anchor::Ply(ply) => {
                let text = ply.checked_sub(1).and_then(|i| sheet.moves.get(i));
                (text.map_or_else(|| self.beginning(), |m| m.span), ply)
            }
            Anchor::Tag(name) => {
                let tag = sheet.find_tag(self.game.text, name);
                (tag.map_or_else(|| self.beginning(), |tag| tag.span), 0)
            }
            Anchor::End => {
                let marker = sheet.marker.map(|marker| marker.span);
                let tag = || sheet.find_tag(self.game.text, "Result").map(|tag| tag.span);
                let last_move = || sheet.moves.last().map(|m| m.span);
                (marker.or_else(tag).or_else(last_move).unwrap_or_else(|| self.beginning()), last)
            }
        }
    }

    fn beginning(&self) -> Span {
        self.game.sheet.beginning(self.game.text)
    }

    fn locate(&mut self, finding: &mut Finding, span: Span) {
        let text = self.game.text;
        let start = (span.start as usize).min(text.len());
        let line_start = self.line_start(start);
        let in_first_line = if line_start == 0 { self.origin.column } else { 0 };
        finding.game = Some(self.origin.game);
        finding.line = Some(self.line_of(start));
        finding.column = Some((start - line_start) as u64 + in_first_line + 1);
        finding.offset = Some(self.origin.offset + start as u64);
        finding.length = Some(span.len() as u64);
        finding.excerpt = Some(self.excerpt(line_start, span));
    }

    /// The offset at which the line of `at` begins. The search goes back only to the last offset asked for, because
    /// a line may be as long as the game.
    fn line_start(&mut self, at: usize) -> usize {
        let (from, start) = if at >= self.start_cursor.0 { self.start_cursor } else { (0, 0) };
        let since = self.game.text.get(from..at).unwrap_or_default();
        let start = memrchr2(b'\n', b'\r', since).map_or(start, |n| from + n + 1);
        self.start_cursor = (at, start);
        start
    }

    /// The line of the record around a place, cut to fit a screen.
    fn excerpt(&mut self, line_start: usize, span: Span) -> Excerpt {
        let text = self.game.text;
        let start = (span.start as usize).min(text.len());
        let shown = text.get(start..text.len().min(start + 3 * AROUND)).unwrap_or_default();
        let line_end = start + memchr2(b'\n', b'\r', shown).unwrap_or(shown.len());
        let end = (span.end as usize).clamp(start, line_end.max(start));
        let from = char_start(text, start.saturating_sub(AROUND).max(line_start));
        let to = char_start(text, (end.min(start + 2 * AROUND) + AROUND).min(line_end)).max(start);
        let before = decode(text.get(from..start).unwrap_or_default()).into_owned();
        let marked = decode(text.get(start..end.min(to)).unwrap_or_default()).into_owned();
        let after = decode(text.get(end.min(to)..to).unwrap_or_default());
        let mark = before.len()..before.len() + marked.len();
        let far = line_start + FAR;
        let skipped = self.characters(line_start, from.min(far)) + from.saturating_sub(far);
        Excerpt { text: before + &marked + &after, mark, skipped }
    }

    /// The number of characters of a line before offset `to`, counted from the last offset asked for; bytes if they
    /// are not UTF-8.
    fn characters(&mut self, line_start: usize, to: usize) -> usize {
        let (line, at, counted) = self.character_cursor;
        let (at, counted) =
            if line == line_start && at <= to { (at, counted) } else { (line_start, Some(0)) };
        let since = std::str::from_utf8(self.game.text.get(at..to).unwrap_or_default());
        let counted = counted.zip(since.ok()).map(|(counted, since)| counted + since.chars().count());
        self.character_cursor = (line_start, to, counted);
        counted.unwrap_or(to.saturating_sub(line_start))
    }

    /// The line of a byte, counted from the last offset asked for.
    fn line_of(&mut self, at: usize) -> u64 {
        let (from, line) = if at >= self.line_cursor.0 { self.line_cursor } else { (0, self.origin.line) };
        let line = line + crate::scoresheet::line_ends(self.game.text.get(from..at).unwrap_or_default());
        // Between a CR and its LF the cursor does not move: counting on from there would count the line end twice.
        if self.game.text.get(at.wrapping_sub(1)) != Some(&b'\r') {
            self.line_cursor = (at, line);
        }
        line
    }

    fn move_span(&self, ply: usize) -> Option<Span> {
        ply.checked_sub(1).and_then(|i| self.game.sheet.moves.get(i)).map(|text| text.span)
    }

    /// The number and the text of a half-move: `29. Nf6`, `29... Nf6`.
    fn move_text(&self, ply: usize, span: Span) -> String {
        let dots = if self.game.mover(ply).is_white() { "." } else { "..." };
        format!("{}{dots} {}", self.game.move_number(ply), one_line(&decode(span.of(self.game.text))))
    }

    fn fen_before(&mut self, ply: usize) -> Option<String> {
        let replay = self.game.replay;
        let reached = matches!(self.game.start, StartPosition::Known { .. }) && ply <= replay.plies.len() + 1;
        reached.then(|| self.board_before(ply).fen())
    }

    /// The position before half-move `ply` (from 1), or the last one that the replay reached.
    pub fn board_before(&mut self, ply: usize) -> Board {
        let replay = self.game.replay;
        let cursor = self.cursor.get_or_insert_with(|| Box::new((0, replay.start)));
        let (at, board) = &mut **cursor;
        if *at >= ply {
            (*at, *board) = (0, replay.start);
        }
        let before = ply.saturating_sub(1).min(replay.plies.len());
        board.replay(replay.plies.get(*at..before).unwrap_or_default());
        *at = before;
        *board
    }

    /// The game whose findings these are.
    pub fn game(&self) -> &'g Game<'g> {
        self.game
    }
}

/// A finding that was added, to be completed; empty if the game has too many of one check.
pub struct Slot<'f> {
    finding: Option<&'f mut Finding>,
    /// The game's text, and where it begins in the file.
    text: &'f [u8],
    offset: u64,
    /// False for a finding above the limit: `finding` is then the last one that is listed.
    listed: bool,
}

impl<'f> Slot<'f> {
    fn listed(&mut self) -> Option<&mut Finding> {
        self.finding.as_deref_mut().filter(|_| self.listed)
    }

    /// Adds the repair that `draft` proposes, if it proposes one.
    pub(super) fn fix(mut self, draft: impl FnOnce() -> Option<Draft>) -> Slot<'f> {
        let (text, offset) = (self.text, self.offset);
        if let Some(finding) = self.finding.as_deref_mut()
            && let Some(draft) = draft()
        {
            let fix = draft.placed(text, offset);
            match &mut finding.fix {
                Some(last) if !self.listed => {
                    last.more.extend(fix.edits.into_iter().filter(|_| last.safe == fix.safe))
                }
                slot if self.listed => *slot = Some(Box::new(fix)),
                slot => *slot = Some(Box::new(Fix { edits: Vec::new(), more: fix.edits, ..fix })),
            }
        }
        self
    }

    /// What is still found after the repair; `leads` says whether it stands before what is inserted at its place.
    pub(super) fn rest(mut self, rest: Option<Finding>, leads: bool) -> Slot<'f> {
        if let Some(fix) = self.listed().and_then(|finding| finding.fix.as_mut()) {
            fix.rest = rest.map(Box::new);
            fix.rest_leads = leads;
        }
        self
    }

    /// Adds a value to `data`.
    pub fn data(mut self, key: &str, value: impl Into<serde_json::Value>) -> Self {
        if let Some(finding) = self.listed() {
            finding.data.insert(key.to_string(), value.into());
        }
        self
    }

    /// Adds a line of explanation.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        if let Some(finding) = self.listed() {
            finding.notes.push(note.into());
        }
        self
    }

    /// Replaces the check's severity, usually by a lower one.
    pub fn severity(mut self, severity: Severity) -> Self {
        if let Some(finding) = self.listed() {
            finding.severity = severity;
        }
        self
    }
}

/// Moves back to the first byte of a UTF-8 character.
fn char_start(text: &[u8], mut at: usize) -> usize {
    let mut steps = 0;
    while steps < 3 && at > 0 && text.get(at).is_some_and(|b| b & 0xc0 == 0x80) {
        at -= 1;
        steps += 1;
    }
    at
}

/// A text of the record, joined to one line: the marks of a move may be on the next line.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    match text.contains(['\n', '\r']) {
        true => text.split_whitespace().collect::<Vec<_>>().join(" ").into(),
        false => text.into(),
    }
}

/// A tag value in quotes for a message: escapes undone, on one line, cut after 60 characters.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let value = tag_value(bytes);
    let value = one_line(&value);
    let mut out: String = value.chars().take(60).collect();
    if value.chars().nth(60).is_some() {
        out.push('…');
    }
    format!("\"{out}\"")
}
