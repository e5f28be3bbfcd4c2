//! Events: result files in, players, rounds, standings and tie-breaks out.
//!
//! Readers of all formats give the same [`Event`]; nothing here opens a file or prints.

pub mod csv;
mod day;
mod fault;
pub mod federations;
pub mod field;
pub mod kind;
mod model;
mod outcome;
mod pairing;
pub mod pgn;
mod points;
pub mod ratings;
pub mod standings;
pub mod teams;
mod result;
mod roster;
mod text;
pub mod tiebreaks;
pub mod trf;

pub use fault::{Fault, FaultKind};
pub use model::*;
pub use outcome::{Colour, Outcome};
pub use pairing::berger_round;
pub use points::{MatchPoints, PointSystem, Score};
pub use text::{Line, Lines};
