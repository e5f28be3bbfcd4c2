//! The scoresheet: the tokens of a game's text, each with its byte range.
//!
//! The lexer is our own, because an unreadable record is itself evidence: nothing is skipped silently. It reads text only:
//! what a move means on the board is decided in [`crate::replay`], and clock values are computed in [`crate::clock`].
//!
//! ```
//! use flagfall::scoresheet::Scoresheet;
//!
//! let text = b"[White \"Doe\"]\n\n1. e4 {[%clk 0:05:00]} e5 1-0\n";
//! let mut sheet = Scoresheet::new();
//! let end = sheet.read(text);
//! assert_eq!(end, text.len());
//! assert_eq!(sheet.moves.len(), 2);
//! assert_eq!(sheet.tag(text, "White").as_deref(), Some("Doe"));
//! ```

mod charset;
mod comment;
mod language;
mod lexer;
mod line_ends;
mod packed;
mod plain;
mod san;
mod sheet;
mod span;
mod tag_names;
mod tags;
mod text;
mod written;

#[cfg(test)]
mod tests;

/// The largest game that is read where nothing else is said, in bytes.
pub const LARGEST_GAME: usize = 8 << 20;

pub use charset::{Census, Charset};
pub use language::{LANGUAGES, Language};
pub use lexer::Reader;
pub use line_ends::{LineCount, line_ends};
pub use packed::{Packed, ROLES, WrongMarks};
pub use sheet::{
    Command, CommandKind, Fault, FaultKind, Marker, MoveNumber, MoveText, Outcome, Scoresheet, Tag,
};
pub use span::Span;
pub use text::{decode, tag_value};
pub use written::{Notation, Suffix, Written};
