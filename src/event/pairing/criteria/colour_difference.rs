//! C10 (2017: C.8): topscorers, or their opponents, who get a colour difference above two.

use super::*;

pub(in super::super) static CRITERION: Criterion = Criterion {
    numbers: ["C.8", "C10"],
    says: "topscorers or their opponents who get a colour difference above two",
    pair: Some(|bracket, upper, lower, slots| {
        if let Some((denied, _)) = preference::denied(bracket, upper, lower)
            && denied.difference().abs() > 1
        {
            count(slots, 0);
        }
    }),
    ..COUNTED
};
