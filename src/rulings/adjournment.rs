//! Adjournment: sealed moves, and players who are absent when the game is resumed.

use shakmaty::Color;

use super::attempt::legal_readings;
use super::hearing::Hearing;
use super::mating::{Chance, any_series};
use super::ruling::{Decision, GameResult, Ruling};
use super::words::{spoken, who};
use crate::case::Incident;
use crate::replay::{Board, Move};
use crate::ruleset::{Declared, Fivefold, Resumption, Sealed};

/// Rules on the move in the envelope.
pub(super) fn sealed(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.sealed_move;
    let sealer = hearing.player(incident);
    ruling.rest_on(&law.sealed);
    let text = incident.written.as_deref().unwrap_or_default();
    let readings = readings(hearing, incident);
    match readings.as_slice() {
        [only] => {
            ruling.because(format!(
                "{} sealed {text}, which is clear and legal: it is made on the board.",
                who(sealer)
            ));
            ruling.decide(Decision::Continue);
            ruling.announce(format!(
                "The sealed move {text} is made on the board, and {}'s clock runs.",
                who(!sealer)
            ));
            if let Some(result) = result_of(hearing, incident, *only) {
                ruling.rest_on(&law.unless_over);
                ruling.end(result);
                ruling.announce(format!(
                    "The sealed move {text} ends the game: {} ({}).",
                    result.words(),
                    result.as_str()
                ));
                ruling.because(format!("It ends the game: {}.", result.words()));
            }
        }
        [] => {
            ruling.because(if text.is_empty() {
                format!("The envelope of {} holds no move.", who(sealer))
            } else {
                format!("{} sealed {text}, which is not a legal move in this position.", who(sealer))
            });
            if *ruling.rest_on(&law.invalid_loses) {
                ruling.end(GameResult::Win(!sealer));
                ruling.announce(format!(
                    "{} loses: {} ({}).",
                    who(sealer),
                    if text.is_empty() {
                        "the envelope holds no move"
                    } else {
                        "the sealed move is not legal"
                    },
                    GameResult::Win(!sealer).as_str()
                ));
                ruling.rest_on(&law.unless_over);
                ruling.because("Whoever seals such a move loses, unless the game had ended otherwise before; there is no second try.");
            } else {
                ruling.decide(Decision::Discretion);
                ruling.offer(["loss", "clarify"]);
            }
        }
        several => {
            ruling.because(format!(
                "{} sealed {text}, which can mean {} legal moves.",
                who(sealer),
                several.len()
            ));
            match *ruling.rest_on(&law.ambiguous) {
                Sealed::Loss => {
                    ruling.end(GameResult::Win(!sealer));
                    ruling.announce(format!(
                        "{} loses: the sealed move can mean {} moves ({}).",
                        who(sealer),
                        several.len(),
                        GameResult::Win(!sealer).as_str()
                    ));
                    ruling.because("Whoever seals an ambiguous move loses.");
                }
                Sealed::OpponentChooses => {
                    ruling.decide(Decision::Discretion);
                    ruling.offer(["clarify", "loss"]);
                    ruling.announce(format!(
                        "The sealed move is ambiguous: {} may be allowed to choose its meaning on his own time.",
                        who(!sealer)
                    ));
                    ruling.because(format!(
                        "The arbiter may let {} choose which of them it is, on his own time.",
                        who(!sealer)
                    ));
                }
            }
        }
    }
    ruling
}

fn readings(hearing: &Hearing<'_>, incident: &Incident) -> Vec<Move> {
    let text = incident.written.as_deref();
    text.map_or_else(Vec::new, |text| legal_readings(text, hearing.record.board(incident.ply)))
}

/// The result, where the move ends the game: on the board, or by a draw that needs no claim.
fn result_of(hearing: &Hearing<'_>, incident: &Incident, mv: Move) -> Option<GameResult> {
    let mut after = *hearing.record.board(incident.ply);
    let mover: Color = after.turn();
    after.play(mv);
    if after.legal_moves().is_empty() {
        let mated = after.in_check(!mover);
        return Some(if mated { GameResult::Win(mover) } else { GameResult::Draw });
    }
    let cannot_mate = |position: &_, side| matches!(any_series(position, side), Chance::No(_));
    let dead =
        || after.chess().is_some_and(|position| Color::ALL.iter().all(|side| cannot_mate(&position, *side)));
    (drawn_without_a_claim(hearing, incident, &after) || dead()).then_some(GameResult::Draw)
}

