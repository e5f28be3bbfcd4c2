//! The check of a group of games of which no more are expected.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::group::Group;
use super::pieces::Run;
use crate::checks::Finding;
use crate::checks::event_run::{EventSettings, check_event};
use crate::event::pgn::Builder;
use crate::event::{Headers, Kept};

/// The games of a group of which no more are expected.
#[derive(Debug)]
pub struct ClosedEvent {
    closing: Arc<Closing>,
    /// The headers whose pieces were let go.
    copied: Option<Box<Headers>>,
    /// Where the others are.
    latest: VecDeque<Run>,
    games: usize,
}

/// What the events share that are closed together.
#[derive(Debug)]
pub(super) struct Closing {
    pub(super) file: Arc<str>,
    pub(super) settings: Arc<EventSettings>,
    /// The latest pieces, from the number `first` on.
    pub(super) pieces: Vec<Arc<Headers>>,
    pub(super) first: u64,
}

impl Closing {
    fn piece(&self, number: u64) -> Option<&Headers> {
        self.pieces.get(number.checked_sub(self.first)? as usize).map(|headers| &**headers)
    }
}

impl ClosedEvent {
    /// Takes the headers of a group.
    pub(super) fn new(closing: &Arc<Closing>, group: &mut Group) -> ClosedEvent {
        let (copied, latest) = (std::mem::take(&mut group.copied), std::mem::take(&mut group.latest));
        ClosedEvent { closing: Arc::clone(closing), copied, latest, games: group.held }
    }

    fn headers(&self) -> impl Iterator<Item = Kept<'_>> {
        let copied = self.copied.iter().flat_map(|copied| copied.iter());
        let latest = self.latest.iter().filter_map(|run| {
            let piece = self.closing.piece(run.piece)?;
            Some((run.from..run.to).filter_map(|at| piece.get(at)))
        });
        copied.chain(latest.flatten())
    }

    /// The findings of the games, if they are an event.
    pub fn check(&self) -> Vec<Finding> {
        if self.is_selection() {
            return Vec::new();
        }
        let mut builder = Builder::new(Arc::clone(&self.closing.file));
        builder.reserve(self.games);
        for header in self.headers() {
            builder.played(&header.played());
        }
        let mut event = builder.finish();
        let silenced = self.headers().flat_map(|header| {
            let line = header.place().line;
            header.silenced().iter().map(move |id| (line, (*id).to_owned()))
        });
        event.silenced = silenced.collect();
        check_event(&event, None, &self.closing.settings)
    }

    /// Whether hardly any name occurs twice: at least three of four names are new. Then the games are a selection of
    /// those that were played, and who met whom in which round proves nothing.
    fn is_selection(&self) -> bool {
        let latest = self
            .latest
            .iter()
            .filter_map(|run| self.closing.piece(run.piece)?.headings.get(run.from..run.to));
        let copied = self.copied.iter().flat_map(|copied| &copied.headings);
        let headings = copied.chain(latest.flatten());
        let mut names = FxHashSet::with_capacity_and_hasher(self.games * 2, FxBuildHasher);
        headings.flat_map(|heading| heading.players).any(|name| {
            names.insert(name);
            names.len() * 2 >= self.games * 3
        })
    }
}
