//! What several games have to do with each other: numbers, duplicates, one finding a file. Sees the pieces in the
//! order of the files, whatever the number of workers.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::finding::Finding;
use super::game::Game;
use super::run::Found;
use super::{Check, find};
use crate::event::Heading;
use crate::mixer::{Key, Mixer};

/// One game that was checked.
#[derive(Debug)]
pub struct GameDone {
    /// What makes it the same game as another; `None` without moves.
    pub key: Option<Key>,
    /// Number of its findings.
    pub findings: usize,
    /// What it is called, what its event needs of it, and where it stands; the game's number is that within its piece.
    pub heading: Heading,
    /// Column of that place, in bytes from 1.
    pub column: u64,
}

/// The key of a game's players, start position, moves and result; `None` without moves.
pub(super) fn game_key(game: &Game<'_>) -> Option<Key> {
    if game.sheet.moves.is_empty() {
        return None;
    }
    let mut mixer = Mixer::new();
    for tag in [game.sheet.find_tag(game.text, "White"), game.sheet.find_tag(game.text, "Black")] {
        mixer.bytes(tag.map_or(&b""[..], |tag| tag.value.of(game.text)).trim_ascii());
    }
    mixer.add(game.replay.start.key());
    // Two mixers in turn: neither waits for the other.
    let mut second = Mixer::new();
    let (fours, last) = game.replay.plies.as_chunks();
    for [a, b, c, d] in fours {
        mixer.add_apart(a.key, b.key);
        second.add_apart(c.key, d.key);
    }
    mixer.mix(second);
    last.iter().for_each(|ply| mixer.add(ply.key));
    for text in game.sheet.moves.iter().skip(game.replay.plies.len()) {
        mixer.bytes(text.span.of(game.text));
    }
    mixer.bytes(game.outcome().map_or("", |outcome| outcome.as_str()).as_bytes());
    Some(mixer.key())
}

/// Sees what was found piece by piece, in file order.
pub struct Collector {
    /// The files, each with the number of games before it.
    files: Vec<(u64, Arc<str>)>,
    games: u64,
    encoding_reported: bool,
    /// By its key the number of the games before a game that stood first.
    seen: FxHashMap<Key, u64>,
    duplicates: Option<&'static Check>,
    limit: usize,
    /// Whether the limit for duplicates was reached.
    pub limit_reached: bool,
}

impl Collector {
    /// `duplicate_limit`: games after which duplicates are no longer looked for; 0 where they are not asked for.
    pub fn new(duplicate_limit: usize) -> Collector {
        Collector {
            files: Vec::new(),
            games: 0,
            encoding_reported: false,
            seen: FxHashMap::default(),
            duplicates: find("duplicate-game").filter(|_| duplicate_limit > 0),
            limit: duplicate_limit,
            limit_reached: false,
        }
    }

    /// Begins a file.
    pub fn begin_file(&mut self, file: &Arc<str>) {
        self.files.push((self.games, Arc::clone(file)));
        self.encoding_reported = false;
    }

    /// Takes what was found in the next piece of the file and hands on, in order, each game and its findings, numbers put
    /// right, with what the headings of the games say, which is handed back.
    pub fn take(&mut self, found: Found, mut each: impl FnMut(&Heading, &str, Vec<Finding>)) -> String {
        let Some((before_file, file)) = self.files.last().map(|(before, file)| (*before, Arc::clone(file)))
        else {
            return found.texts;
        };
        let before = self.games - before_file;
        let Found { mut games, findings, texts, .. } = found;
        let mut again = self.duplicates(&games).into_iter().peekable();
        let mut findings = findings.into_iter();
        for (at, done) in games.iter_mut().enumerate() {
            done.heading.place.game += before;
            let mut own = Vec::new();
            if done.findings > 0 {
                own.extend(findings.by_ref().take(done.findings));
                own.iter_mut().for_each(|finding: &mut Finding| finding.game = Some(done.heading.place.game));
                own.retain(|finding| {
                    finding.check != "encoding" || !std::mem::replace(&mut self.encoding_reported, true)
                });
            }
            if let Some((_, first)) = again.next_if(|(of, _)| *of == at)
                && let Some(check) = self.duplicates
            {
                let first = self.file_and_number(first).unwrap_or((&file, done.heading.place.game));
                own.insert(0, duplicate_finding(check, done, &texts, &file, first));
            }
            each(&done.heading, &texts, own);
        }
        self.games += games.len() as u64;
        texts
    }

    /// The games of a piece that stood before: their places in it, and the number of the games before the first of the kind.
    /// Looked up in a row, because each waits for memory, and so they wait together.
    fn duplicates(&mut self, games: &[GameDone]) -> Vec<(usize, u64)> {
        let mut again = Vec::new();
        if self.duplicates.is_none() {
            return again;
        }
        for (at, key) in games.iter().enumerate().filter_map(|(at, done)| Some((at, done.key?))) {
            if self.seen.len() >= self.limit && !self.seen.contains_key(&key) {
                self.limit_reached = true;
                continue;
            }
            match self.seen.entry(key) {
                Entry::Vacant(entry) => {
                    entry.insert(self.games + at as u64);
                }
                Entry::Occupied(entry) => again.push((at, *entry.get())),
            }
        }
        again
    }

    /// The file of the game before which there are so many, and the game's number in it.
    fn file_and_number(&self, before: u64) -> Option<(&Arc<str>, u64)> {
        let at = self.files.partition_point(|(before_file, _)| *before_file <= before).checked_sub(1)?;
        self.files.get(at).map(|(before_file, file)| (file, before - before_file + 1))
    }
}

fn duplicate_finding(
    check: &Check,
    done: &GameDone,
    texts: &str,
    file: &Arc<str>,
    (first_file, first): (&Arc<str>, u64),
) -> Finding {
    let elsewhere = if first_file == file { String::new() } else { format!(" of {first_file}") };
    let message = format!("the same players, moves and result as game {first}{elsewhere}");
    let mut finding = Finding::new(check.id, check.severity, Arc::clone(file), message);
    let (names, place) = (done.heading.names(texts), done.heading.place);
    let some = |name: &str| (!name.is_empty()).then(|| Arc::from(name));
    finding.event = some(names.event);
    finding.round = some(names.round);
    finding.white = some(names.white);
    finding.black = some(names.black);
    finding.game = Some(place.game);
    finding.line = Some(place.line);
    finding.column = Some(done.column);
    finding.offset = Some(place.offset);
    finding.length = Some(place.length);
    finding.ply = Some(0);
    finding.data.insert("first".into(), first.into());
    if first_file != file {
        finding.data.insert("first_file".into(), first_file.to_string().into());
    }
    finding
}
