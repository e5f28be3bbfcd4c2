//! Makes text from outside harmless on a screen: tags, names, moves, comments and file names are always escaped.
//!
//! Characters that are invisible, or that reorder others, are written as in Rust: `\u{202e}`, `\n`. So is the bracket
//! of `##[error]` and `##vso[…]`, which the logs of GitHub and Azure act on anywhere in a line, and the first colon
//! of a text that begins with `::`, which GitHub acts on at the start of a line.
//! ```
//! use flagfall::report::visible;
//! assert_eq!(visible("Carlsen\u{1b}[2J"), "Carlsen\\u{1b}[2J");
//! ```

use std::borrow::Cow;
use std::fmt::Write;

/// Maximum length of a player's or an event's name in reports for people, in characters.
pub(crate) const NAME: usize = 80;
/// Maximum length of a message in reports for people, in characters.
pub(crate) const MESSAGE: usize = 600;

/// Whether `c` is invisible, or changes how its neighbours are displayed.
///
/// These are control characters, line and paragraph separators, marks and overrides of the writing direction,
/// characters of no width, fillers, tags and noncharacters. Variation selectors and combining marks are not: names
/// and chess pieces need them.
pub(crate) fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fdd0}'..='\u{fdef}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// `text` with every hidden character escaped.
pub fn visible(text: &str) -> Cow<'_, str> {
    let command = text.trim_start().starts_with("::");
    if !command && !text.contains("##") && (plain(text) || !text.contains(hidden)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut text = text;
    if command {
        let colons = text.trim_start();
        out.push_str("\\u{3a}");
        text = colons.get(1..).unwrap_or_default();
    }
    for c in text.chars() {
        push_visible(&mut out, c);
    }
    for at in log_commands(&out).into_iter().rev() {
        out.replace_range(at..=at, BRACKET);
    }
    Cow::Owned(out)
}

/// The escape for the bracket of a log command.
pub(crate) const BRACKET: &str = "\\u{5b}";

/// The offsets of the brackets in `text` that form a log command: `##[`, `##vso[`.
pub(crate) fn log_commands(text: &str) -> Vec<usize> {
    let ends_command = |at: &usize| {
        let before = text.get(..*at).unwrap_or_default();
        before.trim_end_matches(|c: char| c.is_ascii_alphabetic()).ends_with("##")
    };
    text.match_indices('[').map(|(at, _)| at).filter(ends_command).collect()
}

/// `text` with hidden characters escaped, and cut after `most` characters with an ellipsis.
pub fn shown(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return visible(text);
    }
    match text.char_indices().nth(most) {
        None => visible(text),
        Some((end, _)) => Cow::Owned(format!("{}…", visible(text.get(..end).unwrap_or_default()))),
    }
}

/// Cuts `text` after `most` characters, with an ellipsis. Hidden characters are not escaped.
pub(crate) fn cut(text: &mut String, most: usize) {
    if text.len() > most
        && let Some((end, _)) = text.char_indices().nth(most)
    {
        text.truncate(end);
        text.push('…');
    }
}

/// Whether `text` is printable ASCII throughout.
pub(crate) fn plain(text: &str) -> bool {
    text.bytes().all(|b| (b' '..=b'~').contains(&b))
}

fn push_visible(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if hidden(c) => {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
        _ => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_would_hide() {
        assert_eq!(visible("a\u{1b}[31mb\u{0}\u{9b}"), "a\\u{1b}[31mb\\u{0}\\u{9b}");
        assert_eq!(
            visible("1\u{202e}2\u{2066}3\u{200b}4\u{feff}"),
            "1\\u{202e}2\\u{2066}3\\u{200b}4\\u{feff}"
        );
        assert_eq!(visible("one\r\ntwo\tthree\u{2028}four"), "one\\r\\ntwo\\tthree\\u{2028}four");
        assert_eq!(visible("\u{ffff}\u{1fffe}"), "\\u{ffff}\\u{1fffe}");
    }

    #[test]
    fn breaks_the_commands_of_logs() {
        assert_eq!(
            visible("a ##[error]b ##vso[task]c #[d] ## [e]"),
            "a ##\\u{5b}error]b ##vso\\u{5b}task]c #[d] ## [e]"
        );
    }

    #[test]
    fn breaks_commands_at_the_start() {
        assert_eq!((&*visible("::error::x"), &*visible("  ::a::")), ("\\u{3a}:error::x", "\\u{3a}:a::"));
        assert_eq!(visible("a::b"), "a::b");
    }

    #[test]
    fn leaves_names_alone() {
        for name in ["Nakamura, Hikaru", "Đurić – Łukasz", "王皓", "♞f3", "e\u{301}", "♟\u{fe0e}"]
        {
            assert!(matches!(visible(name), Cow::Borrowed(same) if same == name), "{name}");
        }
    }

    #[test]
    fn cuts_by_characters_before_escaping() {
        assert_eq!(shown("éééé", 3), "ééé…");
        assert_eq!(shown("\u{0}\u{0}\u{0}", 2), "\\u{0}\\u{0}…");
        assert_eq!(shown("abc", 3), "abc");
        let long = "x".repeat(1 << 20);
        assert_eq!(shown(&long, NAME).chars().count(), NAME + 1);
    }
}
