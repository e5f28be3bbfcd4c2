//! One board as it stands.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::checks::Severity;
use crate::rulings::{Clocks, Record};
use crate::scoresheet::decode;
use crate::watch::Watched;

/// A board: who plays, what was played, what the clocks showed last.
#[derive(Debug)]
pub(in crate::desk) struct Board {
    /// `3.7`: round and board.
    pub(in crate::desk) id: String,
    pub(in crate::desk) round: Option<String>,
    pub(in crate::desk) board: Option<String>,
    pub(in crate::desk) white: Option<String>,
    pub(in crate::desk) black: Option<String>,
    pub(in crate::desk) result: &'static str,
    /// Half-moves on the board.
    pub(in crate::desk) plies: usize,
    /// The last half-move with its number.
    pub(in crate::desk) last: Option<String>,
    pub(in crate::desk) turn: &'static str,
    pub(in crate::desk) fen: String,
    /// The last displays in seconds, White's first.
    pub(in crate::desk) clocks: (Option<f64>, Option<f64>),
    /// The half-moves as the record has them.
    pub(in crate::desk) moves: Vec<String>,
    /// The game, as its source has it.
    pub(in crate::desk) text: String,
    /// Whether the game states a time control.
    pub(in crate::desk) has_control: bool,
    /// The alerts that stand, as JSON.
    pub(in crate::desk) alerts: Vec<Value>,
    urgent: bool,
    bytes: Box<[u8]>,
}

/// `3.7`, or the game's place in its source where no board is given.
pub(super) fn place(watched: &Watched<'_>) -> String {
    let round = watched.round.map_or("0", |round| round);
    match watched.board {
        Some(board) => format!("{round}.{board}"),
        None => format!("{round}.{}", watched.place),
    }
}

impl Board {
    /// Reads a game that is watched.
    pub(super) fn of(id: String, watched: &Watched<'_>) -> Board {
        let owned = |text: Option<&Arc<str>>| text.map(|text| text.to_string());
        let text = decode(watched.text).into_owned();
        let record = Record::of_text(text.clone().into_bytes(), watched.source, None)
            .or_else(|_| Record::of_text(Vec::new(), watched.source, None))
            .ok();
        let plies = record.as_ref().map_or(0, Record::len);
        let tag = |name: &str| record.as_ref()?.tag(name).filter(|text| !text.trim().is_empty());
        let clocks = record.as_ref().map(Clocks::of_record);
        let left = |side| clocks.as_ref()?.left(side, usize::MAX);
        Board {
            id,
            round: owned(watched.round),
            board: owned(watched.board),
            white: owned(watched.white),
            black: owned(watched.black),
            result: record.as_ref().and_then(Record::outcome).map_or("*", crate::scoresheet::Outcome::as_str),
            plies,
            last: record.as_ref().filter(|_| plies > 0).map(|record| record.label(plies)),
            turn: record.as_ref().map_or("white", |record| record.turn(plies).fold_wb("white", "black")),
            fen: record.as_ref().map_or(String::new(), |record| record.fen(plies)),
            clocks: (left(shakmaty::Color::White), left(shakmaty::Color::Black)),
            moves: record.as_ref().map_or(Vec::new(), |record| {
                (1..=plies).map(|ply| record.written(ply).into_owned()).collect()
            }),
            has_control: tag("TimeControl").is_some_and(|control| !["?", "-"].contains(&control.trim())),
            alerts: watched.alerts.iter().filter_map(|alert| serde_json::to_value(alert).ok()).collect(),
            urgent: watched.alerts.iter().any(|alert| alert.severity != Severity::Info),
            bytes: watched.text.into(),
            text,
        }
    }

    /// Whether it shows what is watched.
    pub(super) fn is_of(&self, watched: &Watched<'_>) -> bool {
        *self.bytes == *watched.text
            && self.white.as_deref() == watched.white.map(|name| &**name)
            && self.alerts.len() == watched.alerts.len()
            && watched
                .alerts
                .iter()
                .zip(&self.alerts)
                .all(|(alert, shown)| serde_json::to_value(alert).is_ok_and(|alert| alert == *shown))
    }

    /// Whether an alert of severity warning or error stands.
    pub(in crate::desk) fn is_urgent(&self) -> bool {
        self.urgent
    }

    /// `Doe – Roe`
    pub(in crate::desk) fn players(&self) -> String {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        format!("{} – {}", name(&self.white), name(&self.black))
    }

    /// As scripts get it in a list.
    pub(in crate::desk) fn json(&self) -> Value {
        json!({
            "id": self.id, "round": self.round, "board": self.board, "white": self.white, "black": self.black,
            "result": self.result, "plies": self.plies, "move": self.last, "turn": self.turn, "fen": self.fen,
            "clocks": { "white": self.clocks.0, "black": self.clocks.1 }, "alerts": self.alerts,
        })
    }
}
