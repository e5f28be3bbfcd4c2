//! A flag is down: who may point it out, whether the moves of the control were made, and who loses.

use shakmaty::Color;

use super::both_flags;
use super::hearing::Hearing;
use super::mating::Test;
use super::ruling::{Decision, GameResult, Ruling};
use super::words::capital;
use super::words::{noticer, spoken, who};
use crate::case::{Incident, Noticed};
use crate::ruleset::{FlagCall, OrderKnown, ReturnTime, SheetNeeded};

/// Rules on a flag that was seen down or claimed.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    judge(hearing, &mut ruling, incident);
    ruling
}

/// The same for a flag that the clock log shows by itself.
pub(super) fn judge(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let player = hearing.player(incident);
    ruling.because(match incident.note.as_deref() {
        Some("log") => format!("The clock log shows {}'s flag down.", who(player)),
        _ => format!("{} said that {}'s flag is down.", capital(&noticer(incident, player)), who(player)),
    });
    if hearing.forgot_to_press.contains(&player) {
        forgotten_press(hearing, ruling, player);
    }
    if !may_call(hearing, ruling, incident, player)
        || !is_confirmed(hearing, ruling, incident, player)
        || !is_down(hearing, ruling, incident, player)
        || !counts_after_a_fault(hearing, ruling, incident, player)
        || control_reached(hearing, ruling, incident, player)
        || !claim_in_order(hearing, ruling, incident, player)
    {
        return;
    }
    lose(hearing, ruling, incident, player);
}

/// The flagged player had moved and left his clock running.
fn forgotten_press(hearing: &Hearing<'_>, ruling: &mut Ruling, player: Color) {
    let law = &hearing.laws.completion;
    ruling.rest_on(&law.late_press);
    ruling.because(format!(
        "{} had moved and not pressed the clock. He could still have pressed it after the reply; the time until then was his.",
        who(player)
    ));
    ruling.rest_on(&law.by_next_move);
    ruling.because(match *law.by_next_move {
        true => "The move counts as completed by his next move, but the time does not come back.",
        false => "Only the press completes a move here.",
    });
}

/// The flagged player loses, or the game is drawn because the opponent cannot win.
pub(super) fn lose(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) {
    let flag = &hearing.laws.flag;
    ruling.rest_on(&flag.loses);
    let test = Test { by: &flag.win_test, forced_win: Some(&flag.forced_win) };
    hearing.lose(ruling, player, incident.noticed, &flag.helpless, &test);
    if let Some(result) = ruling.result {
        ruling.announce(match result {
            GameResult::Draw => {
                format!(
                    "The game is drawn: {}'s flag has fallen, and {} cannot win.",
                    who(player),
                    who(!player)
                )
            }
            _ => format!("{} has lost on time: {} ({}).", who(player), result.words(), result.as_str()),
        });
        ruling.because(format!("{} has not made the moves in the time: {}.", who(player), result.words()));
    }
}

fn may_call(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) -> bool {
    let flag = &hearing.laws.flag;
    let by_player = incident.noticed_by == Noticed::Opponent;
    let arbiter_may = matches!(*flag.arbiter_calls, FlagCall::Shall | FlagCall::May);
    if by_player || arbiter_may {
        if !arbiter_may && !incident.noticed_by_said {
            ruling.assume(format!(
                "{} himself claimed the flag; had the arbiter or a third person said so, the game would go on.",
                who(!player)
            ));
        }
        ruling.rest_on(&flag.arbiter_calls);
        ruling.rest_on(&flag.when_noticed);
        return true;
    }
    ruling.rest_on(&flag.arbiter_calls);
    ruling.rest_on(&flag.when_noticed);
    ruling.decide(Decision::Stands);
    ruling.announce(format!(
        "The game goes on: only {} may say that {}'s flag is down.",
        who(!player),
        who(player)
    ));
    ruling.because(format!(
        "Under these rules only the opponent can claim: a flag counts when {} says that it is down. Until then the game \
         goes on.",
        who(!player)
    ));
    false
}

/// Whether the flag can be confirmed, if the case says that nobody can confirm it.
fn is_confirmed(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) -> bool {
    let shows_none = hearing.clocks.left(player, incident.noticed).is_some_and(|left| left <= 0.0);
    if incident.observed != Some(false) || shows_none {
        return true;
    }
    ruling.rest_on(&hearing.laws.flag.clock_conclusive);
    ruling.decide(Decision::Stands);
    ruling.announce(format!("The game goes on: nobody can confirm that {}'s flag was down.", who(player)));
    ruling.because(format!(
        "Neither the arbiter nor the clock confirms that {}'s flag was down: it does not count, and the game goes on.",
        who(player)
    ));
    false
}

