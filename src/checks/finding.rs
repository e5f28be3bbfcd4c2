//! What a check reports: the object of the JSON contract, and what only the text report shows.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use super::fix::Fix;

/// How bad a finding is, in rising order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Info,
    /// Probably a fault of the record.
    Warning,
    /// A fault.
    Error,
}

/// One line of the source with the place that a finding is about, for the text report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, or the part of a long line around the mark; read as UTF-8, otherwise as Latin-1.
    pub text: String,
    /// The marked bytes of `text`.
    pub mark: Range<usize>,
    /// Characters of the line that were cut off before `text`.
    pub skipped: usize,
}

/// One finding. Keys that do not apply are left out of the JSON.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// The path as given on the command line, with `/`; `-` for standard input; `archive.zip/inner.pgn`.
    pub file: Arc<str>,
    /// The game's number in its file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// Line in the decompressed file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Column in bytes, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// Byte offset in the decompressed file, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// Length in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u64>,
    /// Event tag, or the event's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Arc<str>>,
    /// Round tag, or the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<Arc<str>>,
    /// White's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<Arc<str>>,
    /// Black's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<Arc<str>>,
    /// Half-moves from the game's start position: 0 for tags, 1 for the first half-move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The move as written with its number: `29. Nf6`, `29... Nf6`.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The position before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Event checks: starting number of the player concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u32>,
    /// Event checks: name of the player concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Arc<str>>,
    /// Event checks: starting number of the opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<u32>,
    /// Event checks: the field or record concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Cow<'static, str>>,
    /// Event checks: the value that is expected there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Value>,
    /// Event checks: the value that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Value>,
    /// Id of the check.
    pub check: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line in plain words.
    pub message: String,
    /// Articles of `ruleset` that the finding rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub articles: Vec<String>,
    /// Id of the ruleset whose articles are named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<Arc<str>>,
    /// The check's own values.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub data: Map<String, Value>,
    /// What puts it right, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Box<Fix>>,
    /// The line of the record, for the text report.
    #[serde(skip)]
    pub excerpt: Option<Excerpt>,
    /// Further lines of explanation, for the text report.
    #[serde(skip)]
    pub notes: Vec<String>,
}

impl Finding {
    /// A finding of `check` in `file` with only its message; the caller fills in what applies.
    pub fn new(check: &'static str, severity: Severity, file: Arc<str>, message: String) -> Finding {
        Finding {
            file,
            game: None,
            line: None,
            column: None,
            offset: None,
            length: None,
            event: None,
            round: None,
            white: None,
            black: None,
            ply: None,
            mv: None,
            fen: None,
            player: None,
            name: None,
            opponent: None,
            field: None,
            expected: None,
            found: None,
            check,
            severity,
            message,
            articles: Vec::new(),
            ruleset: None,
            data: Map::new(),
            fix: None,
            excerpt: None,
            notes: Vec::new(),
        }
    }
}
