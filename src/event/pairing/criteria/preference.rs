//! C12 (2017: C.10): players who do not get their colour preference.

use super::super::colours::of_higher;
use super::super::player::Player;
use super::*;
use crate::event::Colour;

pub(in super::super) static CRITERION: Criterion = Criterion {
    numbers: ["C.10", "C12"],
    says: "players who do not get their colour preference",
    pair: Some(|bracket, upper, lower, slots| {
        if denied(bracket, upper, lower).is_some() {
            count(slots, 0);
        }
    }),
    ..COUNTED
};

/// The player of a pair who does not get the colour due, and the colour instead.
pub(super) fn denied<'a>(bracket: &Bracket<'a>, upper: usize, lower: usize) -> Option<(&'a Player, Colour)> {
    let (higher, other) = (bracket.player(upper), bracket.player(lower));
    let (due, theirs) = (higher.preference()?, other.preference()?);
    if due.colour != theirs.colour {
        return None;
    }
    let (colour, _) = of_higher(higher, other, bracket.round.initial);
    Some(if colour == due.colour { (other, colour.other()) } else { (higher, colour) })
}
