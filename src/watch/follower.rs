//! The follower: the texts of sources in, alerts out.

use std::collections::HashMap;
use std::sync::Arc;

use super::alert::Alert;
use super::board::Board;
use super::cut::{Believed, believed};
use super::game::{Followed, Reading};
use super::record::Names;
use super::recording::Came;
use super::stream::{Grown, Stream};
use crate::checks::{Checker, Piece, Settings, Severity, folded};
use crate::scoresheet::{Reader, Scoresheet};

/// Options of a follower.
#[derive(Debug, Clone)]
pub struct Options {
    /// Time without a move after which `still` is reported, in milliseconds.
    pub still_ms: i64,
    /// Time left below which `flag-near` is reported, in milliseconds; `None` for the ruleset's.
    pub flag_near_ms: Option<i64>,
    /// Moves by each player left before a claim by the fifty-move rule at which `fifty-near` is reported.
    pub fifty_near: u32,
    /// The round to follow: games whose Round tag names another one are ignored.
    pub round: Option<String>,
    /// The alerts that are reported; empty for all.
    pub wanted: Vec<&'static str>,
    /// Whether there is one reading only. Otherwise a king that jumps to the centre is not reported until the other
    /// king, the next move or a result tells whether it begins a signal.
    pub once: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            still_ms: 600_000,
            flag_near_ms: None,
            fifty_near: 10,
            round: None,
            wanted: Vec::new(),
            once: false,
        }
    }
}

/// How long a source may be silent before it counts as lost, in milliseconds.
const PATIENCE_MS: i64 = 3000;

/// Games that are watched at once; a tournament of this size does not exist.
const MOST_GAMES: usize = 10_000;

/// Bytes of all files together whose text is kept.
const MOST_TEXT: usize = 512 << 20;

/// A game's text in a source.
struct Part {
    text: Box<[u8]>,
    game: Option<usize>,
    /// Bytes of the text that are believed.
    believed: usize,
}

/// A game as the source has it that is believed.
#[derive(Debug)]
pub struct Watched<'f> {
    /// The name of the source.
    pub source: &'f Arc<str>,
    /// The game's place in its source, from 1.
    pub place: usize,
    /// The event, where it is given.
    pub event: Option<&'f Arc<str>>,
    /// The round, without the board.
    pub round: Option<&'f Arc<str>>,
    /// The board.
    pub board: Option<&'f Arc<str>>,
    /// Who has White.
    pub white: Option<&'f Arc<str>>,
    /// Who has Black.
    pub black: Option<&'f Arc<str>>,
    /// The text, as far as it is believed.
    pub text: &'f [u8],
    /// The alerts that were told and not withdrawn.
    pub alerts: Vec<&'f Alert>,
}

/// What is kept of a source.
#[derive(Default)]
struct Source {
    parts: Vec<Part>,
    /// The last game of a stream.
    stream: Stream,
    /// `Some` if it has more games than are watched; whether that was reported.
    too_many: Option<bool>,
    /// When it became unreadable, and why.
    silent: Option<(i64, String)>,
    lost: bool,
}

/// Follows games while they are played.
pub struct Follower {
    checker: Checker,
    options: Options,
    reader: Reader,
    sheet: Scoresheet,
    names: Vec<Arc<str>>,
    by_name: HashMap<Arc<str>, usize>,
    sources: Vec<Source>,
    /// Bytes of text in the parts of all sources, and the most that is kept.
    pub(super) kept: usize,
    pub(super) most_text: usize,
    pub(super) games: Vec<Followed>,
    by_key: HashMap<String, usize>,
}

impl Follower {
    /// A follower that has read nothing yet. `settings` select the checks of [`alert_checks`](super::alert_checks).
    pub fn new(settings: impl Into<Arc<Settings>>, options: Options) -> Follower {
        Follower {
            checker: Checker::live(settings),
            options,
            reader: Reader::new(),
            sheet: Scoresheet::new(),
            names: Vec::new(),
            by_name: HashMap::new(),
            sources: Vec::new(),
            kept: 0,
            most_text: MOST_TEXT,
            games: Vec::new(),
            by_key: HashMap::new(),
        }
    }

    /// Takes in what came from a source at a time, in milliseconds since 1970.
    pub fn receive(&mut self, name: &str, came: Came<'_>, at: i64) -> Vec<Alert> {
        match came {
            Came::Text(text) => self.take(name, text, at),
            Came::Part(part) => self.append(name, part, at),
            Came::End => self.end(name, at),
            Came::Fault(why) => self.silent(name, why, at),
        }
    }

