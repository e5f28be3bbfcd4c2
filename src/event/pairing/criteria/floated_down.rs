//! C14 and C16 (2017: C.12 and C.14): residents who float down, and did one or two rounds ago.

use super::super::player::Float;
use super::*;

pub(in super::super) static LAST_ROUND: Criterion = Criterion {
    numbers: ["C.12", "C14"],
    says: "residents who float down and did in the last round",
    pair: Some(pair::<1>),
    float: Some(float::<1>),
    ..COUNTED
};

pub(in super::super) static ROUND_BEFORE: Criterion = Criterion {
    numbers: ["C.14", "C16"],
    says: "residents who float down and did two rounds ago",
    pair: Some(pair::<2>),
    float: Some(float::<2>),
    ..LAST_ROUND
};

fn pair<const AGO: usize>(bracket: &Bracket<'_>, upper: usize, lower: usize, slots: Slots<'_>) {
    if drops(bracket, upper, lower) && bracket.floated(upper, AGO, Float::Down) {
        count(slots, 0);
    }
}

fn float<const AGO: usize>(bracket: &Bracket<'_>, player: usize, slots: Slots<'_>) {
    if !bracket.is_moved_down(player) && bracket.floated(player, AGO, Float::Down) {
        count(slots, 0);
    }
}
