//! Claims of a draw by a player: repetition, fifty moves, a position in which nobody can mate.

use shakmaty::Color;

use super::attempt::{Meaning, legal_readings, meaning, written};
use super::draw_offer;
use super::duty::{after_touch, uci};
use super::evidence::Count;
use super::found_rule::rest_on_dead_material;
use super::hearing::Hearing;
use super::mating::{Chance, any_series};
use super::ruling::{Decision, GameResult, Ruling};
use super::words::{said, spoken, times as counted, who};
use crate::case::{ClaimFate, Incident, Kind};
use crate::replay::{Board, Move};
use crate::ruleset::{ClaimUntil, SheetNeeded, WrongForm};

/// Rules on a claim by repetition or by the fifty-move rule.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let claimant = hearing.player(incident);
    hearing.offer_by_claim(claimant, incident.noticed);
    if accepted(hearing, &mut ruling, incident, claimant) {
        return ruling;
    }
    match stage(hearing, incident, claimant) {
        Stage::TooLate(why) => too_late(hearing, &mut ruling, incident, claimant, &why),
        Stage::Appeared => {
            cannot_be_withdrawn(hearing, &mut ruling, incident, claimant);
            let right = holds(hearing, &mut ruling, incident, hearing.record.board(incident.ply), None);
            decide(hearing, &mut ruling, incident, claimant, right);
        }
        Stage::Intended => intended(hearing, &mut ruling, incident, claimant),
    }
    ruling
}

/// The opponent accepted the draw that every claim offers. The ruling is complete then, unless the event forbids draws by
/// agreement: the claim has to be checked in that case.
pub(super) fn accepted(
    hearing: &mut Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    claimant: Color,
) -> bool {
    if incident.claim != Some(ClaimFate::Accepted) {
        return false;
    }
    let law = &hearing.laws.draw_claim;
    if *law.is_offer {
        ruling.rest_on(&law.is_offer);
    }
    if draw_offer::is_banned(hearing, incident.ply) {
        ruling.because(format!(
            "{} accepted, but the event forbids a draw by agreement here: the claim is checked.",
            who(!claimant)
        ));
        return false;
    }
    ruling.because(format!("{} accepted the draw before the claim was decided.", who(!claimant)));
    draw_offer::agreement(hearing, ruling, incident.ply);
    if ruling.decision == Decision::GameOver {
        ruling.announce(format!(
            "The game is drawn: {} accepted the draw that the claim offers.",
            who(!claimant)
        ));
    }
    true
}

/// A claim that the claimant wants to withdraw is decided nevertheless.
fn cannot_be_withdrawn(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, claimant: Color) {
    if incident.claim == Some(ClaimFate::Withdrawn) {
        ruling.rest_on(&hearing.laws.draw_claim.binding);
        ruling.because(format!(
            "{} wanted to withdraw the claim. A claim cannot be withdrawn, so it is decided.",
            who(claimant)
        ));
    }
}

enum Stage {
    /// The position is on the board.
    Appeared,
    /// The claimant has the move and has written down a move that produces the position.
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
    hearing.rest_on_for_kind(ruling, &law.until);
    ruling.because(format!("{why}: the right to claim on this move is lost."));
    match *ruling.rest_on(&law.too_late) {
        WrongForm::Reject => {
            hearing.rest_on_for_kind(ruling, &law.written_first);
            ruling.announce(format!("The claim is rejected: {why}."));
            reject(hearing, ruling, incident, claimant);
        }
        WrongForm::OfferOnly => {
            ruling.decide(Decision::ClaimRejected);
            ruling.announce(format!(
                "The claim comes too late: {why}. It is an offer of a draw and nothing more."
            ));
            ruling.rest_on(&law.is_offer);
            ruling
                .because("What was said is an offer of a draw and nothing more; the opponent may accept it.");
        }
        WrongForm::Discretion => {
            ruling.decide(Decision::Discretion);
            ruling.offer(["accept", "reject"]);
            ruling.announce(format!("The claim is not in form: {why}."));
            ruling.because("The arbiter may have the claim put into the right form, or reject it.");
        }
    }
}

