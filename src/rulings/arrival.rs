//! Late arrival.

use shakmaty::Color;

use super::hearing::Hearing;
use super::ruling::{Decision, GameResult, Ruling};
use super::words::{spoken, who};
use crate::case::{Incident, Kind};
use crate::ruleset::Waiver;

/// Below it a number of seconds without a unit may have been meant as minutes, as for the periods of a time control.
const LIKE_MINUTES: i64 = 180;

/// Rules on a player who came late, or on both.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let late = incident.seconds.unwrap_or(0);
    let name = incident.by.player().map_or("Both players", who);
    ruling.because(format!("{name} came {} after the start of the round.", spoken(late)));
    if incident.seconds_without_unit && (1..LIKE_MINUTES).contains(&late) {
        ruling
            .assume(format!("The {late} are seconds; minutes are written \"{late} min\" or \"{late}:00\"."));
    }
    if both_late(hearing, incident) {
        ruling.because(format!(
            "{} came {} after it.",
            who(!hearing.player(incident)),
            spoken(other(hearing, incident).unwrap_or(0))
        ));
    }
    let Some(limit) = limit(hearing, &mut ruling) else {
        ruling.decide(Decision::Discretion);
        ruling.offer(["loss", "waive"]);
        ruling.announce("Whether the late player may still play is for the arbiter to say: the regulations set no default time.");
        ruling.because("The regulations name no default time, and the Laws of this edition order them to: what it costs is for the arbiter to say.");
        return ruling;
    };
    if late <= limit && incident.by.player().is_none() {
        both_in_time(hearing, &mut ruling, late, limit);
        return ruling;
    }
    if late <= limit {
        ruling.decide(Decision::Continue);
        ruling.announce(format!("{name} plays: he came in time and has lost only the time on his clock."));
        ruling.because(format!(
            "A player loses only when he comes later than {}: the game is played, and he has lost only the time on the clock.",
            allowed(limit)
        ));
        return ruling;
    }
    forfeit(hearing, &mut ruling, incident, limit);
    ruling
}

/// Both came late, but before the default time: who loses the time.
fn both_in_time(hearing: &Hearing<'_>, ruling: &mut Ruling, late: i64, limit: i64) {
    ruling.decide(Decision::Continue);
    ruling.announce("The game is played: both players came in time.");
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

/// How late the other player came, where the case reports that too.
fn other(hearing: &Hearing<'_>, incident: &Incident) -> Option<i64> {
    let player = incident.by.player()?;
    let reports = hearing.case.incidents.iter().filter(|other| other.kind == Kind::LateArrival);
    reports.filter(|other| other.by.player() == Some(!player)).filter_map(|other| other.seconds).max()
}

/// Whether each player is reported late, and both came after the time that loses the game.
pub(super) fn both_late(hearing: &Hearing<'_>, incident: &Incident) -> bool {
    let (Some(one), Some(other)) = (incident.seconds, other(hearing, incident)) else { return false };
    let mut unspoken = Ruling::new(incident.kind.name(), incident.ply, incident.noticed);
    limit(hearing, &mut unspoken).is_some_and(|limit| one > limit && other > limit)
}

fn allowed(limit: i64) -> String {
    match limit {
        0 => "the start of the round".to_owned(),
        limit => format!("{} after the start of the round", spoken(limit)),
    }
}

/// The default time in seconds; `None` if none was set.
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
            None => ruling
                .assume("The first period is no shorter than the default time, as no time control is given."),
        }
    }
    Some(limit)
}

fn forfeit(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, limit: i64) {
    let law = &hearing.laws.arrival;
    let one = incident.by.player().filter(|_| !both_late(hearing, incident));
    let Some(player) = one else {
        if *ruling.rest_on(&law.both_lose) {
            ruling.end(GameResult::BothForfeit);
            ruling.announce("Both players lose by forfeit: both came too late (0-0F).");
            ruling.because(format!("Both came later than {}: both lose.", allowed(limit)));
        } else {
            ruling.decide(Decision::Discretion);
            ruling.offer(["loss", "waive"]);
            ruling.announce("Both players came too late: the arbiter may forfeit the game for both.");
            ruling.because("Both came later than that: the arbiter may forfeit the game for both.");
        }
        return;
    };
    ruling.end(GameResult::Forfeit(!player));
    ruling.announce(format!(
        "{} loses by forfeit: he came {}after the start of the round ({}).",
        who(player),
        if limit == 0 { String::new() } else { format!("more than {} ", spoken(limit)) },
        GameResult::Forfeit(!player).as_str()
    ));
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
