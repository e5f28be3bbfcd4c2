//! One alert, as `jsonl` writes it.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat};
use serde::{Serialize, Serializer};

use crate::checks::Severity;

/// The ids of all alerts, with what each says.
pub const ALERTS: &[(&str, &str)] = &[
    ("claim-threefold", "the player to move may claim a draw by repetition"),
    ("claim-fifty", "the player to move may claim a draw by the fifty-move rule"),
    ("fifty-near", "ten moves or fewer are left to a claim by the fifty-move rule"),
    ("drawn-fivefold", "repetition has ended the game"),
    ("drawn-seventy-five", "moves without capture and pawn move have ended the game"),
    ("drawn-dead", "neither side can mate by any series of legal moves"),
    ("mate", "checkmate"),
    ("stalemate", "stalemate"),
    ("illegal-move", "a move is not legal"),
    ("ambiguous-move", "two or more legal moves fit what is written"),
    ("result-signal", "kings on the centre signal the result"),
    ("flag-fall", "a player's time ran out"),
    ("flag-near", "little time is left, so that recording is no longer asked for"),
    ("clock-gain", "a clock went up by more than the time control gives"),
    ("clock-arithmetic", "a clock differs from time control and time used"),
    ("time-penalty", "an arbiter added time"),
    ("result-differs", "the board or another source contradicts the result"),
    ("taken-back", "moves that were sent are gone or replaced"),
    ("still", "no move for a long time"),
    ("source-lost", "a source cannot be read"),
    ("source-back", "a source can be read again"),
];

/// Whether an alert is new or withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It has become true.
    New,
    /// The record changed: it was never true.
    Withdrawn,
}

/// The last displays, in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Clocks {
    /// White's; `None` without a reading.
    pub white: Option<f64>,
    /// Black's.
    pub black: Option<f64>,
}

/// One alert. Keys that do not apply are null or empty.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alert {
    /// When it was found, in milliseconds since 1970.
    #[serde(serialize_with = "rfc3339")]
    pub at: i64,
    /// Its id, one of [`ALERTS`].
    pub alert: &'static str,
    /// New or withdrawn.
    pub state: State,
    /// How urgent it is.
    pub severity: Severity,
    /// Where the game comes from: the file or address.
    pub source: Arc<str>,
    /// The Event tag.
    pub event: Option<Arc<str>>,
    /// The round.
    pub round: Option<Arc<str>>,
    /// The board.
    pub board: Option<Arc<str>>,
    /// White's name.
    pub white: Option<Arc<str>>,
    /// Black's name.
    pub black: Option<Arc<str>>,
    /// Half-moves on the board when it became true.
    pub ply: usize,
    /// The last of them as written: `33... Kh7`.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Who may act, or whom it is about.
    pub by: Option<&'static str>,
    /// The moves of which one is to be written with a claim; empty where the position on the board is claimed.
    pub moves: Vec<String>,
    /// The half-moves after which the position stood.
    pub stood: Vec<usize>,
    /// The position.
    pub fen: Option<String>,
    /// The last displays.
    pub clocks: Clocks,
    /// What the record said before.
    pub was: Option<String>,
    /// What it says now.
    pub is: Option<String>,
    /// The result: the record's, or the one that is signalled.
    pub result: Option<&'static str>,
    /// The ruleset of the articles.
    pub ruleset: Option<Arc<str>>,
    /// The articles that it rests on.
    pub articles: Vec<Arc<str>>,
    /// One line in plain words.
    pub message: String,
}

impl Alert {
    /// An alert about a source as a whole.
    pub fn of_source(
        alert: &'static str,
        severity: Severity,
        source: &Arc<str>,
        at: i64,
        message: String,
    ) -> Alert {
        Alert {
            at,
            alert,
            state: State::New,
            severity,
            source: Arc::clone(source),
            event: None,
            round: None,
            board: None,
            white: None,
            black: None,
            ply: 0,
            mv: None,
            by: None,
            moves: Vec::new(),
            stood: Vec::new(),
            fen: None,
            clocks: Clocks::default(),
            was: None,
            is: None,
            result: None,
            ruleset: None,
            articles: Vec::new(),
            message,
        }
    }
}

pub(super) fn rfc3339<S: Serializer>(at: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    let time = DateTime::from_timestamp_millis(*at).unwrap_or_default();
    serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Millis, true))
}
