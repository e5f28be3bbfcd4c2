//! An open document: its text, what was found in it, and where its games are.

use std::ops::Range;
use std::sync::Arc;

use super::case_file;
use super::text::Text;
use crate::checks::Finding;
use crate::scoresheet::{Reader, Scoresheet};

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Games in PGN.
    Games,
    /// A case file.
    Case,
    /// Something else: a result file, if it is recognised as one.
    Other,
}

/// A ruling above the lines of a case file.
#[derive(Debug, Clone)]
pub(super) struct Lens {
    /// The line, from 0.
    pub(super) line: usize,
    /// What the arbiter says.
    pub(super) words: String,
}

/// An open document.
#[derive(Debug)]
pub(super) struct Document {
    /// Its file name, without folders.
    pub(super) name: Arc<str>,
    /// The version of the text by the client's count.
    pub(super) version: Option<i64>,
    pub(super) text: Text,
    /// Whether the text changed since it was checked.
    pub(super) due: bool,
    /// What was found when it was checked.
    pub(super) findings: Vec<Finding>,
    /// The rulings of a case file when it was checked.
    pub(super) lenses: Vec<Lens>,
    is_pgn: bool,
    games: Option<Arc<[Range<usize>]>>,
}

impl Document {
    pub(super) fn open(uri: &str, language: &str, version: Option<i64>, text: String) -> Document {
        let name = super::uri::file_name(uri);
        let is_pgn = language.eq_ignore_ascii_case("pgn") || name.to_ascii_lowercase().ends_with(".pgn");
        Document {
            name: name.into(),
            version,
            text: Text::new(text),
            due: true,
            findings: Vec::new(),
            lenses: Vec::new(),
            is_pgn,
            games: None,
        }
    }

    /// The text changed.
    pub(super) fn changed(&mut self) {
        self.due = true;
        self.games = None;
    }

    pub(super) fn kind(&self) -> Kind {
        if self.is_pgn {
            Kind::Games
        } else if case_file::is_case(&self.name, self.text.as_str()) {
            Kind::Case
        } else {
            Kind::Other
        }
    }

    /// The bytes of each game.
    pub(super) fn games(&mut self) -> Arc<[Range<usize>]> {
        let text = &self.text;
        Arc::clone(self.games.get_or_insert_with(|| games(text.as_str().as_bytes())))
    }

    /// The game at a byte, or the one before it.
    pub(super) fn game_at(&mut self, offset: usize) -> Option<Range<usize>> {
        let games = self.games();
        let after = games.partition_point(|game| game.start <= offset);
        games.get(after.checked_sub(1)?).cloned()
    }
}

/// The games of a text, as they are counted by the checks.
fn games(text: &[u8]) -> Arc<[Range<usize>]> {
    let (mut reader, mut sheet) = (Reader::brief(), Scoresheet::new());
    let (mut games, mut at) = (Vec::new(), 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = reader.read(rest, &mut sheet);
        if !sheet.is_blank() {
            games.push(at..at + length);
        }
        at += length;
    }
    games.into()
}
