//! The events inside a PGN file: games are grouped as they come, and a group is checked once no more games of it are
//! expected, so that memory stays bounded on archives.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::Finding;
use super::event_run::{EventSettings, LEAST_GAMES, check_event};
use crate::event::Heading;
use crate::event::pgn::Builder;

/// A group with more games is a collection, not an event.
const MOST_GAMES: u32 = 2_000;

/// A group is closed when so many games have been read since its last one.
const CLOSED_AFTER: u64 = 5_000;

/// Games that are held at once; groups that come when there are more are not checked.
const MOST_HELD: usize = 50_000;

/// Games for which a closed group keeps room, and bytes for each.
const LITTLE: usize = 8;
const TEXT: usize = 256;

#[derive(Debug, Default)]
struct Group {
    key: Arc<str>,
    /// None once there are too many games.
    headings: Vec<Heading>,
    /// What the headings say.
    texts: String,
    games: u32,
    given_up: bool,
    /// Games of the file read when the last one of the group came; 0 where it is closed.
    last: u64,
}

impl Group {
    fn give_up(&mut self) -> usize {
        self.given_up = true;
        self.texts = String::new();
        std::mem::take(&mut self.headings).len()
    }

    /// An empty group with the room of this one, where that is not much: most groups are a game or two.
    fn emptied(self) -> Group {
        let Group { mut headings, mut texts, .. } = self;
        if headings.capacity() > LITTLE || texts.capacity() > LITTLE * TEXT {
            return Group::default();
        }
        headings.clear();
        texts.clear();
        Group { headings, texts, ..Group::default() }
    }
}

/// The open events of a PGN file.
#[derive(Debug)]
pub struct PgnEvents {
    file: Arc<str>,
    settings: EventSettings,
    groups: Vec<Group>,
    /// Places in `groups` of those that are closed.
    free: Vec<usize>,
    /// Places of open groups by Event, Site, Section, and EventDate or the year.
    by_key: FxHashMap<Arc<str>, usize>,
    /// Places of groups by when they were last added to; older entries of a group are passed over.
    waiting: VecDeque<(u64, usize)>,
    read: u64,
    held: usize,
}

impl PgnEvents {
    /// No events yet.
    pub fn new(file: Arc<str>, settings: EventSettings) -> PgnEvents {
        PgnEvents {
            file,
            settings,
            groups: Vec::new(),
            free: Vec::new(),
            by_key: FxHashMap::default(),
            waiting: VecDeque::new(),
            read: 0,
            held: 0,
        }
    }

    /// Counts a game of the file that takes no part: one without a round number, or one that stood there before.
    pub fn pass(&mut self) {
        self.read += 1;
    }

    /// Takes the next game of the file; `texts` is what its heading was written to.
    pub fn game(&mut self, heading: &Heading, texts: &str) {
        self.read += 1;
        let at = self.place(heading.key(texts));
        let Some(group) = self.groups.get_mut(at) else { return };
        (group.games, group.last) = (group.games + 1, self.read);
        match self.waiting.back_mut() {
            Some((last, same)) if *same == at => *last = self.read,
            _ => self.waiting.push_back((self.read, at)),
        }
        if group.games > MOST_GAMES || self.held >= MOST_HELD {
            self.held -= group.give_up();
        } else if !group.given_up {
            group.headings.push(heading.copy_to(texts, &mut group.texts));
            self.held += 1;
        }
    }

    /// The place of the group of that key, which may be a new one.
    fn place(&mut self, key: &str) -> usize {
        if let Some(at) = self.by_key.get(key) {
            return *at;
        }
        let key: Arc<str> = key.into();
        let at = self.free.pop().unwrap_or(self.groups.len());
        self.by_key.insert(Arc::clone(&key), at);
        match self.groups.get_mut(at) {
            Some(closed) => closed.key = key,
            None => self.groups.push(Group { key, ..Group::default() }),
        }
        at
    }

    /// The findings of events that are closed by now.
    pub fn drain_closed(&mut self) -> Vec<Finding> {
        let mut found = Vec::new();
        while self.waiting.front().is_some_and(|(last, _)| last + CLOSED_AFTER <= self.read) {
            found.extend(self.close_first());
        }
        found
    }

