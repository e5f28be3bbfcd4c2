//! Illegal moves and their kin: a move that the Laws forbid, a press without a move, two hands, a pawn left on the
//! last rank.
//!
//! The Laws ask the same questions of all four: is it a fault at all, may it still be put right, which of the player's
//! faults is it, what does the touched piece leave to play, and whose clock gets what.

use super::bound::{duty_left, promotion_left};
use super::deadline::in_time;
use super::hearing::Hearing;
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
    if claims_by_taking_the_king(hearing, ruling, &fault) {
        return;
    }
    if !is_fault(hearing, ruling, incident, &fault) {
        return;
    }
    if !in_time(hearing, ruling, incident, &fault) {
        return;
    }
    set_right(hearing, ruling, incident);
    duty_left(hearing, ruling, incident, &fault);
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
    let test = Test { by: &law.win_test, forced_win: None };
    hearing.lose(ruling, !fault.offender, ruling.ply, &law.helpless, &test);
    true
}

/// Whether there is a fault to put right. Otherwise the ruling is complete.
fn is_fault(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> bool {
    let laws = hearing.laws;
    let name = who(fault.offender);
    match fault.offence {
        Offence::IllegalMove => {
            if fault.move_is_legal() {
                ruling.rest_on(&laws.completion.legality);
                ruling.decide(Decision::Stands);
                ruling.because(format!(
                    "{} is a legal move in this position: every step of it agrees with how the pieces move, and {name}'s \
                     king is not left in check.",
                    fault.named(hearing.record.board(incident.ply))
                ));
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
            ruling.because(format!(
                "{name} moved a pawn to the last rank and pressed the clock without putting another piece there."
            ));
            match *ruling.rest_on(&laws.promotion.treated_as) {
                Treatment::Discretion if incident.noticed <= incident.ply + 1 => {
                    ruling.decide(Decision::Correct);
                    promotion_left(hearing, ruling, fault);
                    ruling.because("That is no illegal move here and is not counted: the promotion is completed on the player's own time.");
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
            ruling.because(
                "Under these rules that is no illegal move: it is not counted, and the penalty is the arbiter's choice.",
            );
            false
        }
        Treatment::Nothing => {
            ruling.decide(Decision::Stands);
            ruling.because("Under these rules that is no fault that calls for a ruling.");
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
        ruling.because(
            "The clock was not pressed: the move may be made again with one hand, and there is no penalty.",
        );
        return false;
    }
    treat(hearing, ruling, treated, &laws.two_hands.options)
}

/// Correct or restore.
fn set_right(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    if incident.noticed <= incident.ply + 1 {
        ruling.decide(Decision::Correct);
        hearing.corrected.push((incident.ply, hearing.player(incident)));
        return;
    }
    ruling.decide(Decision::Restore);
    ruling.restore = Some(incident.ply);
    ruling.rest_on(&hearing.laws.clock_handling.after_fault);
    ruling.because(format!(
        "{} half-moves were made from there on: the position {} is set up again, and the arbiter sets both clocks to his best \
         judgement.",
        incident.noticed - incident.ply,
        hearing.record.moment(incident.ply)
    ));
}
