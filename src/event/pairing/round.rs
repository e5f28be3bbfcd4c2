//! A round to be paired: who is there, in order, and who may meet whom.

use std::collections::BTreeSet;

use super::player::Player;
use crate::event::{Colour, Score};

/// The edition of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// C.04.3 as approved in Baku 2016, with the additions of Goynuk 2017: to 31 January 2026.
    Dutch2017,
    /// C.04.3 in force from 1 February 2026.
    Dutch2026,
}

impl Rules {
    /// The criterion that bars a player from the bye.
    pub fn bars_bye(self) -> &'static str {
        self.pick(["C.2", "C2"])
    }

    /// One of two values, that of 2017 first.
    pub(super) fn pick<T: Copy>(self, of: [T; 2]) -> T {
        let [old, new] = of;
        if self == Rules::Dutch2017 { old } else { new }
    }
}

/// What keeps two players from being paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// They have played each other (C1).
    Met,
    /// They have the same absolute colour preference, and neither is a topscorer (C3).
    Colours,
    /// The event forbids it.
    Prohibited,
}

impl Bar {
    /// Why, in words.
    pub fn says(self) -> &'static str {
        match self {
            Bar::Met => "they have played each other before",
            Bar::Colours => "both are due the same colour absolutely",
            Bar::Prohibited => "the file forbids it",
        }
    }

    /// The criterion: `C1`, `C3`, or `260` for a prohibition of the file.
    pub fn criterion(self, rules: Rules) -> &'static str {
        match self {
            Bar::Met => rules.pick(["C.1", "C1"]),
            Bar::Colours => rules.pick(["C.3", "C3"]),
            Bar::Prohibited => "260",
        }
    }
}

/// A round to be paired.
#[derive(Debug, Clone)]
pub struct Round {
    /// The edition.
    pub rules: Rules,
    /// Number, from 1.
    pub number: u32,
    /// Those to be paired, by score and then by starting number (art. 1.2).
    pub players: Vec<Player>,
    /// One point: what lies between a bracket's lowest score and the made-up score of its downfloaters (2017).
    pub point: Score,
    /// The colour drawn before the first round.
    pub initial: Colour,
    /// Pairs that the file forbids, the higher player first.
    prohibited: BTreeSet<(usize, usize)>,
    /// Pairs that may meet under C1, C3 and the prohibitions: bit `v` of row `u`.
    legal: Vec<u64>,
    words: usize,
}

impl Round {
    /// A round in which `bar` says what keeps two of `players`, by their places, from meeting; C3 is added here.
    pub fn new(
        rules: Rules,
        number: u32,
        players: Vec<Player>,
        point: Score,
        initial: Colour,
        bar: impl Fn(usize, usize) -> Option<Bar>,
    ) -> Round {
        let words = players.len().div_ceil(64);
        let mut legal = vec![0; words * players.len()];
        let mut prohibited = BTreeSet::new();
        for (u, one) in players.iter().enumerate() {
            for (v, other) in players.iter().enumerate().skip(u + 1) {
                let bar = bar(u, v);
                if bar == Some(Bar::Prohibited) {
                    prohibited.insert((u, v));
                }
                if colours_allow(one, other) && bar.is_none() {
                    legal[u * words + v / 64] |= 1 << (v % 64);
                    legal[v * words + u / 64] |= 1 << (u % 64);
                }
            }
        }
        Round { rules, number, players, point, initial, prohibited, legal, words }
    }

    /// Whether two may be paired under the absolute criteria.
    pub fn legal(&self, u: usize, v: usize) -> bool {
        self.legal.get(u * self.words + v / 64).is_some_and(|word| word >> (v % 64) & 1 == 1)
    }

    /// The absolute criterion that keeps two players apart.
    pub fn bar(&self, u: usize, v: usize) -> Option<Bar> {
        let (one, other) = (self.players.get(u)?, self.players.get(v)?);
        if self.legal(u, v) {
            None
        } else if self.prohibited.contains(&(u.min(v), u.max(v))) {
            Some(Bar::Prohibited)
        } else if colours_allow(one, other) {
            Some(Bar::Met)
        } else {
            Some(Bar::Colours)
        }
    }

    /// The place of the pairing-allocated bye.
    pub(super) fn bye(&self) -> usize {
        self.players.len()
    }

    /// The score of a player by place.
    pub(super) fn score(&self, at: usize) -> Score {
        self.players.get(at).map_or(Score::ZERO, |player| player.score)
    }
}

/// C3: two with the same absolute preference do not meet, unless one of them is a topscorer.
pub(super) fn colours_allow(one: &Player, other: &Player) -> bool {
    one.topscorer || other.topscorer || one.absolute().is_none() || one.absolute() != other.absolute()
}
