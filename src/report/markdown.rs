//! Text from files, made harmless in Markdown.

use super::visible::visible;

/// Escapes text so that Markdown and HTML show it unchanged: no links, no pictures, no HTML, no hidden characters.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '#' | '~' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_of_a_file_is_markup() {
        assert_eq!(escaped("a|b <i>*x*</i> [y](z)"), "a\\|b &lt;i&gt;\\*x\\*&lt;/i&gt; \\[y\\](z)");
        assert_eq!(escaped("![x](e) `a` \u{202e}&amp;"), "!\\[x\\](e) \\`a\\` \\\\u{202e}&amp;amp;");
    }
}
