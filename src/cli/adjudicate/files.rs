//! The files of a case: regular files of limited size, in the case's own folder unless the user allows others.

use std::io;
use std::path::{Path, PathBuf};

use super::shown;
use crate::case::Loaded;
use crate::cli::rules;
use crate::source::{Chosen, Packing, Problem, SourceError, read_text, read_whole};

/// Maximum size of a case in bytes: enough for well over 10,000 incidents. A parsed TOML table takes 80 times the size of
/// its text.
const CASE_LIMIT: u64 = 4 << 20;
/// Maximum size of a log or scoresheet in bytes.
const LIMIT: u64 = 64 << 20;
/// Maximum size in bytes of a PGN file from which one game is picked.
const GAMES_LIMIT: u64 = 512 << 20;

/// Reads the case file that the user named.
pub(super) fn case_text(path: &Path) -> Result<String, String> {
    read_text(path, CASE_LIMIT, Chosen::Outright).map_err(|why| why.to_string())
}

/// Reads a PGN file that the user named.
pub(super) fn games(path: &Path) -> Result<Vec<u8>, String> {
    read_unpacked(path, GAMES_LIMIT, Chosen::Outright).map_err(|why| why.to_string())
}

/// Reads a file of which the text is wanted: a packed one is refused.
fn read_unpacked(path: &Path, limit: u64, chosen: Chosen<'_>) -> Result<Vec<u8>, SourceError> {
    let bytes = read_whole(path, limit, chosen)?;
    match Packing::of(&bytes) {
        Some(packing) => {
            let problem = Problem::Unsupported(format!("a file packed with {packing}"));
            Err(SourceError { name: shown(path), problem })
        }
        None => Ok(bytes),
    }
}

/// Reads a log or a scoresheet that the user named.
pub(in crate::cli) fn named_log(path: &Path) -> Result<Loaded, String> {
    let bytes = read_unpacked(path, LIMIT, Chosen::Outright).map_err(|why| why.to_string())?;
    Ok(Loaded { name: shown(path).into(), bytes })
}

/// The folder from which the files of a case are read.
pub(in crate::cli) struct Folder {
    /// `None` for a case that is not a file.
    path: Option<PathBuf>,
    allow_outside: bool,
}

/// Why a case that is not a file reads none.
const NO_FILES: &str = "a case that is not a file reads no other files; put their text under [files]";

impl Folder {
    /// The folder of a file.
    pub(in crate::cli) fn of(file: &Path, allow_outside: bool) -> Folder {
        Folder { path: Some(file.parent().unwrap_or(Path::new("")).to_owned()), allow_outside }
    }

    /// No folder: nothing is read.
    pub(in crate::cli) fn none() -> Folder {
        Folder { path: None, allow_outside: false }
    }

    /// The path of a file that is named, and who chose it.
    fn named(&self, named: &Path) -> Result<(PathBuf, Chosen<'_>), String> {
        let folder = self.path.as_ref().ok_or(NO_FILES)?;
        let chosen = if self.allow_outside { Chosen::Found } else { Chosen::Within(folder) };
        Ok((folder.join(named), chosen))
    }

    /// Reads a file named in a case.
    pub(in crate::cli) fn load(&self, named: &str) -> Result<Loaded, String> {
        let (full, chosen) = self.named(Path::new(named))?;
        let bytes = read_unpacked(&full, LIMIT, chosen).map_err(|why| self.reason(&why))?;
        Ok(Loaded { name: shown(&full).into(), bytes })
    }

    /// Reads the text of a ruleset named in a case.
    pub(in crate::cli) fn ruleset(&self, named: &Path) -> io::Result<String> {
        let (full, chosen) = self.named(named).map_err(io::Error::other)?;
        read_text(&full, rules::LARGEST, chosen).map_err(|why| io::Error::other(self.reason(&why)))
    }

    /// Reads a log in the same folder as a game.
    pub(super) fn log(&self, path: &Path) -> Result<Loaded, String> {
        let (_, chosen) = self.named(path)?;
        let read = read_unpacked(path, LIMIT, chosen);
        let bytes = read.map_err(|why| format!("{}: {}", shown(path), self.reason(&why)))?;
        Ok(Loaded { name: shown(path).into(), bytes })
    }

    fn reason(&self, why: &SourceError) -> String {
        let help =
            if why.problem == crate::source::Problem::Outside { "; --allow-outside reads it" } else { "" };
        format!("{}{help}", why.problem)
    }
}
