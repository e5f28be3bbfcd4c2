//! The way of a piece through the archive: gathered in order, checked by any worker, reported in order.

use std::ops::ControlFlow;

use super::Run;
use crate::archive::{Checked, Gathered};
use crate::cli::work::{Outcome, PieceResult};
use crate::report::WriteLine;
use crate::source::Consumer;

/// A piece on its way through the archive; `G` is [`Gathered`], then [`Checked`].
pub(super) struct Step<G> {
    pub(super) result: PieceResult,
    /// Whether it is the first of its file.
    pub(super) begins: bool,
    /// The events of the file before.
    pub(super) ended: Option<G>,
    /// Its games, if it has games and files are not repaired. Those of repaired files are gathered when they are reported.
    pub(super) games: Option<G>,
    /// How findings are written, if each is written by itself.
    write: Option<WriteLine>,
}

impl Consumer<PieceResult> for Run<'_> {
    type Job = Step<Gathered>;
    type Done = Step<Checked>;
    const HAS_JOBS: bool = true;

    fn gather(&mut self, mut result: PieceResult) -> Step<Gathered> {
        if self.repairer.is_some() {
            return Step { result, begins: false, ended: None, games: None, write: None };
        }
        let begins = self.begins(&result);
        let ended = if begins { self.archive.gather_file(&result.name) } else { None };
        let games = match &mut result.outcome {
            Outcome::Found { found, settings, .. } => self.archive.gather(std::mem::take(found), settings),
            _ => None,
        };
        // A baseline that is written needs the findings.
        let write = self.sink.report.writes_lines().filter(|_| self.sink.written.is_none());
        Step { result, begins, ended, games, write }
    }

    fn work(step: Step<Gathered>) -> Step<Checked> {
        let Step { result, begins, ended, games, write } = step;
        let check = |gathered: Gathered| gathered.check(write);
        Step { result, begins, ended: ended.map(check), games: games.map(check), write }
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
