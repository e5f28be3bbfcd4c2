//! Comments and the annotation commands in them.

use std::num::NonZeroU16;
use std::sync::LazyLock;

use memchr::{memchr, memchr2, memmem};

use super::sheet::{Command, CommandKind};
use super::span::Span;
use super::tags::skip_blanks;

static EVENT: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(b"[Event \""));

/// Where a comment ends: the offset after its `}`, or the offset where an unclosed comment breaks off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Closed(usize),
    Unclosed(usize),
}

/// Finds the end of the brace comment that opens at `open`. An unclosed comment ends at `[Event "` after a blank line: that
/// is the next game.
#[inline]
pub(super) fn end(text: &[u8], open: usize) -> End {
    let near = text.get(open..text.len().min(open + NEAR)).unwrap_or_default();
    let Some(close) = memchr(b'}', near) else { return far_end(text, open) };
    let inside = near.get(..close).unwrap_or_default();
    // A comment that holds the next game has a line end and is longer than eight bytes.
    if inside.len() > 8
        && memchr2(b'\n', b'\r', inside).is_some()
        && let Some(next) = next_game(text, open, open + close)
    {
        return End::Unclosed(next);
    }
    End::Closed(open + close + 1)
}

/// Nearly every comment ends within this many bytes.
const NEAR: usize = 1 << 10;

/// [`end`] for a long or unclosed comment. Searches parts of doubling size for either end, so that at most twice the length of
/// the comment is read.
#[cold]
fn far_end(text: &[u8], open: usize) -> End {
    let (mut from, mut to) = (open, text.len().min(open + NEAR));
    loop {
        let close = text.get(from..to).and_then(|part| memchr(b'}', part)).map(|n| from + n);
        // The needle may begin in the previous part.
        let start = from.saturating_sub(EVENT.needle().len() - 1).max(open);
        if let Some(next) = next_game(text, start, close.unwrap_or(to)) {
            return End::Unclosed(next);
        }
        match close {
            Some(at) => return End::Closed(at + 1),
            None if to == text.len() => return End::Unclosed(to),
            None => (from, to) = (to, text.len().min(to + (to - open))),
        }
    }
}

/// The first offset in `from..to` where another game begins.
fn next_game(text: &[u8], from: usize, to: usize) -> Option<usize> {
    // A match cannot cross the closing brace, since the needle has no brace.
    let inside = text.get(from..to)?;
    EVENT.find_iter(inside).map(|n| from + n).find(|&at| after_blank_line(text, at))
}

/// Whether the line before `at` is blank.
#[inline]
pub(super) fn after_blank_line(text: &[u8], at: usize) -> bool {
    let mut ends = 0;
    let mut i = at;
    while i > 0 {
        match text.get(i - 1) {
            Some(b'\n') => {
                ends += 1;
                i -= if text.get(i.wrapping_sub(2)) == Some(&b'\r') { 2 } else { 1 };
            }
            Some(b'\r') => {
                ends += 1;
                i -= 1;
            }
            Some(b' ' | b'\t') if ends > 0 => i -= 1,
            _ => break,
        }
        if ends == 2 {
            return true;
        }
    }
    false
}

/// Collects the annotation commands of the comment `from..to` (without its braces).
#[inline]
pub(super) fn commands(text: &[u8], from: usize, to: usize, ply: u32, out: &mut Vec<Command>) {
    let mut at = from;
    while let Some(n) = text.get(at..to).and_then(|rest| memchr(b'[', rest)) {
        let open = at + n;
        at = open + 1;
        if text.get(at) != Some(&b'%') {
            continue;
        }
        let Some(len) = text.get(at..to).and_then(|rest| memchr(b']', rest)) else { return };
        let close = at + len;
        out.push(command(text, open, close, ply));
        at = close + 1;
    }
}

/// Reads a comment that is a single `%clk` command, the usual comment in an archive. Returns the command, with ply 0, and the
/// offset after the comment. The text must be shorter than 4 GiB.
#[inline]
pub(super) fn clock_only(text: &[u8], open: usize) -> Option<(Command, usize)> {
    plain_clock(text, open).or_else(|| spaced_clock(text, open))
}