/// The clocks were stopped and the display shows time left.
fn is_down(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) -> bool {
    let Some(left) = hearing.clocks.stopped_with(player, incident.noticed).filter(|left| *left > 0.0) else {
        return true;
    };
    let flag = &hearing.laws.flag;
    ruling.rest_on(&flag.loses);
    ruling.rest_on(&flag.premature);
    ruling.rest_on(&flag.clock_conclusive);
    ruling.decide(Decision::Stands);
    ruling.announce(format!(
        "The flag is not down: the clock was stopped with {} left. The game goes on.",
        spoken(left as i64)
    ));
    ruling.because(format!(
        "The clock was stopped with {} left for {}: the flag is not down. The clock decides, and not what somebody has \
         added up.",
        spoken(left as i64),
        who(player)
    ));
    if let Some(control) = hearing.control
        && control.bonus_ms() > 0
    {
        ruling.rest_on(&hearing.laws.speed.delay_counts);
        ruling.because("The time of the increment or the delay does not count against the player.");
    }
    false
}

/// A flag that fell because of time lost to the opponent's illegal move does not count.
fn counts_after_a_fault(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    player: Color,
) -> bool {
    let law = &hearing.laws.illegal_move;
    let caused = hearing.corrected.iter().any(|(ply, offender)| {
        *offender != player && incident.noticed <= ply + 1 && incident.noticed >= *ply
    });
    let gone = hearing.rulings.iter().any(|ruling| {
        ruling.restore.is_some_and(|ply| ply < incident.noticed) && incident.noticed <= ruling.noticed
    });
    if !(caused || gone) || *law.return_time != ReturnTime::Judgement {
        return true;
    }
    ruling.rest_on(&law.return_time);
    ruling.rest_on(&hearing.laws.clock_handling.after_fault);
    ruling.decide(Decision::Stands);
    ruling.announce(match gone {
        true => "The flag does not count: the moves in which it fell are taken back.".to_owned(),
        false => format!("The flag does not count: it fell on time that {}'s fault had cost.", who(!player)),
    });
    ruling.because(match gone {
        true => "The flag belongs to moves that are taken back: an earlier position is on the board again, the clocks are set \
                 anew, and the flag counts for nothing."
            .to_owned(),
        false => format!(
            "The flag fell on time that the fault of {} had cost: the position before the fault is on the board again, the \
             clocks are set anew, and the flag counts for nothing.",
            who(!player)
        ),
    });
    false
}

/// The prescribed moves were made, so the flag only marks the end of a period; or their number is not in evidence. The ruling
/// is complete in both cases.
pub(super) fn control_reached(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    player: Color,
) -> bool {
    let flag = &hearing.laws.flag;
    let Some(control) = hearing.control else {
        ruling.assume("All moves had to be made in the time that was up, as no time control is given.");
        return false;
    };
    let made = completed(hearing, incident, player);
    if !hearing.evidence.numbered() && control.stage_of(1).last_move.is_some() {
        if incident.observed == Some(true) {
            ruling.rest_on(&flag.count_moves);
            ruling.because(format!(
                "What the arbiter saw, or other evidence, shows that {} had not made the moves of the period.",
                who(player)
            ));
            return false;
        }
        count_not_in_evidence(hearing, ruling, incident, player);
        return true;
    }
    let Some(stage) = (made > 0).then(|| control.stage_of(made)) else { return false };
    let here = control.stage_of(made + 1);
    match stage.last_move {
        Some(last) if last == made => {
            ruling.rest_on(&flag.count_moves);
            ruling.rest_on(&flag.loses);
            ruling.decide(Decision::Stands);
            ruling.announce(format!(
                "The game goes on: {} had made the {made} moves of the period in time.",
                who(player)
            ));
            ruling.because(format!(
                "{} has completed the {made} moves of the period, so the flag only marks its end: the next period begins, \
                 and the game goes on.",
                who(player)
            ));
            true
        }
        _ => {
            if let Some(needed) = here.last_move {
                ruling.rest_on(&flag.count_moves);
                ruling.rest_on(&hearing.laws.completion.by_press);
                ruling.because(format!(
                    "{} has completed {made} of the {needed} moves that had to be made in the time.",
                    who(player)
                ));
            }
            false
        }
    }
}

