//! Claims of a draw by a player: repetition, fifty moves, a position in which nobody can mate.

use shakmaty::{Color, Move};

use super::attempt::{Meaning, legal_readings, meaning};
use super::duty::{after_touch, uci};
use super::hearing::Hearing;
use super::mating::{Chance, any_series};
use super::ruling::{Decision, GameResult, Ruling};
use super::words::{spoken, who};
use crate::case::{Incident, Kind};
use crate::replay::Board;
use crate::ruleset::{ClaimUntil, SheetNeeded, WrongForm};

/// Rules on a claim by repetition or by the fifty-move rule.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let claimant = hearing.player(incident);
    hearing.offer_by_claim(claimant, incident.noticed);
    match stage(hearing, incident, claimant) {
        Stage::TooLate(why) => too_late(hearing, &mut ruling, incident, claimant, &why),
        Stage::Appeared => {
            let right = holds(hearing, &mut ruling, incident, hearing.record.board(incident.ply), None);
            decide(hearing, &mut ruling, incident, claimant, right);
        }
        Stage::Intended => intended(hearing, &mut ruling, incident, claimant),
    }
    ruling
}

enum Stage {
    /// The position stands on the board.
    Appeared,
    /// The claimant has the move and has written down one that brings it about.
    Intended,
    /// The claimant may no longer claim.
    TooLate(String),
}

fn stage(hearing: &Hearing<'_>, incident: &Incident, claimant: Color) -> Stage {
    let name = who(claimant);
    let until = *hearing.laws.draw_claim.until;
    if hearing.record.turn(incident.ply) == claimant {
        if until == ClaimUntil::Touch && hearing.has_touched(incident, claimant, incident.ply) {
            return Stage::TooLate(format!("{name} had touched a piece before claiming"));
        }
        return if incident.written.is_some() { Stage::Intended } else { Stage::Appeared };
    }
    match until {
        ClaimUntil::Press if !incident.pressed() => Stage::Appeared,
        ClaimUntil::Press => {
            Stage::TooLate(format!("{name} had made the move and pressed the clock before claiming"))
        }
        ClaimUntil::Touch => Stage::TooLate(format!(
            "{name} had made the move on the board before claiming; the move has to be written down and not made"
        )),
    }
}

fn too_late(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident, claimant: Color, why: &str) {
    let law = &hearing.laws.draw_claim;
    ruling.rest_on(&law.until);
    ruling.because(format!("{why}: the right to claim on this move is lost."));
    match *ruling.rest_on(&law.too_late) {
        WrongForm::Reject => {
            ruling.rest_on(&law.written_first);
            reject(hearing, ruling, incident, claimant);
        }
        WrongForm::OfferOnly => {
            ruling.decide(Decision::ClaimRejected);
            ruling.rest_on(&law.is_offer);
            ruling
                .because("What was said is an offer of a draw and nothing more; the opponent may accept it.");
        }
        WrongForm::Discretion => {
            ruling.decide(Decision::Discretion);
            ruling.offer(["accept", "reject"]);
            ruling.because("The arbiter may have the claim put into the right form, or reject it.");
        }
    }
}

fn intended(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident, claimant: Color) {
    let text = incident.written.clone().unwrap_or_default();
    let name = who(claimant);
    let law = &hearing.laws.draw_claim;
    ruling.rest_on(&law.written_first);
    ruling.caveat(match *law.wrong_form {
        WrongForm::Discretion => {
            "The move is taken as written down. Had it only been told, the arbiter may have the claim put into the right \
             form, or reject it."
        }
        WrongForm::Reject => {
            "The move is taken as written down. Had it only been told, the claim would be rejected."
        }
        WrongForm::OfferOnly => {
            "The move is taken as written down. Had it only been told, it would be an offer of a draw and nothing more."
        }
    });
    let Some(position) = hearing.record.chess(incident.ply) else {
        reject(hearing, ruling, incident, claimant);
        return;
    };
    match legal_readings(&text, &position).as_slice() {
        [only] => {
            let mut after = *hearing.record.board(incident.ply);
            let played = hearing.record.as_played(&after, *only);
            if let Some(mv) = played {
                after.play(mv);
            }
            ruling.because(format!("{name} has the move, and has written down {text} without playing it."));
            let right = played.is_some() && holds(hearing, ruling, incident, &after, Some(*only));
            decide(hearing, ruling, incident, claimant, right);
            if !right && *law.announced_move_binds {
                ruling.rest_on(&law.announced_move_binds);
                ruling.must = Some(uci(&[*only], hearing.record.mode()));
                ruling.because(format!("The announced move {text} has to be played."));
            }
        }
        [] => {
            ruling.because(format!(
                "{name} announced {text}, which is not a legal move here: no position can come of it."
            ));
            reject(hearing, ruling, incident, claimant);
            if let Meaning::One(attempt) = meaning(&text, &hearing.record.setup(incident.ply), claimant) {
                let duty = after_touch(&position, &attempt.touched, false);
                ruling.must = duty.uci(hearing.record.mode());
                ruling.because("Another move with that piece has to be made, if it has one; no illegal move was completed.");
            }
        }
        several => {
            ruling.decide(Decision::Discretion);
            ruling.offer(["clarify"]);
            ruling.because(format!(
                "{text} can mean {} legal moves; the claimant says which he wrote down.",
                several.len()
            ));
        }
    }
}

