//! Bytes to text: UTF-8 if valid, otherwise Latin-1.

use std::borrow::Cow;

/// Decodes bytes as UTF-8 or, if they are not valid UTF-8, as Latin-1. Never fails, and every byte is kept.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&b| char::from(b)).collect()),
    }
}

/// Decodes a tag's value and unescapes `\"` and `\\`.
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