    /// Takes in the whole text of a source at a time, in milliseconds since 1970.
    pub fn take(&mut self, name: &str, text: &[u8], at: i64) -> Vec<Alert> {
        let source = self.source(name);
        if text.trim_ascii().is_empty() {
            return self.silent(name, "it is empty", at);
        }
        let kept = self
            .sources
            .get(source)
            .map_or(0, |source| source.parts.iter().map(|part| part.text.len()).sum());
        let others = self.kept - kept;
        if others.saturating_add(text.len()) > self.most_text {
            // What is known of it stays, so that a reading within the limit goes on from there.
            let why = format!("the files together are larger than the limit of {} MiB", self.most_text >> 20);
            return self.silent(name, &why, at);
        }
        self.kept = others + text.len();
        let before = self.sources.get_mut(source).map(|source| std::mem::take(&mut source.parts));
        let before = before.unwrap_or_default();
        let mut out = self.back(source, at);
        let (parts, changed) = self.parts(source, text, before);
        let mut last: HashMap<usize, usize> = HashMap::new();
        for (i, part) in parts.iter().enumerate() {
            part.game.map(|game| last.insert(game, i));
        }
        for (i, believed) in changed {
            let Some(part) = parts.get(i) else { continue };
            if let Some(game) = part.game.filter(|game| last.get(game) == Some(&i)) {
                self.look_at(game, source, &part.text, believed, at, &mut out);
            }
        }
        if let Some(source) = self.sources.get_mut(source) {
            source.parts = parts;
        }
        self.tell_of_too_many(source, at, &mut out);
        self.of_interest(out)
    }

    /// Takes in more of a stream, in which a game is sent again whole when it changes. A long game is read when it has grown much, and otherwise
    /// by [`tick`](Follower::tick) and [`end`](Follower::end).
    pub fn append(&mut self, name: &str, bytes: &[u8], at: i64) -> Vec<Alert> {
        let index = self.source(name);
        let grown = self.sources.get_mut(index).map(|source| source.stream.push(bytes));
        let mut out = match grown {
            Some(Grown::PassedOver) | None => return Vec::new(),
            Some(_) => self.back(index, at),
        };
        if grown == Some(Grown::Due) {
            self.read_stream(index, at, &mut out);
        }
        self.of_interest(out)
    }

    /// Reads what is left of a stream that has come to its end, or broke off: what comes then begins with a game.
    pub fn end(&mut self, name: &str, at: i64) -> Vec<Alert> {
        let index = self.source(name);
        let mut out = Vec::new();
        if self.sources.get(index).is_some_and(|source| source.stream.has_more()) {
            self.read_stream(index, at, &mut out);
        }
        if let Some(source) = self.sources.get_mut(index) {
            source.stream = Stream::default();
        }
        self.of_interest(out)
    }

