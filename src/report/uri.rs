//! File names as links: relative to a root folder if possible, percent-encoded.

/// `file` relative to `root` if it is below it, else unchanged; with `/`, and without a leading `./`.
///
/// `root` is absolute, with `/` and no `/` at its end.
pub(crate) fn relative<'a>(file: &'a str, root: Option<&str>) -> &'a str {
    let below = root.and_then(|root| file.strip_prefix(root)?.strip_prefix('/'));
    let mut file = below.unwrap_or(file);
    while let Some(rest) = file.strip_prefix("./") {
        file = rest.trim_start_matches('/');
    }
    file
}

/// The URI of `file`: a relative reference, or a `file:` URI if the name is absolute and not below `root`.
pub(crate) fn uri(file: &str, root: Option<&str>) -> String {
    let path = relative(file, root);
    let mut out = String::with_capacity(path.len() + 8);
    if path.starts_with('/') {
        out.push_str("file://");
    } else if has_drive(path) {
        out.push_str("file:///");
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte))
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_where_they_can_be() {
        let root = Some("/home/arbiter/open");
        assert_eq!(uri("round 3.pgn", root), "round%203.pgn");
        assert_eq!(uri("./games/./a.pgn", root), "games/./a.pgn");
        assert_eq!(uri("/home/arbiter/open/games/a.pgn", root), "games/a.pgn");
        assert_eq!(uri("/home/arbiter/openly/a.pgn", root), "file:///home/arbiter/openly/a.pgn");
        assert_eq!(uri("C:/games/a.pgn", None), "file:///C%3A/games/a.pgn");
        assert_eq!(uri("../a.zip/inner.pgn", root), "../a.zip/inner.pgn");
        assert_eq!(uri("-", root), "-");
    }

    #[test]
    fn no_name_reads_as_something_else() {
        assert_eq!(uri("javascript:alert(1).pgn", None), "javascript%3Aalert%281%29.pgn");
        assert_eq!(uri("a?b#c%0A\u{202e}\n", None), "a%3Fb%23c%250A%E2%80%AE%0A");
    }
}
