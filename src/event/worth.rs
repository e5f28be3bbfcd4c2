//! What a result is worth in an event: by its point system, unless a `299` record sets another worth for it.

use super::model::{Adjustment, Cell, Event};
use super::outcome::{Colour, Outcome};
use super::points::Score;

impl Adjustment {
    /// Does the record concern this number in this round?
    fn concerns(&self, no: u32, round: u32) -> bool {
        (self.numbers.is_empty() || self.numbers.contains(&no))
            && self.round.is_none_or(|named| named == round)
    }

    /// Is it about results of this kind?
    fn is_about(&self, outcome: Outcome) -> bool {
        self.code.is_some() && self.code == kind_of_result(outcome)
    }

    /// A record that names numbers goes before one for all, then one that names the round.
    fn precision(&self) -> u8 {
        u8::from(!self.numbers.is_empty()) * 2 + u8::from(self.round.is_some())
    }
}

/// The letter by which a `299` record means a result; a pairing-allocated bye has none.
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
    /// What a player's cell gives.
    pub fn points_of(&self, no: u32, cell: &Cell) -> Score {
        self.worth(no, cell.round, cell.outcome, cell.colour)
    }

    /// What a result of a player in a round gives.
    pub(super) fn worth(&self, no: u32, round: u32, outcome: Outcome, colour: Option<Colour>) -> Score {
        let set = if self.is_of_teams() { None } else { self.replaced(no, round, outcome, |a| a.points) };
        set.unwrap_or_else(|| self.points.of(outcome, colour))
    }

    /// What the most precise `299` record sets for a result of this number; of several the last one.
    pub(super) fn replaced(
        &self,
        no: u32,
        round: u32,
        outcome: Outcome,
        value: fn(&Adjustment) -> Option<Score>,
    ) -> Option<Score> {
        let records = self.adjustments.iter().filter(|a| a.is_about(outcome) && a.concerns(no, round));
        records.filter_map(|a| Some((a.precision(), value(a)?))).max_by_key(|(at, _)| *at).map(|(_, v)| v)
    }

    /// Penalties and bonuses of a number: the round, where one is named, and what is added.
    pub(super) fn additions(
        &self,
        no: u32,
        value: fn(&Adjustment) -> Option<Score>,
    ) -> impl Iterator<Item = (Option<u32>, Score)> {
        let records = self.adjustments.iter().filter(move |a| a.code.is_none());
        let own = records.filter(move |a| a.numbers.is_empty() || a.numbers.contains(&no));
        own.filter_map(move |a| Some((a.round, value(a)?)))
    }

    /// All penalties and bonuses of a player together.
    pub fn points_added(&self, no: u32) -> Score {
        if self.is_of_teams() { Score::ZERO } else { self.additions(no, |a| a.points).map(|(_, s)| s).sum() }
    }

    /// What a player's round without a cell gives, where such a round counts as an absence.
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
