//! The points for a result in an event: by the point system, unless a `299` record sets another value.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::model::{Adjustment, Cell, Event};
use super::outcome::{Colour, Outcome};
use super::points::Score;

/// The `299` records of an event, indexed so that a cell does not have to search through all of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Worths {
    /// Values of results, by number (`None`: all), kind of result and round (`None`: all). A later record overrides an
    /// earlier one.
    set: FxHashMap<(Option<u32>, char, Option<u32>), Adjustment>,
    /// Sums of penalties and bonuses, by number (`None`: all) and round (`None`: whole event).
    added: FxHashMap<Option<u32>, BTreeMap<Option<u32>, Adjustment>>,
}

/// The highest round that is kept separately. Additions for later rounds count for the whole event.
const MOST_ROUNDS: u32 = 1000;

impl Worths {
    fn of(adjustments: &[Adjustment]) -> Worths {
        let mut worths = Worths::default();
        for adjustment in adjustments {
            let numbers: BTreeSet<Option<u32>> = adjustment.numbers.iter().copied().map(Some).collect();
            let numbers = if numbers.is_empty() { BTreeSet::from([None]) } else { numbers };
            for no in numbers {
                match adjustment.code {
                    Some(code) => worths.set_by(no, code, adjustment),
                    None => worths.add_by(no, adjustment),
                }
            }
        }
        worths
    }

    fn set_by(&mut self, no: Option<u32>, code: char, adjustment: &Adjustment) {
        let last = self.set.entry((no, code, adjustment.round)).or_insert_with(Adjustment::nothing);
        last.match_points = adjustment.match_points.or(last.match_points);
        last.points = adjustment.points.or(last.points);
    }

    fn add_by(&mut self, no: Option<u32>, adjustment: &Adjustment) {
        let round = adjustment.round.filter(|round| *round <= MOST_ROUNDS);
        let sum = self.added.entry(no).or_default().entry(round).or_insert_with(Adjustment::nothing);
        let both = |a: Option<Score>, b: Option<Score>| a.into_iter().chain(b).reduce(|a, b| a + b);
        sum.match_points = both(sum.match_points, adjustment.match_points);
        sum.points = both(sum.points, adjustment.points);
    }
}

impl Adjustment {
    /// A record without values.
    fn nothing() -> Adjustment {
        Adjustment { line: 0, code: None, match_points: None, points: None, round: None, numbers: Vec::new() }
    }
}

/// The letter for a result in a `299` record; a pairing-allocated bye has none.
fn kind_of_result(outcome: Outcome) -> Option<char> {
    Some(match outcome {
        Outcome::Win | Outcome::ShortWin => 'W',
        Outcome::Draw | Outcome::ShortDraw => 'D',
        Outcome::Loss | Outcome::ShortLoss => 'L',
        Outcome::ForfeitWin => '+',
        Outcome::ForfeitLoss => '-',
        Outcome::FullBye => 'F',
        Outcome::HalfBye => 'H',
        Outcome::ZeroBye => 'Z',
        Outcome::PairingBye | Outcome::Unknown | Outcome::Pending => return None,
    })
}

impl Event {
    fn worths(&self) -> &Worths {
        self.worths.get_or_init(|| Worths::of(&self.adjustments))
    }

    /// The points for a cell of a player.
    pub fn points_of(&self, no: u32, cell: &Cell) -> Score {
        self.worth(no, cell.round, cell.outcome, cell.colour)
    }

    /// The points for a result of a player in a round.
    pub(super) fn worth(&self, no: u32, round: u32, outcome: Outcome, colour: Option<Colour>) -> Score {
        let set = if self.is_of_teams() { None } else { self.replaced(no, round, outcome, |a| a.points) };
        set.unwrap_or_else(|| self.points.of(outcome, colour))
    }

    /// The value that the most specific `299` record sets for this result of this number; the last one if there are
    /// several.
    pub(super) fn replaced(
        &self,
        no: u32,
        round: u32,
        outcome: Outcome,
        value: fn(&Adjustment) -> Option<Score>,
    ) -> Option<Score> {
        let code = kind_of_result(outcome)?;
        let set = &self.worths().set;
        // Records that name the number take precedence, then records that name the round.
        let keys = [(Some(no), Some(round)), (Some(no), None), (None, Some(round)), (None, None)];
        keys.into_iter().find_map(|(no, round)| value(set.get(&(no, code, round))?))
    }

    /// Penalties and bonuses of a number: the round, if named, and the points.
    pub(super) fn additions(
        &self,
        no: u32,
        value: fn(&Adjustment) -> Option<Score>,
    ) -> impl Iterator<Item = (Option<u32>, Score)> {
        let added = &self.worths().added;
        let records = [None, Some(no)].into_iter().filter_map(|no| added.get(&no)).flatten();
        records.filter_map(move |(round, sum)| Some((*round, value(sum)?)))
    }

    /// The sum of a player's penalties and bonuses.
    pub fn points_added(&self, no: u32) -> Score {
        if self.is_of_teams() { Score::ZERO } else { self.additions(no, |a| a.points).map(|(_, s)| s).sum() }
    }

    /// The points for a round in which the player has no cell, if that counts as an absence.
    pub fn points_of_absence(&self, no: u32, round: u32) -> Score {
        self.worth(no, round, Outcome::ZeroBye, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Format;

    fn record(code: Option<char>, points: i64, round: Option<u32>, numbers: &[u32]) -> Adjustment {
        let points = Some(Score::hundredths(points));
        Adjustment { line: 1, code, match_points: None, points, round, numbers: numbers.to_vec() }
    }

    #[test]
    fn a_record_with_a_type_sets_the_worth_of_that_result_and_adds_nothing() {
        let mut event = Event::new("x".into(), Format::Trf);
        event.adjustments = vec![
            record(Some('-'), 25, Some(2), &[7]),
            record(Some('-'), 50, None, &[]),
            record(Some('+'), 75, None, &[8]),
        ];
        let worth = |no, round, outcome| event.worth(no, round, outcome, None).value();
        assert_eq!(worth(1, 1, Outcome::ForfeitLoss), 0.5);
        assert_eq!(worth(7, 1, Outcome::ForfeitLoss), 0.5);
        assert_eq!(worth(7, 2, Outcome::ForfeitLoss), 0.25);
        assert_eq!(worth(7, 2, Outcome::ForfeitWin), 1.0);
        assert_eq!(worth(8, 2, Outcome::ForfeitWin), 0.75);
        assert_eq!(worth(8, 2, Outcome::Loss), 0.0);
        assert_eq!(event.points_added(7), Score::ZERO);
    }

    #[test]
    fn a_record_without_a_type_is_added() {
        let mut event = Event::new("x".into(), Format::Trf);
        event.adjustments = vec![record(None, -50, Some(1), &[3]), record(None, 100, None, &[])];
        assert_eq!(event.points_added(3), Score::hundredths(50));
        assert_eq!(event.points_added(4), Score::hundredths(100));
    }
}
