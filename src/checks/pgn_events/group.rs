//! The games under one header.

use std::collections::VecDeque;

use chrono::{Datelike, NaiveDate};

use super::pieces::Run;
use crate::event::Headers;
use crate::fingerprint::Key;

/// An event without its first day goes on into the next year, if so few days at most lie between its games there.
const DAYS_OVER_NEW_YEAR: i64 = 10;

/// The capacity, in rows of games, up to which a closed group keeps its buffers.
const KEPT_CAPACITY: usize = 16;

/// The games under one header. The headers of the latest of them are in their pieces.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) key: Key,
    /// Copies of the headers whose pieces were let go. Most groups have none.
    pub(super) copied: Option<Box<Headers>>,
    /// Where the others are, oldest first.
    pub(super) latest: VecDeque<Run>,
    pub(super) games: u32,
    /// How many headers are held.
    pub(super) held: usize,
    /// Bytes of all its headers.
    pub(super) bytes: usize,
    pub(super) given_up: bool,
    /// The first and the last day of its games of December and January.
    turn_of_year: Option<(NaiveDate, NaiveDate)>,
    /// The number of games read from the file when the group's last one came.
    pub(super) last: u64,
}

impl Group {
    /// Holds the header at `at` of a piece. Returns whether a new run begins with it.
    pub(super) fn hold(&mut self, piece: u64, at: usize, bytes: usize) -> bool {
        self.held += 1;
        self.bytes += bytes;
        match self.latest.back_mut().filter(|run| run.piece == piece && run.to == at) {
            Some(run) => {
                run.to = at + 1;
                false
            }
            None => {
                self.latest.push_back(Run { piece, from: at, to: at + 1 });
                true
            }
        }
    }

    /// Copies the headers of the oldest piece, which is let go.
    pub(super) fn copy_from(&mut self, piece: u64, headers: &Headers) {
        while let Some(run) = self.latest.pop_front_if(|run| run.piece == piece) {
            let copied = self.copied.get_or_insert_default();
            (run.from..run.to).for_each(|at| copied.copy(headers, at));
        }
    }

    /// Gives up a group that cannot be checked. Returns how many bytes were held.
    pub(super) fn give_up(&mut self) -> usize {
        self.given_up = true;
        (self.copied, self.latest, self.held) = Default::default();
        std::mem::take(&mut self.bytes)
    }

    /// Empties the group so that it can be reused. Small buffers are kept.
    pub(super) fn empty(&mut self) {
        let mut latest = std::mem::take(&mut self.latest);
        latest.clear();
        *self = Group::default();
        if latest.capacity() <= KEPT_CAPACITY {
            self.latest = latest;
        }
    }

    /// Whether a game of the turn of the year goes on with this group, or comes before it.
    pub(super) fn goes_on_to(&self, day: NaiveDate) -> bool {
        let Some((first, last)) = self.turn_of_year else { return false };
        let between = if day.month() == 1 { day - last } else { first - day };
        (0..=DAYS_OVER_NEW_YEAR).contains(&between.num_days()) || (first..=last).contains(&day)
    }

    pub(super) fn note_day(&mut self, day: NaiveDate) {
        let (first, last) = self.turn_of_year.unwrap_or((day, day));
        self.turn_of_year = Some((first.min(day), last.max(day)));
    }
}
