//! checks

mod event_prelude;
mod event_run;
mod finding;
mod names;
mod pgn_events;
mod result_file;
mod sources;

pub use event_run::{EventSettings, check_event};
pub use finding::{Excerpt, Finding, Severity};
pub use pgn_events::PgnEvents;
pub use result_file::{EventFindings, ResultFile};

/// Declares a check: its documentation is kept as a string, so that `explain`, `docs/` and rustdoc say the same.
///
/// The doc comment has a first line (the title), then the fixed headings `## Why it matters`, `## Example` and
/// `## What to do`.
macro_rules! check {
    ($(#[doc = $doc:literal])+ id: $id:literal, severity: $severity:ident, on: $on:ident $(($run:path))?) => {
        $(#[doc = $doc])+
        pub const CHECK: $crate::checks::Check = $crate::checks::Check {
            id: $id,
            severity: $crate::checks::Severity::$severity,
            doc: concat!($($doc, "\n"),+),
            on: $crate::checks::On::$on $(($run))?,
        };
    };
}
pub(crate) use check;

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

/// A check's function on one event.
pub type OnEvent = fn(&ResultFile<'_>, &mut EventFindings<'_>);

/// What a check looks at.
#[derive(Debug, Clone, Copy)]
pub enum On {
    /// An event: a result file, a table and the games beside it, or the games of one heading.
    Event(OnEvent),
    /// Found while reading: by the runner itself, not by a function of the check.
    Run,
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
    event_syntax
    column_shift
    unknown_record
    duplicate_record
    missing_record
    bad_name
    bad_date
    date_outside_event
    count_mismatch
    round_count
    duplicate_number
    number_gap
    duplicate_fide_id
    duplicate_player
    bad_fide_id
    bad_rating
    bad_title
    bad_federation
    bad_sex
    bad_birth_date
    id_name_conflict
    unknown_result
    opponent_missing
    player_paired_with_self
    result_without_opponent
    pairing_not_reciprocal
    colours_not_reciprocal
    result_not_reciprocal
    forfeit_and_played
    points_mismatch
    rank_mismatch
    bye_twice
    bye_count
    repeat_pairing
    missing_game
    extra_game
    missing_round
    plays_twice
    three_colours_in_row
    colour_difference
    prohibited_pairing
    result_unfinished
    team_member_missing
    team_member_shared
    team_sum_mismatch
    team_board_order
    team_colours
    pgn_result_differs
    pgn_colour_differs
    pgn_round_differs
    table_differs
    player_not_in_table
}
