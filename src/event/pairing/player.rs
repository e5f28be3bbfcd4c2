//! A player before the round: score, colours, floats, and whether the bye is allowed.

use crate::event::{Colour, Score};

/// The strength of a colour preference (C.04.3 art. 1.7; 2017: A.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// The difference is even: the colour that alternates from the last game.
    Mild,
    /// The difference is one.
    Strong,
    /// The difference is more than one, or the last two games had one colour.
    Absolute,
}

/// A colour preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preference {
    /// The colour.
    pub colour: Colour,
    /// Its strength.
    pub strength: Strength,
}

/// How a player's score compared with the opponent's (art. 1.4; 2017: A.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Float {
    /// The opponent had fewer points, or the points came without a game.
    Down,
    /// The opponent had more points.
    Up,
}

/// A player who is to be paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Starting number, the tournament pairing number.
    pub number: u32,
    /// Points, with virtual points of the round.
    pub score: Score,
    /// The virtual points among them.
    pub virtual_points: Score,
    /// The colours of the games played, in order.
    pub colours: Vec<Colour>,
    /// Floats one and two rounds ago.
    pub floats: [Option<Float>; 2],
    /// Whether the pairing-allocated bye may go to this player (C2).
    pub may_have_bye: bool,
    /// Rounds without a game.
    pub unplayed: u32,
    /// Has more than half of the possible points before the last round (art. 1.8).
    pub topscorer: bool,
    /// Whether the position among those who have arrived is odd (art. 5.2.5).
    pub odd: bool,
}

impl Player {
    /// Games with White less games with Black.
    pub fn difference(&self) -> i32 {
        self.colours.iter().map(|colour| if *colour == Colour::White { 1 } else { -1 }).sum()
    }

    /// The colour of the last two games, if it was the same.
    pub fn repeated(&self) -> Option<Colour> {
        match self.colours.as_slice() {
            [.., before, last] if before == last => Some(*last),
            _ => None,
        }
    }

    /// The colour preference; `None` before the first game.
    pub fn preference(&self) -> Option<Preference> {
        let last = *self.colours.last()?;
        let difference = self.difference();
        let balance = if difference > 0 { Colour::Black } else { Colour::White };
        Some(match (difference.abs(), self.repeated()) {
            (2.., _) => Preference { colour: balance, strength: Strength::Absolute },
            (_, Some(repeated)) => Preference { colour: repeated.other(), strength: Strength::Absolute },
            (1, None) => Preference { colour: balance, strength: Strength::Strong },
            (_, None) => Preference { colour: last.other(), strength: Strength::Mild },
        })
    }

    /// The preference, if it is absolute.
    pub fn absolute(&self) -> Option<Colour> {
        self.preference().filter(|due| due.strength == Strength::Absolute).map(|due| due.colour)
    }

    pub(super) fn floated(&self, rounds_ago: usize, float: Float) -> bool {
        rounds_ago.checked_sub(1).and_then(|at| self.floats.get(at)) == Some(&Some(float))
    }
}
