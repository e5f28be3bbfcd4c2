//! C7: the scores of the downfloaters as low as possible. In 2017, C.6: the score differences of all pairs, and of the
//! downfloaters to a made-up score, as small as possible.

use super::*;

pub(in super::super) static CRITERION: Criterion = Criterion {
    numbers: ["C.6", "C7"],
    says: "the scores of the downfloaters as low as possible (2017: the score differences as small as possible)",
    pair: Some(|bracket, upper, lower, slots| {
        if bracket.round.rules == Rules::Dutch2017 {
            let difference = bracket.round.score(upper) - bracket.round.score(lower);
            count(slots, bracket.difference_slot(difference));
        }
    }),
    float: Some(|bracket, player, slots| {
        let score = bracket.round.score(player);
        let slot = match bracket.round.rules {
            Rules::Dutch2017 => bracket.difference_slot(score - bracket.made_up()),
            Rules::Dutch2026 => bracket.slot(score),
        };
        count(slots, slot);
    }),
    ..LISTED
};
