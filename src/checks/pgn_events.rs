//! The events inside a PGN file: games are grouped as they come, and a group is closed once no more games of it are
//! expected, so that memory stays bounded on archives. A closed group can be checked on any thread.

use std::collections::VecDeque;
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::Finding;
use super::event_run::{EventSettings, LEAST_GAMES, check_event};
use crate::event::GameHeader;
use crate::event::pgn::Builder;
use crate::fingerprint::Key;

/// A group with more games is a collection, not an event.
const MOST_GAMES: u32 = 2_000;

/// A group is closed when at least this many games have been read since its last one.
const CLOSED_AFTER: u64 = 5_000;

/// Games are removed from `recent` at least this many at a time: each removal waits for memory, and these waits
/// overlap.
const BATCH: u64 = 64;

/// Limit on the games held at once. A group that gets a game while the limit is reached is not checked.
const MOST_HELD: usize = 50_000;

/// An event without its first day goes on into the next year, if so few days at most lie between its games there.
const DAYS_OVER_NEW_YEAR: i64 = 10;

/// The capacity, in games, up to which a closed group keeps its buffers.
const KEPT_CAPACITY: usize = 8;

/// The bytes that a group first has room for.
const KEPT_TEXT: usize = 1 << 10;

/// The games under one header. The latest of them are still in `recent`.
#[derive(Debug, Default)]
struct Group {
    key: Key,
    /// The headers of the games that have left `recent`.
    headers: Vec<GameHeader>,
    /// The texts of these headers.
    texts: String,
    games: u32,
    /// How many of its games are held; 0 once the group is given up.
    held: usize,
    given_up: bool,
    /// The first and the last day of its games of December and January.
    turn_of_year: Option<(NaiveDate, NaiveDate)>,
    /// The number of games read from the file when the group's last one came.
    last: u64,
}

impl Group {
    /// Gives up a group with too many games. Returns how many of its games were held.
    fn give_up(&mut self) -> usize {
        self.given_up = true;
        (self.headers, self.texts) = Default::default();
        std::mem::take(&mut self.held)
    }

    /// Keeps the header of a game that leaves `recent`.
    fn keep(&mut self, header: &GameHeader, texts: &str) {
        if self.given_up {
            return;
        }
        if self.headers.is_empty() {
            self.headers.reserve(LEAST_GAMES);
            self.texts.reserve(KEPT_TEXT);
        }
        self.headers.push(header.copy_to(texts, &mut self.texts));
    }

    /// Empties the group so that it can be reused. Small buffers are kept.
    fn empty(&mut self) {
        if self.headers.capacity() > KEPT_CAPACITY {
            *self = Group::default();
        }
        self.headers.clear();
        self.texts.clear();
        (self.games, self.held, self.given_up, self.turn_of_year) = (0, 0, false, None);
    }

    /// Whether a game of the turn of the year goes on with this group, or comes before it.
    fn goes_on_to(&self, day: NaiveDate) -> bool {
        let Some((first, last)) = self.turn_of_year else { return false };
        let between = if day.month() == 1 { day - last } else { first - day };
        (0..=DAYS_OVER_NEW_YEAR).contains(&between.num_days()) || (first..=last).contains(&day)
    }

    fn note_day(&mut self, day: NaiveDate) {
        let (first, last) = self.turn_of_year.unwrap_or((day, day));
        self.turn_of_year = Some((first.min(day), last.max(day)));
    }
}

/// A recent game. Nearly every one is the only game of its group, so its texts are never copied.
#[derive(Debug)]
struct Recent {
    header: GameHeader,
    /// The number of games read from the file up to this one.
    read: u64,
    /// The index of its group.
    group: usize,
}

/// The header texts of one piece of the file, and how many of its games are in `recent`.
#[derive(Debug)]
struct Texts {
    all: Arc<String>,
    games: usize,
}

