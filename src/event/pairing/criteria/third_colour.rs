//! C11 (2017: C.9): topscorers, or their opponents, who get the same colour for the third time running.

use super::*;

pub(in super::super) static CRITERION: Criterion = Criterion {
    numbers: ["C.9", "C11"],
    says: "topscorers or their opponents who get a colour for the third time running",
    pair: Some(|bracket, upper, lower, slots| {
        if let Some((denied, colour)) = preference::denied(bracket, upper, lower)
            && denied.repeated() == Some(colour)
        {
            count(slots, 0);
        }
    }),
    ..COUNTED
};
