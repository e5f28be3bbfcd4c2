//! The checks: they turn facts about a game or an event into findings.
//!
//! One file per check, named after its id, and one line in the list below. A check gives the severity of its
//! findings and words the messages; [`Findings`] adds the place and the articles.

mod broken_text;
mod collect;
mod dead_material;
mod rules_in_force;
mod ending;
mod event_prelude;
mod event_run;
mod finding;
mod findings;
mod fix;
mod flag_test;
mod game;
mod move_words;
mod names;
mod pgn_events;
mod prelude;
mod result_file;
mod results;
mod run;
mod game_setup;
mod game_text;
mod layout;
mod piece;
mod seen;
mod settings;
mod signal;
mod silenced;
mod sources;
mod swiss;
mod tables;
mod tag_grammar;
mod tag_values;
mod termination;
mod time;
mod twins;
mod variations;
mod words;
pub mod obstacle_words;

pub use collect::{CheckedGame, Collected, Collector, Duplicate, GameDone, GameKey};
pub use dead_material::dead_position_rule;
pub use ending::{BoardEnd, EndFault, draw_without_claim, ended};
pub use event_run::{EventSettings, check_event};
pub use finding::{Excerpt, Finding, Severity};
pub use findings::{Anchor, Findings, Origin, Slot};
pub use fix::{Edit, Fix};
pub use flag_test::{cannot_win, too_little};
pub use game::{Game, StartPosition};
pub use names::folded;
pub use pgn_events::{ClosedEvent, PgnEvents};
pub use piece::{Found, OversizeGame, Piece};
pub use result_file::{EventFindings, ResultFile};
pub use run::{Checker, PassOn, Seen};
pub use settings::{Repairs, Settings};
pub use silenced::silenced_in;
pub use sources::{of_one_event, shares_player};
pub use swiss::{MOST_PLAYERS, PAIRING_CHECKS, PairingSettings, Pairings, assumed_edition};
pub use tables::{published_differs, unrated_players};
pub use tag_grammar::tag_form;
pub use termination::Termination;
pub use time::GameTime;
pub use twins::Sketch;
pub(crate) use words::places;

/// Declares a check: its documentation is kept as a string, so that `explain`, `docs/` and rustdoc say the same.
///
/// The doc comment has a first line (the title), then the fixed headings `## Why it matters`, `## Example` and
/// `## What to do`. A check that is off by default ends with `by_default: false`.
macro_rules! check {
    ($(#[doc = $doc:literal])+ id: $id:literal, severity: $severity:ident, on: $on:ident $(($run:path))?) => {
        check! {
            $(#[doc = $doc])+
            id: $id, severity: $severity, on: $on $(($run))?, by_default: true
        }
    };
    (
        $(#[doc = $doc:literal])+
        id: $id:literal, severity: $severity:ident, on: $on:ident $(($run:path))?, by_default: $by_default:literal
    ) => {
        $(#[doc = $doc])+
        pub(super) const CHECK: $crate::checks::Check = $crate::checks::Check {
            id: $id,
            severity: $crate::checks::Severity::$severity,
            doc: concat!($($doc, "\n"),+),
            on: $crate::checks::On::$on $(($run))?,
            by_default: $by_default,
        };
    };
}

/// One check: its id, severity and documentation, and what it looks at.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// The id on the command line and in reports; never reused.
    pub id: &'static str,
    /// The default severity of its findings; the check may lower it.
    pub severity: Severity,
    /// Title line, then the sections that `explain` prints.
    pub doc: &'static str,
    /// What it looks at, and the function that looks.
    pub on: On,
    /// Whether it runs unless other checks are selected by name.
    pub by_default: bool,
}

/// A check's function on one game.
pub type OnGame = fn(&Game<'_>, &mut Findings<'_>);

/// A check's function on one event.
pub type OnEvent = fn(&ResultFile<'_>, &mut EventFindings<'_>);

/// What a check looks at.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum On {
    /// The text alone: tags, the notation of the result, text that cannot be read.
    Sheet(OnGame),
    /// The replay. Its findings are dropped from the half-move at which the second reading differs.
    Game(OnGame),
    /// The clocks. Runs only on games with a time control or clock readings.
    Clock(OnGame),
    /// An event: a result file or table with its games, or the games under one header.
    Event(OnEvent),
    /// Several games, or a whole file: the run itself reports these findings.
    Run,
}

impl On {
    /// What a finding needs: `game`, `event`, or the whole `run`.
    pub fn scope(&self) -> &'static str {
        match self {
            On::Sheet(_) | On::Game(_) | On::Clock(_) => "game",
            On::Event(_) => "event",
            On::Run => "run",
        }
    }
}

impl Check {
    /// The first line of its documentation: what it reports.
    pub fn title(&self) -> &'static str {
        self.doc.lines().next().unwrap_or_default().trim()
    }
}

/// Declares the modules of the checks and lists them: one line per check.
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
    ply_count
    eco_code
    missing_result
    result_tag_mismatch
    encoding
    national_letters
    nonstandard_notation
    ambiguous_move
    overspecified_move
    wrong_check_suffix
    move_number
    illegal_move
    null_move
    variation_move
    illegal_position
    readers_disagree
    unsupported_variant
    result_signal
    moves_after_end
    result_contradicts_board
    impossible_win
    missed_threefold
    missed_fifty
    missed_automatic_draw
    duplicate_game
    near_duplicate
    time_penalty
    clock_gain
    clock_start
    clock_arithmetic
    flag_fall
    timeout_not_winnable
    timeout_not_fallen
    category_mismatch
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
    pairing_forbidden
    pairing_differs
    bye_not_due
    colour_allocation
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

/// The checks that run where none are selected by name.
pub fn by_default() -> impl Iterator<Item = &'static Check> {
    ALL.iter().filter(|check| check.by_default)
}

/// Finds a check by its id.
pub fn find(id: &str) -> Option<&'static Check> {
    ALL.iter().find(|check| check.id == id)
}