/// The games of a group of which no more are expected.
#[derive(Debug)]
pub struct ClosedEvent {
    file: Arc<str>,
    settings: Arc<EventSettings>,
    headers: Vec<GameHeader>,
    /// The texts of these headers.
    texts: String,
}

/// The open events of a PGN file.
#[derive(Debug)]
pub struct PgnEvents {
    file: Arc<str>,
    settings: Arc<EventSettings>,
    groups: Vec<Group>,
    /// Indices in `groups` of closed groups.
    free: Vec<usize>,
    /// Indices in `groups` of open groups.
    by_key: FxHashMap<Key, usize>,
    /// The latest games, oldest first.
    recent: VecDeque<Recent>,
    /// Their header texts, one entry per piece.
    texts: VecDeque<Texts>,
    read: u64,
    held: usize,
}

impl PgnEvents {
    /// No events yet.
    pub fn new(file: Arc<str>, settings: EventSettings) -> PgnEvents {
        PgnEvents {
            file,
            settings: Arc::new(settings),
            groups: Vec::new(),
            free: Vec::new(),
            by_key: FxHashMap::default(),
            recent: VecDeque::new(),
            texts: VecDeque::new(),
            read: 0,
            held: 0,
        }
    }

    /// Counts a game of the file that belongs to no event: it has no round number, or occurred before.
    pub fn pass(&mut self) {
        self.read += 1;
    }

    /// Adds the next game. `texts` is the string that the headers of its piece were written to.
    pub fn game(&mut self, header: &GameHeader, texts: &Arc<String>) {
        self.read += 1;
        let at = self.over_new_year(header).unwrap_or_else(|| self.index_of(header.key));
        let Some(group) = self.groups.get_mut(at) else { return };
        if let Some(turn) = header.turn_of_year {
            group.note_day(turn.day);
        }
        (group.games, group.last) = (group.games + 1, self.read);
        if group.games > MOST_GAMES || self.held >= MOST_HELD {
            self.held -= group.give_up();
        } else if !group.given_up {
            group.held += 1;
            self.held += 1;
        }
        match self.texts.back_mut().filter(|piece| Arc::ptr_eq(&piece.all, texts)) {
            Some(piece) => piece.games += 1,
            None => self.texts.push_back(Texts { all: Arc::clone(texts), games: 1 }),
        }
        self.recent.push_back(Recent { header: header.clone(), read: self.read, group: at });
    }

    /// The index of the open group of the year before or after, if the game belongs there: events without EventDate are told
    /// apart by their year, and many are played over New Year.
    fn over_new_year(&self, header: &GameHeader) -> Option<usize> {
        let turn = header.turn_of_year?;
        let at = *self.by_key.get(&turn.key)?;
        self.groups.get(at)?.goes_on_to(turn.day).then_some(at)
    }

    /// The index of the group of that key, which may be a new one.
    fn index_of(&mut self, key: Key) -> usize {
        *self.by_key.entry(key).or_insert_with(|| {
            let at = self.free.pop().unwrap_or(self.groups.len());
            match self.groups.get_mut(at) {
                Some(closed) => closed.key = key,
                None => self.groups.push(Group { key, ..Group::default() }),
            }
            at
        })
    }

    /// Whether at least `games` games were read after the oldest of `recent`.
    fn oldest_is_before(&self, games: u64) -> bool {
        self.recent.front().is_some_and(|first| first.read + games <= self.read)
    }

    /// The events of which no more games are expected by now.
    pub fn drain_closed(&mut self) -> Vec<ClosedEvent> {
        let mut closed = Vec::new();
        if self.oldest_is_before(CLOSED_AFTER + BATCH) {
            while self.oldest_is_before(CLOSED_AFTER) {
                closed.extend(self.remove_oldest());
            }
        }
        closed
    }

    /// All events that are still open, in the order in which their last games came.
    pub fn finish(mut self) -> Vec<ClosedEvent> {
        let mut closed = Vec::new();
        while !self.recent.is_empty() {
            closed.extend(self.remove_oldest());
        }
        closed
    }

