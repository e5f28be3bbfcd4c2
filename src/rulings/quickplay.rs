//! Claims that the opponent cannot win by normal means, or makes no effort to; requests for an increment in their place.

use super::draw_claim;
use super::evidence::Count;
use super::hearing::Hearing;
use super::ruling::{Decision, GameResult, Ruling};
use super::words::{spoken, who, within};
use crate::case::{Incident, Kind};

/// Rules on such a claim.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    hearing.offer_by_claim(player, incident.noticed);
    if draw_claim::accepted(hearing, &mut ruling, incident, player) {
        return ruling;
    }
    let law = &hearing.laws.quickplay;
    hearing.rest_on_for_kind(&mut ruling, &law.available);
    ruling.because(format!(
        "{} claimed a draw because {}.",
        who(player),
        match incident.value.as_deref() {
            Some("cannot-win") => "the opponent cannot win by normal means",
            Some("no-effort") => "the opponent makes no effort to win by normal means",
            _ => "the opponent cannot win by normal means, or makes no effort to",
        }
    ));
    if out_of_form(hearing, &mut ruling, incident) == Form::Rejected {
        rejected(&mut ruling);
        return ruling;
    }
    match incident.observed {
        Some(true) => {
            ruling.rest_on(&law.options);
            ruling.end(GameResult::Draw);
            ruling.announce("The game is drawn: the arbiter agrees that the claim is right.");
            ruling.because("What the arbiter saw shows that the claim is right: the game is drawn.");
        }
        Some(false) => {
            ruling.decide(Decision::ClaimRejected);
            ruling.announce("The claim is rejected by what the arbiter saw, and the game goes on.");
            ruling.because("What the arbiter saw shows that the claim is wrong: the game goes on.");
            if *law.reject_bonus > 0 {
                ruling.rest_on(&law.reject_bonus);
                ruling.add_time(!player, i64::from(*law.reject_bonus));
            }
            hearing.set_clocks(&mut ruling, incident.ply, incident.noticed, None);
        }
        None => left_to_arbiter(hearing, &mut ruling, incident),
    }
    final_decision(hearing, &mut ruling);
    ruling
}

/// The last reason says why it cannot be made.
fn rejected(ruling: &mut Ruling) {
    ruling.decide(Decision::ClaimRejected);
    let why = ruling.reasons.last().cloned().unwrap_or_default();
    ruling.announce(format!("The claim is rejected. {why}"));
}

fn left_to_arbiter(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let law = &hearing.laws.quickplay;
    let player = hearing.player(incident);
    ruling.leave_to_arbiter(hearing.laws, &law.options);
    ruling
        .announce("The arbiter judges the claim: he declares a draw, watches the play first, or rejects it.");
    ruling.because(match incident.value.as_deref() {
        Some("no-effort") => {
            "Whether the opponent tries to win is seen in the moves that were played: the arbiter watches, or goes through \
             the record, and decides."
        }
        _ => {
            "Whether the game can be won by normal means is a judgement of the position and the play: the arbiter decides."
        }
    });
    let sums = [
        (&law.reject_bonus, "rejected"),
        (&law.postpone_bonus, "postponed (here the arbiter may)"),
        (&law.increment_bonus, "answered by an increment or a delay"),
    ];
    for (sum, what) in sums {
        if **sum > 0 {
            ruling.rest_on(sum);
            ruling.because(format!("If it is {what}: {} to {}.", spoken(i64::from(**sum)), who(!player)));
        }
    }
    if *law.increment > 0 {
        ruling.rest_on(&law.increment);
        ruling.because(format!(
            "The increment or delay would be {} a move, for both.",
            spoken(i64::from(*law.increment))
        ));
    }
    if *law.wrong_deduction > 0 {
        ruling.rest_on(&law.wrong_deduction);
        ruling.because(format!(
            "A claim that is clearly wrong may cost the claimant up to {}.",
            spoken(i64::from(*law.wrong_deduction))
        ));
    }
}

fn final_decision(hearing: &Hearing<'_>, ruling: &mut Ruling) {
    let appeal = &hearing.laws.appeal.against_no_progress;
    if !**appeal {
        ruling.rest_on(appeal);
        ruling.because("The decision on such a claim is final.");
    }
}

