//! The checks that comments of a game silence: `flagfall:ignore CHECK[,CHECK]`.

use std::sync::LazyLock;

use memchr::memmem;

use super::find;

static IGNORE: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(b"flagfall:ignore"));

/// The checks that comments of a game silence.
pub fn silenced_in(text: &[u8]) -> Vec<&'static str> {
    let mut out = Vec::new();
    for at in IGNORE.find_iter(text) {
        let before = text.get(..at).unwrap_or_default();
        let opened = memchr::memrchr3(b'{', b'}', b';', before).and_then(|i| before.get(i));
        if !matches!(opened, Some(b'{' | b';')) {
            continue;
        }
        let rest = text.get(at + IGNORE.needle().len()..).unwrap_or_default();
        let end = memchr::memchr3(b'}', b'\n', b'\r', rest).unwrap_or(rest.len());
        let words = rest.get(..end).unwrap_or_default().split(|b| *b == b',' || b.is_ascii_whitespace());
        out.extend(words.filter_map(|word| find(std::str::from_utf8(word).ok()?)).map(|check| check.id));
    }
    out
}
