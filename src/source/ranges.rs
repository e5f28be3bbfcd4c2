//! Cuts a file of games into ranges that begin and end between games, so that several machines can read one file.
//!
//! A range ends at the first place behind a given offset that looks like a game's start by the rule of `boundary`,
//! and the lexer, reading from the range's start, has to arrive at that place. So the games of the ranges are those of the
//! file, whoever reads them.

use std::io::{self, Read, Seek, SeekFrom};

use super::boundary::{self, LOOKAHEAD};
use super::packing::Packing;
use super::utf16::ByteOrder;
use crate::scoresheet::{LineCount, Reader, Scoresheet};

/// Games of a file, from the start of one to the start of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Range {
    /// Offset of the first byte.
    pub start: u64,
    /// Offset after the last byte.
    pub end: u64,
    /// Number of games.
    pub games: u64,
    /// Number of line ends.
    pub lines: u64,
    /// Whether all games are UTF-8.
    pub utf8: bool,
}

/// Bytes that show how a file is packed.
const HEAD: u64 = 1 << 10;
/// Bytes that are read at a time.
const BLOCK: usize = 1 << 20;

/// Measures the range of a file's games that begin at `from` or after it, and before `to`; `None` is the end of the file.
/// Ranges whose `from` is the `to` of another one join without gaps.
///
/// Returns `None` if the file cannot be cut there: it is packed or UTF-16, no place looks like a game's start for more than `limit` bytes, the
/// lexer does not arrive at it, or a game is larger than `limit`.
///
/// # Errors
/// Those of `file`.
pub fn measure<F: Read + Seek>(
    file: &mut F,
    from: u64,
    to: Option<u64>,
    limit: usize,
) -> io::Result<Option<Range>> {
    if from == 0 && !is_plain(file)? {
        return Ok(None);
    }
    let length = file.seek(SeekFrom::End(0))?;
    let Some(start) = game_after(file, from, length, limit)? else { return Ok(None) };
    let Some(end) = game_after(file, to.unwrap_or(length), length, limit)? else { return Ok(None) };
    let range = Range { start, end: end.max(start), games: 0, lines: 0, utf8: true };
    if end <= start {
        return Ok(Some(range));
    }
    file.seek(SeekFrom::Start(start))?;
    counted(file, range, end == length, limit)
}

/// Whether the file is neither packed nor UTF-16.
fn is_plain<F: Read + Seek>(file: &mut F) -> io::Result<bool> {
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(Packing::of(&head).is_none() && ByteOrder::of(&head).is_none())
}

/// The first place at `offset` or after it that looks like a game's start; the end of the file if there is none before.
fn game_after<F: Read + Seek>(
    file: &mut F,
    offset: u64,
    length: u64,
    limit: usize,
) -> io::Result<Option<u64>> {
    if offset == 0 || offset >= length {
        return Ok(Some(offset.min(length)));
    }
    file.seek(SeekFrom::Start(offset))?;
    let mut text = Vec::new();
    loop {
        let read = file.take(BLOCK as u64).read_to_end(&mut text)?;
        // The rest of a line shows nothing. Without it, a place that is found from here is found from anywhere before.
        let line = memchr::memchr2(b'\n', b'\r', &text).map_or(text.len(), |end| end + 1);
        if let Some(at) = boundary::first_likely(text.get(line..).unwrap_or_default()) {
            return Ok(Some(offset + (line + at) as u64));
        }
        if read == 0 {
            return Ok(Some(length));
        }
        if text.len() > limit.saturating_add(BLOCK) {
            return Ok(None);
        }
    }
}

