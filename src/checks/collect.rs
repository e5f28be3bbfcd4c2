//! What needs more than one game: game numbers, duplicates and near duplicates, one `encoding` finding per file. Sees the pieces in
//! file order, whatever the number of workers.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::finding::Finding;
use super::fix::{Edit, Fix};
use super::game::Game;
use super::piece::Found;
use super::twins::{Named, Sketch, Twins};
use super::{Check, find, near_duplicate, results};
use crate::event::GameHeader;
use crate::fingerprint::{Hasher128, Key};

/// One game that was checked.
#[derive(Debug)]
pub struct GameDone {
    /// The fingerprint by which duplicates are found; `None` if the game has no moves.
    pub key: Option<Key>,
    /// What near duplicates are found by; `None` if they are not looked for, or the game is too short.
    pub sketch: Option<Box<Sketch>>,
    /// Number of its findings.
    pub findings: usize,
    /// Its names, what event checks need of it, and its place; the game number counts within the piece.
    pub header: GameHeader,
    /// Column of that place, in bytes from 1.
    pub column: u64,
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

/// The number of games in the run before the first and before the latest copy of a game.
#[derive(Debug, Clone, Copy)]
struct Copies {
    first: u32,
    last: u32,
}

/// A game that occurred before.
struct Duplicate {
    /// Its index in its piece.
    at: usize,
    /// The number of games in the run before the first copy.
    first: u64,
    /// Whether there is an earlier copy in the same file.
    in_file: bool,
}

/// A game with its findings, as [`Collector::take`] passes it on.
pub struct Collected<'c> {
    /// The game's names, and its place in its file.
    pub header: &'c mut GameHeader,
    /// The string that the header was written to.
    pub texts: &'c str,
    /// What was found in it.
    pub findings: Vec<Finding>,
    /// Whether the same game occurred earlier in this file. Other files of the run do not count.
    pub again: bool,
}

/// Takes what was found, piece by piece, in file order.
pub struct Collector {
    /// The files, each with the number of games before it.
    files: Vec<(u64, Arc<str>)>,
    games: u64,
    encoding_reported: bool,
    /// The copies of each game, by its key.
    seen: FxHashMap<Key, Copies>,
    duplicates: Option<&'static Check>,
    /// The games so far, if near duplicates are looked for.
    twins: Option<Twins>,
    limit: usize,
    /// Whether the limit for duplicates was reached.
    pub limit_reached: bool,
}

impl Collector {
    /// `duplicate_limit`: how many different games are remembered to find duplicates; 0 turns the search off.
    pub fn new(duplicate_limit: usize) -> Collector {
        Collector {
            files: Vec::new(),
            games: 0,
            encoding_reported: false,
            seen: FxHashMap::default(),
            duplicates: find("duplicate-game").filter(|_| duplicate_limit > 0),
            twins: None,
            limit: duplicate_limit,
            limit_reached: false,
        }
    }

    /// Looks for near duplicates too, and remembers at most `limit` games for it. Equal games are then recognised even if duplicates
    /// are not reported.
    pub fn find_near_duplicates(&mut self, limit: usize) {
        self.twins = Some(limit).filter(|limit| *limit > 0).map(Twins::new);
        self.limit = self.limit.max(limit);
    }

    /// Begins a file.
    pub fn begin_file(&mut self, file: &Arc<str>) {
        self.files.push((self.games, Arc::clone(file)));
        self.encoding_reported = false;
    }

    /// Games of the file so far.
    pub fn games_of_file(&self) -> u64 {
        self.files.last().map_or(0, |(before, _)| self.games - before)
    }

