//! Places in a game's text at which repairs write, so that lines stay as they are.

use memchr::memchr2;

use super::game::Game;

/// The line end that the text uses: that of its first line.
pub(super) fn end_of_line(text: &[u8]) -> &'static str {
    match memchr2(b'\n', b'\r', text) {
        Some(at) if text.get(at..at + 2) == Some(b"\r\n") => "\r\n",
        Some(at) if text.get(at) == Some(&b'\r') => "\r",
        _ => "\n",
    }
}

/// Whether only blanks stand before `at` on its line.
pub(super) fn is_line_start(text: &[u8], at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let before = before.strip_prefix(b"\xef\xbb\xbf").unwrap_or(before);
    let last = before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    matches!(last, None | Some(b'\n' | b'\r'))
}

/// The lines of a tag or a game from the first of `span` to its last, with the line end, if nothing else stands on them.
pub(super) fn whole_lines(text: &[u8], start: usize, end: usize) -> Option<(usize, usize)> {
    let before = text.get(..start)?;
    let line = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
    let after = text.get(end..)?;
    let blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line_end = match after.get(blanks..)? {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => return None,
    };
    is_line_start(text, start).then_some((line, end + blanks + line_end))
}

/// Where the movetext ends: after the last move and the comments, variations and glyphs that follow it. The second value
/// says whether a comment up to the end of the line stands there. `None` if the end cannot be told.
pub(super) fn end_of_movetext(game: &Game<'_>) -> Option<(usize, bool)> {
    let text = game.text;
    let last = game.sheet.moves.last()?.span.end as usize;
    let (mut at, mut end, mut in_line) = (last, last, false);
    while let Some(byte) = text.get(at) {
        let (len, comment) = match byte {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0 | 0x1a => {
                at += 1;
                continue;
            }
            b'{' => (memchr::memchr(b'}', text.get(at..)?)? + 1, false),
            b';' => (line_len(text.get(at..)?), true),
            b'%' if matches!(text.get(at - 1), Some(b'\n' | b'\r')) => (line_len(text.get(at..)?), true),
            _ => (1, false),
        };
        at += len;
        (end, in_line) = (at, comment);
    }
    Some((end, in_line))
}

fn line_len(text: &[u8]) -> usize {
    memchr2(b'\n', b'\r', text).unwrap_or(text.len())
}