    /// The findings of all events that are still open, in the order in which their last games came.
    pub fn finish(mut self) -> Vec<Finding> {
        let mut found = Vec::new();
        while !self.waiting.is_empty() {
            found.extend(self.close_first());
        }
        found
    }

    /// Closes the group that has waited longest, where no game of it came later.
    fn close_first(&mut self) -> Vec<Finding> {
        let Some((last, at)) = self.waiting.pop_front() else { return Vec::new() };
        let Some(group) = self.groups.get_mut(at).filter(|group| group.last == last) else {
            return Vec::new();
        };
        let group = std::mem::take(group);
        self.by_key.remove(&group.key);
        self.free.push(at);
        self.held -= group.headings.len();
        let found = self.check(&group);
        if let Some(closed) = self.groups.get_mut(at) {
            *closed = group.emptied();
        }
        found
    }

    fn check(&self, Group { headings, texts, .. }: &Group) -> Vec<Finding> {
        if headings.len() < LEAST_GAMES || is_choice(headings, texts) {
            return Vec::new();
        }
        let mut builder = Builder::new(Arc::clone(&self.file));
        builder.reserve(headings.len());
        for heading in headings {
            builder.played(&heading.read(texts).played());
        }
        let mut event = builder.finish();
        let silenced =
            headings.iter().flat_map(|heading| heading.silenced.iter().map(|id| (heading.place.line, *id)));
        event.silenced = silenced.map(|(line, id)| (line, id.to_owned())).collect();
        check_event(&event, None, &self.settings)
    }
}

/// Does hardly any name stand twice? Then the games are a choice of those that were played, and who met whom in which round
/// proves nothing: at least three of four names are new ones.
fn is_choice(headings: &[Heading], texts: &str) -> bool {
    let mut names = FxHashSet::with_capacity_and_hasher(headings.len() * 2, FxBuildHasher);
    headings.iter().flat_map(|heading| heading.players(texts)).any(|name| {
        names.insert(name);
        names.len() * 2 >= headings.len() * 3
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
        let tags =
            [("Event", event), ("Round", round), ("White", white), ("Black", black), ("Result", "1-0")];
        let mut texts = String::new();
        let heading = Heading::write(&game(number, &tags), true, Vec::new(), &mut texts);
        if heading.of_event {
            events.game(&heading, &texts);
        } else {
            events.pass();
        }
    }

    /// Four players, six games, of which the second should be Poe's: numbers of the event's games are even.
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

    fn checks(found: &[Finding]) -> Vec<(&'static str, Option<u64>)> {
        found.iter().filter(|f| f.check == "plays-twice").map(|f| (f.check, f.game)).collect()
    }

    #[test]
    fn a_second_game_in_a_round_stands_at_that_game() {
        let mut all = events();
        quad(&mut all);
        assert_eq!(checks(&all.finish()), [("plays-twice", Some(4))]);
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
        assert!(all.finish().is_empty());
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
        assert!(all.finish().is_empty());
    }

    #[test]
    fn an_event_is_closed_when_no_game_of_it_has_come_for_long() {
        let mut all = events();
        quad(&mut all);
        for number in 13..CLOSED_AFTER + 11 {
            enter(&mut all, number, "Rated game", "-", "Doe", "Roe");
            assert!(all.drain_closed().is_empty(), "{number}");
        }
        enter(&mut all, CLOSED_AFTER + 13, "Rated game", "-", "Doe", "Roe");
        assert_eq!(checks(&all.drain_closed()), [("plays-twice", Some(4))]);
        assert_eq!(all.by_key.len(), 1);
        assert!(all.finish().is_empty());
        assert_eq!(events().held, 0);
    }

    #[test]
    fn a_collection_is_no_event() {
        let mut all = events();
        for number in 1..=u64::from(MOST_GAMES) + 5 {
            enter(&mut all, number, "Training", "1", "Doe", &format!("Roe {number}"));
        }
        assert_eq!(all.held, 0);
        assert!(all.finish().is_empty());
    }
}
