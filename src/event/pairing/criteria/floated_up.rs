//! C15 and C17 (2017: C.13 and C.15): opponents of players with more points, who floated up one or two rounds ago.

use super::super::player::Float;
use super::*;

pub(in super::super) static LAST_ROUND: Criterion = Criterion {
    numbers: ["C.13", "C15"],
    says: "opponents of moved-down players who floated up in the last round",
    pair: Some(pair::<1>),
    ..COUNTED
};

pub(in super::super) static ROUND_BEFORE: Criterion = Criterion {
    numbers: ["C.15", "C17"],
    says: "opponents of moved-down players who floated up two rounds ago",
    pair: Some(pair::<2>),
    ..LAST_ROUND
};

fn pair<const AGO: usize>(bracket: &Bracket<'_>, upper: usize, lower: usize, slots: Slots<'_>) {
    if bracket.round.score(upper) > bracket.round.score(lower) && bracket.floated(lower, AGO, Float::Up) {
        count(slots, 0);
    }
}
