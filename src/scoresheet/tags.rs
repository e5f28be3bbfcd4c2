//! Tag pairs: `[Name "value"]`.

use memchr::memchr2;

use super::sheet::Tag;
use super::span::Span;

/// What stands at an opening bracket.
pub(super) enum Bracket {
    /// A tag pair.
    Tag(Tag),
    /// Something that begins like a tag and does not end like one; the end of the part that is not read.
    Broken(usize),
    /// No tag at all.
    Other,
}

/// Reads the tag at `at`, where a `[` stands.
pub(super) fn read(text: &[u8], at: usize) -> Bracket {
    let mut i = skip_blanks(text, at + 1);
    let name_start = i;
    while text.get(i).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'-') {
        i += 1;
    }
    let name = Span::new(name_start, i);
    let blank = skip_blanks(text, i);
    if name.is_empty() || text.get(blank) != Some(&b'"') {
        let wordlike = !name.is_empty() && (blank > i || text.get(i) == Some(&b']'));
        return if wordlike { Bracket::Broken(line_end(text, at)) } else { Bracket::Other };
    }
    match closing_quote(text, blank + 1) {
        Some((quote, end)) => {
            Bracket::Tag(Tag { span: Span::new(at, end), name, value: Span::new(blank + 1, quote) })
        }
        None => Bracket::Broken(broken_end(text, at)),
    }
}

/// Where a tag that does not end like one stops: at its line's end, or at the end of the next line where the value
/// was only wrapped.
fn broken_end(text: &[u8], at: usize) -> usize {
    let end = line_end(text, at);
    let mut next = end;
    while matches!(text.get(next), Some(b'\n' | b'\r')) {
        next += 1;
    }
    let next_end = line_end(text, next);
    let line = text.get(next..next_end).unwrap_or_default().trim_ascii();
    if !line.starts_with(b"[") && line.ends_with(b"\"]") { next_end } else { end }
}

/// Whether the `[` at `at` begins a tag: a name and a quote follow.
pub(super) fn begins(text: &[u8], at: usize) -> bool {
    let mut i = skip_blanks(text, at + 1);
    let start = i;
    while text.get(i).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'-') {
        i += 1;
    }
    i > start && text.get(skip_blanks(text, i)) == Some(&b'"')
}

/// Whether an Event tag begins at `at`.
pub(super) fn begins_event(text: &[u8], at: usize) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with(b"[Event \""))
}

/// The quote that ends the value, and the place after the closing bracket.
fn closing_quote(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut i = from;
    loop {
        let found = i + memchr::memchr3(b'"', b'\\', b'\n', text.get(i..)?)?;
        match text.get(found) {
            Some(b'\\') => i = found + 2,
            Some(b'"') => {
                let end = skip_blanks(text, found + 1);
                return (text.get(end) == Some(&b']')).then_some((found, end + 1));
            }
            _ => return None,
        }
    }
}

pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// The end of the line that holds `at`: the place of its line end, or the end of the text.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    memchr2(b'\n', b'\r', text.get(at..).unwrap_or_default()).map_or(text.len(), |n| at + n)
}
