//! Touched pieces: what they oblige a player to do, and until when this can be claimed.

use shakmaty::{Color, Role, Square};

use super::acts::void_with_its_position;
use super::attempt::legal_readings;
use super::duty::{Duty, after_release, after_touch};
use super::hearing::Hearing;
use super::ruling::{Decision, Ruling};
use super::words::who;
use crate::case::{Incident, Noticed, TouchOrder};
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
        ruling.announce(format!("{} is free to move: he had said that he adjusts.", who(player)));
        ruling.because(format!(
            "{} has the move and said beforehand that the pieces are only adjusted: that binds to nothing.",
            who(player)
        ));
        return ruling;
    }
    if void_with_its_position(hearing, &mut ruling, incident, player)
        || too_late(hearing, &mut ruling, incident, player)
        || not_claimed(hearing, &mut ruling, incident, player)
        || unconfirmed(hearing, &mut ruling, incident, player)
    {
        return ruling;
    }
    let board = hearing.record.board(incident.ply);
    let squares = in_order(board, incident);
    let may_castle = *touch.rook_first == RookFirst::CastlingStands && king_and_rook(board, &squares);
    let released = incident.released.filter(|_| !may_castle);
    let released = released.and_then(|square| after_release(board, &squares, square));
    let duty = released
        .unwrap_or_else(|| after_touch(board, &squares, *touch.rook_first == RookFirst::CastlingStands));
    order_unknown(hearing, &mut ruling, incident);
    hearing.explain_duty(&mut ruling, &duty, player, incident.ply);
    decide(hearing, &mut ruling, incident, board, &duty);
    ruling
}

/// The squares in the order in which they were touched. Where that is not clear, the player's own piece counts as the first.
fn in_order(board: &Board, incident: &Incident) -> Vec<Square> {
    let own = |square: &Square| board.at(*square).is_some_and(|(color, _)| color == board.turn());
    let (mine, theirs): (Vec<Square>, Vec<Square>) = incident.squares.iter().partition(|square| own(square));
    match incident.touched {
        None => incident.squares.clone(),
        Some(TouchOrder::OwnFirst | TouchOrder::Unknown) => [mine, theirs].concat(),
        Some(TouchOrder::OpponentFirst) => [theirs, mine].concat(),
    }
}

/// Whether king and rook were touched: then the released rook is not a move by itself, if castling may begin with it.
fn king_and_rook(board: &Board, squares: &[Square]) -> bool {
    let touched = |role| squares.iter().any(|square| board.at(*square) == Some((board.turn(), role)));
    touched(Role::King) && touched(Role::Rook)
}

fn order_unknown(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    if incident.touched == Some(TouchOrder::Unknown) {
        ruling.rest_on(&hearing.laws.touch.both);
        ruling.because(
            "It is not clear which piece was touched first: the player's own piece counts as the first.",
        );
    }
}