/// Reads the games of a range, and the beginning of the game behind it.
fn counted(
    file: &mut impl Read,
    mut range: Range,
    to_the_end: bool,
    limit: usize,
) -> io::Result<Option<Range>> {
    let length = range.end - range.start;
    // The lexer needs to see what follows to be certain where the last game ends.
    let mut source = file.take(if to_the_end { length } else { length + LOOKAHEAD as u64 });
    let (mut reader, mut sheet, mut lines) = (Reader::brief(), Scoresheet::new(), LineCount::default());
    let (mut text, mut passed, mut eof) = (Vec::new(), 0u64, false);
    while passed < length {
        let before = text.len();
        source.by_ref().take(BLOCK as u64).read_to_end(&mut text)?;
        eof |= text.len() == before;
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let len = reader.read(rest, &mut sheet).max(1);
            if passed + at as u64 >= length || (!eof && len.saturating_add(LOOKAHEAD) > rest.len()) {
                break;
            }
            let game = rest.get(..len).unwrap_or(rest);
            range.games += u64::from(!sheet.is_blank());
            range.utf8 &= simdutf8::basic::from_utf8(game).is_ok();
            lines.add(game);
            at += game.len();
        }
        if at == 0 && (eof || text.len() > limit.saturating_add(BLOCK)) {
            return Ok(None);
        }
        passed += at as u64;
        text.drain(..at);
    }
    range.lines = lines.lines();
    Ok((passed == length).then_some(range))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// Games of different lengths with comments, empty headers and results in the middle of a line.
    fn archive(games: usize) -> String {
        let game = |n: usize| {
            let comment = "[Event \\\"x\\\"] 1-0 ".repeat(n % 5);
            let end = if n.is_multiple_of(7) { "\r\n" } else { "\n" };
            format!(
                "[Event \"Open {n}\"]{end}[White \"A\"]{end}{end}1. e4 {{{comment}}} e5 {n}. Ke2 1-0{end}{end}{}",
                if n.is_multiple_of(11) { "\n\n" } else { "" }
            )
        };
        (0..games).map(game).collect()
    }

    fn ranges(text: &str, size: u64) -> Vec<Range> {
        let mut file = Cursor::new(text.as_bytes());
        let length = text.len() as u64;
        let mut all = Vec::new();
        for from in (0..length).step_by(usize::try_from(size).unwrap()) {
            let to = Some(from + size).filter(|to| *to < length);
            all.push(measure(&mut file, from, to, 8 << 20).unwrap().unwrap());
        }
        all
    }

    #[test]
    fn ranges_of_any_size_join_and_have_all_games() {
        let text = archive(200);
        let whole = ranges(&text, text.len() as u64);
        let [all] = whole.as_slice() else { panic!("{whole:?}") };
        assert_eq!((all.start, all.end, all.games), (0, text.len() as u64, 200));
        assert_eq!(all.lines, crate::scoresheet::line_ends(text.as_bytes()));
        for size in [37, 100, 999, 5_000] {
            let parts = ranges(&text, size);
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start), "{size}: {parts:?}");
            assert_eq!(parts.iter().map(|part| part.games).sum::<u64>(), all.games, "{size}");
            assert_eq!(parts.iter().map(|part| part.lines).sum::<u64>(), all.lines, "{size}");
            assert!(parts.iter().filter(|part| part.games > 0).count() > 3, "{size}");
        }
    }

    #[test]
    fn games_in_a_comment_are_those_that_the_lexer_finds() {
        let game = "[Event \"a\"]\n\n1. e4 1-0\n\n";
        let text = format!("{game}[Event \"b\"]\n\n1. d4 {{ 1-0\n\n{game}{game}}} 1-0\n\n{game}");
        let whole = ranges(&text, text.len() as u64)[0].games;
        for size in 5..text.len() as u64 {
            assert_eq!(ranges(&text, size).iter().map(|part| part.games).sum::<u64>(), whole, "{size}");
        }
    }

    #[test]
    fn what_has_no_such_place_is_one_range() {
        let text = "1. e4 e5 ".repeat(1 << 18);
        let mut file = Cursor::new(text.as_bytes());
        assert_eq!(measure(&mut file, 10, None, 1 << 16).unwrap(), None);
        let mut empty = Cursor::new(b"");
        assert_eq!(measure(&mut empty, 0, None, 1 << 16).unwrap().unwrap().games, 0);
    }

    #[test]
    fn latin_1_is_seen() {
        let mut text = b"[Event \"a\"]\n\n1. e4 {".to_vec();
        text.push(0xe9);
        text.extend(b"} 1-0\n\n[Event \"b\"]\n\n1. d4 1-0\n");
        let mut file = Cursor::new(text);
        let first = measure(&mut file, 0, Some(5), 1 << 20).unwrap().unwrap();
        let second = measure(&mut file, 5, None, 1 << 20).unwrap().unwrap();
        assert_eq!((first.games, first.utf8, second.games, second.utf8), (1, false, 1, true));
    }
}
