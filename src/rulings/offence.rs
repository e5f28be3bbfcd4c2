//! What is known about an illegal move or a fault that counts as one: who made it, which move it was, what it can have meant.

use shakmaty::{Color, Role};

use super::attempt::{Attempt, Meaning, legal_readings, meaning};
use super::hearing::Hearing;
use super::legality;
use super::ruling::{GameResult, Ruling};
use super::words::{said, who};
use crate::case::{Incident, Kind};
use crate::checks::obstacle_words;
use crate::replay::{Board, Move, MoveKind};
use crate::ruleset::{Offence, Treatment};

/// What is known about the fault.
pub(super) struct Fault {
    pub(super) offender: Color,
    pub(super) offence: Offence,
    /// The position before it.
    pub(super) board: Board,
    /// The move that was tried, as written.
    pub(super) written: Option<String>,
    pub(super) meaning: Meaning,
    /// The legal moves that the written move can mean.
    pub(super) legal: Vec<Move>,
}

impl Fault {
    pub(super) fn of(hearing: &Hearing<'_>, incident: &Incident) -> Fault {
        let record = hearing.record;
        let offender = hearing.player(incident);
        let next = incident.ply + 1;
        let recorded = record.is_illegal(next) && record.turn(incident.ply) == offender;
        let written =
            incident.written.clone().or_else(|| recorded.then(|| record.written(next).into_owned()));
        let board = *record.board(incident.ply);
        let (mut meaning, legal) = match &written {
            Some(text) => {
                (meaning(text, &record.setup(incident.ply), offender), legal_readings(text, &board))
            }
            None => (Meaning::Nothing, Vec::new()),
        };
        // If the text is ambiguous, the record may show which piece moved.
        if let Some(played) = record.ply(next).filter(|_| recorded)
            && meaning == Meaning::Several
        {
            meaning = Meaning::One(Attempt::of_played(&board, played.mv));
        }
        let mut fault = Fault { offender, offence: offence(incident), board, written, meaning, legal };
        fault.offence = fault.true_offence(hearing, incident);
        fault
    }

    /// What the fault counts as: a report may name the hands when the move itself was illegal, or an illegal move
    /// when a pawn was left on the last rank.
    fn true_offence(&self, hearing: &Hearing<'_>, incident: &Incident) -> Offence {
        let hands_count = *hearing.laws.two_hands.treated_as == Treatment::IllegalMove;
        let left_pawn_counts = *hearing.laws.promotion.treated_as == Treatment::IllegalMove;
        match self.offence {
            // A promotion to a king or a pawn is illegal in every rulebook, even in those where leaving the pawn there is not.
            Offence::PromotionNotReplaced if puts_what_no_pawn_becomes(incident) && !left_pawn_counts => {
                Offence::IllegalMove
            }
            Offence::TwoHands if self.is_known_illegal() && !hands_count => Offence::IllegalMove,
            Offence::IllegalMove if self.leaves_a_pawn() && incident.pressed() => {
                Offence::PromotionNotReplaced
            }
            offence => offence,
        }
    }

    /// The move is known, and it cannot mean a legal move.
    pub(super) fn is_known_illegal(&self) -> bool {
        self.written.is_some() && !self.move_is_legal()
    }

    /// A pawn moved to the last rank legally, but was not replaced.
    fn leaves_a_pawn(&self) -> bool {
        let (Meaning::One(attempt), Some(text)) = (&self.meaning, &self.written) else { return false };
        let from = attempt.touched.first().copied();
        attempt.promotion.is_none()
            && !text.contains('=')
            && self
                .board
                .legal_moves()
                .into_iter()
                .any(|mv| mv.promotion.is_some() && Some(mv.from) == from && Some(mv.to) == attempt.to)
    }

    /// The move takes the opponent's king, which stands in check.
    pub(super) fn takes_the_king(&self, hearing: &Hearing<'_>, ply: usize) -> bool {
        let Meaning::One(attempt) = &self.meaning else { return false };
        let board = hearing.record.board(ply);
        board.in_check(!self.offender)
            && attempt.to.is_some_and(|to| board.at(to) == Some((!self.offender, Role::King)))
    }

