//! Late arrival.

use shakmaty::Color;

use super::hearing::Hearing;
use super::ruling::{Decision, GameResult, Ruling};
use super::words::{spoken, who};
use crate::case::Incident;
use crate::ruleset::Waiver;

/// Rules on a player who came late, or on both.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let late = incident.seconds.unwrap_or(0);
    let name = incident.by.player().map_or("Both players", who);
    ruling.because(format!("{name} came {} after the start of the round.", spoken(late)));
    let Some(limit) = limit(hearing, &mut ruling) else {
        ruling.decide(Decision::Discretion);
        ruling.offer(["loss", "waive"]);
        ruling.because("The regulations name no default time, and the Laws of this edition order them to: what it costs is for the arbiter to say.");
        return ruling;
    };
    if late <= limit && incident.by.player().is_none() {
        both_in_time(hearing, &mut ruling, late, limit);
        return ruling;
    }
    if late <= limit {
        ruling.decide(Decision::Continue);
        ruling.because(format!(
            "A player loses only when he comes later than {}: the game is played, and he has lost only the time on the clock.",
            allowed(limit)
        ));
        return ruling;
    }
    forfeit(hearing, &mut ruling, incident, limit);
    ruling
}

/// Both came late, and in time: whose time it was.
fn both_in_time(hearing: &Hearing<'_>, ruling: &mut Ruling, late: i64, limit: i64) {
    ruling.decide(Decision::Continue);
    ruling.because(format!(
        "A player loses only when he comes later than {}: the game is played.",
        allowed(limit)
    ));
    if *ruling.rest_on(&hearing.laws.arrival.white_loses_elapsed) {
        ruling
            .because(format!("White has lost the {} until he came; it has run off his clock.", spoken(late)));
        return;
    }
    let half = late / 2;
    ruling.add_time(Color::White, -half);
    ruling.add_time(Color::Black, -(late - half));
    ruling.because(format!("The time that has passed is split: each loses {}.", spoken(half)));
}

fn allowed(limit: i64) -> String {
    match limit {
        0 => "the start of the round".to_owned(),
        limit => format!("{} after the start of the round", spoken(limit)),
    }
}

/// The default time in seconds; none where nobody has set one.
fn limit(hearing: &Hearing<'_>, ruling: &mut Ruling) -> Option<i64> {
    let law = &hearing.laws.arrival;
    let given = *ruling.rest_on(&law.default_time);
    let mut limit = match &hearing.regulations().default_time {
        Some((seconds, _)) => {
            ruling
                .because(format!("The regulations set the default time at {}.", spoken(i64::from(*seconds))));
            return Some(i64::from(*seconds));
        }
        None => i64::from(given.seconds()?),
    };
    ruling.because(format!(
        "The case names no default time; these rules then say {}.",
        if limit == 0 { "zero".to_owned() } else { spoken(limit) }
    ));
    if *law.within_first_stage {
        ruling.rest_on(&law.within_first_stage);
        match hearing.control {
            Some(control) => limit = limit.min(control.stage_of(1).stage.main_ms / 1000),
            None => ruling.caveat(
                "No time control is given; if the first period is shorter than that, its end is the limit.",
            ),
        }
    }
    Some(limit)
}

fn forfeit(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, limit: i64) {
    let law = &hearing.laws.arrival;
    let Some(player) = incident.by.player() else {
        if *ruling.rest_on(&law.both_lose) {
            ruling.end(GameResult::BothForfeit);
            ruling.because("Both came later than that: both lose.");
        } else {
            ruling.decide(Decision::Discretion);
            ruling.offer(["loss", "waive"]);
            ruling.because("Both came later than that: the arbiter may forfeit the game for both.");
        }
        return;
    };
    ruling.end(GameResult::Forfeit(!player));
    ruling.because(format!(
        "{} came later than {}: the game is lost by forfeit.",
        who(player),
        allowed(limit)
    ));
    let waiver = *ruling.rest_on(&law.waiver);
    ruling.because(match waiver {
        Waiver::Arbiter => "The arbiter may decide otherwise.",
        Waiver::Regulations => "Only the regulations of the event could say otherwise.",
    });
}
