//! Standard error: what could not be done, and what else is worth reporting beside the results.
//!
//! All messages are lines written here, where failures are recorded for the exit status. A closed standard error is
//! not an error.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};

use super::exit::Exit;
use super::progress::Progress;
use crate::report::visible;

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
const WARNING: Style = AnsiColor::BrightYellow.on_default().bold();
const NOTE: Style = AnsiColor::BrightGreen.on_default().bold();

/// Writes to standard error; shared by all threads of a run.
#[derive(Debug, Default)]
pub struct Messages {
    quiet: bool,
    failed: AtomicBool,
    progress: Progress,
}

impl Messages {
    /// Messages that do not disturb the bar of `progress`; `quiet` leaves only failures and warnings.
    pub fn new(quiet: bool, progress: Progress) -> Messages {
        Messages { quiet, failed: AtomicBool::new(false), progress }
    }

    /// Something could not be done: one line that says what and where, whatever names are in it. The run goes on, and ends
    /// with status 2.
    pub fn failed(&self, what: impl Display) {
        self.failed.store(true, Ordering::Relaxed);
        self.say(&format!("{ERROR}error{ERROR:#}: {}", visible(&what.to_string())));
    }

    /// Reports something that a file asks for and that is not done. It does not fail the run, and is reported even if
    /// `quiet`.
    pub fn warn(&self, what: impl Display) {
        self.say(&format!("{WARNING}warning{WARNING:#}: {}", visible(&what.to_string())));
    }

    /// Reports something worth knowing beside the results.
    pub fn note(&self, what: impl Display) {
        if !self.quiet {
            self.say(&format!("{NOTE}note{NOTE:#}: {}", visible(&what.to_string())));
        }
    }

    /// Writes the line that ends a run.
    pub fn summary(&self, line: impl Display) {
        if !self.quiet {
            self.say(&visible(&line.to_string()));
        }
    }

    /// The status of the run: failed if anything could not be done, else `otherwise`.
    pub fn exit(&self, otherwise: Exit) -> Exit {
        if self.failed.load(Ordering::Relaxed) { Exit::Failed } else { otherwise }
    }

    fn say(&self, line: &str) {
        self.progress.around(|| {
            // If this fails, there is nowhere to report it.
            let _ = writeln!(anstream::stderr().lock(), "{line}");
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_decides_the_status() {
        let messages = Messages::new(true, Progress::default());
        assert_eq!(messages.exit(Exit::Found), Exit::Found);
        messages.note("not said");
        assert_eq!(messages.exit(Exit::Clean), Exit::Clean);
        messages.failed("a.pgn: said by a test");
        assert_eq!(messages.exit(Exit::Found), Exit::Failed);
    }
}
