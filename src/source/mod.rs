//! Bytes in: files, folders, standard input and archives become batches of whole games, in parallel and in order.
//!
//! One thread reads, unpacks and cuts; workers turn pieces into results of the caller's choice; the results come back
//! on the calling thread in file order. Memory depends on the largest game and on the number of workers, never on the
//! size of the input. This module does not interpret games (see [`crate::scoresheet`]) or result files (see
//! [`crate::event`]): the caller passes in the functions that do ([`Formats`]).
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use flagfall::scoresheet::{Reader, Scoresheet};
//! use flagfall::source::{Content, Formats, Kind, Options, run};
//!
//! let formats = Formats {
//!     recognise: |_, _| Kind::Games,
//!     next_game: || {
//!         let (mut reader, mut sheet) = (Reader::new(), Scoresheet::new());
//!         Box::new(move |text| reader.read(text, &mut sheet))
//!     },
//! };
//! let bytes = || |piece: flagfall::source::Piece<'_>| match piece.content {
//!     Content::Games(games) => games.text.len(),
//!     _ => 0,
//! };
//! let mut total = 0;
//! let ended = run(vec!["archive.pgn.zst".into()], formats, &Options::default(), bytes, |n| {
//!     total += n;
//!     ControlFlow::Continue(())
//! });
//! assert!(ended.is_ok());
//! ```

mod error;
mod names;
mod whole;
mod walk;
mod inputs;
mod blocks;
mod packing;
mod disk;
mod batch;
mod boundary;
mod stream;
mod direct;
mod utf16;
mod decoding;
mod options;
mod feed;
mod games;
mod ranges;
mod zipped;
mod window;
mod order;
mod arrivals;
mod turns;
mod consumer;
mod messages;
mod worker;
mod in_order;
mod pipeline;

#[cfg(test)]
mod tests;

pub use batch::{Content, File, Games, Oversize, Piece, Stamp};
pub use consumer::{Consumer, Emit, Panicked};
pub use decoding::Conversion;
pub use error::{Problem, SourceError};
pub use feed::{Formats, Kind, NextGame};
pub use inputs::{Argument, Begins, Input, Inputs, Link, Opened, Origin, inputs};
pub use names::{is_input, unpacked_name};
pub use options::Options;
pub use packing::Packing;
pub use pipeline::{run, run_in_steps, run_on};
pub use ranges::{Range, measure};
pub use utf16::from_utf16;
pub use whole::{Chosen, lies_in, open, read_open_text, read_text, read_whole, same_file};
