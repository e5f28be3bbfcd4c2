//! Finds the variations of a game. The scoresheet has only the main line.

use super::game::Game;

/// Variations inside one another that are looked at.
const DEEPEST: usize = 12;

/// The text between a pair of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Variation {
    /// After the opening bracket.
    pub(super) start: usize,
    /// Before the closing bracket.
    pub(super) end: usize,
    /// How many variations it is in.
    pub(super) depth: usize,
    /// Half-moves of the main line before it; it replaces the last of them.
    pub(super) plies: usize,
}

/// The variations after the first move, in the order in which they begin.
pub(super) fn variations(game: &Game<'_>) -> Vec<Variation> {
    let (text, moves) = (game.text, &game.sheet.moves);
    let Some(first) = moves.first() else { return Vec::new() };
    let mut found: Vec<Variation> = Vec::new();
    // The indices in `found` of the variations that are open; `None` for those that are too deep.
    let mut open: Vec<Option<usize>> = Vec::new();
    let (mut at, mut plies) = (first.span.start as usize, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            b'{' => at += memchr::memchr(b'}', text.get(at..).unwrap_or_default()).unwrap_or(text.len()),
            b';' => at += line_len(text, at),
            b'%' if matches!(text.get(at - 1), Some(b'\n' | b'\r')) => at += line_len(text, at),
            // A draw offer.
            b'(' if text.get(at..).unwrap_or_default().starts_with(b"(=)") => at += 2,
            b'(' => {
                while moves.get(plies).is_some_and(|text| (text.span.start as usize) < at) {
                    plies += 1;
                }
                let depth = open.len();
                let is_read = depth < DEEPEST;
                open.push(is_read.then_some(found.len()));
                if is_read {
                    found.push(Variation { start: at + 1, end: at + 1, depth, plies });
                }
            }
            b')' => {
                if let Some(variation) = open.pop().flatten().and_then(|index| found.get_mut(index)) {
                    variation.end = at;
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn line_len(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
}
