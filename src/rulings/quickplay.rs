//! Claims that the opponent cannot win by normal means, or makes no effort to.

use super::hearing::Hearing;
use super::ruling::{Decision, Ruling};
use super::words::{spoken, who};
use crate::case::Incident;

/// Rules on such a claim.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.quickplay;
    let player = hearing.player(incident);
    hearing.offer_by_claim(player, incident.noticed);
    ruling.rest_on(&law.available);
    ruling.because(format!(
        "{} claimed a draw because the opponent cannot win by normal means, or does not try to.",
        who(player)
    ));
    if let Some(why) = out_of_form(hearing, &mut ruling, incident) {
        ruling.decide(Decision::ClaimRejected);
        ruling.because(why);
        return ruling;
    }
    ruling.leave_to_arbiter(hearing.laws, &law.options);
    ruling.because("The claim is in form. Whether the game can be won by normal means is a judgement of the position and the play, not of the Laws: the arbiter decides.");
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
    let appeal = &hearing.laws.appeal.against_no_progress;
    if !**appeal {
        ruling.rest_on(appeal);
        ruling.because("The decision on such a claim is final.");
    }
    if *law.wrong_deduction > 0 {
        ruling.rest_on(&law.wrong_deduction);
        ruling.because(format!(
            "A claim that is clearly wrong may cost the claimant up to {}.",
            spoken(i64::from(*law.wrong_deduction))
        ));
    }
    ruling
}

/// Why the claim cannot be made here.
fn out_of_form(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) -> Option<String> {
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
    let made = hearing.record.moves_made(player, incident.noticed);
    if hearing.control.is_some_and(|control| control.stage_of(made + 1).last_move.is_some()) {
        return Some(
            "It exists only in the last period, where all the moves that are left have to be made in the time."
                .to_owned(),
        );
    }
    let left =
        incident.seconds.map(|seconds| seconds as f64).or(hearing.clocks.left(player, incident.noticed));
    match left {
        Some(left) if !law.time_left.holds(left) => {
            ruling.rest_on(&law.time_left);
            Some(format!(
                "{} has {} left, and such a claim needs {} seconds.",
                who(player),
                spoken(left as i64),
                *law.time_left
            ))
        }
        Some(_) => {
            ruling.rest_on(&law.time_left);
            None
        }
        None => {
            ruling.rest_on(&law.time_left);
            ruling.caveat(format!(
            "How much time {} had left is not in evidence; the claim needs {} seconds, and is taken as in form.",
                who(player),
                *law.time_left
            ));
            None
        }
    }
}
