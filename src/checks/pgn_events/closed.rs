//! The check of a group of games of which no more are expected.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::group::Group;
use super::pieces::{Pieces, Run};
use crate::checks::Finding;
use crate::checks::event_run::{EventSettings, check_event};
use crate::event::pgn::Builder;
use crate::event::{Headers, Kept};

/// The games of a group of which no more are expected.
#[derive(Debug)]
pub struct ClosedEvent {
    file: Arc<str>,
    settings: Arc<EventSettings>,
    /// The headers whose pieces were let go.
    copied: Option<Box<Headers>>,
    /// Where the others are.
    latest: VecDeque<Run>,
    games: usize,
    /// The pieces with these, from the number `first` on.
    pieces: Vec<Arc<Headers>>,
    first: u64,
}

impl ClosedEvent {
    /// Takes the headers of a group.
    pub(super) fn new(
        file: &Arc<str>,
        settings: &Arc<EventSettings>,
        group: &mut Group,
        pieces: &Pieces,
    ) -> ClosedEvent {
        let (copied, latest) = (std::mem::take(&mut group.copied), std::mem::take(&mut group.latest));
        let first = latest.front().map_or(0, |run| run.piece);
        let pieces = latest.back().map_or_else(Vec::new, |last| pieces.between(first, last.piece));
        let (file, settings) = (Arc::clone(file), Arc::clone(settings));
        ClosedEvent { file, settings, copied, latest, games: group.held, pieces, first }
    }

    fn headers(&self) -> impl Iterator<Item = Kept<'_>> {
        let copied = self.copied.iter().flat_map(|copied| copied.iter());
        let latest = self.latest.iter().filter_map(|run| {
            let piece = self.pieces.get((run.piece - self.first) as usize)?;
            Some((run.from..run.to).filter_map(|at| piece.get(at)))
        });
        copied.chain(latest.flatten())
    }

    /// The findings of the games, if they are an event.
    pub fn check(&self) -> Vec<Finding> {
        if self.is_selection() {
            return Vec::new();
        }
        let mut builder = Builder::new(Arc::clone(&self.file));
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
        check_event(&event, None, &self.settings)
    }

    /// Whether hardly any name occurs twice: at least three of four names are new. Then the games are a selection of
    /// those that were played, and who met whom in which round proves nothing.
    fn is_selection(&self) -> bool {
        let latest = self.latest.iter().filter_map(|run| {
            self.pieces.get((run.piece - self.first) as usize)?.headings.get(run.from..run.to)
        });
        let copied = self.copied.iter().flat_map(|copied| &copied.headings);
        let headings = copied.chain(latest.flatten());
        let mut names = FxHashSet::with_capacity_and_hasher(self.games * 2, FxBuildHasher);
        headings.flat_map(|heading| heading.players).any(|name| {
            names.insert(name);
            names.len() * 2 >= self.games * 3
        })
    }
}
