//! The checks: facts about a game or an event become findings.
//!
//! One file a check, named after its id, and one line in the list below. A check says how severe its findings are
//! and finds the words; where a finding stands and which articles back it is put down in one place ([`Findings`]).

mod collect;
mod ending;
mod finding;
mod findings;
mod flag_test;
mod game;
pub mod obstacle_words;
mod prelude;
mod run;
mod setup;
mod tag_grammar;
mod termination;
mod time;
mod words;

pub use collect::{Collector, GameDone, GameKey, Names};
pub use ending::{BoardEnd, EndFault};
pub use finding::{Excerpt, Finding, Severity};
pub use findings::{Findings, Origin, Place, Slot};
pub use flag_test::{cannot_win, too_little};
pub use game::{Game, Opening};
pub use run::{Checker, Found, Piece, Settings};
pub use termination::Termination;
pub use time::GameTime;

/// Declares a check: its documentation is kept as a string, so that `explain`, `docs/` and rustdoc say the same.
///
/// The doc comment has a first line (the title), then the fixed headings `## Why it matters`, `## Example` and
/// `## What to do`.
macro_rules! check {
    ($(#[doc = $doc:literal])+ id: $id:literal, severity: $severity:ident, on: $on:ident $(($run:path))?) => {
        $(#[doc = $doc])+
        pub(super) const CHECK: $crate::checks::Check = $crate::checks::Check {
            id: $id,
            severity: $crate::checks::Severity::$severity,
            doc: concat!($($doc, "\n"),+),
            on: $crate::checks::On::$on $(($run))?,
        };
    };
}

/// One check: what it is called, how bad what it finds is, its documentation, and what it looks at.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// The id on the command line and in reports; never reused.
    pub id: &'static str,
    /// The severity of its findings, where the check does not say less.
    pub severity: Severity,
    /// Title line, then the sections that `explain` prints.
    pub doc: &'static str,
    /// What it looks at, and the function that looks.
    pub on: On,
}

/// A check's function on one game.
pub type OnGame = fn(&Game<'_>, &mut Findings<'_>);

/// What a check looks at.
#[derive(Debug, Clone, Copy)]
pub enum On {
    /// The text alone: tags, notation of the result, what cannot be read.
    Sheet(OnGame),
    /// The replay: withdrawn where the two readings part.
    Game(OnGame),
    /// The clocks: only games with a time control or readings.
    Clock(OnGame),
    /// Several games, or a whole file: found by the run itself.
    Run,
}

impl Check {
    /// The first line of its documentation: what it holds of a game or an event.
    pub fn title(&self) -> &'static str {
        self.doc.lines().next().unwrap_or_default().trim()
    }
}

/// Declares the modules of the checks and lists them: one line a check.
macro_rules! checks {
    ($($name:ident)+) => {
        $(#[allow(missing_docs)] mod $name;)+

        /// All checks, in the order in which they run and are explained.
        pub const ALL: &[Check] = &[$($name::CHECK),+];
    };
}

checks! {
    syntax
    missing_tag
    bad_tag
    duplicate_tag
    missing_result
    result_tag_mismatch
    encoding
    nonstandard_notation
    ambiguous_move
    overspecified_move
    wrong_check_suffix
    move_number
    illegal_move
    null_move
    illegal_position
    readers_disagree
    unsupported_variant
    moves_after_end
    result_contradicts_board
    impossible_win
    missed_threefold
    missed_fifty
    missed_automatic_draw
    duplicate_game
    time_penalty
    clock_gain
    clock_start
    clock_arithmetic
    flag_fall
    timeout_not_winnable
    timeout_not_fallen
    category_mismatch
}

/// The check of that id.
pub fn find(id: &str) -> Option<&'static Check> {
    ALL.iter().find(|check| check.id == id)
}
