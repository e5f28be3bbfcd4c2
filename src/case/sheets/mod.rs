//! The players' own scoresheets: what each wrote, in any notation, and the game that both give together.
//!
//! A sheet is evidence: a half-move that is missing or cannot be read stays so. The game is put together as far as the
//! sheets and the board leave only one reading.

mod algebraic;
mod align;
mod descriptive;
mod language;
mod tokens;

pub use align::{Aligned, Line, Passed, Step, align};
pub use language::{LANGUAGES, Language, Notation};
pub use tokens::{PlayerSheet, Token};

use shakmaty::{Chess, Move};

/// The legal moves that a token can mean in a position.
pub fn readings(token: &Token, notation: Notation, position: &Chess) -> Vec<Move> {
    match (token, notation) {
        (Token::Illegible, _) => Vec::new(),
        (Token::Move(text), Notation::Algebraic(language)) => algebraic::readings(text, language, position),
        (Token::Move(text), Notation::Descriptive) => descriptive::readings(text, position),
    }
}

/// A move of a sheet with English piece letters; `None` if it cannot be read.
pub fn in_english(token: &Token, notation: Notation) -> Option<String> {
    match (token, notation) {
        (Token::Move(text), Notation::Algebraic(language)) => algebraic::in_english(text, language),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