/// `{[%clk H:MM:SS]}` or `{ [%clk H:MM:SS] }`.
#[inline]
fn plain_clock(text: &[u8], open: usize) -> Option<(Command, usize)> {
    let comment: &[u8; 18] = text.get(open..)?.first_chunk()?;
    let blank = usize::from(comment[1] == b' ');
    let [before, reading] = comment.get(blank..)?.as_chunks::<8>().0.first_chunk()?.map(u64::from_le_bytes);
    // XOR with the template turns its fixed characters into zeros and digits into 0 to 9. Shifted together, the bytes are those
    // of `H:MM:SS`, hour first.
    let hour = ((before ^ u64::from_le_bytes(*b"{[%clk 0")) >> 8).rotate_right(48);
    let rest = (reading ^ u64::from_le_bytes(*b":00:00]}")) << 8;
    if hour > 9 || !are_digits(rest) {
        return None;
    }
    let start = open + 1 + blank;
    let end = match ((reading >> 56) as u8, comment[16 + blank]) {
        (b'}', _) => start + 15,
        (b' ', b'}') => start + 16,
        _ => return None,
    };
    let span = Span { start: start as u32, end: start as u32 + 14 };
    Some((Command { span, ply: 0, seconds: seconds(hour | rest), kind: CommandKind::Clk, head: 6 }, end))
}

/// Reads `{[%eval 0.18] [%clk H:MM:SS]}`, with or without blanks inside the braces: servers write an engine's evaluation before
/// the clock. Returns both commands, with ply 0, and the offset after the comment.
pub(super) fn eval_and_clock(text: &[u8], open: usize) -> Option<([Command; 2], usize)> {
    let (start, value) = match text.get(open..)? {
        [b'{', b'[', b'%', b'e', b'v', b'a', b'l', b' ', value @ ..] => (open + 1, value),
        [b'{', b' ', b'[', b'%', b'e', b'v', b'a', b'l', b' ', value @ ..] => (open + 2, value),
        _ => return None,
    };
    let len = value.iter().take(12).position(|byte| matches!(byte, b']' | b' ' | b'\n' | b'\r'))?;
    let close = start + 7 + len;
    if text.get(close) != Some(&b']') {
        return None;
    }
    // `plain_clock` skips one byte, here the closing bracket in place of the brace.
    let (clock, end) = plain_clock(text, close)?;
    let seconds = written_seconds(value.get(..len)?);
    let span = Span::new(start, close + 1);
    Some(([Command { span, ply: 0, seconds, kind: CommandKind::Other, head: 7 }, clock], end))
}

/// Whether the bytes, lowest first, are the digit values of a valid `H:MM:SS` and zeros in place of the colons.
#[inline]
fn are_digits(word: u64) -> bool {
    // Adds 127 minus the highest valid digit, so that a byte with a greater value reaches 128.
    let above =
        word.wrapping_add(u64::from_le_bytes([127 - 9, 127, 127 - 5, 127 - 9, 127, 127 - 5, 127 - 9, 127]));
    (word | above) & 0x8080_8080_8080_8080 == 0
}

/// The seconds of valid digits (see [`are_digits`]), plus one.
#[inline]
fn seconds(digits: u64) -> Option<NonZeroU16> {
    // The first product joins two digits into one number, in the byte of the second; the second product sums hours, minutes and
    // seconds in the two highest bytes.
    let numbers = (digits * 0x0a01) & 0x00ff_0000_ff00_00ff;
    let sum = numbers.wrapping_mul(3600 << 48 | 60 << 24 | 1) >> 48;
    NonZeroU16::new(sum as u16 + 1)
}

/// [`clock_only`] for readings in other forms, such as `H:MM:SS.d`, or with blanks elsewhere.
fn spaced_clock(text: &[u8], open: usize) -> Option<(Command, usize)> {
    let (blank, value) = match text.get(open..)? {
        [b'{', b'[', b'%', b'c', b'l', b'k', b' ', value @ ..] => (0, value),
        [b'{', b' ', b'[', b'%', b'c', b'l', b'k', b' ', value @ ..] => (1, value),
        _ => return None,
    };
    let len = value.iter().take(12).position(|b| !matches!(b, b'0'..=b':' | b'.'))?;
    let closed = match value.get(len..)? {
        [b']', b'}', ..] => 2,
        [b']', b' ', b'}', ..] => 3,
        _ => return None,
    };
    let start = open + 1 + blank;
    let from = start + 6;
    let span = Span::new(start, from + len + 1);
    let seconds = written_seconds(value.get(..len)?);
    Some((Command { span, ply: 0, seconds, kind: CommandKind::Clk, head: 6 }, from + len + closed))
}

/// The seconds of a value of the form `H:MM:SS`, plus one.
fn written_seconds(value: &[u8]) -> Option<NonZeroU16> {
    let value: &[u8; 7] = value.try_into().ok()?;
    let mut word = *b"0:00:00\0";
    for (byte, written) in word.iter_mut().zip(value) {
        *byte ^= written;
    }
    let digits = u64::from_le_bytes(word);
    are_digits(digits).then(|| seconds(digits))?
}