/// Whether the position that is claimed satisfies the rule. `mv` is the move that brings it about, where it is announced.
fn holds(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    after: &Board,
    mv: Option<Move>,
) -> bool {
    match incident.kind {
        Kind::ClaimFifty => fifty(hearing, ruling, after, mv),
        _ => repetition(hearing, ruling, incident, after, mv.is_some()),
    }
}

fn repetition(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    after: &Board,
    announced: bool,
) -> bool {
    let law = &hearing.laws.threefold;
    ruling.rest_on(if announced { &law.intended } else { &law.appeared });
    let mut places = hearing.record.same_as(after.key(), incident.ply);
    let mut words: Vec<String> = places.iter().map(|ply| place_words(hearing, *ply)).collect();
    if announced {
        places.push(incident.ply + 1);
        words.push("after the announced move".to_owned());
    }
    let times = places.len();
    let enough = times >= *law.count as usize;
    ruling.because(match times {
        0 | 1 => "This position has not stood on the board before.".to_owned(),
        _ => format!(
            "The same position, with {} to move, stands {times} times: {}.",
            who(after.turn()),
            words.join(", ")
        ),
    });
    if !enough {
        ruling.rest_on(&law.same_position);
        near_misses(hearing, ruling, after, incident.ply);
    }
    enough
}

fn place_words(hearing: &Hearing<'_>, ply: usize) -> String {
    match ply {
        0 => "in the start position".to_owned(),
        ply => format!("after {}", hearing.record.label(ply)),
    }
}

/// Positions that look the same and are not, because castling or en passant was possible.
fn near_misses(hearing: &Hearing<'_>, ruling: &mut Ruling, after: &Board, last: usize) {
    let setup = after.setup();
    let alike: Vec<String> = (0..=last)
        .filter(|ply| {
            let board = hearing.record.board(*ply);
            board.key() != after.key() && board.turn() == after.turn() && board.setup().board == setup.board
        })
        .map(|ply| place_words(hearing, ply))
        .collect();
    if !alike.is_empty() {
        ruling.because(format!(
            "The pieces stood alike {}, but the possible moves were not the same then: a right to castle or a capture en \
             passant made the difference.",
            alike.join(", ")
        ));
    }
}

fn fifty(hearing: &Hearing<'_>, ruling: &mut Ruling, after: &Board, mv: Option<Move>) -> bool {
    let law = &hearing.laws.fifty;
    ruling.rest_on(if mv.is_some() { &law.intended } else { &law.appeared });
    let wanted = law.moves.saturating_mul(2);
    let quiet = after.quiet();
    ruling.because(format!(
        "{} half-moves in a row were made without a capture and without a pawn move{}; {wanted} are needed ({} moves by \
         each player).",
        quiet,
        if mv.is_some() { ", the announced one included" } else { "" },
        *law.moves
    ));
    quiet >= wanted
}

fn decide(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident, claimant: Color, right: bool) {
    if !right {
        reject(hearing, ruling, incident, claimant);
        return;
    }
    if sheet_missing(hearing, ruling, incident, claimant) {
        return;
    }
    ruling.rest_on(&hearing.laws.draw_claim.right);
    ruling.end(GameResult::Draw);
    ruling.because("The claim is right: the game is drawn at once.");
}

