//! Illegal moves and faults that count as such: a move that the Laws forbid, a press without a move, two hands, a pawn left on the
//! last rank.
//!
//! The questions are the same for all four: whether it is a fault, whether it may still be corrected, its number among the player's
//! faults, which moves the touched piece leaves, and how the clocks are set.

use shakmaty::{Color, Role};

use super::acts;
use super::bound::promotion_left;
use super::deadline::in_time;
use super::hearing::Hearing;
use super::legality;
use super::mating::Test;
use super::offence::{Fault, facts_of_move};
use super::penalty::penalty;
use super::ruling::{Decision, GameResult, Ruling};
use super::words::who;
use crate::case::{Incident, Kind};
use crate::ruleset::{Offence, Treatment};

/// Rules on one of the four.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    judge(hearing, &mut ruling, incident);
    ruling
}

/// The same for a fault that the clock log shows by itself.
pub(super) fn judge(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let fault = Fault::of(hearing, incident);
    let complete = acts::void_with_its_position(hearing, ruling, incident, fault.offender)
        || acts::reported_before(hearing, ruling, incident, &fault)
        || acts::unconfirmed(hearing, ruling, incident, &fault)
        || claims_by_taking_the_king(hearing, ruling, &fault)
        || !is_fault(hearing, ruling, incident, &fault)
        || !in_time(hearing, ruling, incident, &fault);
    if complete {
        return;
    }
    acts::enter(hearing, ruling, incident, &fault);
    penalty(hearing, ruling, incident, &fault);
}

/// The opponent had left his king to be taken, and taking it is the claim. The ruling is complete then.
fn claims_by_taking_the_king(hearing: &Hearing<'_>, ruling: &mut Ruling, fault: &Fault) -> bool {
    let law = &hearing.laws.illegal_move;
    if !*law.king_capture_claims || !fault.takes_the_king(hearing, ruling.ply) {
        return false;
    }
    ruling.rest_on(&law.king_capture_claims);
    ruling.because(format!(
        "{} had left his king in check, and {} took it before making another move: that is a claim of the illegal move.",
        who(!fault.offender),
        who(fault.offender)
    ));
    ruling.rest_on(&law.lose_on);
    let loser = baited(hearing, ruling, fault).unwrap_or(!fault.offender);
    let test = Test { by: &law.win_test, forced_win: None };
    hearing.lose(ruling, loser, ruling.ply, &law.helpless, &test);
    if let Some(result) = ruling.result {
        ruling.announce(format!(
            "{} has taken the king, which claims the illegal move: {}.",
            who(fault.offender),
            result.words()
        ));
    }
    true
}

/// The player who captured the king had moved his own king next to it to provoke this: he loses by claiming.
fn baited(hearing: &Hearing<'_>, ruling: &mut Ruling, fault: &Fault) -> Option<Color> {
    let law = &hearing.laws.illegal_move.bait_loses;
    let before = ruling.ply.checked_sub(1).and_then(|ply| hearing.record.ply(ply))?;
    let bait = **law && !before.legal && before.role() == Role::King;
    if !bait {
        return None;
    }
    ruling.rest_on(law);
    ruling.because(format!(
        "{} had put his own king next to the other one first: by claiming then he loses himself.",
        who(fault.offender)
    ));
    Some(fault.offender)
}

