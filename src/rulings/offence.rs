//! What is known about an illegal move or its kin: who did it, which move it was, what it can have meant.

use shakmaty::{Chess, Color, Move, Position};

use super::attempt::{Meaning, legal_readings, meaning};
use super::hearing::Hearing;
use super::ruling::Ruling;
use super::words::who;
use crate::case::{Incident, Kind};
use crate::checks::obstacle_words;
use crate::ruleset::Offence;

/// What is known about the fault.
pub(super) struct Fault {
    pub(super) offender: Color,
    pub(super) offence: Offence,
    /// The position before it, where a move generator accepts it.
    pub(super) position: Option<Chess>,
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
        let position = record.chess(incident.ply).filter(|position| position.turn() == offender);
        let setup = record.setup(incident.ply);
        let (meaning, legal) = match (&written, &position) {
            (Some(text), Some(position)) => (meaning(text, &setup, offender), legal_readings(text, position)),
            (Some(text), None) => (meaning(text, &setup, offender), Vec::new()),
            (None, _) => (Meaning::Nothing, Vec::new()),
        };
        Fault { offender, offence: offence(incident.kind), position, written, meaning, legal }
    }

    /// The move that was made is legal by the way the pieces move.
    pub(super) fn move_is_legal(&self) -> bool {
        !self.legal.is_empty()
    }

    /// The one legal move meant, and whether it ends the game on the board.
    pub(super) fn ends_game(&self) -> bool {
        match (self.legal.as_slice(), &self.position) {
            ([only], Some(position)) => {
                position.clone().play(*only).is_ok_and(|after| after.legal_moves().is_empty())
            }
            _ => false,
        }
    }

    pub(super) fn named(&self) -> String {
        self.written.as_deref().map_or("the move".to_owned(), str::to_owned)
    }
}

pub(super) fn offence(kind: Kind) -> Offence {
    match kind {
        Kind::PressedWithoutMoving => Offence::PressedWithoutMoving,
        Kind::TwoHands => Offence::TwoHands,
        Kind::PromotionNotReplaced => Offence::PromotionNotReplaced,
        _ => Offence::IllegalMove,
    }
}

pub(super) fn facts_of_move(hearing: &Hearing<'_>, ruling: &mut Ruling, fault: &Fault) {
    ruling.rest_on(&hearing.laws.completion.legality);
    let name = who(fault.offender);
    let subject = fault.named();
    match &fault.meaning {
        Meaning::One(_) => {
            ruling.because(format!(
                "{name} made a move that the position does not allow, {subject}{}.",
                why_not(hearing, ruling.ply, fault)
            ));
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
}

/// Why the move is not legal, as a subordinate clause.
pub(super) fn why_not(hearing: &Hearing<'_>, ply: usize, fault: &Fault) -> String {
    let written = fault.written.as_deref().and_then(super::attempt::written);
    written.map_or(String::new(), |written| {
        format!(": {}", obstacle_words::explain(hearing.record.board(ply), written))
    })
}
