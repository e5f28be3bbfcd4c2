//! Touched pieces: what they bind a player to, and until when that can be claimed.

use shakmaty::Color;

use super::attempt::legal_readings;
use super::duty::{Duty, Ground, after_touch};
use super::hearing::Hearing;
use super::ruling::{Decision, Ruling};
use super::words::who;
use crate::case::{Incident, Noticed};
use crate::replay::{Board, Move};
use crate::ruleset::{RookFirst, TouchDeadline};

/// Rules on touched pieces.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    let touch = &hearing.laws.touch;
    if hearing.record.turn(incident.ply) != player {
        off_turn(hearing, &mut ruling, incident, player);
        return ruling;
    }
    if incident.value.is_some() {
        ruling.rest_on(&touch.adjust);
        ruling.decide(Decision::Stands);
        ruling.because(format!(
            "{} has the move and said beforehand that the pieces are only adjusted: that binds to nothing.",
            who(player)
        ));
        return ruling;
    }
    if too_late(hearing, &mut ruling, incident, player) || not_claimed(hearing, &mut ruling, incident, player)
    {
        return ruling;
    }
    let board = hearing.record.board(incident.ply);
    let duty = after_touch(board, &incident.squares, *touch.rook_first == RookFirst::CastlingStands);
    hearing.explain_duty(&mut ruling, &duty, player, incident.ply);
    decide(hearing, &mut ruling, incident, board, &duty);
    ruling
}

/// The player touched pieces while the opponent had the move.
fn off_turn(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) {
    let touch = &hearing.laws.touch;
    ruling.rest_on(&touch.adjust);
    ruling.because(format!(
        "{} did not have the move: touching a piece then binds to nothing, but only the player who has the move may \
         adjust pieces.",
        who(player)
    ));
    if incident.value.is_some() {
        ruling.leave_to_arbiter(hearing.laws, &touch.options);
    } else {
        ruling.decide(Decision::Stands);
    }
}

/// The claim comes after the claimant has touched a piece himself.
fn too_late(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) -> bool {
    let touch = &hearing.laws.touch;
    let replied =
        incident.noticed > incident.ply + 1 || hearing.has_touched(incident, !player, incident.ply + 1);
    // The arbiter who saw it in time does not depend on a claim.
    let claimed = incident.noticed_by == Noticed::Opponent;
    let seen = !claimed && *touch.arbiter_acts && incident.noticed <= incident.ply + 1;
    if !replied || *touch.deadline != TouchDeadline::ClaimantTouches || seen {
        return false;
    }
    ruling.rest_on(&touch.deadline);
    ruling.decide(Decision::Stands);
    ruling.because(match claimed {
        true => format!(
            "{} had touched a piece to reply before he claimed: the right to claim was lost then, and the move stands.",
            who(!player)
        ),
        false => format!(
            "{} had replied by then: it is too late to put it right, and the move stands.",
            who(!player)
        ),
    });
    true
}

/// Only a player can claim, and none has.
fn not_claimed(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) -> bool {
    let touch = &hearing.laws.touch;
    let by_arbiter = matches!(incident.noticed_by, Noticed::Arbiter | Noticed::Other);
    if !by_arbiter || *touch.arbiter_acts {
        if by_arbiter {
            ruling.rest_on(&touch.arbiter_acts);
        }
        return false;
    }
    ruling.rest_on(&touch.arbiter_acts);
    ruling.decide(Decision::Stands);
    ruling.because(format!(
        "Under these rules a touched piece is enforced only on the opponent's claim, and {} has claimed nothing.",
        who(!player)
    ));
    true
}

/// The move that followed, as written: the incident's, else the record's, with the legal moves it can mean.
fn played(hearing: &Hearing<'_>, incident: &Incident, board: &Board) -> Option<(String, Vec<Move>)> {
    let recorded = incident.noticed > incident.ply && hearing.record.len() > incident.ply;
    let text = incident
        .written
        .clone()
        .or_else(|| recorded.then(|| hearing.record.written(incident.ply + 1).into_owned()))?;
    let moves = legal_readings(&text, board);
    Some((text, moves))
}

fn decide(
    hearing: &mut Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    board: &Board,
    duty: &Duty,
) {
    let player = board.turn();
    let played = played(hearing, incident, board);
    let kept = match &played {
        Some((_, moves)) => matches!(moves.as_slice(), [only] if duty.allows(*only)),
        None => matches!(duty.ground, Ground::Free | Ground::IllegalCastlingFree),
    };
    if kept {
        ruling.must = None;
        ruling.decide(Decision::Stands);
        if played.is_some() {
            ruling.rest_on(&hearing.laws.touch.released);
        }
        ruling.because(match &played {
            Some((text, _)) => {
                format!("{} played {text}, which agrees with that: the move stands.", who(player))
            }
            None => "So nothing is to be put right.".to_owned(),
        });
        return;
    }
    breach(hearing, ruling, incident, player, played.as_ref());
    put_right(hearing, ruling, incident);
}

/// What was done instead, and what has to be taken as proven.
fn breach(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    player: Color,
    played: Option<&(String, Vec<Move>)>,
) {
    match played {
        None => ruling.caveat(format!(
            "What {} then played is not in evidence: this takes it that none of these moves was made; had one been, it would \
             stand.",
            who(player)
        )),
        Some((text, moves)) => ruling.because(match moves.is_empty() {
            true => format!("{} then tried {text}, which is not legal.", who(player)),
            false => format!("{} then played {text}, which does not agree with that.", who(player)),
        }),
    }
    ruling.rest_on(&hearing.laws.touch.accident);
    ruling.because("The touch is taken as meant; an evident accident would bind to nothing.");
    if *hearing.laws.touch.witness && incident.noticed_by == Noticed::Opponent {
        ruling.rest_on(&hearing.laws.touch.witness);
        ruling.because(
            "This takes the touch as proven; without a neutral witness the claim would be doubtful.",
        );
    }
}

fn put_right(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    if incident.noticed <= incident.ply + 1 {
        ruling.decide(Decision::Correct);
        hearing.undone.push(incident.ply + 1);
        ruling.because("It was a breach of touch-move and no illegal move: there is no time penalty, and it is not counted.");
        hearing.set_clocks(ruling, incident.ply, incident.noticed, None);
    } else {
        ruling.decide(Decision::Restore);
        ruling.restore = Some(incident.ply);
        ruling.rest_on(&hearing.laws.clock_handling.after_fault);
        ruling.because(format!("The position {} is set up again.", hearing.record.moment(incident.ply)));
    }
}
