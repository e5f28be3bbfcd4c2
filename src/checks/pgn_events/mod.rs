//! The events inside a PGN file: games are grouped as they come, and a group is closed once no more games of it are
//! expected, so that memory stays bounded on archives. A closed group can be checked on any thread.

mod closed;
mod group;
mod pieces;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::event_run::{EventSettings, LEAST_GAMES};
use crate::event::{Headers, Heading, TurnOfYear};
use crate::fingerprint::Key;

pub use closed::ClosedEvent;

use closed::Closing;
use group::Group;
use pieces::Pieces;

/// A group with more games is a collection, not an event.
const MOST_GAMES: u32 = 2_000;

/// A group is closed when at least this many games have been read since its last one.
const CLOSED_AFTER: u64 = 5_000;

/// Groups are closed after at least this many games at a time: each lookup waits for memory, and these waits overlap.
const BATCH: u64 = 64;

/// Limit on the bytes of the headers of all open groups. A group that gets a game while the limit is reached is not checked.
const MOST_HELD: usize = 16 << 20;

/// Limit on the bytes of the pieces whose headers are held. The headers in the oldest ones are copied to their groups.
const MOST_IN_PIECES: usize = 2 << 20;

/// Games in a row of one group, among the latest games.
#[derive(Debug)]
struct Recent {
    /// The number of games read from the file up to the first of them.
    first: u64,
    /// The same up to the last.
    last: u64,
    /// The index of its group.
    group: usize,
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
    pieces: Pieces,
    /// Headers that nobody needs any more.
    gone: Vec<Arc<Headers>>,
    read: u64,
    /// Bytes of the headers of all open groups.
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
            pieces: Pieces::default(),
            gone: Vec::new(),
            read: 0,
            held: 0,
        }
    }

    /// Adds the next game: the one at `at` in the headers of its piece. A game that belongs to no event is only counted: it has no
    /// round number, or occurred `again`.
    pub fn game(&mut self, headers: &Arc<Headers>, at: usize, again: bool) {
        self.read += 1;
        let heading = headers.headings.get(at).filter(|heading| heading.is_of_event() && !again);
        let Some(heading @ Heading { key, bytes, .. }) = heading else { return };
        let turn = headers.turn_of_year(heading);
        let latest = self.recent.back().map(|recent| recent.group).filter(|_| turn.is_none());
        let latest = latest.filter(|at| self.groups.get(*at).is_some_and(|group| group.key == *key));
        let index = latest.or_else(|| self.over_new_year(turn?)).unwrap_or_else(|| self.index_of(*key));
        let Some(group) = self.groups.get_mut(index) else { return };
        if let Some(turn) = turn {
            group.note_day(turn.day);
        }
        (group.games, group.last) = (group.games + 1, self.read);
        match self.recent.back_mut().filter(|recent| recent.group == index && recent.last + 1 == self.read) {
            Some(recent) => recent.last = self.read,
            None => self.recent.push_back(Recent { first: self.read, last: self.read, group: index }),
        }
        let bytes = *bytes as usize;
        if group.games > MOST_GAMES || self.held + bytes > MOST_HELD {
            self.pieces.release(&group.latest);
            self.held -= group.give_up();
        } else if !group.given_up {
            let piece = self.pieces.of(headers);
            if group.hold(piece, at, bytes) {
                self.pieces.hold(piece, index);
            }
            self.held += bytes;
            self.let_go();
        }
    }

    /// Lets the oldest pieces go if they are too many.
    fn let_go(&mut self) {
        while let Some(piece) = self.pieces.pop_above(MOST_IN_PIECES) {
            // A group may be closed by now and its index reused. The new group copies only what it holds of this piece itself.
            for at in piece.holders.iter().filter(|_| piece.open > 0) {
                let group = self.groups.get_mut(*at);
                group.into_iter().for_each(|group| group.copy_from(piece.number, &piece.headers));
            }
            self.gone.push(piece.headers);
        }
    }

    /// Headers that are not needed any more. To free them takes time, which need not be spent here.
    pub fn take_gone(&mut self) -> Vec<Arc<Headers>> {
        std::mem::take(&mut self.gone)
    }

    /// The index of the open group of the year before or after, if the game belongs there: events without EventDate are told
    /// apart by their year, and many are played over New Year.
    fn over_new_year(&self, turn: TurnOfYear) -> Option<usize> {
        let at = *self.by_key.get(&turn.key)?;
        self.groups.get(at)?.goes_on_to(turn.day).then_some(at)
    }

    /// The index of the group of that key, which may be a new one.
    fn index_of(&mut self, key: Key) -> usize {
        *self.by_key.entry(key).or_insert_with(|| {
            let at = self.free.pop().unwrap_or(self.groups.len());
            if at == self.groups.len() {
                self.groups.push(Group::default());
            }
            if let Some(group) = self.groups.get_mut(at) {
                group.key = key;
            }
            at
        })
    }

    /// Whether at least `games` games were read after the oldest of `recent`.
    fn oldest_is_before(&self, games: u64) -> bool {
        self.recent.front().is_some_and(|oldest| oldest.first + games <= self.read)
    }

    /// The events of which no more games are expected by now.
    pub fn drain_closed(&mut self) -> Vec<ClosedEvent> {
        if !self.oldest_is_before(CLOSED_AFTER + BATCH) {
            return Vec::new();
        }
        self.remove_upto(self.read - CLOSED_AFTER)
    }

    /// All events that are still open, in the order in which their last games came.
    pub fn finish(mut self) -> Vec<ClosedEvent> {
        self.remove_upto(self.read)
    }

    /// Removes the games from `recent` up to the one with that number of games read, and closes the groups whose last game is among
    /// them. Returns those that have enough games for an event.
    fn remove_upto(&mut self, read: u64) -> Vec<ClosedEvent> {
        let mut closed = Vec::new();
        let mut closing = None;
        while let Some(games) = self.recent.pop_front_if(|games| games.last <= read) {
            let group = self.groups.get_mut(games.group).filter(|group| group.last == games.last);
            let Some(group) = group else { continue };
            self.by_key.remove(&group.key);
            self.free.push(games.group);
            self.held -= group.bytes;
            self.pieces.release(&group.latest);
            if group.held >= LEAST_GAMES {
                let closing = closing.get_or_insert_with(|| {
                    let (pieces, first) = self.pieces.headers();
                    let (file, settings) = (Arc::clone(&self.file), Arc::clone(&self.settings));
                    Arc::new(Closing { file, settings, pieces, first })
                });
                closed.push(ClosedEvent::new(closing, group));
            }
            group.empty();
        }
        if let Some(games) = self.recent.front_mut() {
            games.first = games.first.max(read + 1);
        }
        closed
    }
}
