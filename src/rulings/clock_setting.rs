//! Clocks that were set wrong.

use shakmaty::Color;

use super::hearing::{Hearing, spoken, who};
use super::ruling::{Decision, Ruling};
use crate::case::Incident;

/// Rules on a wrong time, increment or delay.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.clock_setting;
    let wrong = incident.value.as_deref().unwrap_or("time");
    ruling.because(format!(
        "The clock had a wrong {wrong}{}.",
        incident.by.player().map_or(String::new(), |side| format!(" for {}", who(side)))
    ));
    let before = *ruling.rest_on(&law.correct_before);
    let made = hearing.record.moves_by_both(incident.noticed);
    if before > 0 && made >= before {
        ruling.decide(Decision::Stands);
        ruling.because(format!(
            "Each player has made {made} moves; from {before} moves each the setting stays as it is{}.",
            if *law.schedule { ", unless the schedule of the event would suffer" } else { "" }
        ));
        if *law.schedule {
            ruling.rest_on(&law.schedule);
        }
        return ruling;
    }
    ruling.decide(Decision::Continue);
    match incident.seconds {
        None => ruling.because(
            "How much is missing is not said: the arbiter corrects the setting, and the times by his best judgement.",
        ),
        Some(seconds) => adjust(hearing, &mut ruling, incident, seconds, wrong),
    }
    hearing.set_clocks(&mut ruling, incident, None);
    ruling
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
            (None, _) => i64::from(hearing.record.moves_made(side, incident.noticed)),
        };
        let sum = seconds.saturating_mul(units);
        if sum == 0 {
            continue;
        }
        ruling.add_time(side, sum);
        let times = if units == 1 { String::new() } else { format!(" ({units} × {})", spoken(seconds)) };
        ruling.because(format!(
            "{}{times} {} {}'s clock.",
            super::illegal_move::capital(&spoken(sum)),
            if sum > 0 { "is added to" } else { "is taken off" },
            who(side)
        ));
    }
    ruling.because("The setting is put right for the rest of the game. The sums are what the missing units come to; the arbiter may judge otherwise.");
}
