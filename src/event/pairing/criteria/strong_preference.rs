//! C13 (2017: C.11): players who do not get their strong colour preference. Two absolute preferences of one colour are
//! counted above.

use super::super::player::Strength;
use super::*;

pub(in super::super) static CRITERION: Criterion = Criterion {
    numbers: ["C.11", "C13"],
    says: "players who do not get their strong colour preference",
    pair: Some(|bracket, upper, lower, slots| {
        if let Some((denied, _)) = preference::denied(bracket, upper, lower)
            && denied.preference().is_some_and(|due| due.strength == Strength::Strong)
        {
            count(slots, 0);
        }
    }),
    ..COUNTED
};