fn command(text: &[u8], open: usize, close: usize, ply: u32) -> Command {
    let name_start = open + 2;
    let mut name_end = name_start;
    while name_end < close && text.get(name_end).is_some_and(u8::is_ascii_alphanumeric) {
        name_end += 1;
    }
    let kind = match text.get(name_start..name_end).unwrap_or_default() {
        b"clk" => CommandKind::Clk,
        b"emt" => CommandKind::Emt,
        b"egt" => CommandKind::Egt,
        _ => CommandKind::Other,
    };
    let from = skip_blanks(text, name_end).min(close);
    let seconds = written_seconds(text.get(from..close).unwrap_or_default());
    // No known command has so long a name.
    let (kind, head) = u8::try_from(from - open).map_or((CommandKind::Other, u8::MAX), |head| (kind, head));
    Command { span: Span::new(open, close + 1), ply, seconds, kind, head }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_whole_seconds_are_read() {
        let read = |value: &[u8]| written_seconds(value).map(|kept| kept.get() - 1);
        assert_eq!(read(b"0:00:00"), Some(0));
        assert_eq!(read(b"1:29:43"), Some(5383));
        assert_eq!(read(b"9:59:59"), Some(35_999));
        for value in [b"1:60:00", b"1:09:60", b"1:0/:00", b"::00:00", b"1:00;00", b"1:00:0\xba", b"1:00:0 "] {
            assert_eq!(read(value), None);
        }
        assert_eq!(read(b"0:00:03.2"), None);
        assert_eq!(read(b"00:00:35"), None);
    }

    #[test]
    fn long_comments_end_where_short_ones_do() {
        for len in [0, 10, NEAR - 3, NEAR, NEAR + 1, 2 * NEAR - 9, 3 * NEAR, 4 * NEAR - 4, 9 * NEAR] {
            let long = |end: &str| format!("{{{}{end}", "x".repeat(len));
            let text = long("} 1. e4");
            assert_eq!(end(text.as_bytes(), 0), End::Closed(len + 2), "{len}");
            let text = long("\n\n[Event \"x\"]\n}");
            assert_eq!(end(text.as_bytes(), 0), End::Unclosed(len + 3), "{len}");
            let text = long("\n[Event \"x\"]\n");
            assert_eq!(end(text.as_bytes(), 0), End::Unclosed(text.len()), "{len}");
        }
    }

    #[test]
    fn a_comment_that_is_a_clock_is_read_as_any_other() {
        let behind = ["", " ", " 1... e5 2. Nf3"];
        let ways = [
            "{[%clk 1:29:43]}",
            "{ [%clk 1:29:43] }",
            "{[%clk 1:29:43] }",
            "{ [%clk 0:00:03.2]}",
            "{[%clk 00:10:00]}",
        ];
        for (comment, behind) in ways.into_iter().flat_map(|way| behind.map(|behind| (way, behind))) {
            let text = format!("{comment}{behind}");
            let short = clock_only(text.as_bytes(), 0).map(|(command, end)| (vec![command], end));
            let mut long = Vec::new();
            commands(text.as_bytes(), 1, comment.len() - 1, 0, &mut long);
            assert_eq!(short, Some((long, comment.len())), "{text}");
        }
        for comment in [
            "{ [%eval 0.18] [%clk 0:05:00] }",
            "{[%eval #-3] [%clk 0:05:00]}",
            "{[%eval 1.0,20][%clk 0:05:00]}",
        ] {
            let text = format!("{comment} 1... e5 2. Nf3");
            let short = eval_and_clock(text.as_bytes(), 0).map(|(both, end)| (both.to_vec(), end));
            let mut long = Vec::new();
            commands(text.as_bytes(), 1, comment.len() - 1, 0, &mut long);
            assert_eq!(short, Some((long, comment.len())), "{text}");
        }
        for comment in
            ["{ [%eval 0.18 ] [%clk 0:05:00] }", "{ [%eval 0.18]  [%clk 0:05:00] }", "{ [%eval 0.18] }"]
        {
            assert_eq!(eval_and_clock(format!("{comment} 1... e5 2. Nf3").as_bytes(), 0), None, "{comment}");
        }
        assert_eq!(clock_only(b"{[%clk 1:29:43]  } 1... e5 2. Nf3", 0), None);
        assert_eq!(clock_only(b"{[%emt 0:00:43]} 1... e5 2. Nf3", 0), None);
    }
}
