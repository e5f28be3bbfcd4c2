//! A game of a PGN file, picked by its number, with the logs that belong to it.

use std::path::Path;

use super::files::{self, Folder};
use super::{Request, shown};
use crate::case::{Case, Loaded};
use crate::event::{Format, recognise};
use crate::scoresheet::{Reader, Scoresheet, decode};

/// Builds a case from a PGN game and its logs.
pub(super) fn case(path: &Path, request: &Request, folder: &Folder) -> Result<Case, Fault> {
    let Picked { text, number, .. } = pick(path, request.game)?;
    let sheet = Loaded { name: shown(path).into(), bytes: text };
    let clock = log(request.clock.as_deref(), path, "clock.csv", folder)?;
    let incidents = log(request.incidents.as_deref(), path, "incidents.csv", folder)?;
    clock.iter().chain(&incidents).for_each(|log| request.note(log));
    Ok(Case::of_game(sheet, clock, incidents, number).map_err(|fault| fault.to_string())?)
}

/// Why no game was picked.
pub(super) struct Fault {
    pub(super) what: String,
    /// The games to choose from.
    pub(super) choices: Vec<String>,
}

impl From<String> for Fault {
    fn from(what: String) -> Fault {
        Fault { what, choices: Vec::new() }
    }
}

/// A game of a PGN file.
struct Picked {
    text: Vec<u8>,
    number: u64,
    /// Whether it is the only game of the file.
    only: bool,
}

/// The text of the selected game; `None` if that is the whole file and the file can be read again.
pub(in crate::cli) fn pick_game(path: &Path, number: Option<u64>) -> Result<Option<String>, String> {
    let Picked { text, only, .. } = pick(path, number).map_err(|fault| {
        let choices = fault.choices.iter().map(|choice| format!("; {choice}"));
        fault.what + &choices.collect::<String>()
    })?;
    Ok((!only || !path.is_file()).then(|| decode(&text).into_owned()))
}

fn pick(path: &Path, number: Option<u64>) -> Result<Picked, Fault> {
    let bytes = files::games(path)?;
    if bytes.is_empty() {
        return Err(format!("{}: the file is empty", shown(path)).into());
    }
    let unrecognised = || format!("{}: no game is recognised in it; PGN is read", shown(path));
    let format = recognise(&shown(path), &bytes);
    let games = if format.is_none_or(|format| format == Format::Pgn) { split(&bytes) } else { Vec::new() };
    let number = match (number, games.len()) {
        (_, 0) => return Err(unrecognised().into()),
        (None, 1) => 1,
        (None, _) => return Err(list(path, &bytes, &games)),
        (Some(number), _) => number,
    };
    let index = usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1);
    let Some(text) = index.and_then(|index| games.get(index)).and_then(|range| bytes.get(range.clone()))
    else {
        return Err(format!("{}: there is no game {number}, only {}", shown(path), games.len()).into());
    };
    Ok(Picked { text: text.to_vec(), number, only: games.len() == 1 })
}

/// The named log, or the one beside the game.
fn log(named: Option<&Path>, game: &Path, ending: &str, folder: &Folder) -> Result<Option<Loaded>, String> {
    let beside = game.with_extension(ending);
    match named {
        Some(path) => files::named_log(path).map(Some),
        None if beside.is_file() => folder.log(&beside).map(Some),
        None => Ok(None),
    }
}

/// The byte ranges of the games in a PGN file; empty if nothing in it can be read as a game.
fn split(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut games = Vec::new();
    let mut recognised = false;
    let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let length = reader.read(rest, &mut sheet).max(1);
        if !sheet.is_blank() {
            games.push(at..at + length);
            recognised |= sheet.is_game();
        }
        at += length;
    }
    games.retain(|_| recognised);
    games
}

/// Maximum number of games listed as choices.
const LISTED: usize = 20;

fn list(path: &Path, bytes: &[u8], games: &[std::ops::Range<usize>]) -> Fault {
    let what = format!("{}: it holds {} games; pick one with --game N", shown(path), games.len());
    let mut choices = Vec::new();
    let mut sheet = Scoresheet::new();
    for (index, range) in games.iter().enumerate().take(LISTED) {
        let text = bytes.get(range.clone()).unwrap_or_default();
        sheet.read(text);
        let tag = |name: &str| sheet.tag(text, name).map_or("?".to_owned(), |value| value.into_owned());
        choices.push(format!(
            "--game {}: {} – {}, round {}",
            index + 1,
            tag("White"),
            tag("Black"),
            tag("Round")
        ));
    }
    if games.len() > LISTED {
        choices.push(format!("… and {} more", games.len() - LISTED));
    }
    Fault { what, choices }
}
