//! Resignation, acts that look like it, and results that both players sign.

use shakmaty::Color;

use super::hearing::{End, Hearing};
use super::mating::{Chance, any_series};
use super::options::word;
use super::ruling::{Decision, GameResult, Ruling};
use super::words::who;
use crate::case::{Incident, Kind};
use crate::ruleset::Helpless;

/// Rules on a resignation.
pub(super) fn resigned(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    let law = &hearing.laws.resignation;
    ruling.because(format!("{} resigned.", who(player)));
    if *ruling.rest_on(&law.helpless) == Helpless::Loss {
        ruling.end(GameResult::Win(!player));
        ruling.announce(resigned_words(player));
        ruling.because(format!("That ends the game at once: {} wins, whatever he has left.", who(!player)));
        return ruling;
    }
    let chance = match hearing.record.chess(incident.ply) {
        Some(position) => any_series(&position, !player),
        None => Chance::Unknown("The position cannot arise by legal moves.".to_owned()),
    };
    match chance {
        Chance::Yes(why) => {
            ruling.because(why);
            ruling.end(GameResult::Win(!player));
            ruling.announce(resigned_words(player));
            ruling.because(format!("That ends the game at once: {} wins.", who(!player)));
        }
        Chance::No(why) => {
            ruling.end(GameResult::Draw);
            ruling.announce(format!(
                "The game is drawn: {} resigned, but {} cannot checkmate.",
                who(player),
                who(!player)
            ));
            ruling.because(format!("{why}: resigning to such an opponent is a draw."));
        }
        Chance::Unknown(why) => {
            ruling.because(why);
            ruling.decide(Decision::Discretion);
            ruling.offer(["loss", "draw"]);
            ruling.announce(format!(
                "{} resigned: {} wins if he can checkmate, else the game is drawn.",
                who(player),
                who(!player)
            ));
            ruling.because(format!("If {} can mate, he wins; if not, the game is drawn.", who(!player)));
        }
    }
    ruling
}

fn resigned_words(player: Color) -> String {
    format!("{} resigned: {} wins ({}).", who(player), who(!player), GameResult::Win(!player).as_str())
}

/// Rules on offered hands.
pub(super) fn handshake(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.resignation;
    ruling.leave_to_arbiter(hearing.laws, &law.signs);
    ruling.rest_on(&hearing.laws.agreement.min_moves);
    ruling.rest_on(&law.helpless);
    ruling.announce("A handshake ends nothing by itself: the arbiter asks both players what was meant.");
    ruling
        .because("Hands were shaken and nothing was said. That may mean a resignation, a draw, or neither.");
    ruling.because(ASKED);
    ruling
}

const ASKED: &str = "By itself it ends nothing: the arbiter asks both players what was meant. If one resigned or both agreed, that \
                     holds; if not, play goes on.";

/// Rules on stopped clocks.
pub(super) fn clocks_stopped(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.clock_handling;
    let valid = match incident.stopped_for.as_deref() {
        Some("piece-missing") => Some("a piece was missing, as for a promotion"),
        Some("illness") => Some("a player was taken ill"),
        Some("arbiter") => Some("the arbiter was needed"),
        Some("claim") => Some("a claim was made"),
        _ => None,
    };
    if let Some(reason) = valid {
        ruling.rest_on(&law.stopping);
        ruling.announce(format!("The clocks were rightly stopped: {reason}."));
        ruling.because(format!(
            "The clocks were stopped because {reason}. That is a valid reason: nothing is penalised, and the arbiter says \
             when play goes on."
        ));
        return ruling;
    }
    ruling.leave_to_arbiter(hearing.laws, &hearing.laws.resignation.signs);
    ruling.rest_on(&law.stopping);
    ruling.leave_to_arbiter(hearing.laws, &law.options);
    ruling.announce(
        "The clocks were stopped without a reason: the arbiter asks what was meant, and usually warns.",
    );
    ruling.because(
        "Clocks may be stopped only to call the arbiter; without a valid reason it may be penalised.",
    );
    ruling.because(
        "The clocks were stopped and no reason was given. That may be meant as a resignation and may be meant otherwise.",
    );
    ruling.rest_on(&hearing.laws.resignation.helpless);
    ruling.because(ASKED);
    ruling
}

