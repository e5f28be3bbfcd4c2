//! What a worker makes of a piece of a file: findings, or why there are none. Nothing is written here.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;

use super::companions::Companions;
use super::terms::{AllTerms, Terms};
use crate::checks::{Checker, EventSettings, Finding, Found, Piece, Settings, check_event};
use crate::clock::LogBook;
use crate::event::{self, uscf};
use crate::report::visible;
use crate::scoresheet::{Reader, Scoresheet};
use crate::source::{self, Chosen, Content, Formats, Kind, Problem, read_whole};

/// A piece of a file when a worker is done with it.
pub(super) struct Works<'r> {
    /// The file's place among everything that is read, from 0.
    pub(super) ordinal: usize,
    /// The file.
    pub(super) name: Arc<str>,
    /// What came of it.
    pub(super) made: Made<'r>,
}

/// What a worker makes of a piece.
pub(super) enum Made<'r> {
    /// Games were checked.
    Found { bytes: u64, found: Found, terms: &'r Terms },
    /// A result file was checked.
    Event { bytes: u64, findings: Vec<Finding>, terms: &'r Terms },
    /// It is one of the three tables of a US Chess rating report.
    Report { bytes: Vec<u8>, terms: &'r Terms },
    /// There is nothing in it.
    Blank,
    /// It is a link that leads out of the folder that was named.
    LeftOut,
    /// It could not be read.
    Unread(String),
    /// It is not to be checked; why was said already.
    Passed,
}

/// A checker that is kept for the next piece on the same terms.
struct Kept<'r> {
    terms: &'r Terms,
    checker: Checker<'r>,
}

/// Checkers that a worker keeps; folders with configurations of their own come up one after the other.
const KEPT: usize = 4;

/// Checks pieces; one for each thread.
pub(super) struct Worker<'w, 'r> {
    all: &'w AllTerms<'r>,
    clocks: Option<&'w LogBook>,
    companions: &'w Companions,
    max_game_size: usize,
    /// The folder of the last piece, and the terms there.
    last: Option<(PathBuf, Option<&'r Terms>)>,
    kept: Vec<Kept<'r>>,
}

impl<'w, 'r> Worker<'w, 'r> {
    /// A worker with empty buffers; `clocks` is the log that was named for all games.
    pub(super) fn new(
        all: &'w AllTerms<'r>,
        clocks: Option<&'w LogBook>,
        companions: &'w Companions,
        max_game_size: usize,
    ) -> Worker<'w, 'r> {
        Worker { all, clocks, companions, max_game_size, last: None, kept: Vec::new() }
    }

    /// Checks a piece.
    pub(super) fn work(&mut self, piece: &source::Piece<'_>) -> Works<'r> {
        let name: Arc<str> = piece.file.name.as_str().into();
        let made = self.made(piece, &name);
        Works { ordinal: piece.file.ordinal, name, made }
    }

    fn made(&mut self, piece: &source::Piece<'_>, name: &Arc<str>) -> Made<'r> {
        match piece.content {
            Content::Error(error) if error.problem == Problem::LeadsOut => return Made::LeftOut,
            Content::Error(error) => return Made::Unread(visible(&error.to_string()).into_owned()),
            Content::Blank => return Made::Blank,
            Content::Games(_) | Content::Oversize(_) | Content::Whole { .. } => {}
        }
        let Some(terms) = self.terms(piece.file) else { return Made::Passed };
        let (clocks, companions, limit) = (self.clocks, self.companions, self.max_game_size);
        let follow = companions.follow();
        let Some(checker) = self.checker(terms) else { return Made::Passed };
        match piece.content {
            Content::Games(games) => {
                let text = games.text;
                let (offset, lines_before) = (games.offset, games.lines_before);
                let from_utf16 = piece.file.utf16 && piece.number == 0;
                let part = Piece { file: name, text, offset, lines_before, clocks: None, from_utf16 };
                Made::Found { bytes: text.len() as u64, found: checker.check(&part), terms }
            }
            Content::Oversize(game) => {
                let (head, limit) = (&game.head, limit as u64);
                let found = checker.oversize(name, head, game.offset, game.lines_before, game.length, limit);
                Made::Found { bytes: game.length, found, terms }
            }
            Content::Whole { text, .. } => match event::recognise(name, text) {
                Some(event::Format::UsChess) if uscf::is_part(name) => {
                    Made::Report { bytes: text.to_vec(), terms }
                }
                Some(event::Format::UsChess) => Made::Unread(format!(
                    "{name}: a dBase table, and none of those of a US Chess rating report"
                )),
                Some(format) if format != event::Format::Pgn => {
                    result_file(terms, piece.file, text, format, companions)
                }
                _ => match found_in_whole(checker, piece, name, text, clocks, follow) {
                    Ok(found) => Made::Found { bytes: text.len() as u64, found, terms },
                    Err(error) => Made::Unread(format!("{error:#}")),
                },
            },
            Content::Blank | Content::Error(_) => Made::Passed,
        }
    }

    /// The terms of a file; those of the current folder for standard input, those of the archive for its members.
    fn terms(&mut self, file: &source::File) -> Option<&'r Terms> {
        let folder = file.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        match &self.last {
            Some((last, terms)) if last == folder => *terms,
            _ => {
                let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                let terms = self.all.of(here);
                self.last = Some((folder.to_owned(), terms));
                terms
            }
        }
    }

    /// The checker for these terms, now the first of those that are kept.
    fn checker(&mut self, terms: &'r Terms) -> Option<&mut Checker<'r>> {
        match self.kept.iter().position(|kept| std::ptr::eq(kept.terms, terms)) {
            Some(0) => {}
            Some(at) => self.kept.swap(0, at),
            None => {
                self.kept.truncate(KEPT - 1);
                self.kept.insert(0, Kept { terms, checker: Checker::new(&terms.settings) });
            }
        }
        self.kept.first_mut().map(|kept| &mut kept.checker)
    }
}

/// A result file, checked as one event.
fn result_file<'r>(
    terms: &'r Terms,
    file: &source::File,
    text: &[u8],
    format: event::Format,
    companions: &Companions,
) -> Made<'r> {
    let Some(event) = event::read(file.name.as_str().into(), text, format) else {
        return Made::Unread(format!("{}: cannot be read", file.name));
    };
    let Settings { request, .. } = &terms.settings;
    let games = companions.of(file, &event);
    let settings = EventSettings { pairings: terms.pairings, ..EventSettings::new(request.today) };
    let findings = check_event(&event, games.as_ref(), &settings);
    Made::Event { bytes: text.len() as u64, findings: terms.of_interest(findings), terms }
}

/// A file that was read whole: games with a clock log.
fn found_in_whole(
    checker: &mut Checker<'_>,
    piece: &source::Piece<'_>,
    name: &Arc<str>,
    text: &[u8],
    clocks: Option<&LogBook>,
    follow: bool,
) -> anyhow::Result<Found> {
    let own = match (clocks, piece.file.clock_log()) {
        (None, Some(path)) => Some(read_clocks(&path, beside(&path, follow))?),
        _ => None,
    };
    // A file that is read whole has not been converted on the way.
    let converted = source::from_utf16(text);
    let (clocks, from_utf16) = (clocks.or(own.as_ref()), converted.is_some());
    let text = converted.as_deref().unwrap_or(text);
    let part = Piece { file: name, text, offset: 0, lines_before: 0, clocks, from_utf16 };
    Ok(checker.check(&part))
}

/// A log that was found beside its game is read from that folder alone, unless links may lead anywhere.
fn beside(path: &Path, follow: bool) -> Chosen<'_> {
    if follow { Chosen::Found } else { Chosen::Within(path.parent().unwrap_or(Path::new(""))) }
}

/// The largest clock log that is read, in bytes.
const LARGEST_LOG: u64 = 64 << 20;

/// Reads a clock log.
///
/// # Errors
/// Where it cannot be read, or is none; the error names it.
pub(super) fn read_clocks(path: &Path, chosen: Chosen<'_>) -> anyhow::Result<LogBook> {
    let bytes = read_whole(path, LARGEST_LOG, chosen)?;
    LogBook::read(&bytes).with_context(|| path.display().to_string())
}

/// How files are recognised and cut; all of them whole where one clock log is given for all.
pub(super) fn formats(one_log: bool) -> Formats {
    let recognise = if one_log { whole as fn(&str, &[u8]) -> Kind } else { recognise };
    Formats { recognise, next_game }
}

fn recognise(name: &str, head: &[u8]) -> Kind {
    match event::recognise(name, head) {
        Some(event::Format::Pgn) if has_log(name) => Kind::Whole,
        Some(event::Format::Pgn) => Kind::Games,
        Some(_) => Kind::Whole,
        None => Kind::Unknown,
    }
}

fn whole(name: &str, head: &[u8]) -> Kind {
    match recognise(name, head) {
        Kind::Games => Kind::Whole,
        other => other,
    }
}

/// Whether a clock log stands beside the file.
fn has_log(name: &str) -> bool {
    let stem = source::unpacked_name(name);
    stem.rsplit_once('.').is_some_and(|(stem, _)| Path::new(&format!("{stem}.clock.csv")).is_file())
}

fn next_game() -> source::NextGame {
    let (mut reader, mut sheet) = (Reader::brief(), Scoresheet::new());
    Box::new(move |text| reader.read(text, &mut sheet))
}