    /// The king went to where castling would take it, castling is legal, and it was written as a move of the king alone.
    pub(super) fn may_be_castling(&self) -> bool {
        let Meaning::One(attempt) = &self.meaning else { return false };
        let castles = |side| self.board.legal_moves().into_iter().any(|mv| mv.kind == MoveKind::Castle(side));
        self.legal.is_empty() && attempt.castle.is_some_and(castles)
    }

    /// The move that was made is legal by the way the pieces move.
    pub(super) fn move_is_legal(&self) -> bool {
        !self.legal.is_empty()
    }

    /// The result, where the one legal move meant ends the game on the board.
    pub(super) fn ends_game(&self) -> Option<GameResult> {
        let [only] = self.legal.as_slice() else { return None };
        let mut after = self.board;
        after.play(*only);
        if !after.legal_moves().is_empty() {
            return None;
        }
        let mated = after.in_check(!self.offender);
        Some(if mated { GameResult::Win(self.offender) } else { GameResult::Draw })
    }

    /// Its name in the arbiter's sentence: `illegal move Ke2`.
    pub(super) fn what(&self, incident: &Incident) -> String {
        let named = self.written.as_ref().map_or(String::new(), |_| format!(" {}", self.named(&self.board)));
        match (self.offence, incident.value.as_deref()) {
            (Offence::PressedWithoutMoving, _) => "the clock was pressed without a move".to_owned(),
            (_, Some("king")) => "a king is not what a pawn becomes".to_owned(),
            (_, Some("wrong-colour")) => "the new piece has the wrong colour".to_owned(),
            (Offence::PromotionNotReplaced, _) => "the pawn was left on the last rank".to_owned(),
            (Offence::TwoHands, _) if self.move_is_legal() => {
                format!("the move{named} was made with two hands")
            }
            _ => format!("illegal move{named}"),
        }
    }

    /// The move as players say it.
    pub(super) fn named(&self, board: &Board) -> String {
        self.written.as_deref().map_or("the move".to_owned(), |written| said(written, board))
    }
}

fn offence(incident: &Incident) -> Offence {
    match incident.kind {
        Kind::PressedWithoutMoving => Offence::PressedWithoutMoving,
        Kind::TwoHands => Offence::TwoHands,
        Kind::PromotionNotReplaced | Kind::PromotionPiece => Offence::PromotionNotReplaced,
        _ => Offence::IllegalMove,
    }
}

fn puts_what_no_pawn_becomes(incident: &Incident) -> bool {
    incident.kind == Kind::PromotionPiece && incident.value.as_deref() != Some("pawn")
}

/// Says that the move is illegal, and why.
pub(super) fn facts_of_move(hearing: &Hearing<'_>, ruling: &mut Ruling, fault: &Fault) {
    ruling.rest_on(&hearing.laws.completion.legality);
    legality::broken(hearing, ruling, fault);
    let name = who(fault.offender);
    let subject = fault.named(&fault.board);
    match &fault.meaning {
        Meaning::One(_) => {
            ruling.because(format!("{name} made an illegal move, {subject}{}.", why_not(fault)));
        }
        Meaning::Several => ruling.because(format!(
            "{name} made an illegal move, written {subject}; more than one piece can be meant, so which was touched is \
             not in the record."
        )),
        Meaning::Nothing if fault.written.is_some() => ruling.because(format!(
            "{name} made an illegal move, written {subject}; which piece was touched cannot be read from it."
        )),
        Meaning::Nothing => ruling.because(format!(
            "{name} made an illegal move; the incident does not say which, so what touch-move leaves is not known."
        )),
    }
    legality::king_taken(hearing, ruling, fault);
}

/// Why the move is not legal, as a subordinate clause.
fn why_not(fault: &Fault) -> String {
    let written = fault.written.as_deref().and_then(super::attempt::written);
    written
        .map_or(String::new(), |written| format!(": {}", obstacle_words::explain_act(&fault.board, written)))
}
