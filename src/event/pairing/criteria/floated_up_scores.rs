//! C19 and C21 (2017: C.17 and C.19): the score differences of players with an opponent who floated up one or two rounds
//! ago.

use super::super::player::Float;
use super::*;
use crate::event::Score;

pub(in super::super) static LAST_ROUND: Criterion = Criterion {
    numbers: ["C.17", "C19"],
    says: "score differences to opponents who floated up in the last round",
    pair: Some(pair::<1>),
    ..LISTED
};

pub(in super::super) static ROUND_BEFORE: Criterion = Criterion {
    numbers: ["C.19", "C21"],
    says: "score differences to opponents who floated up two rounds ago",
    pair: Some(pair::<2>),
    ..LAST_ROUND
};

fn pair<const AGO: usize>(bracket: &Bracket<'_>, upper: usize, lower: usize, slots: Slots<'_>) {
    let difference = bracket.round.score(upper) - bracket.round.score(lower);
    if difference > Score::ZERO && bracket.floated(lower, AGO, Float::Up) {
        let slot = match bracket.round.rules {
            Rules::Dutch2017 => bracket.difference_slot(difference),
            Rules::Dutch2026 => bracket.slot(bracket.round.score(upper)),
        };
        count(slots, slot);
    }
}