/// Rules on a result that both players signed or reported.
pub(super) fn result_agreed(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let result = incident.value.as_deref().and_then(GameResult::read).unwrap_or(GameResult::Open);
    ruling.because(format!("Both players stated the result {}.", result.as_str()));
    let law = &hearing.laws.result;
    ruling.rest_on(&law.stands);
    ruling.decide(Decision::Stands);
    if result == GameResult::Open {
        ruling.announce("The game goes on: no result was stated.");
        ruling.because("That is not a result: the game is not over.");
        return ruling;
    }
    ruling.announce(format!("The result {} stands: both players stated it.", result.as_str()));
    ruling.because("It stands, even against what is found later, unless the arbiter decides otherwise.");
    hearing.ended = Some(End {
        at: incident.noticed,
        result,
        ruling: hearing.rulings.len(),
        agreed: true,
        refused: None,
    });
    ruling
}

/// Rules on what comes after the end of the game.
pub(super) fn after_the_end(
    hearing: &mut Hearing<'_>,
    number: usize,
    incident: &Incident,
    end: &End,
) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    ruling.decide(Decision::Stands);
    let first = hearing.rulings.get(end.ruling);
    let articles = first.map(|first| first.articles.clone()).unwrap_or_default();
    let agreed = end.agreed || first.is_some_and(|first| by_agreement(first.kind));
    ruling.because(format!(
        "The game had ended before: {}.",
        if end.agreed {
            format!("both players had stated the result {}", end.result.as_str())
        } else {
            format!("{} ({})", end.result.words(), end.result.as_str())
        }
    ));
    match incident.kind {
        Kind::PrearrangedResult => return super::conduct::rule(hearing, number, incident),
        Kind::RefusedToComply if both_refuse(hearing, incident, end) => {
            ruling.rest_on(&hearing.laws.refusal.both_lose);
            ruling.end(GameResult::BothLose);
            ruling.announce("Both players lose: both refused to comply (0-0).");
            ruling.because("Now both players have refused to comply: both lose.");
            if let Some(ended) = hearing.ended.as_mut() {
                ended.result = GameResult::BothLose;
            }
            return ruling;
        }
        Kind::DeviceFound | Kind::PhoneRang
            if super::conduct::both_lose(hearing, &mut ruling, incident, end) =>
        {
            return ruling;
        }
        Kind::LateArrival if super::arrival::both_late(hearing, incident) => {
            return super::arrival::rule(hearing, number, incident);
        }
        Kind::DeviceFound if agreed => {
            device_worn(hearing, &mut ruling);
            return ruling;
        }
        Kind::ResultAgreed if contradicts(hearing, &mut ruling, incident, end) => return ruling,
        _ => {}
    }
    ruling.cite(articles.iter());
    if agreed {
        ruling.rest_on(&hearing.laws.result.stands);
    }
    if incident.kind == Kind::FlagFall {
        ruling.rest_on(&hearing.laws.flag.loses);
        ruling.rest_on(&hearing.laws.flag.when_noticed);
    }
    let claims = matches!(incident.kind, Kind::ClaimDeadPosition | Kind::ClaimThreefold | Kind::ClaimFifty);
    ruling.announce(if claims && end.result == GameResult::Draw {
        "The game was drawn before the claim: it changes nothing (1/2-1/2).".to_owned()
    } else {
        format!("The result stands: the game had ended before ({}).", end.result.as_str())
    });
    ruling.because("What is found or said after the end changes nothing: the result stands.");
    ruling
}

fn device_worn(hearing: &Hearing<'_>, ruling: &mut Ruling) {
    ruling.rest_on(&hearing.laws.devices.found);
    ruling.decide(Decision::Discretion);
    ruling.offer([word(crate::ruleset::Remedy::Loss)]);
    ruling.announce("A device was worn during play: the arbiter may change the agreed result to a loss.");
    ruling.because(
        "A device that was worn during play and found after an agreed result: the arbiter may change the result to a loss.",
    );
}

/// The stated result is not the one that ended the game. The ruling is complete then.
fn contradicts(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, end: &End) -> bool {
    let stated = incident.value.as_deref().and_then(GameResult::read);
    let Some(stated) = stated.filter(|stated| *stated != end.result) else { return false };
    ruling.leave_to_arbiter(hearing.laws, &hearing.laws.result.options);
    ruling.rest_on(&hearing.laws.result.stands);
    ruling.announce(format!(
        "The players stated {}, the board says {}: the arbiter decides which is entered.",
        stated.as_str(),
        end.result.as_str()
    ));
    ruling.because(format!(
        "The result stated, {}, is not that of the board; which one is entered is the arbiter's decision.",
        stated.as_str()
    ));
    true
}

fn by_agreement(kind: &str) -> bool {
    matches!(kind, "agree-draw" | "draw-accepted" | "result-agreed" | "resign")
}

fn both_refuse(hearing: &Hearing<'_>, incident: &Incident, end: &End) -> bool {
    let law = &hearing.laws.refusal;
    let player = hearing.player(incident);
    *law.both_lose && end.refused == Some(!player)
}
