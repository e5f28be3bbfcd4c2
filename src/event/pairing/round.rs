//! A round to be paired: its players, in order, and which of them may meet.

use std::collections::BTreeSet;

use super::matching::Steps;
use super::player::Player;
use crate::event::{Colour, Score};

/// The edition of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
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

/// Why two players must not be paired.
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
    /// The players to be paired, by score and then by starting number (art. 1.2).
    pub players: Vec<Player>,
    /// One point: the artificial score of downfloaters is one point below the bracket's lowest score (2017).
    pub point: Score,
    /// The colour drawn before the first round.
    pub initial: Colour,
    /// Pairs that the file forbids, the higher player first.
    prohibited: BTreeSet<(usize, usize)>,
    /// Pairs that may meet under C1, C3 and the prohibitions: bit `v` of row `u`.
    legal: Vec<u64>,
    words: usize,
    /// The steps that the matchings of the round have used.
    pub(super) steps: Steps,
}

impl Round {
    /// A round of `players`, in which so far only colours forbid pairs.
    pub fn new(rules: Rules, number: u32, players: Vec<Player>, point: Score, initial: Colour) -> Round {
        let words = players.len().div_ceil(64);
        let mut round = Round {
            rules,
            number,
            legal: Vec::new(),
            words,
            prohibited: BTreeSet::new(),
            players,
            point,
            initial,
            steps: Steps::default(),
        };
        // The players with an absolute colour preference who are not topscorers, by colour (C3).
        let of_colour = |colour: Colour| {
            let due = |player: &Player| !player.topscorer && player.absolute() == Some(colour);
            round.row(|at| due(&round.players[at]))
        };
        let due = [Colour::White, Colour::Black].map(of_colour);
        let everybody = round.row(|_| true);
        let mut legal = Vec::with_capacity(words * round.players.len());
        for player in &round.players {
            let barred = match player.absolute().filter(|_| !player.topscorer) {
                Some(Colour::White) => due.first(),
                Some(Colour::Black) => due.last(),
                None => None,
            };
            let barred = barred.into_iter().flatten().copied().chain(std::iter::repeat(0));
            legal.extend(everybody.iter().zip(barred).map(|(all, barred)| all & !barred));
        }
        round.legal = legal;
        for at in 0..round.players.len() {
            round.part(at, at);
        }
        round
    }

    /// One bit for each player.
    fn row(&self, holds: impl Fn(usize) -> bool) -> Vec<u64> {
        let mut row = vec![0; self.words];
        for at in (0..self.players.len()).filter(|at| holds(*at)) {
            if let Some(word) = row.get_mut(at / 64) {
                *word |= 1 << (at % 64);
            }
        }
        row
    }

    fn part(&mut self, u: usize, v: usize) {
        for (row, column) in [(u, v), (v, u)] {
            if let Some(word) = self.legal.get_mut(row * self.words + column / 64) {
                *word &= !(1 << (column % 64));
            }
        }
    }

    /// Two players, by place, who have played each other (C1).
    pub fn have_met(&mut self, u: usize, v: usize) {
        self.prohibited.remove(&(u.min(v), u.max(v)));
        self.part(u, v);
    }

    /// Two players, by place, whom the file forbids to meet.
    pub fn prohibit(&mut self, u: usize, v: usize) {
        self.prohibited.insert((u.min(v), u.max(v)));
        self.part(u, v);
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
