//! Piece letters of the languages in which players write.

use shakmaty::{Chess, Position, Role};

use super::tokens::{PlayerSheet, Token};

/// The letters of one language: king, queen, rook, bishop, knight, and the pawn where one is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// The two letters of the language: `de`.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The letters of king, queen, rook, bishop and knight, the longer ones first where one begins with another.
    pub letters: [&'static str; 5],
}

const ROLES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

const fn language(code: &'static str, name: &'static str, letters: [&'static str; 5]) -> Language {
    Language { code, name, letters }
}

/// The languages, English first.
#[rustfmt::skip]
pub const LANGUAGES: &[Language] = &[
    language("en", "English",    ["K", "Q", "R", "B", "N"]),
    language("cs", "Czech",      ["K", "D", "V", "S", "J"]),
    language("da", "Danish",     ["K", "D", "T", "L", "S"]),
    language("de", "German",     ["K", "D", "T", "L", "S"]),
    language("es", "Spanish",    ["R", "D", "T", "A", "C"]),
    language("fi", "Finnish",    ["K", "D", "T", "L", "R"]),
    language("fr", "French",     ["R", "D", "T", "F", "C"]),
    language("hu", "Hungarian",  ["K", "V", "B", "F", "H"]),
    language("it", "Italian",    ["R", "D", "T", "A", "C"]),
    language("nl", "Dutch",      ["K", "D", "T", "L", "P"]),
    language("no", "Norwegian",  ["K", "D", "T", "L", "S"]),
    language("pl", "Polish",     ["K", "H", "W", "G", "S"]),
    language("pt", "Portuguese", ["R", "D", "T", "B", "C"]),
    language("ro", "Romanian",   ["R", "D", "T", "N", "C"]),
    language("ru", "Russian",    ["Кр", "Ф", "Л", "С", "К"]),
    language("uk", "Ukrainian",  ["Кр", "Ф", "Т", "С", "К"]),
    language("sv", "Swedish",    ["K", "D", "T", "L", "S"]),
    language("figurine", "figurines", ["♔", "♕", "♖", "♗", "♘"]),
];

impl Language {
    /// The piece that a move begins with, and the rest of the move; a pawn where no letter stands.
    pub fn piece<'t>(&self, text: &'t str) -> (Role, &'t str) {
        let mut found = (Role::Pawn, text);
        let mut longest = 0;
        for (letter, role) in self.letters.iter().zip(ROLES) {
            if letter.len() > longest
                && let Some(rest) = text.strip_prefix(letter)
            {
                longest = letter.len();
                found = (role, rest);
            }
        }
        found
    }

    /// The piece that a promotion names.
    pub fn promotion(&self, text: &str) -> Option<Role> {
        match self.piece(text) {
            (Role::Pawn, _) => None,
            (role, _) => Some(role),
        }
    }
}

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

    /// How many half-moves of the sheet can be read: played on as far as they fit, then by their letters alone.
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
