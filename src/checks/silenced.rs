//! Reads the comments that silence checks: `flagfall:ignore CHECK[,CHECK]`.

use std::sync::LazyLock;

use memchr::memmem;

use super::find;

static IGNORE: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(b"flagfall:ignore"));

/// The checks that the comments of a game silence, each once.
pub fn silenced_in(text: &[u8]) -> Vec<&'static str> {
    let mut out = Vec::new();
    // The last character before `seen` that begins or ends a comment, and the end of the list that was read last.
    let (mut sign, mut seen, mut read) = (b'}', 0, 0);
    for at in IGNORE.find_iter(text) {
        let since = text.get(seen..at).unwrap_or_default();
        if let Some(last) = memchr::memrchr3(b'{', b'}', b';', since).and_then(|i| since.get(i)) {
            sign = *last;
        }
        seen = at;
        // A `flagfall:ignore` within a list that was read is part of that list.
        if sign == b'}' || at < read {
            continue;
        }
        let from = at + IGNORE.needle().len();
        let rest = text.get(from..).unwrap_or_default();
        let end = memchr::memchr3(b'}', b'\n', b'\r', rest).unwrap_or(rest.len());
        read = from + end;
        for word in rest.get(..end).unwrap_or_default().split(|b| *b == b',' || b.is_ascii_whitespace()) {
            let check = std::str::from_utf8(word).ok().and_then(find);
            out.extend(check.map(|check| check.id).filter(|id| !out.contains(id)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_comments_count_once() {
        let text =
            b"flagfall:ignore encoding { flagfall:ignore syntax,bad-tag flagfall:ignore syntax, nothing }\n\
                     flagfall:ignore encoding\n; flagfall:ignore null-move\n{x} flagfall:ignore encoding";
        assert_eq!(silenced_in(text), ["syntax", "bad-tag", "null-move"]);
    }
}