/// A period requires a number of moves, and it is unknown how many were made: states what follows in either case.
fn count_not_in_evidence(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) {
    ruling.rest_on(&hearing.laws.flag.count_moves);
    ruling.rest_on(&hearing.laws.recording.unprovable);
    hearing.not_in_evidence(ruling, &format!("how many moves {} has made", who(player)));
    let mut lost = Ruling::new(ruling.kind, ruling.ply, ruling.noticed);
    lose(hearing, &mut lost, incident, player);
    let drawn = lost.result == Some(GameResult::Draw);
    let outcome = match lost.result {
        Some(result) => result.words().to_owned(),
        None => format!("{} loses, or draws if {} cannot win", who(player), who(!player)),
    };
    ruling.cite(lost.articles.iter());
    ruling.announce(format!(
        "The flag is down, but the record does not show how many moves {} has made: the arbiter decides by other evidence.",
        who(player)
    ));
    ruling.decide(Decision::Discretion);
    ruling.offer(if drawn {
        vec!["draw"]
    } else if lost.result.is_some() {
        vec!["loss"]
    } else {
        lost.options
    });
    ruling.offer(["continue"]);
    ruling.because(format!(
        "If {} has not made the moves of the period, {outcome}. If they were made, or if nothing shows that they were not, \
         the game goes on and the next move is the first of the next period.",
        who(player)
    ));
}

/// Moves that the player has completed. One that was made on the board and not pressed is not.
fn completed(hearing: &Hearing<'_>, incident: &Incident, player: Color) -> u32 {
    let made = hearing.record.moves_made(player, incident.noticed);
    let replied = hearing.record.turn(incident.noticed) == player || incident.noticed == 0;
    let completed = replied || !*hearing.laws.completion.by_press;
    if completed { made } else { made.saturating_sub(1) }
}

/// The claimant's own flag and scoresheet are in order.
fn claim_in_order(
    hearing: &mut Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    player: Color,
) -> bool {
    let flag = &hearing.laws.flag;
    let claimed = incident.noticed_by == Noticed::Opponent;
    if !claimed {
        return true;
    }
    if hearing.time_claims_barred {
        ruling.rest_on(&flag.denied_bars);
        ruling.decide(Decision::ClaimRejected);
        ruling.announce("The claim is rejected: a claim on time was denied before in this control.");
        ruling.because(
            "A claim on time was denied before in this control: nobody may claim on time in it again.",
        );
        return false;
    }
    if *flag.own_time_needed && hearing.clocks.left(!player, incident.noticed).is_some_and(|left| left <= 0.0)
    {
        ruling.rest_on(&flag.own_time_needed);
        if *hearing.laws.both_flags.order_known == OrderKnown::Draw {
            both_flags::order_known(hearing, ruling, incident, player);
            return false;
        }
        ruling.decide(Decision::ClaimRejected);
        ruling.announce(format!("The claim is rejected: {}'s own flag is down too.", who(!player)));
        ruling
            .because(format!("{}'s own flag is down too, and a claimant must have time left.", who(!player)));
        return false;
    }
    sheet_good_enough(hearing, ruling, incident, player)
}

fn sheet_good_enough(
    hearing: &mut Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    player: Color,
) -> bool {
    let flag = &hearing.laws.flag;
    let made = completed(hearing, incident, player);
    let counted = hearing.control.is_some_and(|control| control.stage_of(made + 1).last_move.is_some());
    if !counted && *flag.sudden_death {
        ruling.rest_on(&flag.sudden_death);
        return true;
    }
    if *flag.sheet == SheetNeeded::None {
        return true;
    }
    ruling.rest_on(&flag.sheet);
    let allowed = *ruling.rest_on(&hearing.laws.scoresheet.missing_pairs);
    let claimant = who(!player);
    match *hearing.missing_pairs.of(!player) {
        None => {
            ruling.assume(format!(
                "{claimant}'s scoresheet is reasonably complete: at most {allowed} move pairs are missing. With more the claim \
                 would be denied."
            ));
            true
        }
        Some(missing) if missing <= allowed => {
            ruling.because(format!(
                "Of {claimant}'s scoresheet {missing} move {} missing, and {allowed} may be: it is reasonably complete.",
                if missing == 1 { "pair is" } else { "pairs are" }
            ));
            true
        }
        Some(missing) => {
            let bonus = i64::from(*ruling.rest_on(&flag.denied_bonus));
            ruling.decide(Decision::ClaimRejected);
            ruling.announce(format!(
                "The claim is denied: {claimant}'s scoresheet lacks {missing} move pairs."
            ));
            ruling.add_time(player, bonus);
            ruling.because(format!(
                "{claimant}'s scoresheet lacks {missing} move pairs, and at most {allowed} may be missing: the claim is \
                 denied, and {}'s clock gets {}.",
                who(player),
                spoken(bonus)
            ));
            if *flag.denied_bars {
                ruling.rest_on(&flag.denied_bars);
                hearing.time_claims_barred = true;
                ruling.because("Neither player may claim on time again in this control.");
            }
            hearing.set_clocks(ruling, incident.ply, incident.noticed, None);
            false
        }
    }
}