/// The touch cannot be confirmed. The ruling is complete then.
fn unconfirmed(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) -> bool {
    if incident.observed != Some(false) || incident.noticed_by == Noticed::Player {
        return false;
    }
    let touch = &hearing.laws.touch;
    if *touch.witness {
        ruling.rest_on(&touch.witness);
    } else {
        ruling.rest_on(&touch.own);
    }
    ruling.decide(Decision::Stands);
    ruling.announce("The claim is not upheld: nobody can confirm the touch, and play goes on.");
    ruling.because(format!(
        "{} says that {} touched the piece, and nobody can confirm it: without evidence it is not enforced.",
        who(!player),
        who(player)
    ));
    true
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
        ruling.announce(
            "The touch binds to nothing; adjusting on the opponent's time is usually met with a warning.",
        );
    } else {
        ruling.decide(Decision::Stands);
        ruling.announce(format!("Nothing was touched on the move: {} did not have it.", who(player)));
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
    ruling.announce(format!("The move stands: {} had already touched a piece to reply.", who(!player)));
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
    ruling.announce(format!("Play goes on: it is for {} to claim, and he has not.", who(!player)));
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

fn decide(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident, board: &Board, duty: &Duty) {
    let player = board.turn();
    let played = played(hearing, incident, board);
    let kept = match &played {
        Some((_, moves)) => matches!(moves.as_slice(), [only] if duty.allows(*only)),
        None => duty.is_free(),
    };
    if kept {
        ruling.must = None;
        ruling.decide(Decision::Stands);
        ruling.announce(match &played {
            Some((text, _)) => format!("The move stands: {text} agrees with what was touched."),
            None => {
                format!("{} may play any legal move: nothing that was touched can be played.", who(player))
            }
        });
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
    mate_does_not_count(hearing, ruling, board, played.as_ref());
    put_right(hearing, ruling, incident, played.as_ref());
}

/// What was done instead, and what is taken as proven.
fn breach(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    player: Color,
    played: Option<&(String, Vec<Move>)>,
) {
    match played {
        None => ruling.assume(format!(
            "{} has not made one of the moves that are left; had one been made, it would stand.",
            who(player)
        )),
        Some((text, moves)) => ruling.because(match moves.is_empty() {
            true => format!("{} then tried {text}, which is not legal.", who(player)),
            false => format!("{} then played {text}, which does not agree with that.", who(player)),
        }),
    }
    if incident.released.is_none() {
        ruling.assume(match *hearing.laws.touch.accident {
            true => "The touch was meant; an evident accident would bind to nothing.",
            false => "The touch was meant.",
        });
    }
    let proven = incident.observed == Some(true) || incident.noticed_by != Noticed::Opponent;
    if *hearing.laws.touch.witness && !proven {
        ruling.rest_on(&hearing.laws.touch.witness);
        ruling.assume("The touch is proven; without a neutral witness the claim would be doubtful.");
    }
}

/// A mate or stalemate that broke touch-move does not end the game, if the Laws say so.
fn mate_does_not_count(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    board: &Board,
    played: Option<&(String, Vec<Move>)>,
) {
    let despite = &hearing.laws.board_end.despite_touch;
    let Some((text, [only])) = played.map(|(text, moves)| (text, moves.as_slice())) else { return };
    let ends = |mv: &Move| {
        let mut after = *board;
        after.play(*mv);
        after.legal_moves().is_empty().then(|| after.in_check(after.turn()))
    };
    let Some(mated) = ends(only).filter(|_| !**despite) else { return };
    ruling.rest_on(despite);
    ruling.because(format!(
        "{text} {} the game: a move that does so has to meet the rules of touch-move as well, so it does not count.",
        if mated { "does not win" } else { "does not draw" }
    ));
    let chess960 = board.is_chess960();
    let mates: Vec<String> = board
        .legal_moves()
        .iter()
        .filter(|mv| ruling.must.as_ref().is_some_and(|must| must.contains(&mv.uci(chess960))))
        .filter(|mv| ends(mv) == Some(true))
        .map(|mv| board.san(*mv))
        .collect();
    if !mates.is_empty() {
        ruling.because(format!("Of the moves that are left, {} is mate as well.", mates.join(", ")));
    }
}

fn put_right(
    hearing: &mut Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    played: Option<&(String, Vec<Move>)>,
) {
    let player = who(hearing.record.turn(incident.ply));
    let why = if incident.released.is_some() { "A piece let go stays" } else { "Touch-move" };
    if incident.noticed <= incident.ply + 1 {
        ruling.decide(Decision::Correct);
        ruling.announce(match played {
            Some((text, _)) => format!("{why}: {player} takes {text} back."),
            None => format!("{why}: {player} is bound by what he touched."),
        });
        hearing.undone.push(incident.ply + 1);
        ruling.because("It was a breach of touch-move, not an illegal move: there is no time penalty, and it is not counted.");
        hearing.set_clocks(ruling, incident.ply, incident.noticed, None);
    } else {
        ruling.decide(Decision::Restore);
        ruling.restore = Some(incident.ply);
        ruling.rest_on(&hearing.laws.clock_handling.after_fault);
        let place = hearing.record.moment(incident.ply);
        ruling.announce(format!("{why}: the position {place} is set up again."));
        ruling.because(format!("The position {place} is set up again."));
    }
}
