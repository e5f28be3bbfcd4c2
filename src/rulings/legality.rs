//! What makes a move legal or illegal: the article on moving the pieces that decides, and the facts that it depends on.

use shakmaty::Role;

use super::attempt::{Meaning, written};
use super::hearing::Hearing;
use super::offence::Fault;
use super::ruling::{Decision, Ruling};
use super::words::who;
use crate::replay::{Move, MoveKind, Obstacle};
use crate::ruleset::Deadline;

/// The move that was claimed to be illegal is legal. The ruling is complete then.
pub(super) fn of_move(hearing: &Hearing<'_>, ruling: &mut Ruling, fault: &Fault) {
    let law = &hearing.laws.movement;
    let named = fault.named(&fault.board);
    let name = who(fault.offender);
    ruling.decide(Decision::Stands);
    ruling.rest_on(&hearing.laws.completion.legal);
    let kind = fault.legal.first().map(|mv| mv.kind);
    let why = match kind {
        Some(MoveKind::EnPassant) => {
            ruling.rest_on(&law.en_passant);
            format!(
                "{} was the move before, two squares forward: {named} takes that pawn en passant, which is legal on the very \
                 next move",
                pawn_step(hearing, ruling.ply, fault.legal.first())
            )
        }
        Some(MoveKind::Castle(_)) => {
            ruling.rest_on(&law.castling);
            "King and rook have not moved, nothing stands between them, and the king is not attacked on its square, on its way \
             or where it ends: castling is legal"
                .to_owned()
        }
        _ => format!("{named} is legal here: that is how the piece moves, nothing is in its way"),
    };
    ruling.announce(format!("The claim fails: {named} is legal."));
    ruling.because(format!("{why}, and {name}'s king is not left in check."));
}

/// The double step before a capture en passant: `8... d7-d5`.
fn pawn_step(hearing: &Hearing<'_>, ply: usize, mv: Option<&Move>) -> String {
    let label = hearing.record.label(ply);
    let Some(mv) = mv else { return label };
    let board = hearing.record.board(ply);
    let victim = shakmaty::Square::from_coords(mv.to.file(), mv.from.rank());
    let forward = board.turn().fold_wb(16, -16);
    let step = victim.offset(forward).map_or(victim.to_string(), |from| format!("{from}-{victim}"));
    match ply {
        0 => step,
        _ => format!(
            "{}{} {step}",
            hearing.record.board(ply - 1).move_number(),
            board.turn().fold_wb("...", ".")
        ),
    }
}

/// Cites the rule of movement that the move breaks, where it is one that disputes turn on.
pub(super) fn broken(hearing: &Hearing<'_>, ruling: &mut Ruling, fault: &Fault) {
    let law = &hearing.laws.movement;
    let Some(written) = fault.written.as_deref().and_then(written) else { return };
    for obstacle in fault.board.obstacles(written) {
        match obstacle {
            Obstacle::NoCastlingRight(_)
            | Obstacle::CastlingBlocked { .. }
            | Obstacle::CastlingAttacked { .. } => {
                ruling.rest_on(&law.castling);
            }
            Obstacle::Pinned { .. } | Obstacle::CheckStays { .. } | Obstacle::IntoCheck { .. } => {
                ruling.rest_on(&law.king_safety);
            }
            Obstacle::King => {
                ruling.rest_on(&law.king_taken);
            }
            Obstacle::NothingToTake { .. } if takes_beside(fault) => {
                ruling.rest_on(&law.en_passant);
                ruling.because(
                    "A capture en passant is possible only right after the other pawn's two squares.",
                );
            }
            _ => {}
        }
    }
}

/// Whether a pawn goes where it would take the pawn beside it en passant.
fn takes_beside(fault: &Fault) -> bool {
    let Meaning::One(attempt) = &fault.meaning else { return false };
    let pawn =
        |square: &shakmaty::Square| fault.board.at(*square).is_some_and(|(_, role)| role == Role::Pawn);
    attempt.touched.len() == 2 && attempt.touched.iter().all(pawn)
}

/// A king was taken: the move that had left it to be taken is a fault of its own.
pub(super) fn king_taken(hearing: &Hearing<'_>, ruling: &mut Ruling, fault: &Fault) {
    if !fault.takes_the_king(hearing, ruling.ply) || !hearing.record.is_illegal(ruling.ply) {
        return;
    }
    let deadline = &hearing.laws.illegal_move.deadline;
    let before = hearing.record.label(ruling.ply);
    ruling.rest_on(deadline);
    ruling.because(match **deadline {
        Deadline::OpponentNextMove => format!(
            "{before} had left the king in check, and was not claimed before {} made the next move: it stands now.",
            who(fault.offender)
        ),
        Deadline::Game | Deadline::OwnMoves => {
            format!("{before} had left the king in check: it is a fault of its own, and can still be claimed.")
        }
    });
}
