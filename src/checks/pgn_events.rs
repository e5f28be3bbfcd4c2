//! The events inside a PGN file: games are grouped as they come, and a group is checked once no more games of it are
//! expected, so that memory stays bounded on archives.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Finding;
use super::event_run::{EventSettings, check_event};
use crate::event::pgn::{Builder, GameTags, RoundTag};

/// A group with more games is a collection, not an event.
const MOST_GAMES: u32 = 2_000;

/// A group is closed when so many games have been read since its last one.
const CLOSED_AFTER: u64 = 5_000;

/// Event, Site, Section, and EventDate or the year.
type Key = [String; 4];

#[derive(Debug)]
struct Group {
    /// Nothing once there are too many games.
    builder: Option<Builder>,
    games: u32,
    /// Games of the file read when the last one of the group came.
    last: u64,
}

/// The open events of a PGN file.
#[derive(Debug)]
pub struct PgnEvents {
    file: Arc<str>,
    settings: EventSettings,
    groups: FxHashMap<Key, Group>,
    /// Groups by when they were last added to; older entries of a group are passed over.
    waiting: VecDeque<(u64, Key)>,
    read: u64,
}

impl PgnEvents {
    /// No events yet.
    pub fn new(file: Arc<str>, settings: EventSettings) -> PgnEvents {
        PgnEvents { file, settings, groups: FxHashMap::default(), waiting: VecDeque::new(), read: 0 }
    }

    /// Takes the next game of the file. Games whose Round tag holds no number take no part.
    pub fn game(&mut self, game: &dyn GameTags) {
        self.read += 1;
        if game.tag("Round").and_then(|round| RoundTag::parse(&round)).is_none() {
            return;
        }
        let key = key(game);
        let read = self.read;
        let file = &self.file;
        let group = self.groups.entry(key.clone()).or_insert_with(|| Group {
            builder: Some(Builder::new(Arc::clone(file))),
            games: 0,
            last: read,
        });
        (group.games, group.last) = (group.games + 1, read);
        if group.games > MOST_GAMES {
            group.builder = None;
        }
        if let Some(builder) = &mut group.builder {
            builder.game(game);
        }
        self.waiting.push_back((read, key));
    }

    /// The findings of events that are closed by now.
    pub fn drain_closed(&mut self) -> Vec<Finding> {
        let mut found = Vec::new();
        while let Some((last, _)) = self.waiting.front()
            && last + CLOSED_AFTER <= self.read
        {
            let Some((last, key)) = self.waiting.pop_front() else { break };
            if self.groups.get(&key).is_some_and(|group| group.last == last)
                && let Some(group) = self.groups.remove(&key)
            {
                found.extend(close(group, &self.settings));
            }
        }
        found
    }

    /// The findings of all events that are still open, in the order in which their last games came.
    pub fn finish(mut self) -> Vec<Finding> {
        let mut found = Vec::new();
        while let Some((last, key)) = self.waiting.pop_front() {
            if self.groups.get(&key).is_some_and(|group| group.last == last)
                && let Some(group) = self.groups.remove(&key)
            {
                found.extend(close(group, &self.settings));
            }
        }
        found
    }
}

fn key(game: &dyn GameTags) -> Key {
    let tag = |name: &str| game.tag(name).map(|value| value.trim().to_lowercase()).unwrap_or_default();
    let day = match tag("EventDate") {
        day if day.is_empty() || day.contains('?') => tag("Date").get(..4).unwrap_or_default().to_owned(),
        day => day,
    };
    [tag("Event"), tag("Site"), tag("Section"), day]
}

fn close(group: Group, settings: &EventSettings) -> Vec<Finding> {
    // Two games are the least in which anything of an event can be wrong.
    let Some(builder) = group.builder.filter(|_| group.games > 1) else { return Vec::new() };
    check_event(&builder.finish(), None, settings)
}
