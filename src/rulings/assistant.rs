//! An assistant who writes, presses the clock or moves for a player.

use super::hearing::Hearing;
use super::ruling::Ruling;
use super::words::who;
use crate::case::Incident;

/// Records what the assistant does, and what the arbiter has to see to.
pub(super) fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Ruling {
    let mut ruling = hearing.about(number, incident);
    let law = &hearing.laws.assistant;
    let name = who(hearing.player(incident));
    let (duties, does) = match incident.value.as_deref() {
        Some("writes") => (vec![&law.writes], "writes the moves"),
        Some("presses") => (vec![&law.presses], "presses the clock"),
        Some("moves") => (vec![&law.moves], "moves the pieces"),
        _ => (vec![&law.writes, &law.presses, &law.moves], "acts"),
    };
    ruling.because(format!("An assistant {does} for {name}."));
    let provided: Vec<_> = duties.into_iter().filter(|duty| ***duty).collect();
    for duty in &provided {
        ruling.rest_on(duty);
    }
    ruling.because(match provided.is_empty() {
        true => {
            "These rules have no article on it: whether it is allowed is for the arbiter to say.".to_owned()
        }
        false => format!("{name} may have one whom the arbiter accepts."),
    });
    ruling.announce(format!("{name} may have the assistant if the arbiter accepts him; the game goes on."));
    if *law.clock_adjusted {
        ruling.rest_on(&law.clock_adjusted);
        ruling.rest_on(&law.disability_spared);
        ruling.because(match *law.disability_spared {
            true => "The arbiter may take time off the player's clock for it, but not where the reason is a disability.",
            false => "The arbiter adjusts the player's clock for it in an equitable way.",
        });
    }
    ruling
}
