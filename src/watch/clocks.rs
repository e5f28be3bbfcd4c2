//! Flags that fell, and flags that are about to.

use shakmaty::Color;

use super::game::{Holds, Now};
use super::record::{alert, name, word};
use crate::checks::{Game, Severity};
use crate::clock::{FactKind, Proof};
use crate::ruleset::FlagCall;

/// Adds the alerts about the clocks. `near_ms`: the time left below which `flag-near` is reported; `None` for the ruleset's.
pub(super) fn of_clocks(game: &Game<'_>, near_ms: Option<i64>, now: &mut Now) {
    if !game.time.is_known() {
        return;
    }
    flags_down(game, now);
    for side in Color::ALL {
        near(game, near_ms, side, now);
    }
}

/// Flags that fell. They are reported while the game goes on; once there is a result, the check `flag-fall` decides.
fn flags_down(game: &Game<'_>, now: &mut Now) {
    for fact in game.time.reconstruction().facts() {
        let FactKind::RanOut { proof, .. } = fact.kind else { continue };
        now.holds("flag-fall", flag(fact.ply as usize, fact.side));
        if !now.goes_on {
            continue;
        }
        let players_call = game.rules.flag.arbiter_calls.value == FlagCall::Never;
        let severity = if players_call { Severity::Info } else { Severity::Error };
        let mut told = alert(game, "flag-fall", severity, fact.ply as usize);
        let why = match proof {
            Proof::Display | Proof::WholeSecondZero => "the display reads zero".to_owned(),
            Proof::Control { required, made } | Proof::Flag { required: Some(required), made } => {
                format!("{made} of {required} moves were made in the time of the stage")
            }
            _ => "the times used add up to more than there was".to_owned(),
        };
        let whose = if players_call { "; only the players may call it" } else { "" };
        told.message = format!("{}'s time ran out: {why}{whose}", name(fact.side));
        told.by = Some(word(fact.side));
        told.articles = game.rules.articles_backing("flag-fall").to_vec();
        now.tell(told, Holds::WithTheRecord, flag(fact.ply as usize, fact.side));
    }
}

/// Identifies the fall of a flag.
pub(super) fn flag(ply: usize, side: Color) -> u64 {
    (ply as u64) << 1 | u64::from(side.is_black())
}

/// Reports that a player has little time left, once per stage.
fn near(game: &Game<'_>, near_ms: Option<i64>, side: Color, now: &mut Now) {
    let recording = &game.rules.recording;
    let account = game.time.reconstruction();
    let Some(last) = account.last(side) else { return };
    let below = near_ms.unwrap_or(i64::from(recording.exempt_below.value) * 1000);
    if near_ms.is_none() && !frees_from_recording(game, last.ply) {
        return;
    }
    let stage = account.plies().get(last.ply.saturating_sub(1) as usize).map_or(0, |ply| ply.stage);
    let ident = u64::from(stage) << 1 | u64::from(side.is_black());
    let of_side = account.plies().iter().enumerate().filter(|(i, _)| game.mover(i + 1) == side);
    let mut lows = of_side.filter(|(_, ply)| ply.stage == stage);
    if lows.any(|(_, ply)| ply.left.is_some_and(|left| left.hi < below)) {
        now.holds("flag-near", ident);
    }
    if !now.goes_on || last.left_ms >= below || last.left_ms <= 0 {
        return;
    }
    let mut told = alert(game, "flag-near", Severity::Info, game.replay.plies.len());
    told.message = format!("{} has {} left", name(side), minutes(last.left_ms));
    told.by = Some(word(side));
    told.articles = recording.exempt_below.articles.to_vec();
    now.tell(told, Holds::WithTheRecord, ident);
}

/// Whether the control adds so little that a player short of time need not record.
fn frees_from_recording(game: &Game<'_>, ply: u32) -> bool {
    let recording = &game.rules.recording;
    let Some(control) = game.time.control() else { return false };
    let number = u32::try_from(game.move_number(ply.max(1) as usize)).unwrap_or(u32::MAX);
    let added = control.stage_of(number).stage.bonus.increment_ms();
    recording.duty.value
        && recording.exempt_below.value > 0
        && added < i64::from(recording.unless_bonus.value) * 1000
}

/// A time for a message: `4:31`.
fn minutes(ms: i64) -> String {
    format!("{}:{:02}", ms / 60_000, ms / 1000 % 60)
}