    /// Reads the games that a stream has brought; the last one stays, because it may go on.
    fn read_stream(&mut self, index: usize, at: i64, out: &mut Vec<Alert>) {
        let Some(source) = self.sources.get_mut(index) else { return };
        let text = source.stream.take();
        let mut from = 0;
        while let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty()) {
            let len = self.reader.read(rest, &mut self.sheet).max(1);
            let piece = rest.get(..len).unwrap_or(rest);
            let is_last = from + len >= text.len();
            let believed = match is_last {
                true => believed(&mut self.reader, piece, &mut self.sheet),
                false => Believed::Whole,
            };
            if let Some(game) = self.game_of(index, 0, piece, at) {
                self.look_at(game, index, piece, believed, at, out);
            }
            if is_last {
                break;
            }
            from += len;
        }
        self.tell_of_too_many(index, at, out);
        let (Some(source), Some(name)) = (self.sources.get_mut(index), self.names.get(index)) else { return };
        if let Err(limit) = source.stream.keep(text, from, at) {
            source.lost = true;
            let words =
                format!("{name}: a game is larger than the limit of {} MiB and is passed over", limit >> 20);
            out.push(Alert::of_source("source-lost", Severity::Warning, name, at, words));
        }
    }

    /// Notes that a source cannot be read; reported when that lasts.
    pub fn silent(&mut self, name: &str, why: &str, at: i64) -> Vec<Alert> {
        let index = self.source(name);
        if let Some(source) = self.sources.get_mut(index)
            && source.silent.is_none()
        {
            source.silent = Some((at, why.to_owned()));
        }
        let mut out = Vec::new();
        self.tell_of_silence(index, at, &mut out);
        self.of_interest(out)
    }

    /// Reports once that a source has been unreadable for long.
    fn tell_of_silence(&mut self, index: usize, at: i64, out: &mut Vec<Alert>) {
        let (Some(source), Some(name)) = (self.sources.get_mut(index), self.names.get(index)) else { return };
        if let Some((since, why)) = &source.silent
            && !source.lost
            && at - since >= PATIENCE_MS
        {
            let words = format!("{name} cannot be read: {why}");
            out.push(Alert::of_source("source-lost", Severity::Warning, name, at, words));
            source.lost = true;
            let parts = std::mem::take(&mut source.parts);
            self.kept -= parts.iter().map(|part| part.text.len()).sum::<usize>();
        }
    }

    /// Lets time pass, for what depends on it: boards without a move, unreadable sources, paused streams.
    pub fn tick(&mut self, at: i64) -> Vec<Alert> {
        let mut out = Vec::new();
        for index in 0..self.sources.len() {
            self.tell_of_silence(index, at, &mut out);
            if self.sources.get(index).is_some_and(|source| source.stream.is_due(at)) {
                self.read_stream(index, at, &mut out);
            }
        }
        for game in &mut self.games {
            game.still(self.options.still_ms, at, &self.names, &mut out);
        }
        self.of_interest(out)
    }

    /// Games that go on.
    pub fn going_on(&self) -> usize {
        self.games.iter().filter(|game| game.known && game.record.goes_on()).count()
    }

    /// The alerts that are true now, game by game.
    pub fn standing(&self) -> Vec<&Alert> {
        let all = self.games.iter().flat_map(Followed::standing);
        all.filter(|alert| self.is_wanted(alert.alert)).collect()
    }

    /// The games whose text is kept, in the order of the sources; a game of several sources once, as the one has it that is
    /// ahead.
    pub fn watched(&self) -> Vec<Watched<'_>> {
        let mut place_of: HashMap<usize, (usize, usize)> = HashMap::new();
        for (at, source) in self.sources.iter().enumerate() {
            for (place, part) in source.parts.iter().enumerate() {
                let game =
                    part.game.filter(|game| self.games.get(*game).is_some_and(|game| game.source == at));
                game.map(|game| place_of.insert(game, (at, place)));
            }
        }
        let mut places: Vec<_> = place_of.into_iter().collect();
        places.sort_by_key(|(_, place)| *place);
        places
            .into_iter()
            .filter_map(|(game, (source, place))| self.watched_at(game, source, place))
            .collect()
    }

    fn watched_at(&self, game: usize, source: usize, place: usize) -> Option<Watched<'_>> {
        let followed = self.games.get(game)?;
        let part = self.sources.get(source)?.parts.get(place)?;
        Some(Watched {
            source: self.names.get(source)?,
            place: place + 1,
            event: followed.names.event.as_ref(),
            round: followed.names.round.as_ref(),
            board: followed.names.board.as_ref(),
            white: followed.names.white.as_ref(),
            black: followed.names.black.as_ref(),
            text: part.text.get(..part.believed)?,
            alerts: followed.standing().filter(|alert| self.is_wanted(alert.alert)).collect(),
        })
    }

    /// The games that are followed, for a table.
    pub fn boards(&self) -> Vec<Board<'_>> {
        let known = self.games.iter().filter(|game| game.known);
        let boards = known.map(Followed::board);
        boards
            .map(|mut board| {
                board.alerts.retain(|alert| self.is_wanted(alert.alert));
                board
            })
            .collect()
    }

    /// The sources that cannot be read.
    pub fn lost(&self) -> Vec<&str> {
        let sources = self.sources.iter().zip(&self.names);
        sources.filter(|(source, _)| source.lost).map(|(_, name)| &**name).collect()
    }

    fn of_interest(&self, mut alerts: Vec<Alert>) -> Vec<Alert> {
        alerts.retain(|alert| self.is_wanted(alert.alert));
        alerts
    }

    fn is_wanted(&self, id: &str) -> bool {
        self.options.wanted.is_empty() || self.options.wanted.contains(&id)
    }

    fn source(&mut self, name: &str) -> usize {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let name: Arc<str> = Arc::from(name);
        self.by_name.insert(Arc::clone(&name), self.names.len());
        self.names.push(name);
        self.sources.push(Source::default());
        self.names.len() - 1
    }

    /// Reports once that a source has more games than are watched.
    fn tell_of_too_many(&mut self, index: usize, at: i64, out: &mut Vec<Alert>) {
        let (Some(source), Some(name)) = (self.sources.get_mut(index), self.names.get(index)) else { return };
        if let Some(told @ false) = &mut source.too_many {
            *told = true;
            let words = format!("{name}: {MOST_GAMES} games are watched, no further one is");
            out.push(Alert::of_source("source-lost", Severity::Warning, name, at, words));
        }
    }

    /// The source can be read again; reported if it was lost.
    fn back(&mut self, index: usize, at: i64) -> Vec<Alert> {
        let (Some(source), Some(name)) = (self.sources.get_mut(index), self.names.get(index)) else {
            return Vec::new();
        };
        source.silent = None;
        if !std::mem::take(&mut source.lost) {
            return Vec::new();
        }
        vec![Alert::of_source("source-back", Severity::Info, name, at, format!("{name} can be read again"))]
    }

    /// Cuts a text into games. Those that are the same as before are compared, not read. The second list has the numbers of
    /// those that changed.
    fn parts(
        &mut self,
        source: usize,
        text: &[u8],
        before: Vec<Part>,
    ) -> (Vec<Part>, Vec<(usize, Believed)>) {
        let (mut parts, mut changed, mut at) = (Vec::with_capacity(before.len()), Vec::new(), 0);
        let mut before = before.into_iter();
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let old = before.next();
            let same = old.as_ref().is_some_and(|old| {
                let after = rest.strip_prefix(&*old.text);
                let was_last = before.len() == 0;
                after
                    .is_some_and(|after| after.starts_with(b"[") && !was_last || after.is_empty() && was_last)
            });
            if let (true, Some(old)) = (same, old) {
                at += old.text.len();
                parts.push(old);
                continue;
            }
            let len = self.reader.read(rest, &mut self.sheet).max(1);
            let piece = rest.get(..len).unwrap_or(rest);
            let believed = match at + len >= text.len() {
                true => believed(&mut self.reader, piece, &mut self.sheet),
                false => Believed::Whole,
            };
            let game = match believed {
                Believed::Nothing => None,
                _ => self.game_of(source, parts.len(), piece, 0),
            };
            let up_to = match believed {
                Believed::Whole => piece.len(),
                Believed::UpTo(end) => end.min(piece.len()),
                Believed::Nothing => 0,
            };
            changed.push((parts.len(), believed));
            parts.push(Part { text: piece.into(), game, believed: up_to });
            at += len;
        }
        (parts, changed)
    }

    /// The game that was read last, by players and round; a game without players by its place in the source.
    fn game_of(&mut self, source: usize, place: usize, text: &[u8], at: i64) -> Option<usize> {
        if self.sheet.is_blank() || self.sheet.moves.is_empty() && self.sheet.tags.is_empty() {
            return None;
        }
        let tag = |name: &str| {
            let value = self.sheet.tag(text, name)?;
            let value = value.trim();
            (!value.is_empty() && value != "?" && value != "-").then(|| value.to_owned())
        };
        let (white, black, round, board) = (tag("White"), tag("Black"), tag("Round"), tag("Board"));
        let players: String =
            [&white, &black].into_iter().flatten().map(|name| folded(name) + "\n").collect();
        let of_round = round.as_deref().map(|round| round.split_once('.').map_or(round, |(round, _)| round));
        if let (Some(wanted), Some(of_round)) = (&self.options.round, of_round)
            && wanted != of_round
        {
            return None;
        }
        let key = match players.is_empty() {
            true => format!("{source}\n{place}\n{}", round.as_deref().unwrap_or_default()),
            false => match (round.as_deref(), board.as_deref()) {
                // `Round "5.3"` and `Round "5"` with `Board "3"` are one game.
                (Some(round), Some(board)) if !round.contains('.') => format!("{players}\n{round}.{board}"),
                (round, _) => format!("{players}\n{}", round.unwrap_or_default()),
            },
        };
        let known = self.by_key.get(&key).copied();
        if known.is_none() && self.games.len() >= MOST_GAMES {
            self.sources.get_mut(source)?.too_many.get_or_insert(false);
            return None;
        }
        Some(known.unwrap_or_else(|| {
            let (round, of_round) = match round.as_deref().and_then(|round| round.split_once('.')) {
                Some((round, board)) => (Some(round.to_owned()), Some(board.to_owned())),
                None => (round, None),
            };
            let shared = |value: Option<String>| value.map(Arc::from);
            let names = Names {
                event: shared(tag("Event")),
                round: shared(round),
                board: shared(board.or(of_round)),
                white: shared(white),
                black: shared(black),
            };
            self.games.push(Followed::new(names, source, at));
            self.by_key.insert(key, self.games.len() - 1);
            self.games.len() - 1
        }))
    }

    fn look_at(
        &mut self,
        game: usize,
        source: usize,
        text: &[u8],
        believed: Believed,
        at: i64,
        out: &mut Vec<Alert>,
    ) {
        let cut;
        let text = match believed {
            Believed::Whole => text,
            Believed::Nothing => return,
            Believed::UpTo(end) => {
                cut = [text.get(..end).unwrap_or(text), b" *\n"].concat();
                &cut
            }
        };
        let (Some(followed), Some(name)) = (self.games.get_mut(game), self.names.get(source)) else { return };
        let reading = Reading {
            source,
            sources: &self.names,
            at,
            breaks_off: matches!(believed, Believed::UpTo(_)),
            options: &self.options,
        };
        let piece = Piece { file: name, text, offset: 0, lines_before: 0, clocks: None, from_utf16: false };
        self.checker.check_seen(&piece, &mut |game, findings| followed.update(game, findings, &reading, out));
    }
}
