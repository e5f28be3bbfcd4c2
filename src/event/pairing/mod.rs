//! The FIDE (Dutch) Swiss system, C.04.3: the round that the rules give.
//!
//! An arbiter with the Handbook finds articles by file: definitions in `player` and `bracket` (art. 1), criteria in
//! `criteria` (art. 2), the pairing of a bracket in `solve` (art. 3), the order of candidates in `sequence` (art. 4),
//! colours in `colours` (art. 5), the way through the brackets in `route` (art. 1.9).
//!
//! Everything is exact: criteria are fields of wide integers, compared in order, and a matching of greatest weight gives the
//! best candidate. Nothing is random, and nothing depends on time.

mod acceleration;
mod bracket;
mod colours;
mod criteria;
mod count;
mod history;
mod judge;
mod matching;
mod perfect;
mod player;
mod round;
mod route;
mod sequence;
mod solve;
mod weights;

pub use colours::{ColourRule, of_higher};
pub use count::Count;
pub use history::{Absent, round_of};
pub use judge::{Depth, Difference, Judged, WrongColour, judge};
pub use player::{Float, Player, Preference, Strength};
pub use round::{Bar, Round, Rules};
pub use route::{Incomplete, PairedBracket, Pairing, pair};
