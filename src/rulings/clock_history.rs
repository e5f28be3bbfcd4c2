//! What the clocks showed, from a clock log or from the scoresheet's comments.

use shakmaty::Color;

use super::record::Record;
use super::ruling::Sides;
use crate::clock::{Event, Log, Reading};
use crate::scoresheet::CommandKind;

/// One event of the clocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// What happened.
    pub event: Event,
    /// Who pressed, or whose flag fell.
    pub side: Option<Color>,
    /// Half-moves made after it.
    pub ply: usize,
    /// White's display, in seconds.
    pub white: Option<f64>,
    /// Black's display, in seconds.
    pub black: Option<f64>,
}

impl Row {
    fn display(&self, side: Color) -> Option<f64> {
        side.fold_wb(self.white, self.black)
    }
}

/// The history of the clocks, in order.
#[derive(Debug, Clone, Default)]
pub struct Clocks {
    /// The rows.
    pub rows: Vec<Row>,
    /// Whether the rows come from a clock log rather than from the scoresheet's comments.
    pub from_log: bool,
}

/// The displays from which the arbiter sets the clocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Base {
    /// Seconds on each clock.
    pub shown: Sides<f64>,
    /// Whether they were read after the press that completed the fault.
    pub after_press: bool,
    /// Whether the arbiter has already set the clocks.
    pub set: bool,
}

impl Clocks {
    /// The history in a clock log.
    pub(super) fn of_log(log: &Log) -> Clocks {
        let seconds = |reading: Option<Reading>| reading.map(|reading| reading.ms as f64 / 1000.0);
        let rows = log.rows().iter().map(|row| Row {
            event: row.event,
            side: row.side,
            ply: row.ply as usize,
            white: seconds(row.shown.white),
            black: seconds(row.shown.black),
        });
        Clocks { rows: rows.collect(), from_log: true }
    }

    /// The readings in the scoresheet's comments. Each shows the mover's clock after the press.
    pub fn of_record(record: &Record) -> Clocks {
        let clk = record.sheet.commands.iter().filter(|command| command.kind == CommandKind::Clk);
        let rows = clk.filter_map(|command| {
            let text = String::from_utf8_lossy(command.value().of(&record.text));
            let seconds = Reading::parse(text.trim())?.ms as f64 / 1000.0;
            let ply = command.ply as usize;
            let side = !record.turn(ply);
            let of = |color: Color| (side == color && ply > 0).then_some(seconds);
            Some(Row {
                event: Event::Press,
                side: Some(side),
                ply,
                white: of(Color::White),
                black: of(Color::Black),
            })
        });
        Clocks { rows: rows.collect(), from_log: false }
    }
}

impl Sides<(f64, usize)> {
    fn displays(&self) -> Sides<f64> {
        Sides { white: self.white.0, black: self.black.0 }
    }
}

impl Clocks {
    /// The last displays at or before `noticed`, for a fault of `offender` after `ply` half-moves.
    pub fn base(&self, ply: usize, noticed: usize, offender: Option<Color>) -> Option<Base> {
        if let Some(at) = self.set_for(ply) {
            let last = self.last_shown(at, usize::MAX)?;
            return Some(Base { shown: last.displays(), after_press: false, set: true });
        }
        let end = self.rows.len();
        let last = self.last_shown(end.saturating_sub(1), noticed)?;
        let row = offender.map_or(last.white.1.max(last.black.1), |offender| last.of(offender).1);
        let after_press =
            self.rows.get(row).is_some_and(|read| read.ply >= ply) && !self.pressed_later(row, offender);
        Some(Base { shown: last.displays(), after_press, set: false })
    }

    /// The row in which the arbiter set the clocks for a fault after `ply` half-moves: the position was restored to it.
    fn set_for(&self, ply: usize) -> Option<usize> {
        let went_back = |at: usize, row: &Row| {
            let before = at.checked_sub(1).and_then(|before| self.rows.get(before));
            row.event == Event::Set && row.ply == ply && before.is_some_and(|before| before.ply > ply)
        };
        self.rows.iter().enumerate().find(|(at, row)| went_back(*at, row)).map(|(at, _)| at)
    }

    /// The last display of each side in the rows up to `last` with no more than `noticed` half-moves, and its row.
    fn last_shown(&self, last: usize, noticed: usize) -> Option<Sides<(f64, usize)>> {
        let rows = || self.rows.iter().enumerate().take(last + 1).filter(|(_, row)| row.ply <= noticed).rev();
        let of = |side: Color| rows().find_map(|(at, row)| row.display(side).map(|shown| (shown, at)));
        Some(Sides { white: of(Color::White)?, black: of(Color::Black)? })
    }

    fn pressed_later(&self, row: usize, offender: Option<Color>) -> bool {
        self.rows
            .iter()
            .skip(row + 1)
            .take_while(|later| later.event != Event::Set)
            .any(|later| later.event == Event::Press && later.side == offender && offender.is_some())
    }

    /// Seconds left to `side` at `noticed`, by the last display.
    pub fn left(&self, side: Color, noticed: usize) -> Option<f64> {
        let rows = self.rows.iter().filter(|row| row.ply <= noticed);
        rows.rev().find_map(|row| row.display(side))
    }

    /// The least that `side` had left by a display from `since` half-moves on, at `noticed`.
    pub fn least(&self, side: Color, since: usize, noticed: usize) -> Option<f64> {
        let rows = self.rows.iter().filter(|row| (since..=noticed).contains(&row.ply));
        rows.filter_map(|row| row.display(side)).min_by(f64::total_cmp)
    }

    /// What `side` had left when the clocks were stopped for good, at `noticed` half-moves.
    pub fn stopped_with(&self, side: Color, noticed: usize) -> Option<f64> {
        let rows = self.rows.iter().filter(|row| row.ply <= noticed);
        let last = rows.clone().next_back()?;
        let flagged = rows.clone().any(|row| row.event == Event::Flag && row.side == Some(side));
        (last.event == Event::Stop && !flagged).then(|| last.display(side)).flatten()
    }

    /// The player whose flag fell first, by the log.
    pub fn first_flag(&self, noticed: usize) -> Option<Color> {
        self.rows.iter().find(|row| row.event == Event::Flag && row.ply <= noticed).and_then(|row| row.side)
    }
}

/// `White 11:52, Black 48:09`.
pub(super) fn shown(clock: &Sides<f64>) -> String {
    format!("White {}, Black {}", display(clock.white), display(clock.black))
}

/// Seconds as a clock shows them.
pub fn display(seconds: f64) -> String {
    crate::clock::Hms((seconds * 1000.0).round() as i64).to_string()
}
