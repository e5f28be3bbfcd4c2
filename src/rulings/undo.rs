//! Both players want a fault to be corrected after the arbiter's deadline for it.

use super::hearing::Hearing;
use super::ruling::{Decision, Ruling};
use crate::case::Incident;
use crate::ruleset::Deadline;

/// Rules on a fault that both players want to be corrected.
pub(super) fn agreed(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.illegal_move;
    let made_since = incident.noticed.saturating_sub(incident.ply);
    let own_moves = made_since.div_ceil(2).max(1);
    let in_time = match *law.deadline {
        Deadline::Game => true,
        Deadline::OpponentNextMove => made_since <= 1,
        Deadline::OwnMoves => {
            let pressed = hearing.time_pressure(&mut ruling, incident.noticed);
            let window = if pressed { &law.window_in_pressure } else { &law.window };
            own_moves <= *ruling.rest_on(window) as usize
        }
    };
    if *law.undo_by_agreement {
        ruling.rest_on(&law.undo_by_agreement);
        ruling.because("Both players agree to put it right: that is theirs to decide, without the arbiter.");
    } else if in_time {
        ruling.rest_on(&law.deadline);
        ruling.because("It is not too late for it to be put right, agreement or not.");
    } else {
        ruling.rest_on(&law.deadline);
        ruling.decide(Decision::Stands);
        ruling.announce("The move stands: it was found too late, and under these rules the players cannot agree to undo it.");
        ruling.because(
            "It was found too late to be put right, and these rules do not let the players agree to undo it.",
        );
        return ruling;
    }
    put_back(hearing, &mut ruling, incident);
    ruling
}

fn put_back(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let place = hearing.record.moment(incident.ply);
    if incident.noticed <= incident.ply + 1 {
        ruling.decide(Decision::Correct);
        ruling.announce("The move is taken back by agreement of both players; there is no penalty.");
        hearing.set_clocks(ruling, incident.ply, incident.noticed, None);
    } else {
        ruling.decide(Decision::Restore);
        ruling.restore = Some(incident.ply);
        ruling.announce(format!(
            "By agreement of both players the position {place} is set up again; there is no penalty."
        ));
    }
    ruling.because(
        "Nobody gets time for it, and it is not counted as an offence: it was not claimed, it was agreed on.",
    );
}
