//! A player's sheet, split into tags, half-moves as written, and result.

use std::borrow::Cow;

use crate::scoresheet::{Scoresheet, decode};

/// One half-move as a player wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// Something that can be read.
    Move(String),
    /// A mark for what cannot be read, or for a move that was not written.
    Illegible,
}

impl Token {
    fn text(&self) -> Option<&str> {
        match self {
            Token::Move(text) => Some(text),
            Token::Illegible => None,
        }
    }
}

/// The most characters of a move in any notation.
const LONGEST: usize = 16;

/// Whether a word has the shape of a move: castling, a square in algebraic notation, or two pieces or squares in descriptive
/// notation with a dash or a cross between.
fn is_move(word: &str) -> bool {
    let square = || {
        let mut pairs = word.as_bytes().windows(2);
        pairs.any(|pair| matches!(pair, [file, rank] if (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank)))
    };
    let descriptive = || {
        word.contains(['-', 'x', '×'])
            && word.starts_with(['P', 'K', 'Q', 'R', 'B', 'N', 'S', 'p', 'k'])
            && word.chars().all(|c| "PKQRBNSptkcheGx×-–12345678()/=+#.!".contains(c))
    };
    word.chars().count() <= LONGEST
        && !word.contains([':', '\\', '$', '@', '"'])
        && (word.starts_with(['O', '0']) && word.contains('-') || square() || descriptive())
}

/// What a player wrote.
#[derive(Debug, Clone, Default)]
pub struct PlayerSheet {
    /// The half-moves in order.
    pub tokens: Vec<Token>,
    /// The result written at the end.
    pub result: Option<String>,
    /// Tags that a sheet may have, as PGN.
    pub tags: Vec<(String, String)>,
}

const RESULTS: &[&str] = &["1-0", "0-1", "1/2-1/2", "½-½", "*", "1/2", "½"];
const TAGS: &[&str] = &[
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "TimeControl",
    "EventDate",
    "UTCDate",
    "Variant",
    "FEN",
];

impl PlayerSheet {
    /// Reads a sheet: PGN structure with moves in any notation.
    pub fn read(bytes: &[u8]) -> PlayerSheet {
        let mut sheet = Scoresheet::new();
        sheet.read(bytes);
        let tags =
            TAGS.iter().filter_map(|name| Some(((*name).to_owned(), sheet.tag(bytes, name)?.into_owned())));
        let mut read = PlayerSheet { tags: tags.collect(), ..PlayerSheet::default() };
        let text = decode(bytes);
        for word in without_remarks(&text).split_whitespace() {
            read.word(word);
        }
        read
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether this was a scoresheet: it has a tag, or most of its words are moves. A file without words is an empty one.
    pub fn is_scoresheet(&self) -> bool {
        let words = || self.tokens.iter().filter_map(Token::text);
        !self.tags.is_empty() || 2 * words().filter(|word| is_move(word)).count() >= words().count()
    }

    fn word(&mut self, word: &str) {
        if RESULTS.contains(&word) {
            self.result = Some(word.to_owned());
            return;
        }
        let word = without_number(word);
        let bare = word.trim_end_matches(['!', ',', ';']);
        match bare {
            "" => {}
            "e.p." | "ep" | "ch" | "ch." | "check" | "mate" | "dbl" | "dis" | "(=)" | "+" | "#" => {}
            _ if is_illegible(bare) => self.tokens.push(Token::Illegible),
            _ if bare.starts_with('$') => {}
            _ => self.tokens.push(Token::Move(bare.trim_end_matches('?').to_owned())),
        }
    }
}

/// Only marks in place of a move: `?`, `-`, `—`, `...`.
fn is_illegible(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '?' | '-' | '–' | '—' | '_' | '✓' | '√' | '~' | '/'))
}

/// `12.`, `12...`, `12.e4`: what follows the number.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && (rest.is_empty() || rest.starts_with(['.', '…'])) {
        return rest.trim_start_matches(['.', '…']);
    }
    if word.chars().all(|c| matches!(c, '.' | '…')) { "" } else { word }
}

/// The movetext without tags, comments and variations.
fn without_remarks(text: &str) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len());
    let (mut braces, mut parentheses) = (0_u32, 0_u32);
    for line in text.lines() {
        let trimmed = line.trim_start();
        if braces == 0 && (trimmed.starts_with('[') || trimmed.starts_with('%')) {
            continue;
        }
        for c in line.chars() {
            match c {
                '{' if braces == 0 => braces = 1,
                '}' => braces = 0,
                '(' if braces == 0 => parentheses += 1,
                ')' if braces == 0 && parentheses > 0 => parentheses -= 1,
                ';' if braces == 0 && parentheses == 0 => break,
                c if braces == 0 => {
                    // Parentheses of one word belong to the move: `P-K8(Q)`, `R(K1)-Q1`, `(=)`.
                    if parentheses > 0 {
                        out.push(if parentheses == 1 { c } else { ' ' });
                    } else {
                        out.push(c);
                    }
                }
                _ => {}
            }
        }
        out.push('\n');
    }
    Cow::Owned(out)
}
