//! Turns a piece of a file into findings, or into the reason why there are none. Nothing is written here.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;

use super::companions::Companions;
use super::file_settings::SettingsByFolder;
use super::repair::Text;
use crate::archive::FileSettings;
use crate::checks::{Checker, Finding, Found, OversizeGame, Piece, assumed_edition};
use crate::clock::LogBook;
use crate::event::{self, uscf};
use crate::report::visible;
use crate::scoresheet::{Reader, Scoresheet};
use crate::source::{self, Chosen, Content, Emit, Formats, Kind, Problem, read_whole};

/// The result for a piece of a file.
pub(super) struct PieceResult {
    /// The file.
    pub(super) file: Arc<source::File>,
    /// The file's name.
    pub(super) name: Arc<str>,
    /// What came of the piece.
    pub(super) outcome: Outcome,
    /// Its text, if files are repaired.
    pub(super) text: Option<Text>,
}

/// What came of a piece.
pub(super) enum Outcome {
    /// Games were checked. A piece with many findings has several of these; the last counts its bytes.
    Found { bytes: u64, found: Found, settings: Arc<FileSettings> },
    /// A result file was checked.
    Event {
        bytes: u64,
        findings: Vec<Finding>,
        /// The edition by which pairings are judged, where it is assumed: `2026`.
        assumed: Option<&'static str>,
        settings: Arc<FileSettings>,
    },
    /// It is one of the three tables of a US Chess rating report.
    Report { bytes: Vec<u8>, settings: Arc<FileSettings> },
    /// It is empty.
    Blank,
    /// It is a link that leads out of the folder that was named.
    LeftOut,
    /// It could not be read.
    Unread(String),
    /// It is not checked; the reason was reported before.
    Skipped,
}

impl Outcome {
    /// The settings of the file, if it is checked.
    pub(super) fn settings(&self) -> Option<&FileSettings> {
        match self {
            Outcome::Found { settings, .. }
            | Outcome::Event { settings, .. }
            | Outcome::Report { settings, .. } => Some(settings),
            Outcome::Blank | Outcome::LeftOut | Outcome::Unread(_) | Outcome::Skipped => None,
        }
    }
}

/// A checker with the settings that it was made for.
struct Cached {
    settings: Arc<FileSettings>,
    checker: Checker,
}

/// How many checkers a worker keeps; folders with configurations of their own come one after the other.
const CACHED: usize = 4;

/// Checks pieces; each thread has its own.
pub(super) struct Worker<'w, 'r> {
    all: &'w SettingsByFolder<'r>,
    clocks: Option<&'w LogBook>,
    companions: &'w Companions,
    max_game_size: usize,
    /// Whether results have the text of their piece.
    keeps_text: bool,
    /// The folder of the last piece, and the settings there.
    last: Option<(PathBuf, Option<Arc<FileSettings>>)>,
    cached: Vec<Cached>,
}

impl<'w, 'r> Worker<'w, 'r> {
    /// A worker with empty buffers; `clocks` is the log that was given for all games.
    pub(super) fn new(
        all: &'w SettingsByFolder<'r>,
        clocks: Option<&'w LogBook>,
        companions: &'w Companions,
        max_game_size: usize,
    ) -> Worker<'w, 'r> {
        Worker { all, clocks, companions, max_game_size, keeps_text: false, last: None, cached: Vec::new() }
    }

    /// The same worker, whose results have the text of their piece if `keeps` says so.
    pub(super) fn keeping_text(self, keeps: bool) -> Worker<'w, 'r> {
        Worker { keeps_text: keeps, ..self }
    }

    /// Checks a piece.
    pub(super) fn work(&mut self, piece: &source::Piece<'_>, emit: Emit<'_, PieceResult>) {
        let name: Arc<str> = piece.file.name.as_str().into();
        let result = |outcome, text| PieceResult {
            file: Arc::clone(piece.file),
            name: Arc::clone(&name),
            outcome,
            text,
        };
        let (mut passed, keeps_text) = (0, self.keeps_text);
        let outcome = self.outcome(piece, &name, &mut |part, end| {
            let text = if keeps_text { text_of(piece, passed, Some(end)) } else { None };
            passed = end;
            emit(result(part, text));
        });
        let text = if keeps_text { text_of(piece, passed, None) } else { None };
        emit(result(outcome, text));
    }

