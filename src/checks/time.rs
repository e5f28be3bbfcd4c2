//! A game's time: its control, its readings, and what they prove.

use std::sync::Arc;

use super::conditions::Conditions;
use crate::clock::{Account, Allowance, CommentReadings, Game as ClockGame, Log, TimeControl};
use crate::replay::Board;
use crate::ruleset::{PlayingTime, Rules, SideTime};
use crate::scoresheet::Scoresheet;

/// How far figures of a clock may be apart before they contradict each other, in milliseconds.
const TOLERANCE_MS: i64 = 2000;

/// The time of one game; reused from game to game.
#[derive(Debug, Default)]
pub struct GameTime {
    conditions: Option<Arc<Conditions>>,
    account: Account,
    known: bool,
}

impl GameTime {
    /// Makes the account of the first `plies` half-moves of a game under `conditions`: of the clock log where there is one,
    /// else of the readings in comments.
    pub(super) fn account(
        &mut self,
        text: &[u8],
        (sheet, plies): (&Scoresheet, usize),
        start: &Board,
        log: Option<&Log>,
        conditions: &Arc<Conditions>,
    ) {
        let game = ClockGame {
            control: conditions.control.as_ref(),
            first: start.turn(),
            plies: u32::try_from(plies).unwrap_or(u32::MAX),
            moves_before: start.move_number().saturating_sub(1),
        };
        let penalties = penalties_ms(&conditions.choice.rules);
        let allowance = Allowance { tolerance_ms: TOLERANCE_MS, penalties_ms: &penalties };
        let readings = CommentReadings::new(text, &sheet.commands);
        let any_read = log.is_none() && readings.clone().any(|reading| reading.ply > 0);
        match log {
            Some(log) => self.account.run_log(&game, &allowance, log),
            None if any_read => self.account.judge(&game, &allowance, readings),
            // Without a single figure there is nothing to prove.
            None => self.account.clear(),
        }
        self.known = conditions.control.is_some() || log.is_some() || any_read;
        // Most games have those of the one before.
        if !self.conditions.as_ref().is_some_and(|last| Arc::ptr_eq(last, conditions)) {
            self.conditions = Some(Arc::clone(conditions));
        }
    }

    /// Whether there is anything for a check on the clock to look at.
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// The time control, where there is one that can be read.
    pub fn control(&self) -> Option<&TimeControl> {
        self.conditions.as_ref()?.control.as_ref()
    }

    /// The recomputed clocks.
    pub fn account_of(&self) -> &Account {
        &self.account
    }

    /// The time that the control gives each player, as the choice of a ruleset needs it.
    pub fn playing_time(&self) -> Option<PlayingTime> {
        self.control().map(|control| PlayingTime::same(SideTime::from(control)))
    }
}

/// The sums that an arbiter can have put on a clock under these rules.
fn penalties_ms(rules: &Rules) -> [i64; 2] {
    [rules.illegal_move.bonus.value, rules.draw_claim.wrong_bonus.value]
        .map(|seconds| i64::from(seconds) * 1000)
}

/// A time for a message: `1:29:43`, with tenths where there are any.
pub(super) fn clock(ms: i64) -> String {
    let sign = if ms < 0 { "-" } else { "" };
    let (seconds, tenths) = (ms.abs() / 1000, ms.abs() % 1000 / 100);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = if tenths > 0 { format!(".{tenths}") } else { String::new() };
    format!("{sign}{hours}:{minutes:02}:{seconds:02}{fraction}")
}

/// Milliseconds as a JSON number of seconds, whole where they are.
pub(super) fn json_seconds(ms: i64) -> serde_json::Value {
    if ms % 1000 == 0 { (ms / 1000).into() } else { (ms as f64 / 1000.0).into() }
}
