//! The duty to record the moves.

use shakmaty::Color;

use super::hearing::Hearing;
use super::ruling::{Decision, Ruling};
use super::words::{spoken, who};
use crate::case::{Incident, Kind};
use crate::ruleset::{Bonus, Whose};

/// Rules on a player who does not record.
pub(super) fn not_recording(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    ruling.because(format!("{} did not record the moves.", who(player)));
    if free_of_duty(hearing, &mut ruling) || exempt(hearing, &mut ruling, incident, player) {
        return ruling;
    }
    ruling.leave_to_arbiter(hearing.laws, &hearing.laws.recording.options);
    ruling.announce(format!(
        "{} brings his scoresheet up to date on his own time and goes on recording; usually he is warned.",
        who(player)
    ));
    ruling.because("The moves have to be recorded: the player brings the scoresheet up to date, and the penalty is the arbiter's choice.");
    ruling
}

/// Rules on a move that was written before it was made.
pub(super) fn before_moving(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    let law = &hearing.laws.recording;
    ruling.because(format!("{} wrote the move down before making it.", who(player)));
    if free_of_duty(hearing, &mut ruling) {
        return ruling;
    }
    if *ruling.rest_on(&law.in_advance) {
        ruling.decide(Decision::Stands);
        ruling.announce("The game goes on: a move may be written before it is made here.");
        ruling.because("Under these rules, as announced, that is allowed.");
        return ruling;
    }
    if let Some(claim) = claim_or_seal(hearing, incident, player) {
        ruling.decide(Decision::Stands);
        ruling.announce("The game goes on: the move was rightly written first.");
        ruling.because(format!(
            "It belongs to {}, for which the move has to be written first.",
            if claim == Kind::SealedMove { "a sealed move" } else { "a claim of a draw" }
        ));
        return ruling;
    }
    ruling.leave_to_arbiter(hearing.laws, &law.in_advance_options);
    ruling
        .announce(format!("{} makes the move first and writes it then; usually he is warned.", who(player)));
    ruling.because("A move may be written in advance only for a claim of a draw or for a sealed move.");
    ruling
}

fn claim_or_seal(hearing: &Hearing<'_>, incident: &Incident, player: Color) -> Option<Kind> {
    let allowed = [Kind::ClaimThreefold, Kind::ClaimFifty, Kind::SealedMove];
    hearing
        .case
        .incidents
        .iter()
        .find(|other| {
            allowed.contains(&other.kind) && other.by.player() == Some(player) && other.ply == incident.ply
        })
        .map(|other| other.kind)
}

/// Rules on a scoresheet that lacks moves.
pub(super) fn incomplete(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    let missing = incident.count.and_then(|count| u32::try_from(count).ok());
    if missing.is_some() {
        *hearing.missing_pairs.of_mut(player) = missing;
    }
    ruling.because(match missing {
        Some(missing) => {
            format!("{}'s scoresheet lacks {missing} move pairs, or has them wrong.", who(player))
        }
        None => format!("{}'s scoresheet lacks moves; how many is not said.", who(player)),
    });
    if free_of_duty(hearing, &mut ruling) {
        return ruling;
    }
    let law = &hearing.laws.recording;
    if *law.unprovable && hearing.control.is_some_and(|control| control.stages().len() > 1) {
        ruling.rest_on(&law.unprovable);
        ruling.because(
            "Should the number of moves not be provable at a control, the next move counts as the first of the next period.",
        );
    }
    if exempt(hearing, &mut ruling, incident, player) {
        if *law.update {
            ruling.rest_on(&law.update);
            ruling.decide(Decision::Continue);
            ruling.announce(format!(
                "{} did not have to record; the scoresheet is brought up to date after the control.",
                who(player)
            ));
            ruling.because(
                "After the control the sheet is brought up to date: by both together with the clocks stopped where neither \
                 had to record, else by the one who was free, on his own time.",
            );
        }
        return ruling;
    }
    ruling.leave_to_arbiter(hearing.laws, &law.options);
    ruling.announce(format!(
        "{} brings his scoresheet up to date on his own time; usually he is warned.",
        who(player)
    ));
    if *law.update {
        ruling.rest_on(&law.update);
    }
    ruling.because("The player brings the sheet up to date; the penalty, if any, is the arbiter's choice.");
    ruling
}

/// Nobody has to record at this speed. The ruling is complete then.
fn free_of_duty(hearing: &Hearing<'_>, ruling: &mut Ruling) -> bool {
    if *ruling.rest_on(&hearing.laws.recording.duty) {
        return false;
    }
    ruling.decide(Decision::Stands);
    ruling.announce("The game goes on: nobody has to record the moves at this speed.");
    ruling.because("At this speed neither player has to record the moves: it is not a fault.");
    true
}

/// The player is free because time is short. The ruling is complete then.
fn exempt(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) -> bool {
    let law = &hearing.laws.recording;
    let below = f64::from(*law.exempt_below);
    let seconds = match (&*law.bonus, hearing.control) {
        (_, None) => 0,
        (Bonus::Increment, Some(control)) => {
            control.stages().iter().map(|stage| stage.bonus.increment_ms()).max().unwrap_or(0) / 1000
        }
        (Bonus::IncrementOrDelay, Some(control)) => control.bonus_ms() / 1000,
    };
    if seconds >= i64::from(*law.unless_bonus) {
        ruling.rest_on(&law.unless_bonus);
        ruling.because(format!("With {} a move the duty to record never ends.", spoken(seconds)));
        return false;
    }
    // Whoever was short of time once is free for the rest of the period, even if time was added since.
    let since = stage_begins(hearing, player, incident.noticed);
    let shown = hearing.clocks.least(player, since, incident.noticed);
    let said = incident.seconds.map(|seconds| seconds as f64);
    let own = said
        .into_iter()
        .chain(shown)
        .min_by(f64::total_cmp)
        .or(hearing.clocks.left(player, incident.noticed));
    let other = hearing.clocks.left(!player, incident.noticed);
    let counted = match *law.exempt {
        Whose::Own => vec![own],
        Whose::Either => vec![own, other],
    };
    ruling.rest_on(&law.exempt_below);
    if let Some(left) = counted.iter().flatten().find(|left| **left < below) {
        ruling.decide(Decision::Stands);
        ruling.announce(format!(
            "The game goes on: with less than {} left in the period the moves need not be recorded.",
            spoken(i64::from(*law.exempt_below))
        ));
        if *law.exempt == Whose::Either {
            ruling.rest_on(&law.exempt);
        }
        ruling.because(format!(
            "With {} left, less than {}, and no addition of {} a move, the moves need not be recorded.",
            spoken(*left as i64),
            spoken(i64::from(*law.exempt_below)),
            spoken(i64::from(*law.unless_bonus))
        ));
        return true;
    }
    if own.is_none() {
        ruling.assume(format!(
            "The player had {} or more left, as the case does not say; with less there would be no duty to record.",
            spoken(i64::from(*law.exempt_below))
        ));
    }
    false
}

/// Half-moves made when the period began in which `player` is at `noticed`.
fn stage_begins(hearing: &Hearing<'_>, player: Color, noticed: usize) -> usize {
    let Some(control) = hearing.control else { return 0 };
    let stage = |ply: usize| control.stage_of(hearing.record.moves_made(player, ply) + 1).last_move;
    let now = stage(noticed);
    (0..=noticed).find(|ply| stage(*ply) == now).unwrap_or(0)
}
