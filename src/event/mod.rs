//! Events: reads result files, and computes standings and tie-breaks.
//!
//! The readers of all formats return the same type, [`Event`]. Nothing here opens files or prints.

pub mod against;
pub mod csv;
pub mod day;
pub mod dbf;
mod fault;
pub mod federations;
mod header;
pub mod field;
pub mod json;
pub mod kind;
mod model;
mod outcome;
mod berger;
pub mod pairing;
pub mod pgn;
mod points;
pub mod ratings;
mod read;
pub mod standings;
pub mod teams;
pub mod result;
pub mod roster;
mod text;
pub mod tiebreaks;
pub mod trf;
pub mod uscf;
mod worth;

pub use berger::berger_round;
pub use fault::{Fault, FaultKind};
pub use header::{GameHeader, Headers, Heading, Kept, Names, TurnOfYear};
pub use model::*;
pub use outcome::{Colour, Outcome};
pub use points::{MatchPoints, PointSystem, Score};
pub use read::{read, recognise};
pub use text::{Encoding, Line, Lines};