/// Whether there is a fault to correct. Otherwise the ruling is complete.
fn is_fault(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> bool {
    let laws = hearing.laws;
    let name = who(fault.offender);
    match fault.offence {
        Offence::IllegalMove => {
            if fault.move_is_legal() {
                legality::of_move(hearing, ruling, fault);
                return false;
            }
            if incident.kind == Kind::TwoHands {
                ruling.because(format!(
                    "{name} used both hands to make one move ({}).",
                    fault.named(hearing.record.board(incident.ply))
                ));
            }
            facts_of_move(hearing, ruling, fault);
            !unfinished_castling(hearing, ruling, incident, fault)
        }
        Offence::TwoHands => two_hands(hearing, ruling, incident, fault),
        Offence::PromotionNotReplaced => {
            ruling.because(what_was_put(incident, name));
            match *ruling.rest_on(&laws.promotion.treated_as) {
                Treatment::Discretion if incident.noticed <= incident.ply + 1 => {
                    ruling.decide(Decision::Correct);
                    ruling.announce(format!(
                        "{name} completes the promotion on his own time; there is no penalty in time."
                    ));
                    promotion_left(hearing, ruling, fault, false);
                    ruling.because("That is not an illegal move here and is not counted: the promotion is completed on the player's own time.");
                    false
                }
                treated => treat(hearing, ruling, treated, &laws.promotion.options),
            }
        }
        Offence::PressedWithoutMoving => {
            ruling.because(format!("{name} pressed the clock and had not made a move."));
            let treated = *ruling.rest_on(&laws.press_without_move.treated_as);
            treat(hearing, ruling, treated, &laws.press_without_move.options)
        }
    }
}

/// What is on the last rank instead of a new piece.
fn what_was_put(incident: &Incident, name: &str) -> String {
    match incident.value.as_deref() {
        Some("wrong-colour") => {
            format!("{name} promoted a pawn and put a piece of the opponent's colour on the last rank.")
        }
        Some("king") => {
            format!("{name} promoted a pawn and put a king on the last rank, which no pawn becomes.")
        }
        _ if incident.pressed() => {
            format!(
                "{name} moved a pawn to the last rank and pressed the clock without putting another piece there."
            )
        }
        _ => format!("{name} moved a pawn to the last rank and has not put another piece there yet."),
    }
}

/// The king went two squares and the rook stayed: which fault that is, is the arbiter's judgement. Complete then.
fn unfinished_castling(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    fault: &Fault,
) -> bool {
    if !fault.may_be_castling() || !incident.pressed() {
        return false;
    }
    ruling.leave_to_arbiter(hearing.laws, &hearing.laws.touch.unfinished_castling);
    ruling.announce("The arbiter decides whether castling was not finished, and completes it, or the king was moved illegally.");
    ruling.because(format!(
        "Castling on that side is legal, and only the rook was not moved: the arbiter decides whether {} has not finished \
         castling, and completes it, or has made an illegal move with the king.",
        who(fault.offender)
    ));
    true
}

fn treat(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    treated: Treatment,
    options: &crate::ruleset::Cited<crate::ruleset::Options>,
) -> bool {
    match treated {
        Treatment::IllegalMove => true,
        Treatment::Discretion => {
            ruling.leave_to_arbiter(hearing.laws, options);
            ruling.announce(
                "It is not an illegal move here: what it costs is the arbiter's choice, usually a warning.",
            );
            ruling.because(
                "Under these rules that is not an illegal move: it is not counted, and the penalty is the arbiter's choice.",
            );
            false
        }
        Treatment::Nothing => {
            ruling.decide(Decision::Stands);
            ruling.announce("The move stands: under these rules that is not a fault.");
            ruling.because("Under these rules that is not a fault that calls for a ruling.");
            false
        }
    }
}

fn two_hands(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> bool {
    let laws = hearing.laws;
    let name = who(fault.offender);
    ruling.because(format!(
        "{name} used both hands to make one move ({}).",
        fault.named(hearing.record.board(incident.ply))
    ));
    if let Some(result) = fault.ends_game() {
        match hearing.record.len() > incident.ply {
            true => ruling.decide(Decision::Stands),
            false => ruling.end(result),
        }
        ruling.rest_on(match result {
            GameResult::Draw => &laws.board_end.stalemate,
            _ => &laws.board_end.checkmate,
        });
        ruling.announce("The game ended on the board with that move: the hands do not matter.");
        ruling.because(
            "The move ended the game on the board, and what ends the game does not ask with which hand it was made.",
        );
        return false;
    }
    let treated = *laws.two_hands.treated_as;
    let needs_press = *laws.two_hands.needs_press;
    if fault.is_known_illegal() {
        facts_of_move(hearing, ruling, fault);
        if treated == Treatment::IllegalMove && incident.pressed() {
            ruling.rest_on(&laws.two_hands.treated_as);
            ruling.because("Both faults are in one move: that is one illegal move, not two.");
        }
        return true;
    }
    ruling.rest_on(&laws.two_hands.treated_as);
    if needs_press && !incident.pressed() {
        ruling.rest_on(&laws.two_hands.needs_press);
        ruling.decide(Decision::Stands);
        ruling.announce(
            "The clock was not pressed: the move may be made again with one hand, and there is no penalty.",
        );
        ruling.because(
            "The clock was not pressed: the move may be made again with one hand, and there is no penalty.",
        );
        return false;
    }
    treat(hearing, ruling, treated, &laws.two_hands.options)
}
