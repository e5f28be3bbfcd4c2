//! What several games have to do with each other: numbers, duplicates, one finding a file. Sees the pieces in the
//! order of the files, whatever the number of workers.

use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::finding::Finding;
use super::game::Game;
use super::run::Found;
use super::{Check, find};
use crate::event::Heading;

/// One game that was checked.
#[derive(Debug)]
pub struct GameDone {
    /// What makes it the same game as another; `None` without moves.
    pub key: Option<GameKey>,
    /// Number of its findings.
    pub findings: usize,
    /// What it is called, what its event needs of it, and where it stands; the game's number is that within its piece.
    pub heading: Heading,
    /// Column of that place, in bytes from 1.
    pub column: u64,
}

/// A hash of players, start position, moves and result: 128 bits, so that two games are never taken for one by chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameKey {
    high: u64,
    low: u64,
}

impl Hash for GameKey {
    /// One half is hash enough for a table.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.low);
    }
}

impl GameKey {
    pub(super) fn of(game: &Game<'_>) -> Option<GameKey> {
        if game.sheet.moves.is_empty() {
            return None;
        }
        let mut hash = Mixer { high: 0x6c62_272e_07bb_0142, low: 0x62b8_2175_6295_c58d };
        for tag in [game.sheet.find_tag(game.text, "White"), game.sheet.find_tag(game.text, "Black")] {
            hash.bytes(tag.map_or(&b""[..], |tag| tag.value.of(game.text)).trim_ascii());
        }
        hash.add(game.replay.start.key());
        let (pairs, last) = game.replay.plies.as_chunks();
        for [one, other] in pairs {
            hash.add_apart(one.key, other.key);
        }
        hash.add(last.first().map_or(0, |ply| ply.key));
        for text in game.sheet.moves.iter().skip(game.replay.plies.len()) {
            hash.bytes(text.span.of(game.text));
        }
        hash.bytes(game.outcome().map_or("", |outcome| outcome.as_str()).as_bytes());
        Some(hash.key())
    }
}

/// Two polynomials over words, each modulo 2^64 with a factor of its own.
struct Mixer {
    high: u64,
    low: u64,
}

impl Mixer {
    #[inline]
    fn add(&mut self, word: u64) {
        self.add_apart(word, word);
    }

    /// Adds a word to each half.
    #[inline]
    fn add_apart(&mut self, high: u64, low: u64) {
        self.high = self.high.wrapping_mul(0x9fb2_1c65_1e98_df25).wrapping_add(high);
        self.low = self.low.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29) ^ low;
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.add(u64::from_le_bytes(*chunk.first_chunk().unwrap_or(&[0; 8])));
        }
        let last = chunks.remainder().iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        self.add(last);
        self.add(bytes.len() as u64);
    }

    fn key(&self) -> GameKey {
        // The last words have been through few steps: spread them.
        let spread = |word: u64| {
            let word = (word ^ word >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word ^ word >> 29
        };
        GameKey { high: spread(self.high), low: spread(self.low) }
    }
}

/// Sees what was found piece by piece, in file order.
pub struct Collector {
    /// The files, each with the number of games before it.
    files: Vec<(u64, Arc<str>)>,
    games: u64,
    encoding_reported: bool,
    /// By its key the number of the games before a game that stood first.
    seen: FxHashMap<GameKey, u64>,
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
    /// right, with what the headings of the games say.
    pub fn take(&mut self, found: Found, mut each: impl FnMut(&Heading, &str, Vec<Finding>)) {
        let Some((before_file, file)) = self.files.last().map(|(before, file)| (*before, Arc::clone(file)))
        else {
            return;
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
