//! Progress on standard error: by default on a terminal only, after a second only, and removed at the end.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::args::When;
use crate::report::{counted, grouped};

/// Nothing is shown before this; most runs are over by then.
const PATIENCE: Duration = Duration::from_secs(1);
/// Milliseconds between lines if there is no terminal to draw on.
const BETWEEN_LINES: u64 = 5_000;

/// The progress of a run; clones share it. The default shows nothing.
#[derive(Debug, Clone, Default)]
pub struct Progress(Option<Arc<Shown>>);

#[derive(Debug)]
struct Shown {
    started: Instant,
    /// Hidden until [`PATIENCE`] is over.
    bar: ProgressBar,
    /// Whether to draw a bar; otherwise lines are written.
    terminal: bool,
    games: AtomicU64,
    /// Milliseconds from the start at which something changes next: the bar appears, or a line is due.
    next: AtomicU64,
}

impl Progress {
    /// Progress of a run.
    ///
    /// `auto` shows it if standard error is a terminal; `always` writes a line now and then if it is not.
    pub fn new(when: When) -> Progress {
        let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
        let wanted = match when {
            When::Auto => terminal,
            When::Always => true,
            When::Never => false,
        };
        Progress(wanted.then(|| Arc::new(Shown::new(terminal))))
    }

    /// Adds what was read: a number of bytes, and of games that are done.
    pub fn advance(&self, bytes: u64, games: u64) {
        let Some(shown) = &self.0 else { return };
        shown.bar.inc(bytes);
        shown.games.fetch_add(games, Relaxed);
        let now = u64::try_from(shown.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let due = shown.next.load(Relaxed);
        if now >= due {
            // If several threads come at once, only one goes on.
            let next = if shown.terminal { now } else { now + BETWEEN_LINES };
            if shown.next.compare_exchange(due, next.max(due + 100), Relaxed, Relaxed).is_ok() {
                shown.show();
            }
        }
    }

    /// Calls `write` while the bar is hidden.
    pub fn around<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.0 {
            Some(shown) if shown.terminal && !shown.bar.is_hidden() => shown.bar.suspend(write),
            _ => write(),
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Some(shown) = &self.0 {
            shown.bar.finish_and_clear();
        }
    }
}

impl Shown {
    fn new(terminal: bool) -> Shown {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {bytes}, {msg} ({bytes_per_sec})") {
            bar.set_style(style);
        }
        let patience = u64::try_from(PATIENCE.as_millis()).unwrap_or(u64::MAX);
        Shown { started: Instant::now(), bar, terminal, games: AtomicU64::new(0), next: patience.into() }
    }

    fn show(&self) {
        let games = counted(self.games.load(Relaxed), "game", "games");
        if self.terminal {
            if self.bar.is_hidden() {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            self.bar.set_message(games);
        } else {
            let megabytes = grouped(self.bar.position() / 1_000_000);
            let _ = writeln!(std::io::stderr().lock(), "flagfall: {games}, {megabytes} MB read");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_shows_nothing() {
        let progress = Progress::new(When::Never);
        progress.advance(10, 1);
        assert_eq!(progress.around(|| 7), 7);
        progress.finish();
        assert!(progress.0.is_none());
    }

    #[test]
    fn is_hidden_in_the_first_second() {
        let progress = Progress::new(When::Always);
        progress.advance(10, 1);
        assert!(progress.0.is_some_and(|shown| shown.bar.is_hidden()));
    }
}
