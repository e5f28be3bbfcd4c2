//! The notation in which a player writes: algebraic with the letters of a language, or descriptive.

use shakmaty::{Chess, Position, Role};

use super::tokens::{PlayerSheet, Token};
pub use crate::scoresheet::{LANGUAGES, Language};

/// How a sheet is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// Algebraic, with the letters of a language.
    Algebraic(Language),
    /// English descriptive: `P-K4`, `QKt-B3`.
    Descriptive,
}

impl Notation {
    /// The notation of that name: a language's code or name, or `descriptive`.
    pub fn named(name: &str) -> Option<Notation> {
        if name.eq_ignore_ascii_case("descriptive") {
            return Some(Notation::Descriptive);
        }
        let found = LANGUAGES.iter().find(|language| {
            language.code.eq_ignore_ascii_case(name) || language.name.eq_ignore_ascii_case(name)
        });
        found.map(|language| Notation::Algebraic(*language))
    }

    /// The notation in which most of the sheet can be played from `start`.
    pub fn detect(sheet: &PlayerSheet, start: &Chess) -> Notation {
        let all =
            LANGUAGES.iter().map(|language| Notation::Algebraic(*language)).chain([Notation::Descriptive]);
        let mut best = (0, Notation::Algebraic(LANGUAGES[0]));
        for notation in all {
            let played = notation.reach(sheet, start);
            if played > best.0 {
                best = (played, notation);
            }
        }
        best.1
    }

    /// How many half-moves of the sheet can be read: replayed as far as possible, then judged by their letters alone.
    fn reach(self, sheet: &PlayerSheet, start: &Chess) -> usize {
        let mut position = start.clone();
        let mut played = 0;
        for token in &sheet.tokens {
            let moves = super::readings(token, self, &position);
            let Some(mv) = moves.first() else { break };
            position.play_unchecked(*mv);
            played += 1;
        }
        let readable = sheet.tokens.iter().filter(|token| self.speaks(token)).count();
        played * 2 + readable
    }

    /// Whether the letters of a token belong to this notation.
    fn speaks(self, token: &Token) -> bool {
        let Token::Move(text) = token else { return false };
        match self {
            Notation::Descriptive => {
                text.contains('-')
                    && !text.contains(|c: char| c.is_ascii_lowercase() && ('a'..='h').contains(&c))
            }
            Notation::Algebraic(language) => {
                let (role, rest) = language.piece(text);
                role != Role::Pawn
                    || rest.starts_with(|c: char| ('a'..='h').contains(&c))
                    || rest.starts_with(['O', '0'])
            }
        }
    }
}
