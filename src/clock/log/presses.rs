//! Classifies each press in a log: whether it completed a move.

use shakmaty::Color;

use super::{Event, Log, LogRow};

/// What a press was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PressKind {
    /// It completed a move.
    Completes,
    /// It completed a move while the opponent's clock was still running: the opponent had moved without
    /// pressing. Nobody is at fault.
    AfterForgotten,
    /// No half-move had been made since the previous press, start or setting.
    WithoutMove,
    /// The second press in a row by one side in a log that does not count half-moves: either a press without
    /// a move, or the opponent forgot to press.
    Undecided,
}

/// A press and what it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// Index of its row.
    pub row: usize,
    /// Who pressed.
    pub side: Color,
    /// Half-moves made after it.
    pub ply: u32,
    /// What it was.
    pub kind: PressKind,
}

impl Log {
    /// All presses in order. `first` is the player who makes the first half-move of the record.
    pub fn presses(&self, first: Color) -> impl Iterator<Item = Press> + '_ {
        let mut state = State { first, since: 0, pressed: None, running: None };
        self.rows.iter().enumerate().filter_map(move |(row, r)| {
            let press = match (r.event, r.side) {
                (Event::Press, Some(side)) => {
                    Some(Press { row, side, ply: r.ply, kind: state.kind(r, side) })
                }
                _ => None,
            };
            state.pass(r);
            press
        })
    }
}

/// The state before a row.
struct State {
    first: Color,
    /// Half-moves made at the previous press, start or setting.
    since: u32,
    /// Who pressed last, unless the clocks have been started or set since.
    pressed: Option<Color>,
    running: Option<Color>,
}

impl State {
    fn kind(&self, row: &LogRow, side: Color) -> PressKind {
        let again = self.pressed == Some(side);
        if !row.ply_given && again {
            return PressKind::Undecided;
        }
        // After a restart, the last half-move may still lack its press.
        let owed = self.pressed.is_none()
            && row.ply > 0
            && mover(self.first, row.ply) == side
            && self.running == Some(side);
        if row.ply <= self.since && !owed {
            return PressKind::WithoutMove;
        }
        if again { PressKind::AfterForgotten } else { PressKind::Completes }
    }

    fn pass(&mut self, row: &LogRow) {
        match row.event {
            Event::Press => (self.since, self.pressed) = (row.ply, row.side),
            Event::Start | Event::Set => (self.since, self.pressed) = (row.ply, None),
            Event::Stop | Event::Flag | Event::Reading => {}
        }
        self.running = row.running(self.running);
    }
}

/// Who makes half-move number `ply` (from 1).
pub(crate) fn mover(first: Color, ply: u32) -> Color {
    if ply % 2 == 1 { first } else { !first }
}
