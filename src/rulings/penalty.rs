//! The penalty for an illegal move: its number among the player's faults, then time for the opponent or loss of the game.

use super::bound::duty_left;
use super::hearing::Hearing;
use super::mating::Test;
use super::offence::Fault;
use super::ruling::{Decision, GameResult, Ruling};
use super::words::{capital, ordinal, spoken, who};
use crate::case::{Incident, Kind, Noticed};
use crate::ruleset::{BonusDeadline, LeftPawn, Offence, ReturnTime};

pub(super) fn penalty(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) {
    let law = &hearing.laws.illegal_move;
    if !incident.pressed() && completed_by_press(hearing, fault.offence) {
        set_right(hearing, ruling, incident, fault);
        duty_left(hearing, ruling, incident, fault);
        ruling.rest_on(&law.unpressed);
        ruling.announce(format!(
            "{} puts the move right: the clock was not pressed, so there is no penalty.",
            who(fault.offender)
        ));
        ruling.because(
            "The clock was not pressed, so the move was not completed: it is corrected, there is no penalty, and it is \
             not counted.",
        );
        hearing.set_clocks(ruling, incident.ply, incident.noticed, None);
        return;
    }
    if incident.pressed_said.is_none() && incident.kind == Kind::IllegalMove {
        ruling.assume(
            "The clock was pressed after the move; had it not been, the move would be put right without a penalty.",
        );
    }
    let nth = count(hearing, ruling, fault);
    let lose_on = *law.lose_on;
    if lose_on > 0 && nth >= lose_on {
        lost(hearing, ruling, incident, fault, nth);
        return;
    }
    ruling.rest_on(&law.deadline);
    set_right(hearing, ruling, incident, fault);
    duty_left(hearing, ruling, incident, fault);
    if ruling.decision == Decision::Correct {
        ruling.announce(taken_back(hearing, incident, fault, ruling.must.is_none()));
    }
    time(hearing, ruling, incident, fault, nth);
}

/// The penalty if it does not lose the game.
fn time(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault, nth: u32) {
    let law = &hearing.laws.illegal_move;
    let name = who(fault.offender);
    let bonus = time_penalty(hearing, ruling, incident, fault);
    if *law.lose_on > 0 {
        ruling.because(format!(
            "It is {name}'s {} such fault in this game; {} would lose.",
            ordinal(nth),
            if *law.lose_on == nth + 1 {
                "the next one".to_owned()
            } else {
                format!("the {}", ordinal(*law.lose_on))
            }
        ));
    }
    if bonus > 0 {
        ruling.rest_on(&law.bonus);
        ruling.add_time(!fault.offender, bonus);
        ruling.because(format!("{}'s clock gets {}.", who(!fault.offender), spoken(bonus)));
    }
    hearing.set_clocks(ruling, incident.ply, incident.noticed, Some(fault.offender));
}

/// Takes the move back, or sets the position before it up again.
fn set_right(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) {
    if incident.noticed <= incident.ply + 1 {
        ruling.decide(Decision::Correct);
        hearing.corrected.push((incident.ply, fault.offender));
        return;
    }
    ruling.decide(Decision::Restore);
    ruling.restore = Some(incident.ply);
    let law = &hearing.laws.illegal_move.return_time;
    ruling.rest_on(&hearing.laws.clock_handling.after_fault);
    let clocks = match *ruling.rest_on(law) {
        ReturnTime::Judgement => "the arbiter sets both clocks to his best judgement",
        ReturnTime::Never => "the time used since is not given back",
    };
    let place = hearing.record.moment(incident.ply);
    ruling.announce(format!(
        "{} is put right: the position {place} is set up again.",
        capital(&fault.what(incident))
    ));
    ruling.because(format!(
        "{} half-moves were made from there on: the position {place} is set up again, and {clocks}.",
        incident.noticed - incident.ply
    ));
}

