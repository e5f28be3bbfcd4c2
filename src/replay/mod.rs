//! The replay: turns the moves of a scoresheet into moves on a board.
//!
//! The board is this crate's own, built from shakmaty's types. It can hold positions that move generators
//! reject (a king left in check by an illegal move that stood), resolves a move by searching backwards from
//! its target square, and updates the position key incrementally. The replay only states facts;
//! [`crate::checks`] decides which of them are findings.

mod as_written;
mod fast_path;
mod board;
mod fen;
mod key;
mod legal;
mod lines;
mod mv;
mod national;
mod oddities;
mod obstacle;

mod resolve;
mod run;
mod san;
pub mod second;
mod illegal_stood;
#[cfg(test)]
mod tests;
mod variant;
mod x_fen;

pub use as_written::AsWritten;
pub use board::Board;
pub use fen::{FenFault, Start};
pub use mv::{Move, MoveKind};
pub use national::{NationalReading, read_national};
pub use obstacle::Obstacle;
pub use oddities::Oddities;
pub use resolve::Unplayable;
pub use run::{Ply, Replay, Stop};
pub use san::Origin;
pub use variant::Variant;
