//! Clocks that were set wrong.

use shakmaty::Color;

use super::evidence::Count;
use super::hearing::Hearing;
use super::ruling::{Decision, Ruling, Sides};
use super::words::{moves, spoken, who};
use crate::case::Incident;

/// Rules on a wrong time, increment or delay.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let wrong = incident.value.as_deref().unwrap_or("time");
    ruling.because(format!(
        "The clock had a wrong {wrong}{}.",
        incident.by.player().map_or(String::new(), |side| format!(" for {}", who(side)))
    ));
    if stays(hearing, &mut ruling, incident.noticed) {
        return ruling;
    }
    ruling.decide(Decision::Continue);
    ruling.announce(format!("The {wrong} of the clock is put right, and the game goes on."));
    match incident.seconds {
        None => ruling.because(
            "How much is missing is not said: the arbiter corrects the setting, and the times by his best judgement.",
        ),
        Some(seconds) => adjust(hearing, &mut ruling, incident, seconds, wrong),
    }
    hearing.set_clocks(&mut ruling, incident.ply, incident.noticed, None);
    ruling
}

/// Rules on a clock that failed.
pub(super) fn failure(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    ruling.rest_on(&hearing.laws.clock_setting.defect);
    ruling.announce("The clock is replaced and set by the arbiter's best judgement; the game goes on.");
    ruling.because("The clock failed. It is replaced, and the arbiter sets the times by his best judgement.");
    ruling.decide(Decision::Continue);
    let sides = match incident.by.player() {
        Some(side) => vec![side],
        None => vec![Color::White, Color::Black],
    };
    for side in sides {
        if let Some(seconds) = incident.seconds {
            let sum = above_the_floor(hearing, &mut ruling, side, seconds).unwrap_or(seconds);
            add(&mut ruling, side, sum, 1);
        }
    }
    hearing.set_clocks(&mut ruling, incident.ply, incident.noticed, None);
    if ruling.clock.is_none() {
        ruling.caveat("What the clocks showed last is not in evidence.");
    }
    ruling
}

/// The same for increments that the clock log shows to be missing: seconds a move, and how many each side lacks.
pub(super) fn judge(hearing: &Hearing<'_>, ruling: &mut Ruling, seconds: i64, units: Sides<i64>) {
    if stays(hearing, ruling, ruling.noticed) {
        return;
    }
    ruling.decide(Decision::Continue);
    ruling.announce("The increment is set right, and the game goes on.");
    for side in [Color::White, Color::Black] {
        add(ruling, side, seconds, *units.of(side));
    }
    by_judgement(ruling);
    hearing.set_clocks(ruling, ruling.ply, ruling.noticed, None);
}

/// It is too late to change the setting. The ruling is complete then.
fn stays(hearing: &Hearing<'_>, ruling: &mut Ruling, noticed: usize) -> bool {
    let law = &hearing.laws.clock_setting;
    let before = *ruling.rest_on(&law.correct_before);
    let made = hearing.moves_by_both(noticed);
    let late = if before == 0 { Some(false) } else { made.reaches(before) };
    match late {
        Some(false) => return false,
        None => {
            hearing.not_in_evidence(ruling, "how many moves were made");
            ruling.decide(Decision::Discretion);
            ruling.offer(["continue", "reject"]);
            ruling.announce(
                "The record does not show whether it is too late to change the clock: the arbiter decides.",
            );
            ruling.because(format!(
                "Before {before} moves by each player the setting is put right; from then on it stays as it is."
            ));
            return true;
        }
        Some(true) => {}
    }
    ruling.decide(Decision::Stands);
    ruling.announce(format!("The clock stays as it is set: each player has made {} or more.", moves(before)));
    if let Count::Exactly(made) = made {
        ruling.because(format!("Each player has made {made} moves."));
    }
    ruling.because(format!(
        "From {before} moves each the setting stays as it is{}.",
        if *law.schedule { ", unless the schedule of the event would suffer" } else { "" }
    ));
    if *law.schedule {
        ruling.rest_on(&law.schedule);
    }
    true
}

fn add(ruling: &mut Ruling, side: Color, seconds: i64, units: i64) {
    let sum = seconds.saturating_mul(units);
    if sum == 0 {
        return;
    }
    ruling.add_time(side, sum);
    let times = if units == 1 { String::new() } else { format!(" ({units} × {})", spoken(seconds)) };
    ruling.because(format!(
        "{}'s clock {} {}{times}.",
        who(side),
        if sum > 0 { "gets" } else { "loses" },
        spoken(sum)
    ));
}

fn by_judgement(ruling: &mut Ruling) {
    ruling.because("The setting is put right for the rest of the game. The sums are what the missing units come to; the arbiter may judge otherwise.");
}

fn adjust(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, seconds: i64, wrong: &str) {
    let sides = match incident.by.player() {
        Some(side) => vec![side],
        None => vec![Color::White, Color::Black],
    };
    for side in sides {
        let units = match (incident.count, wrong) {
            (Some(count), _) => count,
            (None, "time") => 1,
            (None, _) => match hearing.moves_made(side, incident.noticed) {
                Count::Exactly(made) => i64::from(made),
                Count::AtLeast(_) => {
                    hearing.not_in_evidence(ruling, &format!("how many moves {} has made", who(side)));
                    continue;
                }
            },
        };
        let sum = above_the_floor(hearing, ruling, side, seconds.saturating_mul(units));
        match sum {
            Some(sum) => add(ruling, side, sum, 1),
            None => add(ruling, side, seconds, units),
        }
    }
    by_judgement(ruling);
}

/// What may be subtracted if the full sum would leave the player less time than the Laws require.
fn above_the_floor(hearing: &Hearing<'_>, ruling: &mut Ruling, side: Color, sum: i64) -> Option<i64> {
    let law = &hearing.laws.clock_setting;
    let made = hearing.record.moves_made(side, ruling.noticed);
    let stage_ends = hearing.control.and_then(|control| control.stage_of(made + 1).last_move);
    let to_the_control = i64::from(stage_ends.map_or(0, |last| last.saturating_sub(made)));
    let floor = i64::from(*law.floor).max(i64::from(*law.floor_per_move).saturating_mul(to_the_control));
    if floor == 0 {
        return None;
    }
    let left = hearing.clocks.left(side, ruling.noticed)? as i64;
    let least = floor.min(left) - left;
    if sum >= least {
        return None;
    }
    ruling.rest_on(&law.floor);
    ruling.rest_on(&law.floor_per_move);
    ruling.because(format!("After a deduction {} keeps at least {}.", who(side), spoken(floor)));
    Some(least)
}
