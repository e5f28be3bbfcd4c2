//! The way of a piece through the archive: its games are looked up and gathered in order, checked by any worker, and reported in
//! order.

use std::ops::ControlFlow;

use super::Run;
use crate::archive::{Checked, Gathered};
use crate::checks::{Collected, Collector};
use crate::cli::work::{Outcome, PieceResult};
use crate::report::WriteLine;
use crate::source::Consumer;

/// The first step of all pieces, which may be on another thread than the others.
pub(super) struct Entrance {
    collector: Collector,
    /// The position of the current file among all that are read.
    file: Option<usize>,
}

/// A piece after its first step.
pub(super) struct Entered {
    result: PieceResult,
    /// Whether it is the first of its file.
    begins: bool,
    /// Its games, if it has games.
    collected: Option<Collected>,
}

impl Entrance {
    pub(super) fn new(collector: Collector) -> Entrance {
        Entrance { collector, file: None }
    }

    /// Numbers the games of a piece, and looks for earlier copies of them.
    pub(super) fn enter(&mut self, mut result: PieceResult) -> Entered {
        let is_of_file = !matches!(result.outcome, Outcome::Skipped | Outcome::LeftOut | Outcome::Unread(_));
        let begins = is_of_file && self.file.replace(result.file.ordinal) != Some(result.file.ordinal);
        if begins {
            self.collector.begin_file(&result.name);
        }
        let collected = match &mut result.outcome {
            Outcome::Found { found, .. } => Some(self.collector.take(std::mem::take(found))),
            _ => None,
        };
        Entered { result, begins, collected }
    }
}

/// A piece on its way through the archive; `G` is [`Gathered`], then [`Checked`].
pub(super) struct Step<G> {
    pub(super) result: PieceResult,
    /// Whether it is the first of its file.
    pub(super) begins: bool,
    /// The events of the file before.
    pub(super) ended: Option<G>,
    /// Its games, if files are repaired: then they are gathered when they are reported.
    pub(super) collected: Option<Collected>,
    /// Its games, if files are not repaired.
    pub(super) games: Option<G>,
    /// How findings are written, if each is written by itself.
    write: Option<WriteLine>,
}

impl Consumer<Entered> for Run<'_> {
    type Job = Step<Gathered>;
    type Done = Step<Checked>;
    const HAS_JOBS: bool = true;

    fn gather(&mut self, entered: Entered) -> Step<Gathered> {
        let Entered { result, begins, mut collected } = entered;
        if self.repairer.is_some() {
            return Step { result, begins, ended: None, collected, games: None, write: None };
        }
        let ended = if begins { self.archive.gather_file(&result.name) } else { None };
        let games = match (&result.outcome, collected.take()) {
            (Outcome::Found { settings, .. }, Some(games)) => self.archive.gather(games, settings),
            _ => None,
        };
        // A baseline that is written needs the findings.
        let write = self.sink.report.writes_lines().filter(|_| self.sink.written.is_none());
        Step { result, begins, ended, collected, games, write }
    }

    fn work(step: Step<Gathered>) -> Step<Checked> {
        let Step { result, begins, ended, collected, games, write } = step;
        let check = |gathered: Gathered| gathered.check(write);
        Step { result, begins, ended: ended.map(check), collected, games: games.map(check), write }
    }

    fn take(&mut self, step: Step<Checked>) -> ControlFlow<()> {
        match self.report(step) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.broken = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