/// Rules on a request for an increment for both players, which is an offer of a draw too.
pub(super) fn increment(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    let law = &hearing.laws.quickplay;
    if *law.increment == 0 {
        hearing.rest_on_for_kind(&mut ruling, &law.available);
        ruling.decide(Decision::ClaimRejected);
        ruling.announce("The request is rejected: these rules do not have it.");
        ruling.because("These rules know no such request: the clocks stay as they are set.");
        return ruling;
    }
    if *law.available {
        hearing.offer_by_claim(player, incident.noticed);
        if draw_claim::accepted(hearing, &mut ruling, incident, player) {
            return ruling;
        }
    }
    let law = &hearing.laws.quickplay;
    let seconds = spoken(i64::from(*ruling.rest_on(&law.increment)));
    hearing.rest_on_for_kind(&mut ruling, &law.available);
    ruling.because(format!("{} asked for an increment of {seconds} a move for both players.", who(player)));
    let form = out_of_form(hearing, &mut ruling, incident);
    if form == Form::Rejected {
        rejected(&mut ruling);
        return ruling;
    }
    if incident.value.as_deref() == Some("refused") {
        ruling.decide(Decision::ClaimRejected);
        ruling.announce("The request is rejected, and the game goes on without an increment.");
        ruling.because("The arbiter did not agree: the clocks stay as they are set, and the game goes on.");
        return ruling;
    }
    let bonus = i64::from(*ruling.rest_on(&law.increment_bonus));
    if form == Form::Open {
        ruling.decide(Decision::Discretion);
        ruling.offer(["increment", "reject"]);
        ruling.announce(format!(
            "Whether the request is in form is not in evidence; if it is, {seconds} a move may be set."
        ));
        ruling.because(format!(
            "If the request is in form and the arbiter agrees, {seconds} a move are set for both and {} gets {}.",
            who(!player),
            spoken(bonus)
        ));
        return ruling;
    }
    ruling.decide(Decision::Continue);
    ruling
        .announce(format!("An increment of {seconds} a move is set for both players, and the game goes on."));
    ruling.add_time(!player, bonus);
    ruling.because(format!(
        "The request is also an offer of a draw, which {} did not accept. The arbiter sets {seconds} a move for both, {}'s \
         clock gets {}, and the game goes on.",
        who(!player),
        who(!player),
        spoken(bonus)
    ));
    if incident.value.is_none() {
        ruling.offer(["increment", "reject"]);
        ruling.assume("The arbiter agrees to the increment.");
    }
    hearing.set_clocks(&mut ruling, incident.ply, incident.noticed, None);
    ruling
}

/// Whether a claim or request can be made here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// It can.
    Good,
    /// A fact that decides it is unknown.
    Open,
    /// It cannot; the reasons say why.
    Rejected,
}

fn out_of_form(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) -> Form {
    if let Some(why) = cannot_be_made(hearing, ruling, incident) {
        ruling.because(why);
        return Form::Rejected;
    }
    let period = last_period(hearing, ruling, incident);
    let time = time_is_short(hearing, ruling, incident);
    match (period, time) {
        (Form::Rejected, _) | (_, Form::Rejected) => Form::Rejected,
        (Form::Good, Form::Good) => {
            ruling.because("The claim is in form.");
            Form::Good
        }
        _ => Form::Open,
    }
}

/// Why it cannot be made here, whatever the clocks show.
fn cannot_be_made(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) -> Option<String> {
    let law = &hearing.laws.quickplay;
    let player = hearing.player(incident);
    if !*law.available {
        return Some(
            "No such claim exists here: it has to be in force at this speed, and announced before the event."
                .to_owned(),
        );
    }
    if hearing.record.turn(incident.ply) != player {
        return Some(format!("Only the player who has the move can make it, and {} has not.", who(player)));
    }
    if !*law.with_bonus && hearing.control.is_some_and(|control| control.bonus_ms() > 0) {
        ruling.rest_on(&law.with_bonus);
        return Some("It exists only without an increment or a delay.".to_owned());
    }
    None
}

fn last_period(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) -> Form {
    let Some(control) = hearing.control else { return Form::Good };
    let earlier = |made: u32| control.stage_of(made + 1).last_move.is_some();
    match hearing.moves_made(hearing.player(incident), incident.noticed) {
        Count::Exactly(made) if earlier(made) => {
            ruling.because(
                "It exists only in the last period, where all the moves that are left have to be made in the time.",
            );
            Form::Rejected
        }
        Count::AtLeast(made) if earlier(made) => {
            hearing.not_in_evidence(ruling, "which period it is");
            ruling.because("The claim exists only in the last period.");
            Form::Open
        }
        _ => Form::Good,
    }
}

fn time_is_short(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) -> Form {
    let law = &hearing.laws.quickplay;
    let player = hearing.player(incident);
    let left =
        incident.seconds.map(|seconds| seconds as f64).or(hearing.clocks.left(player, incident.noticed));
    if incident.kind != Kind::ExtraIncrementRequest {
        ruling.rest_on(&law.time_left);
    }
    match left {
        Some(left) if !law.time_left.holds(left) => {
            ruling.because(format!(
                "{} has {} left, and such a claim needs {}.",
                who(player),
                spoken(left as i64),
                within(&law.time_left)
            ));
            Form::Rejected
        }
        Some(_) => Form::Good,
        None => {
            ruling.because(format!(
                "How much time {} had left is not in evidence. The claim needs {}; with more it is rejected.",
                who(player),
                within(&law.time_left)
            ));
            Form::Open
        }
    }
}
