//! Places where a new game is likely to begin, found without reading games.
//!
//! The lexer decides where a game ends (the caller's [`super::NextGame`]). But nearly every game begins with
//! `[Event "` after a blank line. Such a place is found by reading a few bytes, and the lexer then only has to read the game
//! before it. Files without such places are cut by the lexer alone. After a game above the size limit, whose text is
//! not kept, [`Resync`] finds the next place that looks like a game's first tag.

/// A tag's name and quote are within this many bytes of its bracket. The lexer's decision about a boundary is final
/// if at least this much text follows.
pub(super) const LOOKAHEAD: usize = 256;

const EVENT: &[u8] = b"[Event \"";

/// Finds the last place in `text`, after a game's result, that looks like the first byte of a game. Returns the
/// likely place before it (or the start of the text), from which the lexer can verify it, and then the place itself.
pub(super) fn last_likely(text: &[u8]) -> Option<(usize, usize)> {
    let mut last = event_after_blank_line(text, text.len())?;
    // After a header without moves the tags may go on. Only the lexer, which has read that header, can tell.
    while !after_result(text.get(..last)?) {
        last = event_after_blank_line(text, last)?;
    }
    Some((event_after_blank_line(text, last).unwrap_or(0), last))
}

/// The first place in `text` that looks like the first byte of a game, after another game's result.
pub(super) fn first_likely(text: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(text, EVENT).find(|at| {
        let before = text.get(..*at).unwrap_or_default();
        after_blank_line(before) && after_result(before)
    })
}

/// The last `[Event "` before `end` that begins a line after a blank line.
fn event_after_blank_line(text: &[u8], end: usize) -> Option<usize> {
    // The search is for the quote: movetext has no quotes, but a bracket for each clock reading.
    let before_quote = EVENT.len() - 1;
    let mut end = text.len().min(end + before_quote);
    loop {
        let quote = memchr::memrchr(b'"', text.get(..end)?)?;
        let at = quote.checked_sub(before_quote)?;
        if text.get(at..)?.starts_with(EVENT) && after_blank_line(text.get(..at)?) {
            return Some(at);
        }
        end = quote;
    }
}

/// Whether `before` ends with a blank line.
fn after_blank_line(before: &[u8]) -> bool {
    let Some(line) = without_line_end(before) else { return false };
    let blanks = line.iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
    line.get(..line.len() - blanks).and_then(without_line_end).is_some()
}

/// Whether the last line that is not blank ends with a termination marker and is movetext only.
fn after_result(before: &[u8]) -> bool {
    let text = before.trim_ascii_end();
    let line = text.get(memchr::memrchr2(b'\n', b'\r', text).map_or(0, |end| end + 1)..).unwrap_or_default();
    let last_word = line.rsplit(|b| b.is_ascii_whitespace()).next().unwrap_or_default();
    matches!(last_word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") && is_movetext(line)
}

/// Whether a line is movetext of the main line: it has no brackets except those of commands (`[%clk 0:03:00]`).
fn is_movetext(line: &[u8]) -> bool {
    let mut before = b' ';
    line.iter().all(|byte| match (std::mem::replace(&mut before, *byte), byte) {
        (_, b';' | b'(') => false,
        (before, b'%') => before == b'[',
        (before, _) => before != b'[',
    })
}

/// Whether only blanks come before the end of `before` on its line.
pub(super) fn at_line_start(before: &[u8]) -> bool {
    let last = before.iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
    matches!(last, None | Some(b'\n' | b'\r'))
}

fn without_line_end(text: &[u8]) -> Option<&[u8]> {
    text.strip_suffix(b"\r\n").or_else(|| text.strip_suffix(b"\n")).or_else(|| text.strip_suffix(b"\r"))
}

/// Whether `text` has only blanks, and a byte order mark if it is `at_start` of the file.
pub(super) fn is_blank(text: &[u8], at_start: bool) -> bool {
    let mark = if at_start { &b"\xef\xbb\xbf"[..] } else { b"" };
    trimmed_len(text.strip_prefix(mark).unwrap_or(text)) == 0
}

/// Length of `text` without trailing blanks.
pub(super) fn trimmed_len(text: &[u8]) -> usize {
    text.iter().rposition(|b| !matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)).map_or(0, |at| at + 1)
}

/// Finds where reading can go on after a game above the size limit: at a tag at the start of a line that is the first
/// of a block of tags; inside a comment only at `[Event "` after a blank line. Takes the text in parts.
#[derive(Debug)]
pub(super) struct Resync {
    /// Inside a brace comment.
    comment: bool,
    /// The rest of the line is ignored: a `;` comment, a `%` line, a tag.
    rest: bool,
    /// The line has only blanks so far.
    bare: bool,
    /// At the first byte of a line.
    column_one: bool,
    /// The line before was blank.
    blank_line: bool,
    /// The last line that is not blank was a tag.
    tags: bool,
    after_cr: bool,
}

impl Default for Resync {
    fn default() -> Resync {
        Resync {
            comment: false,
            rest: false,
            bare: true,
            column_one: true,
            blank_line: false,
            tags: false,
            after_cr: false,
        }
    }
}

