//! The criteria for the quality of a bracket's pairing, one file each, in the order of the text (art. 2.3 and 2.4; 2017:
//! C.5 to C.19). The absolute criteria are in [`super::round`] (C1, C3), and the bye's (C2, C5) and the completion (C4) in
//! [`super::route`].
//!
//! A criterion counts faults of pairs and of downfloaters. The better of two pairings of a bracket has fewer faults in the
//! first criterion in which they differ. A criterion that compares lists from the highest value has one slot per value, and
//! slots are compared in order.

mod bye_unplayed;
mod colour_difference;
mod downfloaters;
mod downfloaters_scores;
mod floated_down;
mod floated_down_scores;
mod floated_up;
mod floated_up_scores;
mod preference;
mod strong_preference;
mod third_colour;

use super::bracket::Bracket;
use super::round::Rules;

/// Counts by slot, of one criterion.
pub(super) type Slots<'s> = &'s mut [u32];

/// One criterion.
pub(super) struct Criterion {
    /// Its number in the text of 2017 and in that of 2026; empty where a text does not have it.
    pub numbers: [&'static str; 2],
    /// What it requires.
    pub says: &'static str,
    /// How many values it compares in order.
    pub slots: fn(&Bracket<'_>) -> usize,
    /// The slots are those of [`Bracket::listed`]: lists of values are compared from the highest.
    pub lists: bool,
    /// The most that one pair or one downfloater adds to a slot.
    pub most: fn(&Bracket<'_>) -> u32,
    /// Adds the faults of a pair, the higher player first.
    pub pair: Option<fn(&Bracket<'_>, usize, usize, Slots<'_>)>,
    /// Adds the faults of a downfloater.
    pub float: Option<fn(&Bracket<'_>, usize, Slots<'_>)>,
}

/// The criteria before the one that looks at the next bracket (C8; 2017: C.7).
pub(super) const BEFORE_NEXT: [&Criterion; 2] = [&downfloaters::CRITERION, &downfloaters_scores::CRITERION];

/// The criteria after it.
pub(super) const AFTER_NEXT: [&Criterion; 13] = [
    &bye_unplayed::CRITERION,
    &colour_difference::CRITERION,
    &third_colour::CRITERION,
    &preference::CRITERION,
    &strong_preference::CRITERION,
    &floated_down::LAST_ROUND,
    &floated_up::LAST_ROUND,
    &floated_down::ROUND_BEFORE,
    &floated_up::ROUND_BEFORE,
    &floated_down_scores::LAST_ROUND,
    &floated_up_scores::LAST_ROUND,
    &floated_down_scores::ROUND_BEFORE,
    &floated_up_scores::ROUND_BEFORE,
];

impl Criterion {
    /// Its number in an edition.
    pub(super) fn number(&self, rules: Rules) -> &'static str {
        rules.pick(self.numbers)
    }
}

/// The common part of criteria that count players.
const COUNTED: Criterion = Criterion {
    numbers: ["", ""],
    says: "",
    slots: |_| 1,
    lists: false,
    most: |_| 1,
    pair: None,
    float: None,
};

/// The common part of criteria that compare lists of scores or score differences.
const LISTED: Criterion = Criterion { slots: |bracket| bracket.listed().len(), lists: true, ..COUNTED };

fn count(slots: Slots<'_>, slot: usize) {
    if let Some(slot) = slots.get_mut(slot) {
        *slot += 1;
    }
}

/// Whether the higher player of a pair is a resident who meets somebody with fewer points; so only where scoregroups were
/// put together (2017).
fn drops(bracket: &Bracket<'_>, upper: usize, lower: usize) -> bool {
    !bracket.is_moved_down(upper) && bracket.round.score(upper) > bracket.round.score(lower)
}
