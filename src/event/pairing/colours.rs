//! Who has White in a pair (C.04.3 art. 5; 2017: E).

use super::player::{Player, Strength};
use crate::event::Colour;

/// The rule that gave the colours, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourRule {
    /// Both preferences are met.
    BothMet,
    /// The stronger preference, or of two absolute ones that with the larger difference.
    Stronger,
    /// Both alternate from the latest round in which they had different colours.
    Alternate,
    /// The preference of the higher player.
    Higher,
    /// Neither has one: the initial colour by the position of the higher player.
    Initial,
}

impl ColourRule {
    /// The article: `5.2.1`, or `E.1` in the text of 2017.
    pub fn article(self, rules: super::Rules) -> &'static str {
        let numbers = match self {
            ColourRule::BothMet => ["E.1", "5.2.1"],
            ColourRule::Stronger => ["E.2", "5.2.2"],
            ColourRule::Alternate => ["E.3", "5.2.3"],
            ColourRule::Higher => ["E.4", "5.2.4"],
            ColourRule::Initial => ["E.5", "5.2.5"],
        };
        rules.pick(numbers)
    }
}

/// The colour of the higher player of a pair, by score and then number, and the rule that gives it.
pub fn of_higher(higher: &Player, lower: &Player, initial: Colour) -> (Colour, ColourRule) {
    let (one, other) = match (higher.preference(), lower.preference()) {
        (None, None) => {
            let colour = if higher.odd { initial } else { initial.other() };
            return (colour, ColourRule::Initial);
        }
        (Some(due), None) => return (due.colour, ColourRule::BothMet),
        (None, Some(due)) => return (due.colour.other(), ColourRule::BothMet),
        (Some(one), Some(other)) => (one, other),
    };
    if one.colour != other.colour {
        return (one.colour, ColourRule::BothMet);
    }
    let strength = |player: &Player, due: Strength| match due {
        Strength::Absolute => (due, player.difference().abs()),
        _ => (due, 0),
    };
    let (ours, theirs) = (strength(higher, one.strength), strength(lower, other.strength));
    if ours != theirs {
        let colour = if ours > theirs { one.colour } else { one.colour.other() };
        return (colour, ColourRule::Stronger);
    }
    let back = higher.colours.iter().rev().zip(lower.colours.iter().rev());
    for (ours, theirs) in back {
        if ours != theirs {
            return (ours.other(), ColourRule::Alternate);
        }
    }
    (one.colour, ColourRule::Higher)
}