impl Resync {
    /// Scans `part`; `complete` means that no text follows it. Returns how far it got, and whether a game begins
    /// there. If none does, the caller scans on from that place with more text. No game is found before `least`.
    pub(super) fn scan_from(&mut self, part: &[u8], least: usize, complete: bool) -> (usize, bool) {
        let mut at = 0;
        while let Some(&byte) = part.get(at) {
            if byte == b'[' && self.bare {
                let rest = part.get(at..).unwrap_or_default();
                if rest.len() < LOOKAHEAD && !complete {
                    return (at, false);
                }
                if at >= least && self.begins_game(rest) {
                    return (at, true);
                }
                self.rest = !self.comment && is_tag(rest);
                self.tags = self.rest;
                self.within_line();
            } else {
                self.step(byte);
            }
            at += 1;
        }
        (at, false)
    }

    fn begins_game(&self, rest: &[u8]) -> bool {
        let event = self.blank_line && self.column_one && rest.starts_with(EVENT);
        event || (!self.comment && !self.tags && is_tag(rest))
    }

    fn step(&mut self, byte: u8) {
        match byte {
            b'\n' if self.after_cr => self.after_cr = false,
            b'\n' | b'\r' => {
                self.blank_line = self.bare;
                (self.bare, self.column_one, self.rest) = (true, true, false);
                self.after_cr = byte == b'\r';
            }
            b' ' | b'\t' if self.bare => {
                self.column_one = false;
                self.after_cr = false;
            }
            _ => self.text(byte),
        }
    }

    fn text(&mut self, byte: u8) {
        match byte {
            b'}' if self.comment => self.comment = false,
            _ if self.comment || self.rest => {}
            b'%' if self.column_one => self.rest = true,
            b';' => self.rest = true,
            b'{' => self.comment = true,
            _ => self.tags = false,
        }
        self.within_line();
    }

    fn within_line(&mut self) {
        (self.bare, self.column_one, self.after_cr) = (false, false, false);
    }
}

/// Whether `text` begins with a tag's bracket, name and quote.
fn is_tag(text: &[u8]) -> bool {
    let head = text.get(1..text.len().min(LOOKAHEAD)).unwrap_or_default().trim_ascii_start();
    let name = head.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')).count();
    name > 0 && head.get(name..).unwrap_or_default().trim_ascii_start().first() == Some(&b'"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_after_a_blank_line_is_likely_to_begin_a_game() {
        for end in ["\n\n", "\r\n\r\n", "\r\r", "\n \t\n", "\r\n\t\r\n", "\n\r\n"] {
            let text = format!("[Event \"a\"]{end}1. e4 1-0{end}[Event \"b\"]{end}*{end}[Event \"c\"]");
            let starts: Vec<_> = text.match_indices("[Event").map(|(at, _)| at).collect();
            assert_eq!(last_likely(text.as_bytes()), Some((starts[1], starts[2])), "{end:?}");
            let headers = format!("{text}{end}[Event \"d\"]{end}[Event \"e\"]");
            assert_eq!(last_likely(headers.as_bytes()), Some((starts[1], starts[2])), "{end:?}");
            assert_eq!(last_likely(&text.as_bytes()[..starts[2]]), Some((0, starts[1])), "{end:?}");
        }
        let clocks = "[Event \"a\"]\n\n1. e4 { [%clk 1] } 1-0\n\n[Event \"b\"]\n\n*";
        assert_eq!(last_likely(clocks.as_bytes()), clocks.rfind("[E").map(|at| (0, at)));
        for line in ["[x] 1-0", "(1. d4 1-0", "; 1-0", "% 1-0"] {
            let text = format!("[Event \"a\"]\n\n1. e4\n{line}\n\n[Event \"b\"]\n\n*");
            assert_eq!(last_likely(text.as_bytes()), None, "{line}");
        }
        for end in ["\n", "\r\n", "\n\n ", "\n.\n"] {
            let text = format!("[Event \"a\"]\n\n1. e4 1-0{end}[Event \"b\"]\n\n*");
            assert_eq!(last_likely(text.as_bytes()), None, "{end:?}");
        }
    }

    fn found(text: &str) -> Option<usize> {
        let (at, found) = Resync::default().scan_from(text.as_bytes(), 0, true);
        found.then_some(at)
    }

    #[test]
    fn reading_goes_on_at_the_first_tag_of_a_block() {
        assert_eq!(found("1. e4 1-0\n[White \"a\"]"), Some(10));
        assert_eq!(found("1. e4 1-0\n  [White \"a\"]"), Some(12));
        assert_eq!(found("e4 [White \"a\"]\n[not a tag]\n% [x]\n; { \n[A \"b\"]"), Some(38));
        assert_eq!(found("e4 { \n[White \"a\"]\n\n [Event \"a\"]\n[Event \"b\"]"), None);
        assert_eq!(found("e4 { \r\n\r\n[Event \"b\"]"), Some(9));
    }

    #[test]
    fn parts_of_any_length_find_the_same_place() {
        let comment = "[White \"x\"]\r\n".repeat(40);
        let text =
            format!("[White \"{{\"]\r\n[Black \"a\"]\r\n\r\n1. e4 {{{comment}}} \r\n\r[Event \"b\"]\r\n");
        let place = text.rfind('[').unwrap_or_default();
        for cut in 1..text.len() {
            let mut resync = Resync::default();
            let (front, _) = resync.scan_from(&text.as_bytes()[..cut], 1, false);
            let (back, found) = resync.scan_from(&text.as_bytes()[front..], usize::from(front == 0), true);
            assert_eq!((front + back, found), (place, true), "{cut}");
        }
    }
}