    /// Removes the oldest game from `recent`, and closes its group if it is the group's last game. Returns the group if it has
    /// enough games for an event.
    fn remove_oldest(&mut self) -> Option<ClosedEvent> {
        let mut closed = None;
        let game = self.recent.pop_front()?;
        let piece = self.texts.front_mut()?;
        if let Some(group) = self.groups.get_mut(game.group) {
            if group.last > game.read {
                group.keep(&game.header, &piece.all);
            } else {
                self.by_key.remove(&group.key);
                self.free.push(game.group);
                self.held -= group.held;
                if group.held >= LEAST_GAMES {
                    group.keep(&game.header, &piece.all);
                    closed = Some(ClosedEvent {
                        file: Arc::clone(&self.file),
                        settings: Arc::clone(&self.settings),
                        headers: std::mem::take(&mut group.headers),
                        texts: std::mem::take(&mut group.texts),
                    });
                }
                group.empty();
            }
        }
        piece.games -= 1;
        if piece.games == 0 {
            self.texts.pop_front();
        }
        closed
    }
}

impl ClosedEvent {
    /// The findings of the games, if they are an event.
    pub fn check(&self) -> Vec<Finding> {
        let ClosedEvent { file, settings, headers, texts } = self;
        if is_selection(headers, texts) {
            return Vec::new();
        }
        let mut builder = Builder::new(Arc::clone(file));
        builder.reserve(headers.len());
        for header in headers {
            builder.played(&header.read(texts).played());
        }
        let mut event = builder.finish();
        let silenced =
            headers.iter().flat_map(|header| header.silenced.iter().map(|id| (header.place.line, *id)));
        event.silenced = silenced.map(|(line, id)| (line, id.to_owned())).collect();
        check_event(&event, None, settings)
    }
}

