//! Incidents that the record contradicts: the case is refused, at its line.

use super::record::Record;
use super::words::who;
use crate::case::{Case, Doer, Fault, Incident, Kind};

/// Refuses incidents that the record contradicts.
pub(super) fn check(case: &Case, record: &Record) -> Result<(), Fault> {
    for incident in &case.incidents {
        let made_move = matches!(
            incident.kind,
            Kind::IllegalMove
                | Kind::TwoHands
                | Kind::PromotionNotReplaced
                | Kind::PressedWithoutMoving
                | Kind::Touch
        );
        let room = record.len() + usize::from(made_move);
        for (key, ply, most) in [("ply", incident.ply, record.len()), ("noticed", incident.noticed, room)] {
            if ply > most {
                return Err(beyond(incident, record, key, ply));
            }
        }
        let turn = record.turn(incident.ply);
        if incident.kind.row().by == Doer::OnMove && incident.by.player() != Some(turn) {
            return Err(wrong_side(incident, turn, "who did it has the move"));
        }
        let claim = matches!(incident.kind, Kind::ClaimThreefold | Kind::ClaimFifty);
        let others = incident.by.player() != Some(turn);
        if claim && others && (incident.ply == 0 || announces_another_move(incident, record)) {
            return Err(wrong_side(incident, turn, "only the player who has the move can announce one"));
        }
    }
    Ok(())
}

fn announces_another_move(incident: &Incident, record: &Record) -> bool {
    let plain = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).to_ascii_lowercase();
    let uci = record.ply(incident.ply).map(|ply| ply.mv.uci(record.mode().is_chess960()));
    incident.written.as_deref().is_some_and(|text| {
        plain(text) != plain(&record.written(incident.ply)) && Some(text.to_ascii_lowercase()) != uci
    })
}

fn beyond(incident: &Incident, record: &Record, key: &str, ply: usize) -> Fault {
    let why = match record.stop() {
        Some(_) => format!(
            "{ply} half-moves, and the record can be replayed for {} only: {} does not fit",
            record.len(),
            record.label(record.len() + 1)
        ),
        None => format!("{ply} half-moves, and the record has {}", record.len()),
    };
    Fault::new(&incident.place, why).key(key).help("`ply` counts the half-moves made, 0 before the first")
}

fn wrong_side(incident: &Incident, turn: shakmaty::Color, why: &str) -> Fault {
    Fault::new(
        &incident.place,
        format!(
            "`{}` by {} with {} half-moves made, when {} has the move",
            incident.kind.name(),
            incident.by.word(),
            incident.ply,
            who(turn)
        ),
    )
    .key("by")
    .help(why)
}