/// What the arbiter says about a fault that is corrected at once. `free`: any legal move may follow.
fn taken_back(hearing: &Hearing<'_>, incident: &Incident, fault: &Fault, free: bool) -> String {
    let name = who(fault.offender);
    let what = capital(&fault.what(incident));
    match fault.offence {
        Offence::PressedWithoutMoving => format!("{what}: {name} still has to move."),
        Offence::PromotionNotReplaced => match *hearing.laws.promotion.becomes {
            LeftPawn::Queen => format!("{what}: the pawn becomes a queen."),
            LeftPawn::Choice => format!("{what}: {name} completes the promotion."),
        },
        Offence::TwoHands if fault.move_is_legal() => {
            format!("{what}: {name} makes the move again with one hand.")
        }
        Offence::IllegalMove if incident.kind == Kind::PromotionPiece => {
            format!("{what}: {name} completes the promotion.")
        }
        Offence::TwoHands | Offence::IllegalMove if free => {
            format!("{what}: {name} takes it back and may make any legal move.")
        }
        Offence::TwoHands | Offence::IllegalMove => format!("{what}: {name} takes it back."),
    }
}

/// Whether it takes a press to complete the fault.
fn completed_by_press(hearing: &Hearing<'_>, offence: Offence) -> bool {
    match offence {
        Offence::PressedWithoutMoving => false,
        Offence::TwoHands => *hearing.laws.two_hands.needs_press,
        Offence::IllegalMove | Offence::PromotionNotReplaced => true,
    }
}

/// Counts the fault and states its number among the player's faults.
fn count(hearing: &mut Hearing<'_>, ruling: &mut Ruling, fault: &Fault) -> u32 {
    let law = &hearing.laws.illegal_move;
    if law.counts.contains(&fault.offence) {
        ruling.rest_on(&law.counts);
        *hearing.offences.of_mut(fault.offender) += 1;
    }
    (*hearing.offences.of(fault.offender)).max(1)
}

fn lost(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault, nth: u32) {
    let law = &hearing.laws.illegal_move;
    ruling.rest_on(&law.lose_on);
    ruling.because(match nth {
        1 => format!(
            "Under these rules the first such fault loses, once it is claimed in time: {} loses.",
            who(fault.offender)
        ),
        _ => format!(
            "It is {}'s {} such fault in this game, and that loses.",
            who(fault.offender),
            ordinal(nth)
        ),
    });
    let test = Test { by: &law.win_test, forced_win: None };
    hearing.lose(ruling, fault.offender, incident.ply, &law.helpless, &test);
    let Some(result) = ruling.result else {
        ruling.announce(format!(
            "{} loses by this illegal move, or draws if {} cannot win.",
            who(fault.offender),
            who(!fault.offender)
        ));
        return;
    };
    let which =
        if nth == 1 { "an".to_owned() } else { format!("{}'s {}", who(fault.offender), ordinal(nth)) };
    let why = match result {
        GameResult::Draw => format!("; {} cannot win", who(!fault.offender)),
        _ => String::new(),
    };
    ruling.announce(format!("It is {which} illegal move{why}: {} ({}).", result.words(), result.as_str()));
}

/// The seconds that the opponent gets.
fn time_penalty(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) -> i64 {
    let law = &hearing.laws.illegal_move;
    let name = who(!fault.offender);
    let claimed = matches!(incident.noticed_by, Noticed::Opponent);
    if !*law.bonus_without_claim && !claimed {
        ruling.rest_on(&law.bonus_without_claim);
        ruling.because(format!(
            "{name} did not claim it himself, so the clocks are not adjusted; a timely claim would have brought {}.",
            spoken(i64::from(*law.bonus))
        ));
        return 0;
    }
    if *law.bonus_deadline == BonusDeadline::BeforeReply && incident.noticed > incident.ply + 1 {
        ruling.rest_on(&law.bonus_deadline);
        ruling.because(format!(
            "{name} had replied before he claimed: the position is put right, but the time penalty is no longer available."
        ));
        return 0;
    }
    if !*law.bonus_in_pressure && hearing.time_pressure(ruling, incident.noticed) {
        ruling.rest_on(&law.bonus_in_pressure);
        ruling.because("In time pressure the clocks are not adjusted.");
        return 0;
    }
    i64::from(*law.bonus)
}