    /// Calls `each` for every game of the next piece, in order, with game numbers made file-wide. Returns the
    /// string that the headers were written to.
    pub fn take(&mut self, found: Found, mut each: impl FnMut(Collected<'_>)) -> String {
        let Some((before_file, file)) = self.files.last().map(|(before, file)| (*before, Arc::clone(file)))
        else {
            return found.texts;
        };
        let before = self.games - before_file;
        let not_judged = found.not_judged.len() as u64;
        let Found { mut games, findings, texts, end, .. } = found;
        let mut copies = self.duplicates(&games, before_file).into_iter().peekable();
        let starts = if copies.peek().is_some() { starts(&games, end) } else { Vec::new() };
        let mut findings = findings.into_iter();
        for (at, done) in games.iter_mut().enumerate() {
            done.header.place.game += before;
            let mut own = Vec::new();
            if done.findings > 0 {
                own.extend(findings.by_ref().take(done.findings));
                own.iter_mut().for_each(|finding: &mut Finding| finding.game = Some(done.header.place.game));
                own.retain(|finding| {
                    finding.check != "encoding" || !std::mem::replace(&mut self.encoding_reported, true)
                });
            }
            let copy = copies.next_if(|copy| copy.at == at);
            let again = self.duplicates.is_some() && copy.as_ref().is_some_and(|copy| copy.in_file);
            if copy.is_none() {
                own.splice(0..0, self.near_duplicate(done, &texts, (before_file, &file)));
            }
            if let (Some(copy), Some(check)) = (copy, self.duplicates) {
                let first = self.file_and_number(copy.first).unwrap_or((&file, done.header.place.game));
                let mut duplicate = duplicate_finding(check, done, &texts, &file, first);
                duplicate.fix =
                    starts.get(at).zip(starts.get(at + 1)).map(|(from, to)| Box::new(removal(*from, *to)));
                own.insert(0, duplicate);
            }
            each(Collected { header: &mut done.header, texts: &texts, findings: own, again });
        }
        self.games += games.len() as u64 + not_judged;
        texts
    }

    /// The games of a piece that occurred before. They are looked up together, because each lookup waits for
    /// memory. `before_file` games come before this file.
    fn duplicates(&mut self, games: &[GameDone], before_file: u64) -> Vec<Duplicate> {
        let mut duplicates = Vec::new();
        if self.limit == 0 {
            return duplicates;
        }
        for (at, key) in games.iter().enumerate().filter_map(|(at, done)| Some((at, done.key?))) {
            if self.seen.len() >= self.limit && !self.seen.contains_key(&key) {
                self.limit_reached = true;
                continue;
            }
            let place = games.get(at).map_or(0, |done| done.header.place.game.saturating_sub(1));
            let Ok(own) = u32::try_from(self.games + place) else {
                self.limit_reached = true;
                continue;
            };
            match self.seen.entry(key) {
                Entry::Vacant(entry) => {
                    entry.insert(Copies { first: own, last: own });
                }
                Entry::Occupied(mut entry) => {
                    let Copies { first, last } = *entry.get();
                    entry.get_mut().last = own;
                    duplicates.push(Duplicate {
                        at,
                        first: first.into(),
                        in_file: u64::from(last) >= before_file,
                    });
                }
            }
        }
        duplicates
    }

    /// The finding if an earlier game is nearly the same as this one, which is remembered. `before_file` games come before its file.
    fn near_duplicate(
        &mut self,
        done: &mut GameDone,
        texts: &str,
        (before_file, file): (u64, &Arc<str>),
    ) -> Option<Finding> {
        let twins = self.twins.as_mut()?;
        let sketch = done.sketch.take()?;
        let place = done.header.place;
        let Ok(game) = u32::try_from(before_file + place.game.saturating_sub(1)) else {
            self.limit_reached = true;
            return None;
        };
        let names = done.header.names(texts);
        let named = Named { game, line: place.line, players: [names.white, names.black] };
        let (twin, remembered) = twins.meet(&sketch, named);
        self.limit_reached |= !remembered;
        let twin = twin?;
        let (first_file, first) = self.file_and_number(twin.game.into())?;
        let elsewhere = Some(first_file).filter(|first_file| *first_file != file);
        let mut finding = about_game(&near_duplicate::CHECK, done, texts, file, String::new());
        near_duplicate::tell(&twin, sketch.outcome, (first, elsewhere), &mut finding);
        Some(finding)
    }

    /// The file of the game with `before` games of the run before it, and the game's number in that file.
    fn file_and_number(&self, before: u64) -> Option<(&Arc<str>, u64)> {
        let at = self.files.partition_point(|(before_file, _)| *before_file <= before).checked_sub(1)?;
        self.files.get(at).map(|(before_file, file)| (file, before - before_file + 1))
    }
}

/// The offset and the line at which each game of a piece begins, and the end of the piece.
fn starts(games: &[GameDone], end: (u64, u64)) -> Vec<(u64, u64)> {
    games.iter().map(|done| (done.header.place.offset, done.header.place.line)).chain([end]).collect()
}

/// The repair that removes a game with the blank lines after it.
fn removal((from, first_line): (u64, u64), (to, last_line): (u64, u64)) -> Fix {
    let length = to.saturating_sub(from);
    let lines = last_line.saturating_sub(first_line);
    let edits = vec![Edit { offset: from, length, text: String::new(), lines }];
    Fix::new("remove this game".to_owned(), false, edits)
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
    let mut finding = about_game(check, done, texts, file, message);
    finding.data.insert("first".into(), first.into());
    if first_file != file {
        finding.data.insert("first_file".into(), first_file.to_string().into());
    }
    finding
}

/// A finding about a whole game. Its place is the first tag.
fn about_game(check: &Check, done: &GameDone, texts: &str, file: &Arc<str>, message: String) -> Finding {
    let mut finding = Finding::new(check.id, check.severity, Arc::clone(file), message);
    let (names, place) = (done.header.names(texts), done.header.place);
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
    finding
}
