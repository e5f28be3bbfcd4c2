//! Acceleration: virtual points that some players have in some rounds (C.04.7; files: `250`, `XXA`).

use std::collections::BTreeMap;

use super::history::is_entered;
use crate::event::{Event, Player, Score};

/// Virtual points.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Acceleration {
    ranges: Vec<Range>,
    /// Points by number, round by round.
    listed: BTreeMap<u32, Vec<Score>>,
}

/// Virtual points of all numbers in a range, in some rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Range {
    points: Score,
    /// First and last.
    rounds: (u32, u32),
    /// First and last.
    numbers: (u32, u32),
}

impl Acceleration {
    /// The acceleration of an event with a number of rounds: that of its file, or Baku acceleration if its type says so.
    pub(super) fn of(event: &Event, rounds: Option<u32>) -> Acceleration {
        let mut acceleration = Acceleration::default();
        for record in &event.records {
            match record.code.as_str() {
                "250" => acceleration.ranges.extend(range(&record.text)),
                "XXA" => {
                    if let Some((number, points)) = listed(&record.text) {
                        acceleration.listed.insert(number, points);
                    }
                }
                _ => {}
            }
        }
        if needs_rounds(event) {
            acceleration.ranges = rounds.and_then(|rounds| baku(event, rounds)).unwrap_or_default();
        }
        acceleration
    }

    /// Virtual points of a player in a round.
    pub(super) fn points(&self, number: u32, round: u32) -> Score {
        if let Some(points) = self.listed.get(&number) {
            return points.get(round as usize - 1).copied().unwrap_or_default();
        }
        let within = |(first, last): (u32, u32), number: u32| (first..=last).contains(&number);
        let holds = |range: &&Range| within(range.rounds, round) && within(range.numbers, number);
        self.ranges.iter().filter(holds).map(|range| range.points).sum()
    }
}

/// Whether the number of rounds has to be known for the virtual points of an event.
pub(super) fn needs_rounds(event: &Event) -> bool {
    is_baku(event) && !event.records.iter().any(|record| ["250", "XXA"].contains(&record.code.as_str()))
}

fn is_baku(event: &Event) -> bool {
    event.record("192").is_some_and(|record| record.text.to_ascii_uppercase().contains("_BAKU"))
}

/// Baku acceleration: group A is the first half of those who are paired in the first round, rounded up to an even number. It
/// has a virtual point in the first half of the accelerated rounds, and half a point in the others; they are the first half
/// of all rounds. Both halves are rounded up.
fn baku(event: &Event, rounds: u32) -> Option<Vec<Range>> {
    let last_of_a = {
        let begun = event.players.iter().any(|player| player.cell(1).is_some_and(is_entered));
        let is_in = |player: &&Player| match player.cell(1) {
            Some(cell) => is_entered(cell),
            None => !begun,
        };
        let mut first: Vec<u32> = event.players.iter().filter(is_in).map(|player| player.no).collect();
        first.sort_unstable();
        let size = 2 * first.len().div_ceil(4);
        *first.get(size.checked_sub(1)?)?
    };
    let accelerated = rounds.div_ceil(2);
    let whole = accelerated.div_ceil(2);
    let win = event.points.for_win();
    let range = |points, first, last| Range { points, rounds: (first, last), numbers: (0, last_of_a) };
    let half = Score::hundredths(50);
    (win == Score::hundredths(100)).then(|| vec![range(win, 1, whole), range(half, whole + 1, accelerated)])
}

/// `250`: match points, points, first and last round, first and last number.
fn range(text: &str) -> Option<Range> {
    let field = |from: usize, to: usize| text.get(from..to.min(text.len())).map(str::trim);
    let number = |from, to| field(from, to)?.parse().ok();
    Some(Range {
        points: Score::parse(field(5, 9)?)?,
        rounds: (number(10, 13)?, number(14, 17)?),
        numbers: (number(18, 22)?, number(23, 27)?),
    })
}

/// `XXA`: the number, then points by round.
fn listed(text: &str) -> Option<(u32, Vec<Score>)> {
    let mut words = text.split_whitespace();
    let number = words.next()?.parse().ok()?;
    Some((number, words.map(|word| Score::parse(word).unwrap_or_default()).collect()))
}
