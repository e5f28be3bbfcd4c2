//! What several games have to do with each other: numbers, duplicates, one finding a file. Sees the pieces in the
//! order of the files, whatever the number of workers.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::finding::Finding;
use super::findings::Origin;
use super::game::Game;
use super::run::Found;
use super::{Check, find};
use crate::event::Heading;

/// One game that was checked.
#[derive(Debug)]
pub struct GameDone {
    /// What makes it the same game as another; `None` without moves.
    pub key: Option<GameKey>,
    /// Half-moves replayed.
    pub plies: u64,
    /// Number of its findings.
    pub findings: usize,
    /// The ruleset it was judged under.
    pub ruleset: Arc<str>,
    /// Whether something about the choice was assumed.
    pub assumed: bool,
    /// What its event needs of it; nothing where no check of events is asked for, or it has no round number.
    pub heading: Option<Heading>,
    /// Where it stands; the game's number is that within its piece.
    pub origin: Origin,
    /// Ends of the tags Event, Round, White, Black in [`Found::names`], from `names_start`; an absent tag is empty.
    pub names_end: [u32; 4],
    /// Where they begin.
    pub names_start: u32,
    /// Line of its first tag, or of its first byte that is no blank.
    pub first_line: u64,
    /// Column of that place, in bytes from 1.
    pub first_column: u64,
    /// Offset of that place in the file.
    pub first_offset: u64,
    /// Length of what stands there.
    pub first_length: u32,
}

/// A hash of players, start position, moves and result: 128 bits, so that two games are never taken for one by chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GameKey(u128);

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
        GameKey(u128::from(spread(self.high)) << 64 | u128::from(spread(self.low)))
    }
}

/// Where a game stood first: 12 bytes beside its key of 16.
#[derive(Debug, Clone, Copy)]
struct First {
    file: u32,
    game: u64,
}

/// Sees what was found piece by piece, in file order.
pub struct Collector {
    file: Option<Arc<str>>,
    files: Vec<Arc<str>>,
    games_in_file: u64,
    encoding_reported: bool,
    seen: FxHashMap<GameKey, First>,
    duplicates: Option<&'static Check>,
    limit: usize,
    /// Whether the limit for duplicates was reached.
    pub limit_reached: bool,
}

impl Collector {
    /// `duplicate_limit`: games after which duplicates are no longer looked for; 0 where they are not asked for.
    pub fn new(duplicate_limit: usize) -> Collector {
        Collector {
            file: None,
            files: Vec::new(),
            games_in_file: 0,
            encoding_reported: false,
            seen: FxHashMap::default(),
            duplicates: find("duplicate-game").filter(|_| duplicate_limit > 0),
            limit: duplicate_limit,
            limit_reached: false,
        }
    }

    /// Begins a file.
    pub fn begin_file(&mut self, file: &Arc<str>) {
        self.file = Some(Arc::clone(file));
        self.games_in_file = 0;
        self.encoding_reported = false;
    }

    /// The games of the current file so far.
    pub fn games_in_file(&self) -> u64 {
        self.games_in_file
    }

    /// Takes what was found in the next piece and hands on, in order, each game and its findings, numbers put right.
    pub fn take(&mut self, found: Found, mut each: impl FnMut(&mut GameDone, &Names<'_>, Vec<Finding>)) {
        let before = self.games_in_file;
        let mut findings = found.findings.into_iter();
        for mut done in found.games {
            done.origin.game += before;
            let mut own: Vec<Finding> = findings.by_ref().take(done.findings).collect();
            for finding in &mut own {
                finding.game = Some(done.origin.game);
            }
            own.retain(|finding| {
                finding.check != "encoding" || !std::mem::replace(&mut self.encoding_reported, true)
            });
            let names = Names::of(&found.names, &done);
            if let Some(finding) = self.duplicate(&done, &names) {
                own.insert(0, finding);
            }
            self.games_in_file += 1;
            done.heading.iter_mut().for_each(|heading| heading.place.game = done.origin.game);
            each(&mut done, &names, own);
        }
    }

    fn duplicate(&mut self, done: &GameDone, names: &Names<'_>) -> Option<Finding> {
        let (check, key) = (self.duplicates?, done.key?);
        if self.seen.len() >= self.limit && !self.seen.contains_key(&key) {
            self.limit_reached = true;
            return None;
        }
        let file = self.file_number(&done.origin.file);
        let first = match self.seen.entry(key) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(First { file, game: done.origin.game });
                return None;
            }
            std::collections::hash_map::Entry::Occupied(entry) => *entry.get(),
        };
        let first_file =
            self.files.get(first.file as usize).cloned().unwrap_or_else(|| Arc::clone(&done.origin.file));
        Some(duplicate_finding(check, done, names, &first_file, first.game))
    }

    fn file_number(&mut self, file: &Arc<str>) -> u32 {
        if self.files.last().is_none_or(|last| !Arc::ptr_eq(last, file) && last != file) {
            self.files.push(Arc::clone(file));
        }
        u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX)
    }
}

/// What a game is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names<'f> {
    /// Tag Event; empty where it is absent, like the others.
    pub event: &'f str,
    /// Tag Round.
    pub round: &'f str,
    /// Tag White.
    pub white: &'f str,
    /// Tag Black.
    pub black: &'f str,
}

impl<'f> Names<'f> {
    fn of(names: &'f str, done: &GameDone) -> Names<'f> {
        let mut start = done.names_start as usize;
        let [event, round, white, black] = done.names_end.map(|end| {
            let end = end as usize;
            let name = names.get(start..end).unwrap_or_default();
            start = end;
            name
        });
        Names { event, round, white, black }
    }
}

fn duplicate_finding(
    check: &Check,
    done: &GameDone,
    names: &Names<'_>,
    file: &Arc<str>,
    game: u64,
) -> Finding {
    let elsewhere = if *file == done.origin.file { String::new() } else { format!(" of {file}") };
    let message = format!("the same players, moves and result as game {game}{elsewhere}");
    let mut finding = Finding::new(check.id, check.severity, Arc::clone(&done.origin.file), message);
    let some = |name: &str| (!name.is_empty()).then(|| Arc::from(name));
    finding.event = some(names.event);
    finding.round = some(names.round);
    finding.white = some(names.white);
    finding.black = some(names.black);
    finding.game = Some(done.origin.game);
    finding.line = Some(done.first_line);
    finding.column = Some(done.first_column);
    finding.offset = Some(done.first_offset);
    finding.length = Some(u64::from(done.first_length));
    finding.ply = Some(0);
    finding.data.insert("first".into(), game.into());
    if *file != done.origin.file {
        finding.data.insert("first_file".into(), file.to_string().into());
    }
    finding
}
