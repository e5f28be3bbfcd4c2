//! Both flags are down.

use shakmaty::Color;

use super::evidence::Count;
use super::flag;
use super::hearing::Hearing;
use super::ruling::{Decision, GameResult, Ruling};
use super::words::who;
use crate::case::{Incident, Noticed};
use crate::ruleset::{Cited, FlagCall, OrderKnown, OrderUnknown};

/// Rules on two fallen flags.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    who_may_say_so(hearing, &mut ruling, incident);
    match first(hearing, &mut ruling, incident) {
        Some(first) => order_known(hearing, &mut ruling, incident, first),
        None => order_unknown(hearing, &mut ruling, incident),
    }
    ruling
}

/// Who says that both flags are down.
fn who_may_say_so(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let law = &hearing.laws.both_flags.players_claim;
    let by_player = matches!(incident.noticed_by, Noticed::Opponent | Noticed::Player);
    match (by_player, **law) {
        (true, false) => {
            ruling.rest_on(law);
            ruling.because("With both flags down a player can no longer claim: what counts is what the arbiter finds on the clock.");
        }
        (false, true) if *hearing.laws.flag.arbiter_calls == FlagCall::Never => {
            ruling.rest_on(law);
            ruling.because(
                "It is for the players to point it out, but where neither does the arbiter may act on it.",
            );
        }
        _ => {}
    }
}

/// Whose flag fell first, by what was said or by the clock.
fn first(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) -> Option<Color> {
    match incident.value.as_deref() {
        Some("white-first") => Some(Color::White),
        Some("black-first") => Some(Color::Black),
        _ => {
            let first = hearing.clocks.first_flag(incident.noticed)?;
            ruling.rest_on(&hearing.laws.flag.clock_conclusive);
            ruling.because(format!("The clock log shows that {}'s flag fell first.", who(first)));
            Some(first)
        }
    }
}

pub(super) fn order_known(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, first: Color) {
    let law = &hearing.laws.both_flags;
    ruling.because(format!("Both flags are down, {}'s first.", who(first)));
    let earlier = not_the_last(hearing, ruling, incident);
    if *law.order_known == OrderKnown::Draw && earlier != Some(false) {
        match earlier {
            Some(_) => unknown(hearing, ruling, &law.unknown_earlier),
            None => period_not_in_evidence(hearing, ruling),
        }
        return;
    }
    match *ruling.rest_on(&law.order_known) {
        OrderKnown::FirstLoses => {
            ruling.rest_on(&hearing.laws.flag.clock_conclusive);
            for side in [first, !first] {
                if !flag::control_reached(hearing, ruling, incident, side) {
                    flag::lose(hearing, ruling, incident, side);
                    return;
                }
                if ruling.decision == Decision::Discretion {
                    return;
                }
            }
        }
        OrderKnown::Draw => {
            ruling.end(GameResult::Draw);
            ruling.announce("The game is drawn: both flags are down.");
            ruling.because(
                "Once it is pointed out that both flags are down, the game is drawn, whichever fell first.",
            );
        }
    }
}

fn order_unknown(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) {
    let law = &hearing.laws.both_flags;
    ruling.because("Both flags are down, and nobody can say which fell first.");
    match not_the_last(hearing, ruling, incident) {
        Some(true) => unknown(hearing, ruling, &law.unknown_earlier),
        Some(false) => unknown(hearing, ruling, &law.unknown_last),
        None => period_not_in_evidence(hearing, ruling),
    }
}

fn unknown(hearing: &Hearing<'_>, ruling: &mut Ruling, what: &Cited<OrderUnknown>) {
    let _ = hearing;
    match *ruling.rest_on(what) {
        OrderUnknown::Draw => {
            ruling.end(GameResult::Draw);
            ruling.announce("The game is drawn: both flags are down in the last period, and nobody knows which fell first.");
            ruling.because("This is the last period: the game is drawn.");
        }
        OrderUnknown::Continue => {
            ruling.decide(Decision::Continue);
            ruling.announce("The game goes on: both flags are down, and this is not the last period.");
            ruling.because("This is not the last period: the game goes on.");
        }
        OrderUnknown::Discretion => {
            ruling.decide(Decision::Discretion);
            ruling.offer(["draw", "loss"]);
            ruling.announce("Both flags are down, and nobody knows which fell first: the arbiter decides.");
            ruling.because(
                "The Laws do not say what follows where the event has not announced it: the arbiter decides.",
            );
        }
    }
}

/// The period is unknown: states what follows in either case.
fn period_not_in_evidence(hearing: &Hearing<'_>, ruling: &mut Ruling) {
    let law = &hearing.laws.both_flags;
    ruling.rest_on(&law.unknown_last);
    ruling.rest_on(&law.unknown_earlier);
    hearing.not_in_evidence(ruling, "which period it is");
    ruling
        .announce("Both flags are down, and the record does not show in which period: the arbiter decides.");
    ruling.decide(Decision::Discretion);
    ruling.offer(["draw", "continue"]);
    ruling.because("In the last period the game is drawn; in an earlier one it goes on.");
}

/// Whether the period that ended is not the last of the game; `None` if unknown.
fn not_the_last(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident) -> Option<bool> {
    let Some(control) = hearing.control else {
        ruling.assume(
            "It was the last period, as no time control is given; in an earlier one the game would go on.",
        );
        return Some(false);
    };
    let never_last = *hearing.laws.both_flags.never_last_from;
    if never_last > 0 && control.bonus_ms() >= i64::from(never_last) * 1000 {
        ruling.rest_on(&hearing.laws.both_flags.never_last_from);
        return Some(true);
    }
    let earlier = |made: u32| control.stage_of(made.max(1)).last_move.is_some();
    match hearing.moves_by_both(incident.noticed) {
        Count::Exactly(made) => Some(earlier(made)),
        // Moves beyond all controls belong to the last period.
        Count::AtLeast(made) => (!earlier(made)).then_some(false),
    }
}
