//! Which moves remain after a fault or a touch, in words and with the articles.

use shakmaty::{Color, Role, Square};

use super::attempt::{Attempt, Meaning};
use super::duty::{self, Duty, Ground};
use super::hearing::Hearing;
use super::offence::Fault;
use super::ruling::Ruling;
use super::words::who;
use crate::case::{Incident, Kind};
use crate::replay::{Board, Move};
use crate::ruleset::{LeftPawn, Offence};

pub(super) fn duty_left(hearing: &Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) {
    match fault.offence {
        Offence::PressedWithoutMoving => {
            ruling
                .because(format!("{} still has to move, and may make any legal move.", who(fault.offender)));
        }
        Offence::PromotionNotReplaced => promotion_left(hearing, ruling, fault, incident.pressed()),
        Offence::IllegalMove if incident.kind == Kind::PromotionPiece => {
            promotion_left(hearing, ruling, fault, incident.pressed());
        }
        Offence::IllegalMove | Offence::TwoHands => {
            if let Meaning::One(attempt) = &fault.meaning
                && *hearing.laws.illegal_move.touch_binds
            {
                ruling.rest_on(&hearing.laws.illegal_move.touch_binds);
                let duty = bound_by(&fault.board, attempt, *hearing.laws.touch.rook_first);
                hearing.explain_duty(ruling, &duty, fault.offender, incident.ply);
            }
        }
    }
}

fn bound_by(board: &Board, attempt: &Attempt, rook_first: crate::ruleset::RookFirst) -> Duty {
    match (attempt.castle, attempt.touched.first()) {
        (Some(_), Some(king)) if attempt.touched.len() == 1 => duty::after_illegal_castling(board, *king),
        _ => duty::after_touch(
            board,
            &attempt.touched,
            rook_first == crate::ruleset::RookFirst::CastlingStands,
        ),
    }
}

/// How the promotion is completed. The pawn becomes what the Laws say only once the clock was pressed.
pub(super) fn promotion_left(hearing: &Hearing<'_>, ruling: &mut Ruling, fault: &Fault, pressed: bool) {
    let law = &hearing.laws.promotion;
    let becomes = if pressed { *ruling.rest_on(&law.becomes) } else { LeftPawn::Choice };
    let target = match &fault.meaning {
        Meaning::One(attempt) => attempt.to,
        _ => None,
    };
    let from = match &fault.meaning {
        Meaning::One(attempt) => attempt.touched.first().copied(),
        _ => None,
    };
    let promotions = |mv: &Move| {
        mv.promotion.is_some()
            && target.is_none_or(|to: Square| mv.to == to)
            && from.is_none_or(|from| mv.from == from)
    };
    let moves = match becomes {
        LeftPawn::Queen => {
            duty::moves_where(&fault.board, |mv| promotions(mv) && mv.promotion == Some(Role::Queen))
        }
        LeftPawn::Choice => duty::moves_where(&fault.board, promotions),
    };
    ruling.because(match becomes {
        LeftPawn::Queen => "The pawn becomes a queen, whatever the player meant to put there.",
        LeftPawn::Choice => "The player completes the promotion with the piece that he chooses.",
    });
    if !moves.is_empty() {
        ruling.must = Some(duty::uci(&moves, hearing.record.is_chess960()));
    }
}

impl Hearing<'_> {
    /// States the moves that touch-move leaves, with the article of the reason.
    pub(super) fn explain_duty(&self, ruling: &mut Ruling, duty: &Duty, player: Color, ply: usize) {
        let touch = &self.laws.touch;
        let name = who(player);
        let on = |square: Square| self.record.piece_on(ply, square);
        let words = match duty.ground {
            Ground::Own(square) => {
                ruling.rest_on(&touch.own);
                format!("{name} has touched {}, which can move and so has to.", on(square))
            }
            Ground::Enemy(square) => {
                ruling.rest_on(&touch.enemy);
                format!(
                    "{name} has touched {} of the opponent, which can be taken and so has to be.",
                    on(square)
                )
            }
            Ground::Both(own, taken) => {
                ruling.rest_on(&touch.both);
                format!("{name} has touched {} and {}: the one has to take the other.", on(own), on(taken))
            }
            Ground::Castle(_) => {
                ruling.rest_on(&touch.castle);
                if self.record.is_chess960() {
                    ruling.rest_on(&self.laws.chess960.castling);
                }
                format!(
                    "{name} has touched king and rook: castling on that side is legal and has to be played."
                )
            }
            Ground::RookFirst(square) => {
                ruling.rest_on(&touch.rook_first);
                format!(
                    "{name} has touched {} before the king: no castling on that side now, and the rook has to move.",
                    on(square)
                )
            }
            Ground::RookFirstAllowed => {
                ruling.rest_on(&touch.rook_first);
                format!(
                    "{name} touched the rook first; by the announced variation castling is allowed all the same."
                )
            }
            Ground::Released(piece, square) => {
                ruling.rest_on(&touch.own);
                ruling.rest_on(&touch.released);
                format!("{name} let go {} on {square}, a legal move: it stays there.", on(piece))
            }
            Ground::KingReleased(_) => {
                ruling.rest_on(&touch.own);
                ruling.rest_on(&touch.released_castling);
                format!(
                    "{name} let go the king where castling takes it: castling on that side is legal and has to be played."
                )
            }
            Ground::PawnReleased(square) => {
                ruling.rest_on(&touch.released_pawn);
                format!("{name} let go a pawn on {square}, its last rank: it is promoted there.")
            }
            Ground::IllegalCastling(_) => {
                ruling.rest_on(&touch.illegal_castling);
                format!("Castling is not legal: {name} has to make another move with the king.")
            }
            Ground::IllegalCastlingFree => {
                ruling.rest_on(&touch.illegal_castling);
                format!("Castling is not legal and the king has no move: {name} may make any legal move.")
            }
            Ground::Free => {
                ruling.rest_on(&touch.nothing_playable);
                format!("Nothing that {name} touched can be moved or taken: any legal move may be played.")
            }
        };
        if duty.both_colours {
            ruling.rest_on(&touch.both);
        }
        ruling.because(words);
        ruling.must = duty.uci(self.record.is_chess960());
    }
}
