//! The replay: moves as written become moves as played, on a board of our own over shakmaty's types.
//!
//! The board holds positions that no move generator accepts (a king left in check by a move that stood), resolves
//! a move by looking back from its target square, and keeps the position key from move to move. It states facts and
//! finds no fault: that is for [`crate::checks`].

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
