//! Pieces put on the last rank: an upside-down rook, and a player who wants a different piece.

use shakmaty::Square;

use super::attempt::{Meaning, meaning, written};
use super::duty::{moves_where, uci};
use super::hearing::Hearing;
use super::illegal_move;
use super::ruling::{Decision, Ruling};
use super::words::who;
use crate::case::{Incident, Noticed};
use crate::ruleset::{InvertedRook, TouchDeadline};
use crate::scoresheet::Written;

/// Rules on a piece on the last rank that is not, or not clearly, the one that the pawn is promoted to.
pub(super) fn piece(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    match incident.value.as_deref() {
        Some("inverted-rook") => inverted_rook(hearing, number, incident),
        Some("changed-mind") => changed_mind(hearing, number, incident),
        _ => illegal_move::rule(hearing, number, incident),
    }
}

fn inverted_rook(hearing: &Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = who(hearing.player(incident));
    let is = *ruling.rest_on(&hearing.laws.promotion.inverted_rook);
    ruling.decide(Decision::Stands);
    let (piece, why) = match is {
        InvertedRook::Rook => (
            "rook",
            "A rook is a rook whichever way up it is put, and whatever is said with it. A move with it like a queen's would \
             be illegal.",
        ),
        InvertedRook::Queen => {
            ("queen", "A rook that is put there upside down is a queen, unless something else was announced.")
        }
    };
    ruling.announce(format!("The piece is a {piece}, and play goes on."));
    ruling.because(format!("{player} promoted a pawn and put a rook there upside down."));
    ruling.because(why);
    ruling
}

fn changed_mind(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    let name = who(player);
    ruling.rest_on(&hearing.laws.promotion.choice_final);
    let Some(square) = incident.released else {
        ruling.decide(Decision::Stands);
        ruling.announce(
            "The choice stands: the first piece had not touched the square, so another could still be taken.",
        );
        ruling.because(format!(
            "{name} took another piece before the first one had touched the square of promotion: until then the choice is free."
        ));
        return ruling;
    };
    let late = incident.noticed > incident.ply + 1 && incident.noticed_by != Noticed::Arbiter;
    if late && *hearing.laws.touch.deadline == TouchDeadline::ClaimantTouches {
        ruling.rest_on(&hearing.laws.touch.deadline);
        ruling.decide(Decision::Stands);
        ruling.announce(format!("The promotion stands: {} had already replied.", who(!player)));
        ruling.because(format!(
            "{} had replied before he claimed: the right to claim was lost then.",
            who(!player)
        ));
        return ruling;
    }
    ruling.decide(Decision::Correct);
    ruling.announce("The first piece stays: it had touched the square, so the choice was final.");
    ruling.because(format!(
        "The piece that {name} put down first had touched {square}: the choice was final then, and another piece cannot \
         take its place. It is not an illegal move, and there is no penalty in time."
    ));
    ruling.must = first_choice(hearing, incident, square);
    if ruling.must.is_none() {
        ruling.because("Which piece that was is not in evidence: write it as `move`, such as e8=R.");
    }
    hearing.set_clocks(&mut ruling, incident.ply, incident.noticed, None);
    ruling
}

/// The promotion to the piece that touched the square first, where the move names it.
fn first_choice(hearing: &Hearing<'_>, incident: &Incident, square: Square) -> Option<Vec<String>> {
    let text = incident.written.as_deref()?;
    let promotion = match written(text)? {
        Written::To { promotion, .. } | Written::PawnFiles { promotion, .. } => promotion?,
        Written::Castle(_) | Written::Null => return None,
    };
    let board = hearing.record.board(incident.ply);
    let from = match meaning(text, &hearing.record.setup(incident.ply), board.turn()) {
        Meaning::One(attempt) => attempt.touched.first().copied(),
        _ => None,
    };
    let moves = moves_where(board, |mv| {
        mv.promotion == Some(promotion) && mv.to == square && from.is_none_or(|from| mv.from == from)
    });
    (!moves.is_empty()).then(|| uci(&moves, hearing.record.is_chess960()))
}
