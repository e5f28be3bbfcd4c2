//! Clock presses that do not concern a move: the wrong clock, and a reply that came before the press.

use super::hearing::Hearing;
use super::ruling::{Decision, Ruling};
use super::words::who;
use crate::case::Incident;

/// Rules on a player who pressed the opponent's clock instead of stopping both.
pub(super) fn opponents_clock(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let name = who(hearing.player(incident));
    ruling.because(format!(
        "{name} pressed the clock that the opponent presses, on the opponent's time or instead of stopping both clocks."
    ));
    ruling.leave_to_arbiter(hearing.laws, &hearing.laws.press_without_move.opponents_clock);
    ruling.because("Often that is milder than a press without a move: the arbiter decides.");
    ruling.announce(format!("{name} pressed the opponent's clock: the arbiter decides, and usually warns."));
    hearing.set_clocks(&mut ruling, incident.ply, incident.noticed, None);
    ruling
}

/// Rules on a player who replied before the opponent had pressed.
pub(super) fn replied_before_press(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let player = hearing.player(incident);
    let law = &hearing.laws.completion;
    ruling.rest_on(&law.late_press);
    ruling.because(format!(
        "{} replied before {} had pressed the clock. A player has the move once the opponent has made his; {} may still press, \
         and the time until then is his own.",
        who(player),
        who(!player),
        who(!player)
    ));
    if incident.value.as_deref() != Some("kept-from-pressing") {
        ruling.announce(format!("The game goes on: {} may still press the clock.", who(!player)));
        return ruling;
    }
    ruling.decide(Decision::Discretion);
    ruling.leave_to_arbiter(hearing.laws, &law.press_prevented);
    ruling.because(format!(
        "{} was not let press. He must always be allowed to: an increment or delay that he lost for it is given back, and the \
         penalty is the arbiter's choice.",
        who(!player)
    ));
    ruling.announce(format!(
        "{} must be allowed to press the clock and gets back what he lost; usually {} is warned.",
        who(!player),
        who(player)
    ));
    ruling
}
