//! What needs more than one game: game numbers, duplicates and near duplicates. Sees the pieces in file order, whatever the
//! number of workers.

use std::sync::Arc;

use super::finding::Finding;
use super::fix::{Edit, Fix};
use super::game::Game;
use super::piece::Found;
use super::seen::{Copies, Seen};
use super::twins::{Named, Sketch, Twins};
use super::{Check, duplicate_game, near_duplicate, results};
use crate::event::{Headers, Kept};
use crate::fingerprint::{Hasher128, Key};

/// One game that was checked. Its place is in its header.
#[derive(Debug)]
pub struct GameDone {
    /// What near duplicates are found by; `None` if they are not looked for, or the game is too short.
    pub sketch: Option<Box<Sketch>>,
    /// Number of its findings.
    pub findings: usize,
    /// Where it ends: offset and line, with the blank lines after it. `None` if something that cannot be read stands before its place.
    pub end: Option<(u64, u64)>,
    /// Column of its place, in bytes from 1.
    pub column: u64,
}

/// A game with moves and the fingerprint by which duplicates are found.
#[derive(Debug, Clone, Copy)]
pub struct GameKey {
    /// Its index among the games of its piece.
    pub at: usize,
    /// Its number within the piece, from 1.
    pub number: u64,
    /// Its players, start position, moves and result.
    pub key: Key,
}

/// The key of a game's players, start position, moves and result; `None` without moves.
pub(super) fn game_key(game: &Game<'_>) -> Option<Key> {
    if game.sheet.moves.is_empty() {
        return None;
    }
    let mut fingerprint = Hasher128::new();
    for tag in [game.sheet.find_tag(game.text, "White"), game.sheet.find_tag(game.text, "Black")] {
        fingerprint.bytes(tag.map_or(&b""[..], |tag| tag.value.of(game.text)).trim_ascii());
    }
    fingerprint.add(game.replay.start.key());
    // Two hashers in turn: neither waits for the other.
    let mut second = Hasher128::new();
    let (fours, last) = game.replay.plies.as_chunks();
    for [a, b, c, d] in fours {
        fingerprint.write_pair(a.key, b.key);
        second.write_pair(c.key, d.key);
    }
    fingerprint.mix(second);
    last.iter().for_each(|ply| fingerprint.add(ply.key));
    for text in game.sheet.moves.iter().skip(game.replay.plies.len()) {
        fingerprint.bytes(text.span.of(game.text));
    }
    // Games that are equal after the repairs are equal.
    fingerprint.bytes(results::after_repairs(game).map_or("", |outcome| outcome.as_str()).as_bytes());
    Some(fingerprint.key())
}

/// A game that occurred before.
#[derive(Debug)]
pub struct Duplicate {
    /// Its index in its piece.
    pub at: usize,
    /// The file of the first copy, and its number there.
    first: (Arc<str>, u64),
    /// Whether there is an earlier copy in the same file. Other files of the run do not count.
    pub in_file: bool,
}

/// A piece, and what earlier pieces say about its games.
#[derive(Debug, Default)]
pub struct Collected {
    /// What was found in it, without the headers.
    pub found: Found,
    /// The headers of its games.
    pub headers: Arc<Headers>,
    /// Games of the file before the piece.
    pub before: u64,
    /// The games that occurred before, in order.
    pub duplicates: Vec<Duplicate>,
    /// Games that are nearly the same as earlier ones, by their index: the findings.
    pub near_duplicates: Vec<(usize, Finding)>,
    /// Whether there have been more games than are remembered to find duplicates.
    pub limit_reached: bool,
}

/// Takes what was found, piece by piece, in file order.
pub struct Collector {
    /// The files, each with the number of games before it.
    files: Vec<(u64, Arc<str>)>,
    games: u64,
    seen: Seen,
    /// Whether equal games are reported; near duplicates are looked for among games that are not equal.
    reports_duplicates: bool,
    /// The games so far, if near duplicates are looked for.
    twins: Option<Twins>,
    limit: usize,
    /// Whether the limit for duplicates was reached.
    limit_reached: bool,
}

impl Collector {
    /// `duplicate_limit`: how many different games are remembered to find duplicates, at 48 bytes each; 0 turns the search off.
    pub fn new(duplicate_limit: usize) -> Collector {
        Collector {
            files: Vec::new(),
            games: 0,
            seen: Seen::default(),
            reports_duplicates: duplicate_limit > 0,
            twins: None,
            limit: duplicate_limit,
            limit_reached: false,
        }
    }

    /// Looks for near duplicates too, and remembers at most `limit` games for it: about 300 bytes each, never more than 700. Games of
    /// files whose settings do not select `near-duplicate` take no part. Equal games are then recognised even if duplicates are not
    /// reported.
    pub fn find_near_duplicates(&mut self, limit: usize) {
        self.twins = Some(limit).filter(|limit| *limit > 0).map(Twins::new);
        self.limit = self.limit.max(limit);
    }

    /// Begins a file.
    pub fn begin_file(&mut self, file: &Arc<str>) {
        self.files.push((self.games, Arc::clone(file)));
    }

