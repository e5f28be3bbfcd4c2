//! A game of a PGN file, picked by its number, with the logs that belong to it.

use std::path::Path;

use super::files::{self, Folder};
use super::{Request, shown};
use crate::case::{Case, Loaded};
use crate::scoresheet::{Reader, Scoresheet, decode};

/// The case that a PGN game and its logs make.
pub(super) fn case(path: &Path, request: &Request, folder: &Folder) -> Result<Case, String> {
    let Picked { text, number, .. } = pick(path, request.game)?;
    let sheet = Loaded { name: shown(path).into(), bytes: text };
    let clock = log(request.clock.as_deref(), path, "clock.csv", folder)?;
    let incidents = log(request.incidents.as_deref(), path, "incidents.csv", folder)?;
    clock.iter().chain(&incidents).for_each(|log| request.note(log));
    Case::of_game(sheet, clock, incidents, number).map_err(|fault| fault.to_string())
}

/// A game of a PGN file.
struct Picked {
    text: Vec<u8>,
    number: u64,
    /// The file holds no other.
    only: bool,
}

/// The text of the game that was asked for; `None` where it is the whole file.
pub(in crate::cli) fn pick_game(path: &Path, number: Option<u64>) -> Result<Option<String>, String> {
    let Picked { text, only, .. } = pick(path, number)?;
    Ok((!only).then(|| decode(&text).into_owned()))
}

fn pick(path: &Path, number: Option<u64>) -> Result<Picked, String> {
    let bytes = files::games(path)?;
    let games = split(&bytes);
    let number = match (number, games.len()) {
        (_, 0) => return Err(format!("{}: there is no game in it", shown(path))),
        (None, 1) => 1,
        (None, _) => return Err(list(path, &bytes, &games)),
        (Some(number), _) => number,
    };
    let index = usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1);
    let Some(text) = index.and_then(|index| games.get(index)).and_then(|range| bytes.get(range.clone()))
    else {
        return Err(format!("{}: there is no game {number}, only {}", shown(path), games.len()));
    };
    Ok(Picked { text: text.to_vec(), number, only: games.len() == 1 })
}

/// The log that was named, or the one that stands beside the game.
fn log(named: Option<&Path>, game: &Path, ending: &str, folder: &Folder) -> Result<Option<Loaded>, String> {
    let beside = game.with_extension(ending);
    match named {
        Some(path) => files::named_log(path).map(Some),
        None if beside.is_file() => folder.log(&beside).map(Some),
        None => Ok(None),
    }
}

/// The places of the games in a PGN file.
fn split(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut games = Vec::new();
    let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let length = reader.read(rest, &mut sheet).max(1);
        if !sheet.is_blank() {
            games.push(at..at + length);
        }
        at += length;
    }
    games
}

/// Most games that are listed where one has to be picked.
const LISTED: usize = 20;

fn list(path: &Path, bytes: &[u8], games: &[std::ops::Range<usize>]) -> String {
    let mut lines = vec![format!("{}: it holds {} games; pick one with --game N", shown(path), games.len())];
    let mut sheet = Scoresheet::new();
    for (index, range) in games.iter().enumerate().take(LISTED) {
        let text = bytes.get(range.clone()).unwrap_or_default();
        sheet.read(text);
        let tag = |name: &str| sheet.tag(text, name).map_or("?".to_owned(), |value| value.into_owned());
        lines.push(format!(
            "  --game {}: {} – {}, round {}",
            index + 1,
            tag("White"),
            tag("Black"),
            tag("Round")
        ));
    }
    if games.len() > LISTED {
        lines.push(format!("  … and {} more", games.len() - LISTED));
    }
    lines.join("\n")
}
