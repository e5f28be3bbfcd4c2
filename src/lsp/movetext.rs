//! Words, comments and brackets of movetext, and the line of moves that leads to a place, in variations too.
//!
//! The replay reads the main line alone. A variation is read by making it one: its moves in the place of those that it
//! replaces.

use std::ops::Range;

use memchr::{memchr, memchr2};

/// A token of movetext, with its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A comment in braces or up to the end of the line.
    Comment(Range<usize>),
    /// The bracket that opens a variation.
    Open(usize),
    /// The bracket that closes one.
    Close(usize),
    /// Anything else without blanks: a number, a move, a result, or a number with its move.
    Word(Range<usize>),
}

impl Token {
    fn start(&self) -> usize {
        match self {
            Token::Comment(range) | Token::Word(range) => range.start,
            Token::Open(at) | Token::Close(at) => *at,
        }
    }
}

/// The tokens of `text` from a byte on.
pub(super) fn tokens(text: &str, from: usize) -> impl Iterator<Item = Token> + '_ {
    let mut at = from;
    std::iter::from_fn(move || {
        let token = next(text.as_bytes(), at)?;
        at = match &token {
            Token::Comment(range) | Token::Word(range) => range.end,
            Token::Open(bracket) | Token::Close(bracket) => bracket + 1,
        };
        Some(token)
    })
}

fn next(text: &[u8], from: usize) -> Option<Token> {
    let rest = text.get(from..)?;
    let at = from + rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let rest = text.get(at..)?;
    let line_begins = at == 0 || matches!(text.get(at - 1), Some(b'\n' | b'\r'));
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{};()".contains(byte);
    Some(match rest.first()? {
        b'{' => Token::Comment(at..memchr(b'}', rest).map_or(text.len(), |end| at + end + 1)),
        b';' => Token::Comment(at..memchr2(b'\n', b'\r', rest).map_or(text.len(), |end| at + end)),
        b'%' if line_begins => {
            Token::Comment(at..memchr2(b'\n', b'\r', rest).map_or(text.len(), |end| at + end))
        }
        b'(' if rest.starts_with(b"(=)") => Token::Word(at..at + 3),
        b'(' => Token::Open(at),
        b')' => Token::Close(at),
        _ => Token::Word(at..rest.iter().skip(1).position(ends).map_or(text.len(), |end| at + 1 + end)),
    })
}

/// The part of a word after its move number: `Nf6` of `12...Nf6`.
pub(super) fn after_number(text: &str, word: Range<usize>) -> Range<usize> {
    let whole = text.get(word.clone()).unwrap_or_default();
    let rest = whole.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = rest.trim_start_matches(['.', '…']);
    match dots.len() < rest.len() {
        true => word.end - dots.len()..word.end,
        false => word,
    }
}

/// Whether a word can be a move.
fn is_move(word: &str) -> bool {
    let first = word.chars().next();
    word.starts_with("0-0") || first.is_some_and(|c| c.is_alphabetic() || ('♔'..='♟').contains(&c))
}

/// The moves that lead to a place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The moves as written, in order; those of the variation in the place of the ones they replace.
    pub(super) moves: Vec<Range<usize>>,
    /// How many variations the place is in.
    pub(super) depth: usize,
    /// Whether it is in a comment.
    pub(super) in_comment: bool,
    /// Whether the game's result comes before it.
    pub(super) after_result: bool,
}

/// The line of moves that are written before byte `to`, in movetext that begins at `from`.
pub(super) fn line_to(text: &str, from: usize, to: usize) -> Line {
    let mut line = Line::default();
    let mut replaced: Vec<(usize, Option<Range<usize>>)> = Vec::new();
    for token in tokens(text, from).take_while(|token| token.start() < to) {
        match token {
            Token::Comment(range) => {
                let open = text.as_bytes().get(range.end - 1) != Some(&b'}');
                line.in_comment = to < range.end || (open && to == range.end);
            }
            Token::Open(_) => {
                let last = line.moves.pop();
                replaced.push((line.moves.len(), last));
            }
            Token::Close(_) => {
                if let Some((moves, last)) = replaced.pop() {
                    line.moves.truncate(moves);
                    line.moves.extend(last);
                }
            }
            Token::Word(word) => {
                let word = after_number(text, word);
                let written = text.get(word.clone()).unwrap_or_default();
                if is_move(written) {
                    line.moves.push(word);
                } else if matches!(written, "1-0" | "0-1" | "1/2-1/2" | "*") && word.end < to {
                    line.after_result |= replaced.is_empty();
                }
            }
        }
    }
    line.depth = replaced.len();
    line
}

/// A game whose main line is `line`, under the tags of `text`, which end at `head`.
pub(super) fn as_game(text: &str, head: usize, line: &Line) -> String {
    let mut game = text.get(..head).unwrap_or_default().to_owned();
    game.push_str("\n\n");
    for range in &line.moves {
        game.push_str(text.get(range.clone()).unwrap_or_default());
        game.push(' ');
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str, to: usize) -> Vec<&str> {
        line_to(text, 0, to).moves.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn a_variation_replaces_the_move_before_it() {
        let text = "1. e4 e5 (1... c5 2.Nf3 (2. c3 d5) 2... d6 $1) 2. Nf3! {Nc6} 1-0 ";
        assert_eq!(moves(text, text.find("d6").unwrap_or_default()), ["e4", "c5", "Nf3"]);
        assert_eq!(moves(text, text.find("d5").unwrap_or_default()), ["e4", "c5", "c3"]);
        assert_eq!(moves(text, text.len()), ["e4", "e5", "Nf3!"]);
        assert!(line_to(text, 0, text.len()).after_result);
        let inside = line_to(text, 0, text.find("c6").unwrap_or_default());
        assert!(inside.in_comment && inside.depth == 0);
        assert_eq!(line_to(text, 0, text.find("d5").unwrap_or_default()).depth, 2);
    }

    #[test]
    fn stray_brackets_do_no_harm() {
        assert_eq!(moves(") 1. e4 ) e5 ((( 1... c5", 99), ["c5"]);
        assert_eq!(moves("1. e4 (=) O-O 0-0 1... ; e5\n d5 {", 99), ["e4", "O-O", "0-0", "d5"]);
        assert!(line_to("1. e4 {", 0, 7).in_comment);
    }
}