fn intended(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident, claimant: Color) {
    cannot_be_withdrawn(hearing, ruling, incident, claimant);
    let text = incident.written.clone().unwrap_or_default();
    let name = who(claimant);
    let law = &hearing.laws.draw_claim;
    hearing.rest_on_for_kind(ruling, &law.written_first);
    ruling.assume(match *law.wrong_form {
        WrongForm::Discretion => {
            "The announced move was written down. Had it only been told, the arbiter could have the claim put into the right \
             form, or reject it."
        }
        WrongForm::Reject => {
            "The announced move was written down. Had it only been told, the claim would be rejected."
        }
        WrongForm::OfferOnly => {
            "The announced move was written down. Had it only been told, it would be an offer of a draw and nothing more."
        }
    });
    let board = hearing.record.board(incident.ply);
    match legal_readings(&text, board).as_slice() {
        [only] => {
            let mut after = *board;
            after.play(*only);
            ruling.because(format!("{name} has the move, and has written down {text} without playing it."));
            let right = holds(hearing, ruling, incident, &after, Some(*only));
            decide(hearing, ruling, incident, claimant, right);
            if right == Some(false) && *law.announced_move_binds {
                ruling.rest_on(&law.announced_move_binds);
                ruling.must = Some(uci(&[*only], hearing.record.is_chess960()));
                ruling.because(format!("The announced move {text} has to be played."));
            }
        }
        [] => {
            let why = written(&text).map_or(String::new(), |written| {
                format!(" ({})", crate::checks::obstacle_words::explain(board, written))
            });
            ruling.because(format!(
                "{name} announced {text}, which is not a legal move here{why}: no position can come of it."
            ));
            let tried = said(&text, hearing.record.board(incident.ply));
            ruling.announce(format!("The claim is rejected: {tried} is not a legal move."));
            reject(hearing, ruling, incident, claimant);
            if let Meaning::One(attempt) = meaning(&text, &hearing.record.setup(incident.ply), claimant) {
                let duty = after_touch(board, &attempt.touched, false);
                ruling.must = duty.uci(hearing.record.is_chess960());
                ruling.because("Another move with that piece has to be made, if it has one; no illegal move was completed.");
            }
        }
        several => {
            ruling.decide(Decision::Discretion);
            ruling.offer(["clarify"]);
            ruling.announce(format!("{name} says which move he means: {text} can be more than one."));
            ruling.because(format!(
                "{text} can mean {} legal moves; the claimant says which he wrote down.",
                several.len()
            ));
        }
    }
}

/// Whether the claimed position satisfies the rule; `None` if that is unknown. `mv` is the move that
/// produces it, if the claim announces one.
fn holds(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    after: &Board,
    mv: Option<Move>,
) -> Option<bool> {
    let by_record = match incident.kind {
        Kind::ClaimFifty => fifty(hearing, ruling, incident, after, mv),
        _ => repetition(hearing, ruling, incident, after, mv.is_some()),
    };
    let Some(observed) = incident.observed.filter(|_| by_record != Some(true)) else { return by_record };
    ruling.because(match observed {
        true => "What the arbiter saw, or other evidence, shows that the claim is right.",
        false => "What the arbiter saw, or other evidence, does not bear the claim out.",
    });
    ruling.announce(match observed {
        true => "The claim is right by what the arbiter saw, or by other evidence: the game is drawn.",
        false => "The claim is rejected by what the arbiter saw, or by other evidence.",
    });
    Some(observed)
}

fn rest_on_rule(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, announced: bool) {
    let (threefold, fifty) = (&hearing.laws.threefold, &hearing.laws.fifty);
    ruling.rest_on(match (incident.kind, announced) {
        (Kind::ClaimFifty, true) => &fifty.intended,
        (Kind::ClaimFifty, false) => &fifty.appeared,
        (_, true) => &threefold.intended,
        (_, false) => &threefold.appeared,
    });
}

fn repetition(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    after: &Board,
    announced: bool,
) -> Option<bool> {
    let law = &hearing.laws.threefold;
    rest_on_rule(hearing, ruling, incident, announced);
    let mut places = hearing.record.same_as(after.key(), incident.ply);
    let mut words: Vec<String> = places.iter().map(|ply| place_words(hearing, *ply)).collect();
    if announced {
        places.push(incident.ply + 1);
        words.push("after the announced move".to_owned());
    }
    let times = places.len();
    let wanted = *law.count as usize;
    ruling.because(match times {
        0 | 1 => "The record has this position once.".to_owned(),
        _ => format!(
            "The same position, with {} to move, stands {times} times: {}.",
            who(after.turn()),
            words.join(", ")
        ),
    });
    if times >= wanted {
        ruling.announce(format!(
            "The claim is right: the position stood {}. The game is drawn.",
            counted(times)
        ));
        return Some(true);
    }
    let first = places.first().copied().unwrap_or(incident.ply);
    if hearing.may_have_stood(after, first, wanted - times) {
        hearing.not_in_evidence(ruling, "how often the position had stood before");
        ruling.announce(format!(
            "The record shows the position {} and begins too late to show more: the arbiter decides by other evidence.",
            counted(times)
        ));
        return None;
    }
    ruling.announce(format!(
        "The claim is rejected: the position stood {}, not {}.",
        counted(times),
        counted(wanted)
    ));
    ruling.rest_on(&law.same_position);
    near_misses(hearing, ruling, after, incident.ply);
    Some(false)
}

fn place_words(hearing: &Hearing<'_>, ply: usize) -> String {
    match ply {
        0 => "in the start position".to_owned(),
        ply => format!("after {}", hearing.record.label(ply)),
    }
}

/// Positions that look the same but differ, because castling or en passant was possible.
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

