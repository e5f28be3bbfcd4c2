//! Text from files, made harmless in Markdown: no links, no pictures, no HTML, no hidden characters.

use crate::report::visible;

/// `text` such that it is shown as it is.
pub(super) fn escaped(text: &str) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '!' | '#' | '|' | '~' | '>' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_file_is_markup() {
        let hostile = "![x](http://e) <img src=x> `a` **b** \u{202e}&amp;";
        let shown = escaped(hostile);
        assert_eq!(shown, "\\!\\[x\\](http://e) &lt;img src=x\\> \\`a\\` \\*\\*b\\*\\* \\\\u{202e}&amp;amp;");
    }
}
