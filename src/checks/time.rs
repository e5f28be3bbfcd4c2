//! A game's time: its control, its readings, and what they prove.

use std::sync::Arc;

use super::rules_in_force::RulesInForce;
use crate::clock::{CommentReadings, Game as ClockGame, Log, Reconstruction, TimeControl, Tolerance};
use crate::replay::Board;
use crate::ruleset::{PlayingTime, Rules, SideTime};
use crate::scoresheet::Scoresheet;

/// How far two figures of a clock may differ before they contradict each other, in milliseconds.
const TOLERANCE_MS: i64 = 2000;

/// The time control and the clocks of one game. Reused from game to game.
#[derive(Debug, Default)]
pub struct GameTime {
    rules: Option<Arc<RulesInForce>>,
    reconstruction: Reconstruction,
    known: bool,
}

impl GameTime {
    /// Reconstructs the clocks of the first `plies` half-moves of a game from the clock log or, if there is none, from the
    /// readings in comments. `every_ply`: not only the facts and the last displays.
    pub(super) fn reconstruct(
        &mut self,
        text: &[u8],
        (sheet, plies): (&Scoresheet, usize),
        start: &Board,
        log: Option<&Log>,
        rules: &Arc<RulesInForce>,
        every_ply: bool,
    ) {
        let game = ClockGame {
            control: rules.control.as_ref(),
            first: start.turn(),
            plies: u32::try_from(plies).unwrap_or(u32::MAX),
            moves_before: start.move_number().saturating_sub(1),
        };
        let penalties = penalties_ms(&rules.choice.rules);
        let tolerance = Tolerance { tolerance_ms: TOLERANCE_MS, penalties_ms: &penalties };
        let readings = CommentReadings::new(text, &sheet.commands);
        let any_read = log.is_none() && readings.clone().any(|reading| reading.ply > 0);
        match log {
            Some(log) => self.reconstruction.run_log(&game, &tolerance, log),
            None if any_read && every_ply => self.reconstruction.run(&game, &tolerance, readings),
            None if any_read => self.reconstruction.judge(&game, &tolerance, readings),
            // Nothing can be proved without a reading.
            None => self.reconstruction.clear(),
        }
        self.known = rules.control.is_some() || log.is_some() || any_read;
        self.set_rules(rules);
    }

    /// Takes the time control of the rules, without looking for readings.
    pub(super) fn without_readings(&mut self, rules: &Arc<RulesInForce>) {
        self.reconstruction.clear();
        self.known = rules.control.is_some();
        self.set_rules(rules);
    }

    fn set_rules(&mut self, rules: &Arc<RulesInForce>) {
        // Most games have the rules of the game before.
        if !self.rules.as_ref().is_some_and(|last| Arc::ptr_eq(last, rules)) {
            self.rules = Some(Arc::clone(rules));
        }
    }

    /// Whether there is a time control, a clock log or a reading; otherwise the clock checks do not run.
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// The time control, if there is one that can be read.
    pub fn control(&self) -> Option<&TimeControl> {
        self.rules.as_ref()?.control.as_ref()
    }

    /// The recomputed clocks.
    pub fn reconstruction(&self) -> &Reconstruction {
        &self.reconstruction
    }

    /// The time that the control gives each player, in the form that the choice of a ruleset needs.
    pub fn playing_time(&self) -> Option<PlayingTime> {
        self.control().map(|control| PlayingTime::same(SideTime::from(control)))
    }
}

/// The times that an arbiter may have added to a clock under these rules, in milliseconds.
fn penalties_ms(rules: &Rules) -> [i64; 2] {
    [rules.illegal_move.bonus.value, rules.draw_claim.wrong_bonus.value]
        .map(|seconds| i64::from(seconds) * 1000)
}

/// A time for a message: `1:29:43`, with tenths if there are any.
pub(super) fn clock(ms: i64) -> String {
    let sign = if ms < 0 { "-" } else { "" };
    let (seconds, tenths) = (ms.abs() / 1000, ms.abs() % 1000 / 100);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = if tenths > 0 { format!(".{tenths}") } else { String::new() };
    format!("{sign}{hours}:{minutes:02}:{seconds:02}{fraction}")
}

/// Milliseconds as a JSON number of seconds, an integer if they are whole.
pub(super) fn json_seconds(ms: i64) -> serde_json::Value {
    if ms % 1000 == 0 { (ms / 1000).into() } else { (ms as f64 / 1000.0).into() }
}
