//! Files of games that are watched, and why one gives none.

use std::path::{Path, PathBuf};

use crate::event::{Format, recognise};
use crate::scoresheet::{Reader, Scoresheet};
use crate::source::{Input, Link, Origin, Problem, SourceError, from_utf16, is_input};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// Files that are watched.
pub(super) const MOST_FILES: usize = 10_000;

/// A file that is to be read, or why it cannot be.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) file: Result<Input, Fault>,
}

/// Why a file gives no games.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    #[error("{problem}; {}", problem.what_to_do())]
    Unreadable { problem: Problem },
    #[error("it is empty")]
    Empty,
    #[error("no game is recognised in it; PGN is read")]
    Unrecognised,
    #[error("{MOST_FILES} files are watched, this one and those behind it are not; name fewer")]
    TooMany,
}

impl Found {
    /// A file that need not be there.
    pub(super) fn file(path: &Path, link: Link) -> Found {
        let name = display(path);
        let place = Origin::File(path.to_owned());
        let file = Ok(Input { name: name.clone(), place, outright: false, link });
        Found { path: path.to_owned(), name, file }
    }

    /// What a walk came upon.
    pub(super) fn of(found: Result<Input, SourceError>) -> Found {
        match found {
            Ok(input) => {
                let path = match &input.place {
                    Origin::File(path) => path.clone(),
                    Origin::Stdin => PathBuf::from(&input.name),
                };
                Found { path, name: input.name.clone(), file: Ok(input) }
            }
            Err(error) => Found {
                path: PathBuf::from(&error.name),
                name: error.name,
                file: Err(Fault::Unreadable { problem: error.problem }),
            },
        }
    }
}

impl Found {
    /// Whether it is watched where it lies in a folder: games, and what could not be looked into.
    pub(super) fn is_watched(&self) -> bool {
        let is_pgn = self.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        is_pgn || self.file.is_err() && !is_input(&self.name)
    }
}

fn display(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

/// Reads a file of games.
pub(super) fn read(file: &Input) -> Result<Vec<u8>, Fault> {
    let bytes = file.read_whole(LARGEST).map_err(|error| Fault::Unreadable { problem: error.problem })?;
    games_of(&file.name, bytes)
}

/// The text of games in bytes that have a name.
pub(super) fn games_of(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, Fault> {
    let text = from_utf16(&bytes).unwrap_or(bytes);
    if text.trim_ascii().is_empty() {
        return Err(Fault::Empty);
    }
    if recognise(name, &text) == Some(Format::Pgn) && holds_a_game(&text) {
        Ok(text)
    } else {
        Err(Fault::Unrecognised)
    }
}

fn holds_a_game(text: &[u8]) -> bool {
    let (mut reader, mut sheet, mut at) = (Reader::new(), Scoresheet::new(), 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        at += reader.read(rest, &mut sheet).max(1);
        if sheet.is_game() {
            return true;
        }
    }
    false
}
