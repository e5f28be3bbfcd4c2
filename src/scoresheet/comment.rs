//! Comments and the annotation commands in them.

use std::sync::LazyLock;

use memchr::{memchr, memchr2, memmem};

use super::sheet::{Command, CommandKind};
use super::span::Span;
use super::tags::skip_blanks;

static EVENT: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(b"[Event \""));

/// Where the comment that opens at `open` ends: the place after `}`, or the place where the text breaks off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Closed(usize),
    Unclosed(usize),
}

/// Finds the end of the brace comment that opens at `open`. An unclosed one ends at a blank line that `[Event "`
/// follows: the next game, not part of the comment.
#[inline]
pub(super) fn end(text: &[u8], open: usize) -> End {
    let rest = text.get(open..).unwrap_or_default();
    let close = memchr(b'}', rest);
    let inside = rest.get(..close.unwrap_or(rest.len())).unwrap_or_default();
    // A next game needs a line end, and more room than a clock reading takes.
    if inside.len() > 8
        && memchr2(b'\n', b'\r', inside).is_some()
        && let Some(next) = next_game(text, open, inside.len())
    {
        return End::Unclosed(next);
    }
    match close {
        Some(n) => End::Closed(open + n + 1),
        None => End::Unclosed(text.len()),
    }
}

fn next_game(text: &[u8], open: usize, len: usize) -> Option<usize> {
    // The needle may straddle the brace only if it holds one, which it does not.
    let inside = text.get(open..open + len)?;
    EVENT.find_iter(inside).map(|n| open + n).find(|&at| after_blank_line(text, at))
}

/// Whether a blank line stands right before `at`.
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

/// The comment that opens at `open` where it is one clock reading and nothing else, as most are in an archive: the command,
/// behind no half-move yet, and the place after the comment.
#[inline]
pub(super) fn clock_only(text: &[u8], open: usize) -> Option<(Command, usize)> {
    plain_clock(text, open).or_else(|| spaced_clock(text, open))
}

/// `{[%clk H:MM:SS]}` or `{ [%clk H:MM:SS] }`.
#[inline]
fn plain_clock(text: &[u8], open: usize) -> Option<(Command, usize)> {
    let start = if text.get(open + 1) == Some(&b' ') { open + 2 } else { open + 1 };
    // The first word begins before the bracket. The digits become 0 to 9, all others zeros.
    let [before, reading] = *text.get(start - 1..)?.as_chunks::<8>().0.first_chunk()?;
    let hour = (u64::from_le_bytes(before) ^ u64::from_le_bytes(*b"{[%clk 0")) >> 8;
    let rest = (u64::from_le_bytes(reading) ^ u64::from_le_bytes(*b":00:00]}")) << 8;
    let nine = rest.wrapping_add(u64::from_le_bytes([127, 127, 118, 118, 127, 118, 118, 127]));
    if hour >= 10 << 48 || hour << 16 != 0 || (rest | nine) & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    let end = match text.get(start + 14..)? {
        [b'}', ..] => start + 15,
        [b' ', b'}', ..] => start + 16,
        _ => return None,
    };
    let at = u32::try_from(start).ok().filter(|start| *start < u32::MAX - 16)?;
    let (span, value) = (Span { start: at, end: at + 14 }, Span { start: at + 6, end: at + 13 });
    Some((Command { span, value, ply: 0, kind: CommandKind::Clk }, end))
}

/// The same with another form of the reading, or other blanks.
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
    let command = Command { span, value: Span::new(from, from + len), ply: 0, kind: CommandKind::Clk };
    Some((command, from + len + closed))
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
    let value = skip_blanks(text, name_end).min(close);
    Command { span: Span::new(open, close + 1), value: Span::new(value, close), ply, kind }
}