    /// What came of a piece; before that, parts of it up to an offset in its text, if there is much.
    fn outcome(
        &mut self,
        piece: &source::Piece<'_>,
        name: &Arc<str>,
        emit_part: &mut dyn FnMut(Outcome, usize),
    ) -> Outcome {
        match piece.content {
            Content::Error(error) if error.problem == Problem::LeadsOut => return Outcome::LeftOut,
            Content::Error(error) => return Outcome::Unread(visible(&error.to_string()).into_owned()),
            Content::Blank => return Outcome::Blank,
            Content::Games(_) | Content::Oversize(_) | Content::Whole { .. } => {}
        }
        let Some(settings) = self.settings(piece.file) else { return Outcome::Skipped };
        let (clocks, companions, limit) = (self.clocks, self.companions, self.max_game_size);
        let (follow, repairs) = (companions.follow(), self.keeps_text);
        let Some(checker) = self.checker(&settings) else { return Outcome::Skipped };
        match piece.content {
            Content::Games(games) => {
                let text = games.text;
                let (offset, lines_before) = (games.offset, games.lines_before);
                let converted = piece.file.utf16 || piece.file.decoded.is_some();
                let from_utf16 = converted && piece.number == 0;
                let part = Piece { file: name, text, offset, lines_before, clocks: None, from_utf16 };
                // A run that repairs converts whole files when it reads them.
                let whole = games.whole && !repairs;
                let mut pass_on = |found, end| {
                    emit_part(Outcome::Found { bytes: 0, found, settings: Arc::clone(&settings) }, end);
                };
                let found = checker.check_in_parts(&part, whole, &mut pass_on);
                Outcome::Found { bytes: text.len() as u64, found, settings }
            }
            Content::Oversize(game) => {
                let found = checker.oversize(&OversizeGame {
                    file: name,
                    head: &game.head,
                    offset: game.offset,
                    lines_before: game.lines_before,
                    length: game.length,
                    limit: limit as u64,
                });
                Outcome::Found { bytes: game.length, found, settings }
            }
            Content::Whole { text, .. } => match event::recognise(name, text) {
                Some(event::Format::UsChess) if uscf::is_part(name) => {
                    Outcome::Report { bytes: text.to_vec(), settings }
                }
                Some(event::Format::UsChess) => Outcome::Unread(format!(
                    "{name}: a dBase table that is not part of a US Chess rating report"
                )),
                Some(format) if format != event::Format::Pgn => {
                    result_file(settings, piece.file, text, format, companions)
                }
                _ => match found_in_whole(checker, piece, name, text, clocks, follow) {
                    Ok(found) => Outcome::Found { bytes: text.len() as u64, found, settings },
                    Err(error) => Outcome::Unread(format!("{error:#}")),
                },
            },
            Content::Blank | Content::Error(_) => Outcome::Skipped,
        }
    }

    /// The settings of a file; those of the current folder for standard input, those of the archive for its members.
    fn settings(&mut self, file: &source::File) -> Option<Arc<FileSettings>> {
        let folder = file.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        match &self.last {
            Some((last, settings)) if last == folder => settings.clone(),
            _ => {
                let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                let settings = self.all.of(here);
                self.last = Some((folder.to_owned(), settings.clone()));
                settings
            }
        }
    }

    /// The checker for these settings; it becomes the first of those that are kept.
    fn checker(&mut self, settings: &Arc<FileSettings>) -> Option<&mut Checker> {
        match self.cached.iter().position(|cached| Arc::ptr_eq(&cached.settings, settings)) {
            Some(0) => {}
            Some(at) => self.cached.swap(0, at),
            None => {
                self.cached.truncate(CACHED - 1);
                let checker = Checker::new(Arc::clone(&settings.checks));
                self.cached.insert(0, Cached { settings: Arc::clone(settings), checker });
            }
        }
        self.cached.first_mut().map(|cached| &mut cached.checker)
    }
}

/// The text of a piece from `from` to `end`, or to its own end.
fn text_of(piece: &source::Piece<'_>, from: usize, end: Option<usize>) -> Option<Text> {
    let (text, offset) = match piece.content {
        Content::Games(games) => (games.text, games.offset),
        Content::Whole { text, .. } => (text, 0),
        Content::Blank | Content::Oversize(_) | Content::Error(_) => return None,
    };
    let bytes = text.get(from..end.unwrap_or(text.len()))?.to_vec();
    Some(Text { offset: offset + from as u64, bytes })
}

/// Checks a result file as one event.
fn result_file(
    settings: Arc<FileSettings>,
    file: &source::File,
    text: &[u8],
    format: event::Format,
    companions: &Companions,
) -> Outcome {
    let Some(event) = event::read(file.name.as_str().into(), text, format) else {
        return Outcome::Unread(format!("{}: cannot be read", file.name));
    };
    let games = companions.of(file, &event);
    let findings = settings.check_event(&event, games.as_ref());
    let assumed = assumed_edition(&event, &settings.pairings).map(|edition| edition.year);
    Outcome::Event { bytes: text.len() as u64, findings, assumed, settings }
}

/// Checks a file that was read whole: games with a clock log.
fn found_in_whole(
    checker: &mut Checker,
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
    // Files that are read whole are not converted from UTF-16 before.
    let converted = source::from_utf16(text);
    let (clocks, from_utf16) = (clocks.or(own.as_ref()), converted.is_some());
    let text = converted.as_deref().unwrap_or(text);
    let part = Piece { file: name, text, offset: 0, lines_before: 0, clocks, from_utf16 };
    Ok(checker.check(&part))
}

/// A log that was found beside its game must be in that folder, unless links may lead anywhere.
fn beside(path: &Path, follow: bool) -> Chosen<'_> {
    if follow { Chosen::Found } else { Chosen::Within(path.parent().unwrap_or(Path::new(""))) }
}

/// The largest clock log that is read, in bytes.
const LARGEST_LOG: u64 = 64 << 20;

/// Reads a clock log.
///
/// # Errors
/// If it cannot be read, or is not a clock log; the error names it.
pub(super) fn read_clocks(path: &Path, chosen: Chosen<'_>) -> anyhow::Result<LogBook> {
    let bytes = read_whole(path, LARGEST_LOG, chosen)?;
    LogBook::read(&bytes).with_context(|| path.display().to_string())
}

/// How files are recognised and cut; all of them are read whole if one clock log is given for all.
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

/// Whether there is a clock log beside the file.
fn has_log(name: &str) -> bool {
    let stem = source::unpacked_name(name);
    stem.rsplit_once('.').is_some_and(|(stem, _)| Path::new(&format!("{stem}.clock.csv")).is_file())
}

fn next_game() -> source::NextGame {
    let (mut reader, mut sheet) = (Reader::brief(), Scoresheet::new());
    Box::new(move |text| reader.read(text, &mut sheet))
}
