//! Offers of a draw, their answers, and draws by agreement.

use shakmaty::Color;

use super::evidence::Count;
use super::hearing::{Hearing, Offer};
use super::ruling::{Decision, GameResult, Ruling};
use super::words::who;
use crate::case::{Incident, Kind};
use crate::ruleset::EarlyOffer;

/// Rules on an offer.
pub(super) fn offered(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    let law = &hearing.laws.draw_offer;
    if banned(hearing, &mut ruling, incident.ply) {
        return ruling;
    }
    hearing.offer = Some(Offer { by: player, ply: incident.ply, at_once: false });
    ruling.rest_on(&law.stands);
    if *law.recorded {
        ruling.rest_on(&law.recorded);
        ruling.because("Both players note the offer on their scoresheets.");
    }
    match moment(hearing, incident, player) {
        Moment::AfterMove => {
            ruling.announce(format!("The offer of a draw stands until {} answers it.", who(!player)));
            ruling.because(format!(
                "{} offered a draw after his move: the offer stands until it is accepted, refused, or answered by a move.",
                who(player)
            ));
        }
        Moment::BeforeMove => {
            ruling.because(format!(
                "{} offered a draw before making his move: the offer is valid.",
                who(player)
            ));
            let may_ask = *law.before_move == EarlyOffer::MoveFirst;
            ruling.announce(match may_ask {
                true => format!(
                    "The offer of a draw is valid, although {} had not moved yet. {} may see the move before he answers.",
                    who(player),
                    who(!player)
                ),
                false => format!(
                    "The offer of a draw is valid, but {} had not moved yet, which may cost a warning.",
                    who(player)
                ),
            });
            match *ruling.rest_on(&law.before_move) {
                EarlyOffer::MoveFirst => {
                    ruling.because("The opponent may ask to see the move before he answers.")
                }
                EarlyOffer::Stands => {
                    ruling.leave_to_arbiter(hearing.laws, &law.options);
                    ruling.because("It was not the moment for it; whether that disturbed the opponent is for the arbiter to say.");
                }
            }
        }
        Moment::OpponentTime => {
            ruling.rest_on(&law.valid_on_opponents_time);
            ruling.announce(format!(
                "The offer of a draw is {}, but {} made it on the opponent's time, which may cost a warning.",
                if *law.valid_on_opponents_time { "valid" } else { "void" },
                who(player)
            ));
            ruling.because(format!(
                "{} offered a draw on the opponent's time: the offer is {}.",
                who(player),
                if *law.valid_on_opponents_time { "valid" } else { "void" }
            ));
            ruling.leave_to_arbiter(hearing.laws, &law.options);
            ruling.because("It was not the moment for it; whether that disturbed the opponent is for the arbiter to say.");
        }
    }
    ruling
}

enum Moment {
    AfterMove,
    BeforeMove,
    OpponentTime,
}

fn moment(hearing: &Hearing<'_>, incident: &Incident, player: Color) -> Moment {
    match incident.value.as_deref() {
        Some("before-move") => Moment::BeforeMove,
        Some("opponent-time") => Moment::OpponentTime,
        Some(_) => Moment::AfterMove,
        None if hearing.record.turn(incident.ply) == player => Moment::BeforeMove,
        None => Moment::AfterMove,
    }
}

/// Rules on a refusal.
pub(super) fn declined(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    ruling.rest_on(&hearing.laws.draw_offer.stands);
    ruling.because(match open_offer(hearing, incident, player) {
        Some(_) => format!("{} refused the offer: it is gone, and cannot be accepted later.", who(player)),
        None => format!("{} refused an offer that was not open.", who(player)),
    });
    ruling.announce("The offer of a draw is refused and cannot be accepted later.");
    if hearing.offer.is_some_and(|offer| offer.by != player) {
        hearing.offer = None;
    }
    ruling
}

/// Rules on an acceptance.
pub(super) fn accepted(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    ruling.rest_on(&hearing.laws.draw_offer.stands);
    let Some(offer) = open_offer(hearing, incident, player) else {
        ruling.decide(Decision::Stands);
        ruling.announce(format!("There is no draw: no offer was open to {}. The game goes on.", who(player)));
        ruling.because(format!(
            "No offer was open to {}: there is nothing to accept, and the game goes on as it stands.",
            who(player)
        ));
        return ruling;
    };
    if *hearing.laws.draw_claim.is_offer && offer.at_once {
        ruling.rest_on(&hearing.laws.draw_claim.is_offer);
    }
    ruling.because(format!("{}'s offer was open when {} accepted it.", who(offer.by), who(player)));
    agreement(hearing, &mut ruling, incident.ply);
    ruling
}

