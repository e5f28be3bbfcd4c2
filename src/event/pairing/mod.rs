//! The FIDE (Dutch) Swiss system, C.04.3: the round that the rules give.
//!
//! Each part of the Handbook has its file: definitions in `player` and `bracket` (art. 1), criteria in `criteria` (art. 2),
//! the pairing of a bracket in `solve` (art. 3), the order of candidates in `sequence` (art. 4), colours in `colours`
//! (art. 5), the order of the brackets in `route` (art. 1.9). `articles` and `edition` are the tables that findings cite.
//!
//! The engine is exact: each criterion is a field of a wide integer, fields are compared in order, and a matching of
//! greatest weight is the best candidate. Nothing is random, and nothing depends on time.
//!
//! `due` answers `flagfall pairings`, `judge` compares a round of a file for the checks.

mod acceleration;
mod articles;
mod bracket;
mod colours;
mod criteria;
mod count;
mod due;
mod edition;
mod history;
mod judge;
mod matching;
mod perfect;
mod place;
mod player;
mod round;
mod route;
mod sequence;
mod solve;
mod sound;
mod weights;
mod why;

pub use articles::{Article, articles, cited, counterpart, disputed};
pub use colours::{ColourRule, of_higher};
pub use count::{Amount, Count};
pub use due::{Board, Bye, Due, DueBracket, Fault, Request, due};
pub use edition::{Applies, EDITIONS, Edition, applies};
pub use history::{Absent, Setting, initial_colour, round_of};
pub use judge::{Depth, Difference, Judged, WrongBye, WrongColour, judge};
pub use matching::MOST_STEPS;
pub use place::SequencePlace;
pub use player::{Float, Player, Preference, Strength};
pub use round::{Bar, Round, Rules};
pub use route::{Incomplete, PairedBracket, Pairing, Unpaired, pair};
pub use sound::{NotDutch, Soundness, implied_rounds, last_round, may_be_dutch, pending};
pub use weights::Limit;
pub use why::Reason;
