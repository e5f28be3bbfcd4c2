//! Piece letters by language. Scoresheets, archives and disputed games share this one list.

use shakmaty::Role;

/// The letters of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// The two-letter code of the language, such as `de`.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The letters of king, queen, rook, bishop and knight.
    pub letters: [&'static str; 5],
}

const ROLES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

const fn language(code: &'static str, name: &'static str, letters: [&'static str; 5]) -> Language {
    Language { code, name, letters }
}

/// The languages, English first. Among languages with the same letters, the one with the most players comes first.
#[rustfmt::skip]
pub const LANGUAGES: &[Language] = &[
    language("en", "English",    ["K", "Q", "R", "B", "N"]),
    language("de", "German",     ["K", "D", "T", "L", "S"]),
    language("cs", "Czech",      ["K", "D", "V", "S", "J"]),
    language("da", "Danish",     ["K", "D", "T", "L", "S"]),
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
    /// The piece whose letter a move begins with, and the rest of the move. Without a letter it is a pawn.
    pub fn piece<'t>(&self, text: &'t str) -> (Role, &'t str) {
        match self.letter(text.as_bytes()) {
            Some((role, len)) => (role, text.get(len..).unwrap_or_default()),
            None => (Role::Pawn, text),
        }
    }

    /// The piece whose letter a text begins with, and the letter's length in bytes. The longest match wins: `Кр` is the
    /// Russian king, `К` the knight.
    pub fn letter(&self, text: &[u8]) -> Option<(Role, usize)> {
        let found = self.letters.iter().zip(ROLES).filter(|(letter, _)| text.starts_with(letter.as_bytes()));
        found.max_by_key(|(letter, _)| letter.len()).map(|(letter, role)| (role, letter.len()))
    }

    /// The piece that a promotion names.
    pub fn promotion(&self, text: &str) -> Option<Role> {
        self.letter(text.as_bytes()).map(|(role, _)| role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_letter_counts() {
        let russian = LANGUAGES.iter().find(|language| language.code == "ru").copied();
        let piece = |text| russian.map(|russian| russian.piece(text));
        assert_eq!(piece("Крg1"), Some((Role::King, "g1")));
        assert_eq!(piece("Кf3"), Some((Role::Knight, "f3")));
        assert_eq!(piece("e4"), Some((Role::Pawn, "e4")));
    }
}
