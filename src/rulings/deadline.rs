//! Until when an illegal move may be corrected: during the whole game, until the opponent's next move, or for a number of own moves.

use shakmaty::{Color, Role};

use super::hearing::Hearing;
use super::offence::Fault;
use super::ruling::{Decision, Ruling};
use super::words::{capital, noticer, ordinal, who};
use crate::case::{Incident, Noticed};
use crate::ruleset::{ArbiterPart, Deadline, Offence};

/// Whether the fault may still be corrected. Otherwise the ruling is complete: the move stands.
pub(super) fn in_time(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    fault: &Fault,
) -> bool {
    let law = &hearing.laws.illegal_move;
    let made_since = incident.noticed.saturating_sub(incident.ply);
    if !arbiter_may_act(hearing, ruling, incident, fault) {
        return false;
    }
    if *law.king_capture_claims && claimed_by_the_next_capture(hearing, incident, fault) {
        ruling.rest_on(&law.king_capture_claims);
        ruling.because(format!(
            "{} took the king with the next move, which is a claim in time.",
            who(!fault.offender)
        ));
        return true;
    }
    match *law.deadline {
        Deadline::Game => true,
        Deadline::OpponentNextMove if made_since <= 1 => {
            ruling.rest_on(&law.deadline);
            true
        }
        Deadline::OpponentNextMove => {
            ruling.rest_on(&law.deadline);
            ruling.decide(Decision::Stands);
            ruling.announce(format!("The move stands: {} had already replied.", who(!fault.offender)));
            ruling.because(format!(
                "It was noticed after {} had made the next move: from then on the move stands and counts as no offence.",
                who(!fault.offender)
            ));
            if *law.undo_by_agreement {
                ruling.rest_on(&law.undo_by_agreement);
                ruling.because("Only both players together may still agree to undo it.");
            }
            false
        }
        Deadline::OwnMoves => in_window(hearing, ruling, incident, fault),
    }
}

/// Whether the opponent answered the fault by taking the king, as the record shows.
fn claimed_by_the_next_capture(hearing: &Hearing<'_>, incident: &Incident, fault: &Fault) -> bool {
    let reply = incident.ply + 2;
    incident.noticed == reply
        && fault.offence == Offence::IllegalMove
        && hearing.record.ply(reply).is_some_and(|ply| ply.captured() == Some(Role::King))
}

fn arbiter_may_act(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> bool {
    let law = &hearing.laws.illegal_move;
    if !matches!(incident.noticed_by, Noticed::Arbiter | Noticed::Other) {
        return true;
    }
    let pressure = match *law.arbiter {
        ArbiterPart::Acts | ArbiterPart::WhenSeen => return true,
        ArbiterPart::Never => true,
        ArbiterPart::OutsideTimePressure => hearing.time_pressure(ruling, incident.noticed),
    };
    if !pressure {
        return true;
    }
    ruling.rest_on(&law.arbiter);
    ruling.decide(Decision::Stands);
    ruling.announce(format!("Play goes on: it is for {} to claim, and he has not.", who(!fault.offender)));
    ruling.because(format!(
        "{} noticed it, and no player has claimed: under these rules it is for {} to claim, and the arbiter does not \
         point it out.",
        capital(&noticer(incident, fault.offender)),
        who(!fault.offender)
    ));
    false
}

fn in_window(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> bool {
    let law = &hearing.laws.illegal_move;
    let own_moves = incident.noticed.saturating_sub(incident.ply).div_ceil(2).max(1);
    let pressed = hearing.time_pressure(ruling, incident.noticed);
    let window = if pressed { &law.window_in_pressure } else { &law.window };
    let allowed = *ruling.rest_on(window) as usize;
    ruling.rest_on(&law.deadline);
    if own_moves <= allowed {
        ruling.because(format!(
            "It is {}'s {} move, and a fault among the last {allowed} of a player's moves may be put right.",
            who(fault.offender),
            match own_moves {
                1 => "last".to_owned(),
                n => format!("{}-last", ordinal(u32::try_from(n).unwrap_or(u32::MAX))),
            }
        ));
        return true;
    }
    if *law.window_while_in_check && still_in_check(hearing, incident, fault.offender) {
        ruling.rest_on(&law.window_while_in_check);
        ruling.because(format!(
            "{}'s king has been left in check ever since, so every move after it was illegal too, and the first of them \
             may still be put right.",
            who(fault.offender)
        ));
        return true;
    }
    ruling.decide(Decision::Stands);
    ruling.announce(format!(
        "The move stands: it is not among the last {} of {}.",
        if allowed == 1 { "move".to_owned() } else { format!("{allowed} moves") },
        who(fault.offender)
    ));
    ruling.because(format!(
        "{} has made {own_moves} moves since, that one included; only the last {allowed} can be put right, so it stands.",
        who(fault.offender)
    ));
    false
}

/// Whether the offender's king has been in check after each of his moves since.
fn still_in_check(hearing: &Hearing<'_>, incident: &Incident, offender: Color) -> bool {
    let mut own = (incident.ply + 1..=incident.noticed).step_by(2).peekable();
    own.peek().is_some() && own.all(|ply| hearing.record.board(ply).in_check(offender))
}