/// The offer that `player` can accept now.
fn open_offer(hearing: &Hearing<'_>, incident: &Incident, player: Color) -> Option<Offer> {
    let offer = hearing.offer.filter(|offer| offer.by != player)?;
    let moved_since = (offer.ply..incident.ply).any(|ply| hearing.record.turn(ply) == player);
    let touched = *hearing.laws.draw_offer.stands && touched_since(hearing, incident, player, offer);
    let gone = moved_since || touched || (offer.at_once && incident.ply > offer.ply);
    (!gone).then_some(offer)
}

/// Whether `player` has touched a piece to move with it after the offer: that refuses it.
fn touched_since(hearing: &Hearing<'_>, incident: &Incident, player: Color, offer: Offer) -> bool {
    let before: Vec<&Incident> =
        hearing.case.incidents.iter().take_while(|other| other.place != incident.place).collect();
    let last = before.iter().rposition(|other| other.by.player() == Some(offer.by) && other.ply == offer.ply);
    let since = before.get(last.map_or(0, |at| at + 1)..).unwrap_or_default();
    since.iter().any(|other| {
        other.kind == Kind::Touch
            && other.by.player() == Some(player)
            && other.value.is_none()
            && hearing.record.turn(other.ply) == player
    })
}

/// Rules on a draw that both players agreed.
pub(super) fn agreed(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    ruling.because("Both players agreed to a draw.");
    agreement(hearing, &mut ruling, incident.ply);
    ruling
}

pub(super) fn agreement(hearing: &mut Hearing<'_>, ruling: &mut Ruling, ply: usize) {
    if banned(hearing, ruling, ply) {
        return;
    }
    let law = &hearing.laws.agreement;
    let needed = *ruling.rest_on(&law.min_moves);
    let enough = hearing.moves_by_both(ply).reaches(needed);
    if enough == Some(false) {
        ruling.decide(Decision::Continue);
        ruling.announce(
            "There is no draw: it can be agreed only after a move by each player. The game goes on.",
        );
        ruling.because(format!(
            "Each player must have made at least {needed} move{} before a draw can be agreed: the agreement is void, and \
             the game goes on.",
            if needed == 1 { "" } else { "s" }
        ));
        return;
    }
    ruling.end(GameResult::Draw);
    ruling.announce("The game is drawn: both players agreed.");
    ruling.because("The agreement ends the game at once: it is drawn.");
}

/// Whether the event forbids a draw by agreement here, or may forbid it: the number of moves may be unknown.
pub(super) fn is_banned(hearing: &Hearing<'_>, ply: usize) -> bool {
    let Some((before, _)) = &hearing.regulations().no_draw_before else { return false };
    *hearing.laws.agreement.ban && hearing.moves_by_both(ply).reaches(*before) != Some(true)
}

/// The event forbids agreement here. The ruling is complete then.
fn banned(hearing: &Hearing<'_>, ruling: &mut Ruling, ply: usize) -> bool {
    let law = &hearing.laws.agreement;
    let Some((before, _)) = hearing.regulations().no_draw_before.as_ref().filter(|_| is_banned(hearing, ply))
    else {
        return false;
    };
    ruling.rest_on(&law.ban);
    ruling.leave_to_arbiter(hearing.laws, &law.ban_options);
    ruling.announce(format!("The regulations forbid a draw by agreement before move {before}."));
    let Count::Exactly(made) = hearing.moves_by_both(ply) else {
        hearing.not_in_evidence(ruling, "how many moves were made");
        ruling.because(format!(
            "The regulations forbid a draw by agreement before move {before}: with so many moves made the agreement is valid, \
             with fewer it does not end the game."
        ));
        return true;
    };
    ruling.because(format!(
        "The regulations forbid a draw by agreement before move {before}; each player has made {made} moves. The agreement \
         does not end the game, and what the breach costs is for the regulations or the arbiter to say."
    ));
    true
}
