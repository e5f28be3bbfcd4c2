//! The paths that URIs name.

use std::path::PathBuf;

/// The path of a `file:` URI; `None` for any other, such as that of a text which was not saved.
///
/// ```
/// use flagfall::lsp::path_of;
/// assert_eq!(path_of("file:///home/joe/round%203.pgn"), Some("/home/joe/round 3.pgn".into()));
/// assert_eq!(path_of("untitled:Untitled-1"), None);
/// ```
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = decoded(rest.split(['?', '#']).next().unwrap_or_default())?;
    // `/c:/games` names a drive.
    let drive = matches!(path.as_bytes(), [b'/', letter, b':', ..] if letter.is_ascii_alphabetic());
    path.starts_with('/')
        .then(|| PathBuf::from(if drive { path.get(1..).unwrap_or_default() } else { &path }))
}

/// The name of the file, without folders.
pub(super) fn file_name(uri: &str) -> String {
    let path = decoded(uri).unwrap_or_else(|| uri.to_owned());
    path.rsplit(['/', '\\', ':']).next().unwrap_or_default().to_owned()
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let hex = |digit: Option<u8>| char::from(digit?).to_digit(16);
        bytes.push(match byte {
            b'%' => u8::try_from(hex(rest.next())? * 16 + hex(rest.next())?).ok()?,
            other => other,
        });
    }
    String::from_utf8(bytes).ok().filter(|path| !path.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_have_paths() {
        assert_eq!(path_of("file:///c%3A/games/a.pgn"), Some("c:/games/a.pgn".into()));
        assert_eq!(path_of("file://localhost/a%C3%A9.pgn"), Some("/aé.pgn".into()));
        for uri in
            ["file://server/share/a.pgn", "file:///a%0", "file:///a%00b", "http://x/a.pgn", "file:a", ""]
        {
            assert_eq!(path_of(uri), None, "{uri}");
        }
        assert_eq!(file_name("file:///home/round%203.pgn"), "round 3.pgn");
    }
}