/// Whether hardly any name occurs twice: at least three of four names are new. Then the games are a selection of
/// those that were played, and who met whom in which round proves nothing.
fn is_selection(headers: &[GameHeader], texts: &str) -> bool {
    let mut names = FxHashSet::with_capacity_and_hasher(headers.len() * 2, FxBuildHasher);
    headers.iter().flat_map(|header| header.players(texts)).any(|name| {
        names.insert(name);
        names.len() * 2 >= headers.len() * 3
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::event::pgn::testing::game;

    fn events() -> PgnEvents {
        let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
        PgnEvents::new("games.pgn".into(), EventSettings::new(today))
    }

    fn enter(events: &mut PgnEvents, number: u64, event: &str, round: &str, white: &str, black: &str) {
        enter_with("1-0", events, number, event, round, [white, black]);
    }

    fn enter_with(
        result: &str,
        events: &mut PgnEvents,
        number: u64,
        event: &str,
        round: &str,
        [white, black]: [&str; 2],
    ) {
        let tags =
            [("Event", event), ("Round", round), ("White", white), ("Black", black), ("Result", result)];
        let mut texts = String::new();
        let header = GameHeader::write(&game(number, &tags), true, Vec::new(), &mut texts);
        if header.of_event {
            events.game(&header, &Arc::new(texts));
        } else {
            events.pass();
        }
    }

    /// Four players and six games. In the second game Poe should have played, not Doe. The event's games have even
    /// numbers.
    fn quad(events: &mut PgnEvents) {
        let games = [
            ("1.1", "Doe", "Roe"),
            ("1.2", "Doe", "Moe"),
            ("2.1", "Roe", "Poe"),
            ("2.2", "Moe", "Doe"),
            ("3.1", "Doe", "Poe"),
            ("3.2", "Roe", "Moe"),
        ];
        for (number, (round, white, black)) in (1..).zip(games) {
            enter(events, 2 * number, "Spring", round, white, black);
            enter(events, 2 * number + 1, "Autumn", "1.1", "Doe", "Roe");
        }
    }

    fn found(closed: Vec<ClosedEvent>) -> Vec<Finding> {
        closed.iter().flat_map(ClosedEvent::check).collect()
    }

    fn checks(found: &[Finding]) -> Vec<(&'static str, Option<u64>)> {
        found.iter().filter(|f| f.check == "plays-twice").map(|f| (f.check, f.game)).collect()
    }

    #[test]
    fn a_second_game_in_a_round_stands_at_that_game() {
        let mut all = events();
        quad(&mut all);
        assert_eq!(checks(&found(all.finish())), [("plays-twice", Some(4))]);
    }

    #[test]
    fn a_draw_may_be_replayed_in_a_later_round() {
        for (result, expected) in [("1/2-1/2", 0), ("1-0", 2)] {
            let mut all = events();
            enter_with(result, &mut all, 1, "Paris", "1", ["Doe", "Roe"]);
            enter(&mut all, 2, "Paris", "1", "Moe", "Poe");
            // The game of round 1 again, on the day of round 2.
            enter(&mut all, 3, "Paris", "2", "Roe", "Doe");
            enter(&mut all, 4, "Paris", "2", "Doe", "Moe");
            enter(&mut all, 5, "Paris", "2", "Roe", "Poe");
            enter(&mut all, 6, "Paris", "3", "Doe", "Poe");
            enter(&mut all, 7, "Paris", "3", "Roe", "Moe");
            assert_eq!(checks(&found(all.finish())).len(), expected, "{result}");
        }
    }

    fn messages(found: &[Finding], check: &str) -> Vec<String> {
        found.iter().filter(|f| f.check == check).map(|f| f.message.clone()).collect()
    }

    #[test]
    fn a_round_is_missed_in_an_event_and_not_in_one_players_games() {
        let mut all = events();
        let players = ["Doe", "Roe", "Moe", "Poe", "Coe", "Loe"];
        for round in [1_u64, 2, 4] {
            for pair in players.chunks(2) {
                let number = round * 10 + u64::from(pair[0].as_bytes()[0]);
                enter(&mut all, number, "Spring", &round.to_string(), pair[0], pair[1]);
            }
        }
        assert_eq!(messages(&found(all.finish()), "missing-round"), ["no game of round 3"]);
        let mut all = events();
        for (round, other) in [(1, "Roe"), (2, "Moe"), (3, "Poe"), (5, "Coe"), (6, "Loe"), (7, "Roe")] {
            enter(&mut all, round, "Spring", &round.to_string(), "Doe", other);
        }
        enter(&mut all, 20, "Spring", "7", "Moe", "Poe");
        assert!(found(all.finish()).is_empty());
    }

    #[test]
    fn players_who_did_not_meet_are_named() {
        let mut all = events();
        // A round-robin of five: the last game, Doe against Loe, is not there.
        let rounds = [
            ("1", "Roe", "Loe"),
            ("1", "Moe", "Poe"),
            ("2", "Loe", "Poe"),
            ("2", "Doe", "Roe"),
            ("3", "Roe", "Moe"),
            ("4", "Moe", "Doe"),
            ("4", "Poe", "Roe"),
            ("5", "Doe", "Poe"),
            ("5", "Loe", "Moe"),
        ];
        for (number, (round, white, black)) in (1..).zip(rounds) {
            enter(&mut all, number, "Spring", round, white, black);
        }
        let found = found(all.finish());
        let words = messages(&found, "missing-game");
        assert!(matches!(words.as_slice(), [one] if one.contains("Doe") && one.contains("Loe")), "{words:?}");
        assert!(found.iter().all(|finding| finding.player.is_none() && finding.opponent.is_none()));
    }

    /// Five players who all meet once, as a double round a day from `first` on.
    fn over_days(all: &mut PgnEvents, number: u64, first: &str, backwards: bool) {
        let first: NaiveDate = first.parse().unwrap();
        let mut rounds = vec![
            ("1", "Roe", "Loe"),
            ("1", "Moe", "Poe"),
            ("2", "Loe", "Poe"),
            ("2", "Doe", "Roe"),
            ("3", "Roe", "Moe"),
            ("3", "Loe", "Doe"),
            ("4", "Moe", "Doe"),
            ("4", "Poe", "Roe"),
            ("5", "Doe", "Poe"),
            ("5", "Loe", "Moe"),
        ];
        if backwards {
            rounds.reverse();
        }
        for (at, (round, white, black)) in (number..).zip(rounds) {
            let day = first + chrono::Days::new(round.parse().unwrap());
            let day = day.format("%Y.%m.%d").to_string();
            let tags = [
                ("Event", "New Year Congress"),
                ("Round", round),
                ("Date", &day),
                ("White", white),
                ("Black", black),
                ("Result", "1-0"),
            ];
            let mut texts = String::new();
            let header = GameHeader::write(&game(at, &tags), true, Vec::new(), &mut texts);
            all.game(&header, &Arc::new(texts));
        }
    }

    #[test]
    fn an_event_over_new_year_is_one_and_that_of_the_next_year_another() {
        for backwards in [false, true] {
            let mut all = events();
            let mut years = ["2021-12-27", "2022-12-28", "2023-12-29"];
            if backwards {
                years.reverse();
            }
            for (number, first) in (1..).zip(years) {
                over_days(&mut all, 20 * number, first, backwards);
            }
            let found = found(all.finish());
            assert!(found.is_empty(), "{found:?}");
        }
        // One that is played every January stays within its year.
        let mut all = events();
        for (number, first) in (1..).zip(["2021-01-10", "2022-01-08", "2023-01-12"]) {
            over_days(&mut all, 20 * number, first, false);
        }
        let found = found(all.finish());
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn a_match_and_a_handful_of_games_are_no_event() {
        let mut all = events();
        for (number, (round, white, black)) in
            [("1", "Doe", "Roe"), ("1", "Doe", "Poe"), ("1", "Poe", "Roe")].into_iter().enumerate()
        {
            enter(&mut all, number as u64, "Club night", round, white, black);
        }
        for number in 10..30 {
            let round = if number < 20 { "1" } else { "4" };
            enter(&mut all, number, "Match", round, "Doe", "Roe");
        }
        assert!(found(all.finish()).is_empty());
    }

    #[test]
    fn games_of_players_who_hardly_come_twice_are_no_event() {
        let mut all = events();
        quad(&mut all);
        for number in 0..20 {
            let names = [format!("White {number}"), format!("Black {number}")];
            let [white, black] = names.each_ref().map(String::as_str);
            enter(&mut all, 100 + number, "Spring", &format!("{}.1", 1 + number % 5), white, black);
        }
        assert!(found(all.finish()).is_empty());
    }

    #[test]
    fn an_event_is_closed_when_no_game_of_it_has_come_for_long() {
        let mut all = events();
        quad(&mut all);
        // The oldest game is removed together with others.
        let closed = 1 + CLOSED_AFTER + BATCH;
        for number in 13..=closed {
            assert!(all.drain_closed().is_empty(), "{number}");
            enter(&mut all, number, "Rated game", "-", "Doe", "Roe");
        }
        assert_eq!(checks(&found(all.drain_closed())), [("plays-twice", Some(4))]);
        assert_eq!(all.by_key.len(), 0);
        assert!(found(all.finish()).is_empty());
        assert_eq!(events().held, 0);
    }

    #[test]
    fn a_collection_is_no_event() {
        let mut all = events();
        for number in 1..=u64::from(MOST_GAMES) + 5 {
            enter(&mut all, number, "Training", "1", "Doe", &format!("Roe {number}"));
        }
        assert_eq!(all.held, 0);
        assert!(found(all.finish()).is_empty());
    }
}