/// Whether the game is drawn without a claim, by repetition or by the number of moves without a capture or pawn move.
fn drawn_without_a_claim(hearing: &Hearing<'_>, incident: &Incident, after: &Board) -> bool {
    let law = &hearing.laws.automatic_draw;
    let seventy_five = law.seventy_five.saturating_mul(2);
    let times = hearing.record.same_as(after.key(), incident.ply).len() + 1;
    *law.declared == Declared::ByRule
        && ((seventy_five > 0 && after.halfmove_clock() >= seventy_five)
            || (*law.fivefold == Fivefold::Any && times >= *law.fivefold_count as usize))
}

/// Rules on a player who is absent when the game is resumed.
pub(super) fn absent(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.sealed_move;
    let player = hearing.player(incident);
    let text = incident.written.clone().unwrap_or_default();
    ruling.because(match incident.seconds {
        Some(seconds) => format!("{} was absent for {} after the resumption.", who(player), spoken(seconds)),
        None => format!("{} was absent at the resumption; for how long is not said.", who(player)),
    });
    if let [only] = readings(hearing, incident).as_slice()
        && let Some(result) = result_of(hearing, incident, *only)
    {
        ruling.rest_on(&law.unless_over);
        ruling.end(result);
        ruling.announce(format!(
            "The sealed move {text} ends the game: {} ({}).",
            result.words(),
            result.as_str()
        ));
        ruling
            .because(format!("The sealed move {text} ends the game, whoever is absent: {}.", result.words()));
        return ruling;
    }
    over_the_limit(hearing, &mut ruling, incident, player);
    ruling
}

fn over_the_limit(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, player: Color) {
    let law = &hearing.laws.sealed_move;
    let limit = match *ruling.rest_on(&law.resumption) {
        Resumption::Fixed => Some(i64::from(*ruling.rest_on(&law.resumption_limit))),
        Resumption::DefaultTime => match &hearing.regulations().default_time {
            Some((seconds, _)) => Some(i64::from(*seconds)),
            None => hearing.laws.arrival.default_time.seconds().map(i64::from),
        },
        Resumption::ClockOnly => {
            ruling.rest_on(&law.clock_runs);
            ruling
                .announce(format!("The game goes on: {}'s clock has run while he was absent.", who(player)));
            ruling.decide(Decision::Continue);
            ruling.because(format!("{}'s clock runs; nothing else follows while it has time.", who(player)));
            return;
        }
    };
    ruling.rest_on(&law.clock_runs);
    match (limit, incident.seconds) {
        (Some(limit), Some(seconds)) if seconds > limit => {
            ruling.end(GameResult::Win(!player));
            ruling.announce(format!(
                "{} loses: he came more than {} after the resumption ({}).",
                who(player),
                spoken(limit),
                GameResult::Win(!player).as_str()
            ));
            ruling.because(format!(
                "A player may come up to {} late: that is over, and {} loses, unless the arbiter decides otherwise.",
                spoken(limit),
                who(player)
            ));
        }
        (Some(limit), Some(_)) => {
            ruling.decide(Decision::Continue);
            ruling.announce(format!(
                "{} plays: he came in time and has lost only the time on his clock.",
                who(player)
            ));
            ruling.because(format!(
                "A player may come up to {} late: {} has lost only the time on the clock, and plays.",
                spoken(limit),
                who(player)
            ));
        }
        _ => {
            ruling.decide(Decision::Discretion);
            ruling.offer(["loss", "waive"]);
            ruling.announce("Whether the player came too late is not in evidence: the arbiter decides.");
            ruling.because(
                "How late is too late, or how late it was, is not in evidence: the arbiter decides.",
            );
        }
    }
}
