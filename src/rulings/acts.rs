//! One act is one offence: which reports are about the same act of a player, and which faults disappeared with a position that was
//! set up again.

use shakmaty::{CastlingSide, Color, Square};

use super::attempt::Meaning;
use super::hearing::Hearing;
use super::offence::Fault;
use super::ruling::{Decision, Ruling};
use super::words::who;
use crate::case::{Incident, Noticed};
use crate::ruleset::{Offence, Treatment};

/// One act of a player: a half-move that he made or tried, or a press without one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Act {
    player: Color,
    ply: usize,
    press: bool,
    /// The half-move, where it is known.
    made: Option<Made>,
}

#[derive(Debug, Clone, PartialEq)]
enum Made {
    Step(Option<Square>, Option<Square>),
    Castling(CastlingSide),
    Unread(String),
}

/// A position that was set up again: the half-moves made then, and those made when that was ruled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Undone {
    pub(super) to: usize,
    pub(super) noticed: usize,
}

impl Act {
    pub(super) fn of(incident: &Incident, fault: &Fault) -> Act {
        let made = match (&fault.meaning, &fault.written) {
            (Meaning::One(attempt), _) => Some(match attempt.castle {
                Some(side) => Made::Castling(side),
                None => Made::Step(attempt.touched.first().copied(), attempt.to),
            }),
            (_, Some(text)) => Some(Made::Unread(text.trim().to_ascii_lowercase())),
            (_, None) => None,
        };
        let press = fault.offence == Offence::PressedWithoutMoving;
        Act { player: fault.offender, ply: incident.ply, press, made }
    }

    /// Whether both are the same act. A report that names no half-move is about the one that another report names.
    fn is(&self, other: &Act) -> bool {
        let made = match (&self.made, &other.made) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        (self.player, self.ply, self.press) == (other.player, other.ply, other.press) && made
    }
}

impl Hearing<'_> {
    /// Whether the act was ruled on before, with no sign that it was a further attempt.
    pub(super) fn knows(&self, incident: &Incident, act: &Act) -> bool {
        !incident.again && self.acts.iter().any(|known| known.is(act))
    }

    /// The reports still to be heard that are about the same act, seen as another fault.
    fn other_reports(&self, incident: &Incident, act: &Act) -> Vec<Offence> {
        let later = self.case.incidents.iter().skip_while(|other| other.place != incident.place).skip(1);
        later
            .filter(|other| other.kind.is_illegal_move_kin() && other.kind != incident.kind && !other.again)
            .map(|other| (other, Fault::of(self, other)))
            .filter(|(other, fault)| Act::of(other, fault).is(act))
            .map(|(_, fault)| fault.offence)
            .collect()
    }
}

/// Whether the act of an incident was ruled on before.
pub(super) fn known(hearing: &Hearing<'_>, incident: &Incident) -> bool {
    hearing.knows(incident, &Act::of(incident, &Fault::of(hearing, incident)))
}

/// The act was ruled on before. The ruling is complete then.
pub(super) fn reported_before(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    fault: &Fault,
) -> bool {
    if !hearing.knows(incident, &Act::of(incident, fault)) {
        return false;
    }
    rest_on_offence(hearing, ruling, fault.offence);
    ruling.decide(Decision::Stands);
    ruling
        .announce("This report adds nothing: the same act has been ruled on already, and it is one offence.");
    ruling.because(format!(
        "It is the same act of {} as in an earlier report: one act is one offence, and nothing is added or counted for it.",
        who(fault.offender)
    ));
    true
}

/// Enters the act, and says which other faults of the same act are reported.
pub(super) fn enter(hearing: &mut Hearing<'_>, ruling: &mut Ruling, incident: &Incident, fault: &Fault) {
    let act = Act::of(incident, fault);
    let counts = &hearing.laws.illegal_move.counts;
    for other in hearing.other_reports(incident, &act) {
        if counts.contains(&other) || other == Offence::TwoHands {
            rest_on_offence(hearing, ruling, other);
        }
        ruling.because(match other {
            Offence::TwoHands => "It was also made with both hands: both faults are in one move, which is one offence, not two.",
            _ => "Another report is about the same move: both faults are in one move, which is one offence, not two.",
        });
    }
    hearing.acts.push(act);
}

fn rest_on_offence(hearing: &Hearing<'_>, ruling: &mut Ruling, offence: Offence) {
    let laws = hearing.laws;
    match offence {
        Offence::TwoHands if *laws.two_hands.treated_as == Treatment::IllegalMove => {
            ruling.rest_on(&laws.two_hands.treated_as);
        }
        Offence::PromotionNotReplaced => {
            ruling.rest_on(&laws.promotion.treated_as);
        }
        Offence::PressedWithoutMoving => {
            ruling.rest_on(&laws.press_without_move.treated_as);
        }
        Offence::TwoHands | Offence::IllegalMove => {
            ruling.rest_on(&laws.illegal_move.deadline);
        }
    }
}

/// The fault lies in moves that were taken back when an earlier one was put right. The ruling is complete then.
pub(super) fn void_with_its_position(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    offender: Color,
) -> bool {
    let inside = |undone: &&Undone| {
        (undone.to + 1..undone.noticed).contains(&incident.ply) && incident.noticed <= undone.noticed
    };
    let Some(undone) = hearing.set_up_again.iter().find(inside) else { return false };
    ruling.rest_on(&hearing.laws.illegal_move.deadline);
    ruling.decide(Decision::Stands);
    ruling.announce(
        "This fault is void with its position: an earlier one was put right, and the game goes back to it.",
    );
    ruling.because(format!(
        "The position {} is set up again, because an earlier fault was found together with this one. What came after it, \
         this fault of {} included, is void: it does not count, and nothing is put right for it.",
        hearing.record.moment(undone.to),
        who(offender)
    ));
    true
}

/// The fault cannot be confirmed, and the record does not show it. The ruling is complete then.
pub(super) fn unconfirmed(
    hearing: &Hearing<'_>,
    ruling: &mut Ruling,
    incident: &Incident,
    fault: &Fault,
) -> bool {
    let shown = hearing.record.is_illegal(incident.ply + 1) && fault.offence == Offence::IllegalMove;
    if incident.observed != Some(false) || incident.noticed_by == Noticed::Player || shown {
        return false;
    }
    ruling.rest_on(&hearing.laws.illegal_move.deadline);
    ruling.decide(Decision::Stands);
    ruling.announce("The claim is not upheld: nobody can confirm it, and play goes on.");
    ruling.because(format!(
        "{} claims it, and neither the record nor a witness confirms it: what is not found cannot be put right.",
        who(!fault.offender)
    ));
    true
}
