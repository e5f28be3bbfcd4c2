//! The hand that presses the clock has to be the one that made the move.

use super::hearing::Hearing;
use super::ruling::Ruling;
use super::words::who;
use crate::case::Incident;

/// Rules on a clock pressed with another hand than the one that moved.
pub(super) fn wrong(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = who(hearing.player(incident));
    let law = &hearing.laws.wrong_hand;
    ruling.rest_on(&law.same_hand);
    ruling.leave_to_arbiter(hearing.laws, &law.options);
    ruling.announce(format!(
        "The move stands: it is not an illegal move. {player} presses with the hand that moves; usually that is a warning."
    ));
    ruling.because(format!(
        "{player} pressed the clock with another hand than the one that made the move. The move itself was made as it should \
         be: it is not an illegal move, it is not counted, and nothing is taken back."
    ));
    ruling
        .because("What it costs is the arbiter's choice: a warning the first time, more if it is repeated.");
    ruling
}