    /// Takes the next piece: makes the numbers of its games file-wide, and looks for earlier copies of them.
    pub fn take(&mut self, mut found: Found) -> Collected {
        let Some((before_file, file)) = self.files.last().map(|(before, file)| (*before, Arc::clone(file)))
        else {
            return Collected::default();
        };
        let before = self.games - before_file;
        let duplicates = self.duplicates(&found.keys, before_file);
        found.headers.games_before = before;
        let mut near_duplicates = Vec::new();
        if self.twins.is_some() {
            let mut copies = duplicates.iter().map(|copy| copy.at).peekable();
            for (at, done) in found.games.iter().enumerate() {
                if copies.next_if_eq(&at).is_none()
                    && let Some(header) = found.headers.get(at)
                {
                    let game = CheckedGame { done, header, file: &file };
                    let near = self.near_duplicate(&game, before_file);
                    near_duplicates.extend(near.map(|finding| (at, finding)));
                }
            }
        }
        self.games += (found.games.len() + found.not_judged.len()) as u64;
        let duplicates = if self.reports_duplicates { duplicates } else { Vec::new() };
        let headers = Arc::new(std::mem::take(&mut found.headers));
        let limit_reached = self.limit_reached;
        Collected { found, headers, before, duplicates, near_duplicates, limit_reached }
    }

    /// The games of a piece that occurred before. `before_file` games come before this file.
    fn duplicates(&mut self, keys: &[GameKey], before_file: u64) -> Vec<Duplicate> {
        if self.limit == 0 {
            return Vec::new();
        }
        // Each lookup waits for memory. Looking all keys up first lets these waits overlap; the lookups below hit the cache.
        let known = keys.iter().filter(|game| self.seen.contains(&game.key)).count();
        let mut found = Vec::with_capacity(known);
        for GameKey { at, number, key } in keys.iter().copied() {
            if self.seen.len() >= self.limit && !self.seen.contains(&key) {
                self.limit_reached = true;
                continue;
            }
            let Ok(own) = u32::try_from(self.games + number.saturating_sub(1)) else {
                self.limit_reached = true;
                continue;
            };
            found.extend(self.seen.add(key, own).map(|copies| (at, copies)));
        }
        let duplicate = |(at, Copies { first, last }): (usize, Copies)| {
            let (file, number) = self.file_and_number(first.into())?;
            let in_file = u64::from(last) >= before_file;
            Some(Duplicate { at, first: (Arc::clone(file), number), in_file })
        };
        found.into_iter().filter_map(duplicate).collect()
    }

    /// The finding if an earlier game is nearly the same as this one, which is remembered. `before_file` games come before its file.
    fn near_duplicate(&mut self, game: &CheckedGame<'_>, before_file: u64) -> Option<Finding> {
        let twins = self.twins.as_mut()?;
        let sketch = game.done.sketch.as_ref()?;
        let place = game.header.place();
        let Ok(number) = u32::try_from(before_file + place.game.saturating_sub(1)) else {
            self.limit_reached = true;
            return None;
        };
        let names = game.header.names();
        let named = Named { game: number, line: place.line, players: [names.white, names.black] };
        let (twin, remembered) = twins.meet(sketch, named);
        self.limit_reached |= !remembered;
        let twin = twin?;
        let (first_file, first) = self.file_and_number(twin.game.into())?;
        let elsewhere = Some(first_file).filter(|first_file| *first_file != game.file);
        let mut finding = game.finding(&near_duplicate::CHECK, String::new());
        near_duplicate::tell(&twin, sketch.outcome, (first, elsewhere), &mut finding);
        Some(finding)
    }

    /// The file of the game with `before` games of the run before it, and the game's number in that file.
    fn file_and_number(&self, before: u64) -> Option<(&Arc<str>, u64)> {
        let at = self.files.partition_point(|(before_file, _)| *before_file <= before).checked_sub(1)?;
        self.files.get(at).map(|(before_file, file)| (file, before - before_file + 1))
    }
}

/// A game that was checked, with its header and file.
#[derive(Debug, Clone, Copy)]
pub struct CheckedGame<'a> {
    /// What was found out about it.
    pub done: &'a GameDone,
    /// Its header.
    pub header: Kept<'a>,
    /// Its file.
    pub file: &'a Arc<str>,
}

impl CheckedGame<'_> {
    /// The repair that removes the game with the blank lines after it.
    fn removal(&self) -> Option<Fix> {
        let ((to, last_line), place) = (self.done.end?, self.header.place());
        let length = to.saturating_sub(place.offset);
        let lines = last_line.saturating_sub(place.line);
        let edits = vec![Edit { offset: place.offset, length, text: String::new(), lines }];
        Some(Fix::new("remove this game".to_owned(), false, edits))
    }

    /// A finding about the whole game. Its place is the first tag.
    fn finding(&self, check: &Check, message: String) -> Finding {
        let mut finding = Finding::new(check.id, check.severity, Arc::clone(self.file), message);
        let (names, place) = (self.header.names(), self.header.place());
        let some = |name: &str| (!name.is_empty()).then(|| Arc::from(name));
        finding.event = some(names.event);
        finding.round = some(names.round);
        finding.white = some(names.white);
        finding.black = some(names.black);
        finding.game = Some(place.game);
        finding.line = Some(place.line);
        finding.column = Some(self.done.column);
        finding.offset = Some(place.offset);
        finding.length = Some(place.length);
        finding.ply = Some(0);
        finding
    }
}

impl Duplicate {
    /// The finding in the game.
    pub fn finding(&self, game: &CheckedGame<'_>) -> Finding {
        let (first_file, first) = &self.first;
        let elsewhere = Some(first_file).filter(|first_file| *first_file != game.file);
        let of = elsewhere.map_or_else(String::new, |elsewhere| format!(" of {elsewhere}"));
        let message = format!("the same players, moves and result as game {first}{of}");
        let mut finding = game.finding(&duplicate_game::CHECK, message);
        finding.data.insert("first".into(), (*first).into());
        if let Some(elsewhere) = elsewhere {
            finding.data.insert("first_file".into(), elsewhere.to_string().into());
        }
        finding.fix = game.removal().map(Box::new);
        finding
    }
}
