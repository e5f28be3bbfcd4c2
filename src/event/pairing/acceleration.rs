//! Acceleration: virtual points that some players have in some rounds (C.04.7; files: `250`, `XXA`).

use std::collections::BTreeMap;

use crate::event::{Event, Score};

/// Virtual points.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Acceleration {
    /// Points, first and last round, first and last number.
    ranges: Vec<(Score, u32, u32, u32, u32)>,
    /// Points by number, round by round.
    listed: BTreeMap<u32, Vec<Score>>,
}

impl Acceleration {
    /// That of an event, as its file gives it.
    pub(super) fn of(event: &Event) -> Acceleration {
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
        acceleration
    }

    /// Virtual points of a player in a round.
    pub(super) fn points(&self, number: u32, round: u32) -> Score {
        if let Some(points) = self.listed.get(&number) {
            return points.get(round as usize - 1).copied().unwrap_or_default();
        }
        let holds = |(_, first, last, low, high): &&(Score, u32, u32, u32, u32)| {
            (*first..=*last).contains(&round) && (*low..=*high).contains(&number)
        };
        self.ranges.iter().filter(holds).map(|(points, ..)| *points).sum()
    }
}

/// `250`: match points, points, first and last round, first and last number.
fn range(text: &str) -> Option<(Score, u32, u32, u32, u32)> {
    let field = |from: usize, to: usize| text.get(from..to.min(text.len())).map(str::trim);
    let number = |from, to| field(from, to)?.parse().ok();
    Some((Score::parse(field(5, 9)?)?, number(10, 13)?, number(14, 17)?, number(18, 22)?, number(23, 27)?))
}

/// `XXA`: the number, then points by round.
fn listed(text: &str) -> Option<(u32, Vec<Score>)> {
    let mut words = text.split_whitespace();
    let number = words.next()?.parse().ok()?;
    Some((number, words.map(|word| Score::parse(word).unwrap_or_default()).collect()))
}
