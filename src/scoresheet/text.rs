//! Bytes to text: UTF-8 where it is that, Latin-1 otherwise.

use std::borrow::Cow;

/// Reads bytes as UTF-8 or, where they are not, as Latin-1. Never fails and loses nothing.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&b| char::from(b)).collect()),
    }
}

/// A tag's value with `\"` and `\\` undone.
pub fn tag_value(bytes: &[u8]) -> Cow<'_, str> {
    let text = decode(bytes);
    if !bytes.contains(&b'\\') {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                out.push(next);
                chars.next();
            }
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_and_escapes() {
        assert_eq!(decode(b"Fran\xe7ois"), "François");
        assert_eq!(decode("François".as_bytes()), "François");
        assert_eq!(tag_value(br#"The \"Big\" Open \\ \x"#), r#"The "Big" Open \ \x"#);
        assert_eq!(tag_value(b"\\"), "\\");
    }
}
