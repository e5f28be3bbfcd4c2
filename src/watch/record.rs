//! What is kept of a game's record between two readings.

use std::sync::Arc;

use shakmaty::Color;

use super::alert::{Alert, Clocks, State};
use crate::checks::{Game, Severity};
use crate::scoresheet::{Outcome, decode};

/// Who plays, and where.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    pub(super) event: Option<Arc<str>>,
    pub(super) round: Option<Arc<str>>,
    pub(super) board: Option<Arc<str>>,
    pub(super) white: Option<Arc<str>>,
    pub(super) black: Option<Arc<str>>,
}

/// The record of a game as it was read last.
#[derive(Debug, Clone, Default)]
pub(super) struct Record {
    /// Keys of the positions, the start position first, up to the first half-move that is not legal.
    pub(super) positions: Vec<u64>,
    /// For each of them what led there and the position itself in one number: equal for equal beginnings of a game.
    pub(super) beginnings: Vec<u64>,
    /// The moves as written.
    pub(super) moves: Vec<Box<str>>,
    pub(super) first_number: u64,
    pub(super) outcome: Option<Outcome>,
    pub(super) clocks: Clocks,
    /// Whether the board has ended the game.
    pub(super) ended: bool,
}

impl Record {
    /// What is kept of a game.
    pub(super) fn of(game: &Game<'_>) -> Record {
        let replay = game.replay;
        let legal = replay.plies.iter().take_while(|ply| ply.legal).map(|ply| ply.key);
        let positions: Vec<u64> = std::iter::once(replay.start.key()).chain(legal).collect();
        let mut chain = 0u64;
        let beginnings = positions.iter().map(|key| {
            chain = chain.rotate_left(9).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key;
            chain
        });
        let moves = game.sheet.moves.iter().map(|text| decode(text.span.of(game.text)).into());
        Record {
            beginnings: beginnings.collect(),
            moves: moves.collect(),
            first_number: replay.start.half_move_number(),
            outcome: game.outcome(),
            clocks: clocks(game),
            ended: false,
            positions,
        }
    }

    /// Half-moves that are on the board.
    pub(super) fn plies(&self) -> usize {
        self.positions.len().saturating_sub(1)
    }

    /// Whether the game goes on.
    pub(super) fn goes_on(&self) -> bool {
        !self.ended && matches!(self.outcome, None | Some(Outcome::Unfinished))
    }

    /// Whether this is an earlier state of the other record, or the same.
    pub(super) fn is_before(&self, later: &Record) -> bool {
        later.positions.starts_with(&self.positions)
    }

    /// The first half-move (from 1) that differs from the other record's, or that one of them does not have.
    pub(super) fn parts_from(&self, other: &Record) -> usize {
        let same = self.positions.iter().zip(&other.positions).take_while(|(a, b)| a == b).count();
        same.max(1)
    }

    /// The half-moves from `ply` on as they are written, with their numbers; a few of them.
    pub(super) fn moves_from(&self, ply: usize) -> Option<String> {
        const FEW: usize = 6;
        let moves = self.moves.get(ply - 1..self.plies().max(ply - 1).min(self.moves.len()))?;
        let words: Vec<String> =
            moves.iter().take(FEW).enumerate().map(|(i, mv)| self.numbered(ply + i, mv, i == 0)).collect();
        let more = if moves.len() > FEW { " …" } else { "" };
        (!words.is_empty()).then(|| words.join(" ") + more)
    }

    /// A half-move with its number, where it is White's or the first of a list.
    fn numbered(&self, ply: usize, mv: &str, is_first: bool) -> String {
        let half = self.first_number + ply as u64 - 1;
        match (half.is_multiple_of(2), is_first) {
            (true, _) => format!("{}. {mv}", half / 2),
            (false, true) => format!("{}... {mv}", half / 2),
            (false, false) => mv.to_owned(),
        }
    }
}

/// The last displays.
fn clocks(game: &Game<'_>) -> Clocks {
    let shown = |side| game.time.reconstruction().last(side).map(|last| last.left_ms as f64 / 1000.0);
    Clocks { white: shown(Color::White), black: shown(Color::Black) }
}

/// The word for a side in JSON.
pub(super) fn word(side: Color) -> &'static str {
    if side.is_white() { "white" } else { "black" }
}

/// The word for a side in messages.
pub(super) fn name(side: Color) -> &'static str {
    if side.is_white() { "White" } else { "Black" }
}

/// The number and the text of a half-move (from 1).
pub(super) fn written(game: &Game<'_>, ply: usize) -> Option<String> {
    let text = game.sheet.moves.get(ply.checked_sub(1)?)?;
    let dots = if game.mover(ply).is_white() { "." } else { "..." };
    Some(format!("{}{dots} {}", game.move_number(ply), decode(text.span.of(game.text))))
}

/// An alert about a game when so many half-moves are on the board.
pub(super) fn alert(game: &Game<'_>, id: &'static str, severity: Severity, ply: usize) -> Alert {
    Alert {
        ply,
        mv: written(game, ply),
        fen: (ply <= game.replay.plies.len()).then(|| game.replay.board_after(ply).fen()),
        clocks: clocks(game),
        result: game.outcome().map(Outcome::as_str),
        ruleset: Some(Arc::clone(&game.rules.id)),
        state: State::New,
        ..Alert::of_source(id, severity, &Arc::from(""), 0, String::new())
    }
}