fn fifty(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    after: &Board,
    mv: Option<Move>,
) -> Option<bool> {
    rest_on_rule(hearing, ruling, incident, mv.is_some());
    let moves = *hearing.laws.fifty.moves;
    let wanted = moves.saturating_mul(2);
    let quiet = hearing.quiet(after, incident.ply + usize::from(mv.is_some()));
    let (Count::Exactly(seen) | Count::AtLeast(seen)) = quiet;
    ruling.because(format!(
        "{seen} half-moves in a row were made without a capture and without a pawn move{}; {wanted} are needed ({moves} \
         moves by each player).",
        if mv.is_some() { ", the announced one included" } else { "" },
    ));
    let enough = quiet.reaches(wanted);
    ruling.announce(match enough {
        Some(true) => {
            format!("The claim is right: {moves} moves by each player without a capture and a pawn move. The game is drawn.")
        }
        Some(false) if seen == 0 && mv.is_some() => {
            "The claim is rejected: the announced move is itself a capture or a pawn move.".to_owned()
        }
        Some(false) => format!("The claim is rejected: {seen} half-moves without a capture and a pawn move, not {wanted}."),
        None => format!(
            "The record shows {seen} half-moves without a capture and a pawn move and begins too late to show more: the \
             arbiter decides by other evidence."
        ),
    });
    if enough.is_none() {
        hearing.not_in_evidence(ruling, "how many such moves were made before");
    }
    enough
}

fn decide(
    hearing: &mut Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    claimant: Color,
    right: Option<bool>,
) {
    match right {
        None => undecided(hearing, ruling, claimant),
        Some(false) => reject(hearing, ruling, incident, claimant),
        Some(true) if sheet_missing(hearing, ruling, incident, claimant) => {}
        Some(true) => {
            hearing.rest_on_for_kind(ruling, &hearing.laws.draw_claim.right);
            ruling.end(GameResult::Draw);
            ruling.because("The claim is right: the game is drawn at once.");
        }
    }
}

/// The record does not show whether the claim is correct: states what follows in either case.
fn undecided(hearing: &Hearing<'_>, ruling: &mut Ruling, claimant: Color) {
    let law = &hearing.laws.draw_claim;
    if !*hearing.laws.recording.duty {
        ruling.rest_on(&hearing.laws.recording.duty);
    }
    ruling.decide(Decision::Discretion);
    ruling.offer(["accept", "reject"]);
    hearing.rest_on_for_kind(ruling, &law.right);
    let bonus = spoken(i64::from(*hearing.rest_on_for_kind(ruling, &law.wrong_bonus)));
    ruling.because(format!(
        "The arbiter decides by what he saw himself and by other evidence. If the claim is right the game is drawn at once; \
         if it is wrong {}'s clock gets {bonus} and the game goes on.",
        who(!claimant)
    ));
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
    ruling.announce(format!(
        "The claim is rejected: {}'s scoresheet lacks {missing} move pairs.",
        who(claimant)
    ));
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
    ruling.announce(
        "The scoresheet does not prove the claim: what the director or an impartial witness saw may.",
    );
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
    let bonus = i64::from(*hearing.rest_on_for_kind(ruling, &law.wrong_bonus));
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
    if accepted(hearing, &mut ruling, incident, claimant) {
        return ruling;
    }
    let law = &hearing.laws.dead_position;
    let Some(position) = hearing.record.chess(incident.ply) else {
        ruling.rest_on(&law.ends_game);
        ruling.decide(Decision::Discretion);
        ruling.offer(["draw", "reject"]);
        ruling.because(
            "The position cannot arise by legal moves, so nobody can say whether a mate is possible.",
        );
        ruling.announce(
            "Whether a mate is still possible cannot be said of an impossible position: the arbiter decides.",
        );
        return ruling;
    };
    let chances = [any_series(&position, Color::White), any_series(&position, Color::Black)];
    match chances {
        [Chance::No(white), Chance::No(black)] => {
            ruling.because(format!("{white}; {black}."));
            rest_on_dead_material(&mut ruling, law, hearing.record.board(incident.ply));
            ruling.end(GameResult::Draw);
            ruling.because("Nobody can mate any more: the game is drawn.");
            ruling.announce("The game is drawn: neither player can checkmate any more.");
        }
        [Chance::Yes(line), _] | [_, Chance::Yes(line)] => {
            ruling.rest_on(&law.ends_game);
            ruling.because(line);
            ruling.announce(
                "The claim is rejected: a mate is still possible, however unlikely. The game goes on.",
            );
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
            ruling.rest_on(&law.ends_game);
            for chance in [white, black] {
                if let Chance::Unknown(why) = chance {
                    ruling.because(why);
                }
            }
            ruling.decide(Decision::Discretion);
            ruling.offer(["draw", "reject"]);
            ruling.announce("Whether a mate is still possible could not be settled: the arbiter decides.");
        }
    }
    ruling
}
