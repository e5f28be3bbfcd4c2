//! A player's sheet taken apart: tags, half-moves as written, result.

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
    /// Reads a sheet: PGN in its outline, any notation within.
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

/// Only marks: `?`, `-`, `—`, `...` where a move should stand.
fn is_illegible(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '?' | '-' | '–' | '—' | '_' | '✓' | '√' | '~' | '/'))
}

/// `12.`, `12...`, `12.e4`: what stands after the number.
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
