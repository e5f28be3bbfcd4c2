//! C18 and C20 (2017: C.16 and C.18): the score differences of players who float down, and did one or two rounds ago.
//!
//! In 2026 all residents have one score, so that only the scores of the moved-down players who float again count. In 2017
//! the differences of all are compared, with the made-up score for downfloaters.

use super::super::player::Float;
use super::*;
use crate::event::Score;

pub(in super::super) static LAST_ROUND: Criterion = Criterion {
    numbers: ["C.16", "C18"],
    says: "score differences of moved-down players who floated down in the last round",
    pair: Some(pair::<1>),
    float: Some(float::<1>),
    ..LISTED
};

pub(in super::super) static ROUND_BEFORE: Criterion = Criterion {
    numbers: ["C.18", "C20"],
    says: "score differences of moved-down players who floated down two rounds ago",
    pair: Some(pair::<2>),
    float: Some(float::<2>),
    ..LAST_ROUND
};

fn pair<const AGO: usize>(bracket: &Bracket<'_>, upper: usize, lower: usize, slots: Slots<'_>) {
    let difference = bracket.round.score(upper) - bracket.round.score(lower);
    let drops = difference > Score::ZERO;
    if bracket.round.rules == Rules::Dutch2017 && drops && bracket.floated(upper, AGO, Float::Down) {
        count(slots, bracket.difference_slot(difference));
    }
}

fn float<const AGO: usize>(bracket: &Bracket<'_>, player: usize, slots: Slots<'_>) {
    if !bracket.floated(player, AGO, Float::Down) {
        return;
    }
    let score = bracket.round.score(player);
    match bracket.round.rules {
        Rules::Dutch2017 => count(slots, bracket.difference_slot(score - bracket.made_up())),
        Rules::Dutch2026 if bracket.is_moved_down(player) => count(slots, bracket.slot(score)),
        Rules::Dutch2026 => {}
    }
}
