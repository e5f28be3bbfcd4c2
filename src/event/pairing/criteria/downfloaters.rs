//! C6 (2017: C.5): as few downfloaters as possible.

use super::*;

pub(in super::super) static CRITERION: Criterion = Criterion {
    numbers: ["C.5", "C6"],
    says: "as few downfloaters as possible",
    float: Some(|_, _, slots| count(slots, 0)),
    ..COUNTED
};
