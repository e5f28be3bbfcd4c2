//! Tag pairs: `[Name "value"]`.

use memchr::{memchr2, memchr3};

use super::sheet::Tag;
use super::span::Span;

/// What an opening bracket begins.
pub(super) enum Bracket {
    /// A tag pair.
    Tag(Tag),
    /// A tag without its closing quote or bracket; the offset where the unreadable part ends.
    Broken(usize),
    /// Not a tag.
    Other,
}

/// Reads a tag of the usual form `[Name "value"]`, with one blank and no escapes.
#[inline(always)]
pub(super) fn plain(text: &[u8], at: usize) -> Option<Tag> {
    let name = at + 1;
    let blank = name + name_len(text.get(name..)?);
    let [b' ', b'"', ..] = text.get(blank..)? else { return None };
    if blank == name {
        return None;
    }
    let value = blank + 2;
    let quote = value + value_len(text.get(value..)?);
    let [b'"', b']', ..] = text.get(quote..)? else { return None };
    // All offsets before it then fit 32 bits too.
    u32::try_from(quote + 2).ok()?;
    let span = |start: usize, end: usize| Span { start: start as u32, end: end as u32 };
    Some(Tag { span: span(at, quote + 2), name: span(name, blank), value: span(value, quote) })
}

/// Number of bytes before the first quote, backslash or line feed.
#[inline]
fn value_len(text: &[u8]) -> usize {
    memchr3(b'"', b'\\', b'\n', text).unwrap_or(text.len())
}

/// Reads the tag at the `[` at `at`.
pub(super) fn read(text: &[u8], at: usize) -> Bracket {
    let name_start = skip_blanks(text, at + 1);
    let i = name_start + name_len(text.get(name_start..).unwrap_or_default());
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

/// Where a broken tag ends: at the end of its line, or of the next line if the value was only wrapped.
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
    let start = skip_blanks(text, at + 1);
    let len = name_len(text.get(start..).unwrap_or_default());
    len > 0 && text.get(skip_blanks(text, start + len)) == Some(&b'"')
}

/// Length in bytes of the tag name at the start of a text.
#[inline]
fn name_len(text: &[u8]) -> usize {
    text.iter().position(|b| !IN_NAME[usize::from(*b)]).unwrap_or(text.len())
}

const IN_NAME: [bool; 256] = {
    let mut out = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        out[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'-');
        byte += 1;
    }
    out
};

/// Whether an Event tag begins at `at`.
#[inline]
pub(super) fn begins_event(text: &[u8], at: usize) -> bool {
    text.get(at..).and_then(<[u8]>::first_chunk) == Some(b"[Event \"")
}

/// The offset of the quote that ends the value, and the offset after the closing bracket.
fn closing_quote(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut i = from;
    loop {
        let found = i + memchr3(b'"', b'\\', b'\n', text.get(i..)?)?;
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

#[inline]
pub(super) fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// The end of the line that holds `at`: the offset of its line end, or the length of the text.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    memchr2(b'\n', b'\r', text.get(at..).unwrap_or_default()).map_or(text.len(), |n| at + n)
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn plain_tags_are_read_as_all_are(
            text in r#"\[[A-Za-z0-9_@\[`{é/:-]{0,20} {0,2}"[a "\\\né!#;^]{0,20}"?\]?"#,
        ) {
            let text = text.as_bytes();
            if let Some(tag) = plain(text, 0) {
                proptest::prop_assert!(matches!(read(text, 0), Bracket::Tag(other) if other == tag));
            } else if let Bracket::Tag(tag) = read(text, 0) {
                let one_blank = tag.span.len() == tag.name.len() + tag.value.len() + 5;
                proptest::prop_assert!(!one_blank || tag.value.of(text).contains(&b'\\'));
            }
        }
    }
}
