//! Standard error: what could not be done, and what else is worth reporting beside the results.
//!
//! All messages are lines written here, where failures are recorded for the exit status. A closed standard error is
//! not an error.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anstyle::{AnsiColor, Style};

use super::exit::Exit;
use super::progress::Progress;
use crate::report::visible;

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
const WARNING: Style = AnsiColor::BrightYellow.on_default().bold();
const NOTE: Style = AnsiColor::BrightGreen.on_default().bold();

/// A message that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Whether something could not be done.
    pub failed: bool,
    /// The line, without the word that begins it on standard error.
    pub line: String,
}

/// Messages that are kept, for a program that does not want them on standard error.
#[derive(Debug, Clone, Default)]
pub struct Kept(Arc<Mutex<Vec<Message>>>);

impl Kept {
    /// The messages so far, in their order; they are not kept any longer.
    pub fn take(&self) -> Vec<Message> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn add(&self, failed: bool, line: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(Message { failed, line });
    }
}

/// Writes to standard error; shared by all threads of a run.
#[derive(Debug, Default)]
pub struct Messages {
    quiet: bool,
    failed: AtomicBool,
    progress: Progress,
    /// Where the messages go instead of standard error.
    kept: Option<Kept>,
}

impl Messages {
    /// The same messages, which go to `kept` and not to standard error.
    #[must_use]
    pub fn kept_in(self, kept: Kept) -> Messages {
        Messages { kept: Some(kept), ..self }
    }

    /// Messages that do not disturb the bar of `progress`; `quiet` leaves only failures and warnings.
    pub fn new(quiet: bool, progress: Progress) -> Messages {
        Messages { quiet, failed: AtomicBool::new(false), progress, kept: None }
    }

    /// Something could not be done: one line that says what and where, whatever names are in it. The run goes on, and ends
    /// with status 2.
    pub fn failed(&self, what: impl Display) {
        self.failed.store(true, Ordering::Relaxed);
        self.say(Some((ERROR, "error")), &visible(&what.to_string()));
    }

    /// Reports something that a file asks for and that is not done. It does not fail the run, and is reported even if
    /// `quiet`.
    pub fn warn(&self, what: impl Display) {
        self.say(Some((WARNING, "warning")), &visible(&what.to_string()));
    }

    /// Reports something worth knowing beside the results.
    pub fn note(&self, what: impl Display) {
        if !self.quiet {
            self.say(Some((NOTE, "note")), &visible(&what.to_string()));
        }
    }

    /// Writes the line that ends a run.
    pub fn summary(&self, line: impl Display) {
        if !self.quiet {
            self.say(None, &visible(&line.to_string()));
        }
    }

    /// The status of the run: failed if anything could not be done, else `otherwise`.
    pub fn exit(&self, otherwise: Exit) -> Exit {
        if self.failed.load(Ordering::Relaxed) { Exit::Failed } else { otherwise }
    }

    fn say(&self, begins: Option<(Style, &str)>, line: &str) {
        if let Some(kept) = &self.kept {
            return kept.add(begins.is_some_and(|(_, word)| word == "error"), line.to_owned());
        }
        let begins = begins.map(|(style, word)| format!("{style}{word}{style:#}: ")).unwrap_or_default();
        self.progress.around(|| {
            // If this fails, there is nowhere to report it.
            let _ = writeln!(anstream::stderr().lock(), "{begins}{line}");
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

    #[test]
    fn messages_are_kept_for_a_program() {
        let kept = Kept::default();
        let messages = Messages::new(false, Progress::default()).kept_in(kept.clone());
        messages.failed("a\x1b[2J: cannot be read");
        messages.note("a note");
        let lines: Vec<_> = kept.take().into_iter().map(|message| (message.failed, message.line)).collect();
        assert_eq!(lines, [(true, "a\\u{1b}[2J: cannot be read".to_owned()), (false, "a note".to_owned())]);
        assert!(kept.take().is_empty());
    }
}