/// The claim needs a scoresheet that the claimant does not have.
fn sheet_missing(
    hearing: &mut Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    claimant: Color,
) -> bool {
    let law = match incident.kind {
        Kind::ClaimFifty => &hearing.laws.fifty.sheet,
        _ => &hearing.laws.threefold.sheet,
    };
    let allowed = *hearing.laws.scoresheet.missing_pairs;
    let Some(missing) = hearing.missing_pairs.of(claimant).filter(|missing| *missing > allowed) else {
        return false;
    };
    if **law == SheetNeeded::None {
        return false;
    }
    ruling.rest_on(law);
    ruling.rest_on(&hearing.laws.scoresheet.missing_pairs);
    ruling.because(format!(
        "{}'s scoresheet lacks {missing} move pairs, and at most {allowed} may be missing: it does not prove the claim.",
        who(claimant)
    ));
    if witness_will_do(hearing, ruling, incident, claimant) {
        return true;
    }
    reject(hearing, ruling, incident, claimant);
    true
}

/// Short of time in sudden death, what a director or an impartial witness saw may stand for the sheet. Complete then.
fn witness_will_do(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, claimant: Color) -> bool {
    let law = &hearing.laws.threefold.witness_below;
    let made = hearing.record.moves_made(claimant, incident.noticed);
    let last = hearing.control.is_some_and(|control| control.stage_of(made + 1).last_move.is_none());
    let short = hearing.clocks.left(claimant, incident.noticed).is_some_and(|left| left < f64::from(**law));
    if incident.kind == Kind::ClaimFifty || !last || !short {
        return false;
    }
    ruling.rest_on(law);
    ruling.decide(Decision::Discretion);
    ruling.offer(["accept", "reject"]);
    ruling.because(format!(
        "{} has less than {} in sudden death: what the director, or an impartial witness, has seen may stand for the sheet.",
        who(claimant),
        spoken(i64::from(**law))
    ));
    true
}

fn reject(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident, claimant: Color) {
    let law = &hearing.laws.draw_claim;
    ruling.decide(Decision::ClaimRejected);
    let bonus = i64::from(*ruling.rest_on(&law.wrong_bonus));
    if bonus > 0 {
        ruling.add_time(!claimant, bonus);
    }
    let deduction = i64::from(*law.wrong_deduction);
    if deduction > 0 {
        ruling.rest_on(&law.wrong_deduction);
        ruling.add_time(claimant, -deduction);
    }
    ruling.because(format!(
        "The claim is not right: {}'s clock gets {}{}, and the game goes on.",
        who(!claimant),
        spoken(bonus),
        match deduction {
            0 => format!("; {} loses none", who(claimant)),
            deduction => format!(", {} is taken off {}'s", spoken(deduction), who(claimant)),
        }
    ));
    hearing.set_clocks(ruling, incident.ply, incident.noticed, None);
}

/// Rules on a claim that nobody can mate any more.
pub(super) fn dead_position(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let claimant = hearing.player(incident);
    hearing.offer_by_claim(claimant, incident.noticed);
    let law = &hearing.laws.dead_position;
    ruling.rest_on(&law.ends_game);
    let Some(position) = hearing.record.chess(incident.ply) else {
        ruling.decide(Decision::Discretion);
        ruling.offer(["draw", "reject"]);
        ruling.because(
            "The position cannot arise by legal moves, so nobody can say whether a mate is possible.",
        );
        return ruling;
    };
    let chances = [any_series(&position, Color::White), any_series(&position, Color::Black)];
    match chances {
        [Chance::No(white), Chance::No(black)] => {
            ruling.because(format!("{white}; {black}."));
            ruling.end(GameResult::Draw);
            ruling.because("Nobody can mate any more: the game is drawn.");
        }
        [Chance::Yes(line), _] | [_, Chance::Yes(line)] => {
            ruling.because(line);
            ruling.decide(Decision::ClaimRejected);
            let bonus = i64::from(*law.wrong_bonus);
            if bonus > 0 {
                ruling.rest_on(&law.wrong_bonus);
                ruling.add_time(!claimant, bonus);
            }
            ruling.because(
                "A mate is still possible, however unlikely: the position is not dead, and the game goes on.",
            );
            hearing.set_clocks(&mut ruling, incident.ply, incident.noticed, None);
        }
        [white, black] => {
            for chance in [white, black] {
                if let Chance::Unknown(why) = chance {
                    ruling.because(why);
                }
            }
            ruling.decide(Decision::Discretion);
            ruling.offer(["draw", "reject"]);
        }
    }
    ruling
}
