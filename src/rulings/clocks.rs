//! What the clocks showed: the readings of a log, or those in the scoresheet, as rulings need them.

use shakmaty::Color;

use super::hearing::Hearing;
use super::ruling::{Ruling, Sides};
use super::words::{spoken, who};

/// What a row of the clock's history is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The clocks were started.
    Start,
    /// Somebody pressed.
    Press,
    /// The clocks were stopped.
    Stop,
    /// A flag fell.
    Flag,
    /// The arbiter set the clocks.
    Set,
    /// Somebody read the clocks.
    Reading,
}

/// One row: half-moves made after it, and what the displays showed, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// What happened.
    pub moment: Moment,
    /// Whose press or flag it is.
    pub side: Option<Color>,
    /// Half-moves made after it.
    pub ply: usize,
    /// White's display.
    pub white: Option<f64>,
    /// Black's display.
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
    /// Whether they come from a log; otherwise from comments in the scoresheet.
    pub from_log: bool,
}

/// The displays from which the arbiter sets the clocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Base {
    /// Seconds on each clock.
    pub shown: Sides<f64>,
    /// Taken after the press that completed the fault.
    pub after_press: bool,
    /// The arbiter has set the clocks already.
    pub set: bool,
}

impl Clocks {
    /// The last displays at or before `noticed`, for a fault of `offender` after `ply` half-moves.
    pub fn base(&self, ply: usize, noticed: usize, offender: Option<Color>) -> Option<Base> {
        if let Some(at) = self.set_for(ply) {
            let (shown, _) = self.last_shown(at, usize::MAX)?;
            return Some(Base { shown, after_press: false, set: true });
        }
        let end = self.rows.len();
        let (shown, row) = self.last_shown(end.saturating_sub(1), noticed)?;
        let after_press =
            self.rows.get(row).is_some_and(|read| read.ply >= ply) && !self.pressed_later(row, offender);
        Some(Base { shown, after_press, set: false })
    }

    /// The row in which the arbiter set the clocks for a fault after `ply` half-moves: the position was restored to it.
    fn set_for(&self, ply: usize) -> Option<usize> {
        let went_back = |at: usize, row: &Row| {
            let before = at.checked_sub(1).and_then(|before| self.rows.get(before));
            row.moment == Moment::Set && row.ply == ply && before.is_some_and(|before| before.ply > ply)
        };
        self.rows.iter().enumerate().find(|(at, row)| went_back(*at, row)).map(|(at, _)| at)
    }

    /// The last display of each side in the rows up to `last` with no more than `noticed` half-moves, and the row of the
    /// later one.
    fn last_shown(&self, last: usize, noticed: usize) -> Option<(Sides<f64>, usize)> {
        let rows = || self.rows.iter().enumerate().take(last + 1).filter(|(_, row)| row.ply <= noticed).rev();
        let of = |side: Color| rows().find_map(|(at, row)| row.display(side).map(|shown| (shown, at)));
        let (white, black) = (of(Color::White)?, of(Color::Black)?);
        Some((Sides { white: white.0, black: black.0 }, white.1.max(black.1)))
    }

    fn pressed_later(&self, row: usize, offender: Option<Color>) -> bool {
        self.rows
            .iter()
            .skip(row + 1)
            .take_while(|later| later.moment != Moment::Set)
            .any(|later| later.moment == Moment::Press && later.side == offender && offender.is_some())
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

    /// What `side` had left when the clocks were stopped, at `noticed` half-moves and for good.
    pub fn stopped_with(&self, side: Color, noticed: usize) -> Option<f64> {
        let rows = self.rows.iter().filter(|row| row.ply <= noticed);
        let last = rows.clone().next_back()?;
        let flagged = rows.clone().any(|row| row.moment == Moment::Flag && row.side == Some(side));
        (last.moment == Moment::Stop && !flagged).then(|| last.display(side)).flatten()
    }

    /// The player whose flag fell first, by the log.
    pub fn first_flag(&self, noticed: usize) -> Option<Color> {
        self.rows.iter().find(|row| row.moment == Moment::Flag && row.ply <= noticed).and_then(|row| row.side)
    }
}

impl Hearing<'_> {
    /// Works out what is set on the clocks, where there is a reading. `offender` pressed after an illegal move.
    pub(super) fn set_clocks(
        &self,
        ruling: &mut Ruling,
        ply: usize,
        noticed: usize,
        offender: Option<Color>,
    ) {
        if ruling.restore.is_some() {
            return;
        }
        let Some(base) = self.clocks.base(ply, noticed, offender) else { return };
        let mut clock = base.shown;
        if base.set {
            ruling.clock = Some(clock);
            ruling.because(format!("The log shows that the arbiter has set the clocks: {}.", shown(&clock)));
            return;
        }
        let read = shown(&clock);
        if let Some(offender) = offender
            && base.after_press
        {
            self.take_increment_back(ruling, ply, offender, clock.of_mut(offender));
        }
        if let Some(adjust) = ruling.adjust {
            clock.white += adjust.white as f64;
            clock.black += adjust.black as f64;
        }
        ruling.because(format!("The clocks showed {read}; they are set to {}.", shown(&clock)));
        ruling.clock = Some(clock);
    }

    fn take_increment_back(&self, ruling: &mut Ruling, ply: usize, offender: Color, left: &mut f64) {
        let law = &self.laws.illegal_move.remove_increment;
        let Some(control) = self.control.filter(|_| **law) else { return };
        let number = self.record.moves_made(offender, ply) + 1;
        let increment = control.stage_of(number).stage.bonus.increment_ms() as f64 / 1000.0;
        if increment > 0.0 {
            *left -= increment;
            ruling.rest_on(law);
            ruling.because(format!(
                "The {} that {} had got for the press are taken off again.",
                spoken(increment as i64),
                who(offender)
            ));
        }
    }

    /// Whether either player is short of time, so that less can be put right.
    pub(super) fn time_pressure(&self, ruling: &mut Ruling, noticed: usize) -> bool {
        let law = &self.laws.time_pressure;
        let below = f64::from(*law.below);
        if below <= 0.0 {
            return false;
        }
        let bonus = self.control.map_or(0, |control| control.bonus_ms() / 1000);
        if bonus >= i64::from(*law.unless_bonus) {
            return false;
        }
        let left = [Color::White, Color::Black].map(|side| self.clocks.left(side, noticed));
        if let Some(short) = left.iter().flatten().find(|left| **left < below) {
            ruling.rest_on(&law.below);
            ruling.because(format!("A player had {} left: this is time pressure.", spoken(*short as i64)));
            return true;
        }
        if left.iter().any(Option::is_none) {
            ruling.rest_on(&law.below);
            ruling.assume(format!(
                "Both players had {} or more left, as the case does not say; with less the narrower rule for time pressure \
                 would hold.",
                spoken(i64::from(*law.below))
            ));
        }
        false
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
