//! The short way through plain movetext: blanks, move numbers, clock readings, and moves whose text was read before.
//!
//! An archive is nearly all of this, and has a few thousand different moves in it. What looks otherwise is left to the
//! lexer; nothing here says what a text means that the lexer and `san` do not say.

use super::comment;
use super::san;
use super::sheet::{Command, MoveNumber, MoveText, Scoresheet};
use super::span::Span;
use super::written::MoveRead;

/// Moves that are kept, as a power of two.
const BITS: u32 = 15;

/// Moves by their text, the last one read in each place of the table.
#[derive(Clone, Default)]
pub(super) struct MovesRead {
    kept: Vec<Kept>,
}

/// What `san` made of a text of at most seven bytes.
#[derive(Clone, Copy)]
struct Kept {
    /// The text, first byte lowest; zero where nothing is kept.
    text: u64,
    read: MoveRead,
    /// Bytes of the text that belong to the move.
    len: u32,
    /// Whether nothing follows them in the text but glyphs that say nothing of the move.
    whole: bool,
}

impl Kept {
    /// The bytes that belong to the move, where something follows that does not: a call, so that nobody waits for them.
    #[cold]
    #[inline(never)]
    fn own_len(&self) -> usize {
        self.len as usize
    }
}

impl std::fmt::Debug for MovesRead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MovesRead")
    }
}

/// What is kept is no part of a scoresheet.
impl PartialEq for MovesRead {
    fn eq(&self, _: &MovesRead) -> bool {
        true
    }
}

impl Eq for MovesRead {}

impl MovesRead {
    /// The place of a text in the table.
    #[inline]
    fn place(text: u64) -> usize {
        (text.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }

    /// Keeps what a text is that `rest` begins with and a blank follows; `false` where it is no move.
    #[cold]
    fn keep(&mut self, text: u64, rest: &[u8]) -> bool {
        let Some((read, len)) = san::read(rest) else { return false };
        let behind = rest.get(len..).unwrap_or_default();
        let glyphs = behind.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let whole = behind.get(glyphs).is_some_and(u8::is_ascii_whitespace);
        let now = Kept { text, read, len: len as u32, whole };
        if self.kept.is_empty() {
            self.kept.resize(1 << BITS, Kept { text: 0, ..now });
        }
        if let Some(kept) = self.kept.get_mut(MovesRead::place(text)) {
            *kept = now;
        }
        true
    }
}

/// Reads on from `at` in the main line before any termination marker, and returns where something else stands.
#[inline(never)]
pub(super) fn read(text: &[u8], mut at: usize, sheet: &mut Scoresheet) -> usize {
    if u32::try_from(text.len()).is_err() {
        return at;
    }
    while let Some(word) =
        text.get(at..).and_then(<[u8]>::first_chunk).map(|bytes| u64::from_le_bytes(*bytes))
    {
        if !MOVES[word as usize & 255] {
            let Some(next) = read_other(text, at, word, sheet) else { break };
            at = next;
            continue;
        }
        let Some((written, len)) = first_word(word) else { break };
        let MovesRead { kept } = &sheet.moves_read;
        let kept = kept.get(MovesRead::place(written)).filter(|kept| kept.text == written);
        let Some(kept) = kept else {
            if !sheet.moves_read.keep(written, text.get(at..).unwrap_or_default()) {
                break;
            }
            continue;
        };
        sheet.moves.push(MoveText { span: span(at, kept.len as usize), read: kept.read });
        // On to behind the blank: a step that waits for nothing that was looked up.
        at += if kept.whole { len + 1 } else { kept.own_len() };
    }
    at
}

/// Reads what stands at `at` and is no move, and returns where it ends; `None` where it is not for here. By itself, so that
/// nothing of it is done for moves, nor for it what is done for them.
#[inline(never)]
fn read_other(text: &[u8], at: usize, word: u64, sheet: &mut Scoresheet) -> Option<usize> {
    let ply = sheet.moves.len() as u32;
    match word as u8 {
        b'1'..=b'9' => {
            let (value, dots, len) = number(word)?;
            sheet.numbers.push(MoveNumber { span: span(at, len), ply, value, dots });
            Some(at + len + usize::from((word >> (8 * len)) as u8 == b' '))
        }
        b' ' | b'\n' | b'\r' | b'\t' | b'!' | b'?' => Some(at + 1),
        b'{' => {
            let (command, end) = comment::clock_only(text, at)?;
            sheet.commands.push(Command { ply, ..command });
            Some(end)
        }
        _ => None,
    }
}

/// A span of a text below 4 GiB: no place in it is above 32 bits.
fn span(start: usize, len: usize) -> Span {
    Span { start: start as u32, end: (start + len) as u32 }
}

/// Whether a byte may begin a move.
const MOVES: [bool; 256] = {
    let mut out = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        out[byte] = matches!(byte as u8, b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O');
        byte += 1;
    }
    out
};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The bytes before the first blank, first byte lowest, and their number; `None` where the first eight have none, or have
/// a control character for one.
#[inline]
fn first_word(word: u64) -> Option<(u64, usize)> {
    // The lowest high bit marks the first byte below 0x21; those above it may be wrong.
    let low = word.wrapping_sub(ONES * 0x21) & !word & HIGH;
    let bits = low.trailing_zeros() & !7;
    let blank = word.checked_shr(bits)? as u8;
    matches!(blank, b' ' | b'\n' | b'\r' | b'\t').then(|| (word & !(u64::MAX << bits), bits as usize / 8))
}

/// A move number of one to three digits with one dot or three: its value, its dots, and its length with them.
#[inline]
fn number(word: u64) -> Option<(u32, u8, usize)> {
    let byte = |n: u32| (word >> (8 * n)) as u8;
    let digit = |n: u32| u32::from(byte(n).wrapping_sub(b'0'));
    let (value, digits) = if byte(1) == b'.' {
        (digit(0), 1)
    } else if byte(2) == b'.' && digit(1) < 10 {
        (digit(0) * 10 + digit(1), 2)
    } else if byte(3) == b'.' && digit(1) < 10 && digit(2) < 10 {
        (digit(0) * 100 + digit(1) * 10 + digit(2), 3)
    } else {
        return None;
    };
    match word >> (8 * digits) & 0xffff_ffff {
        dots if dots & 0xff00 != 0x2e00 => Some((value, 1, digits as usize + 1)),
        dots if dots & 0x00ff_ffff == 0x002e_2e2e && dots >> 24 != 0x2e => {
            Some((value, 3, digits as usize + 3))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &[u8; 8]) -> u64 {
        u64::from_le_bytes(*text)
    }

    #[test]
    fn words_end_at_blanks() {
        assert_eq!(first_word(word(b"Nf3 e5 2")), Some((word(b"Nf3\0\0\0\0\0"), 3)));
        assert_eq!(first_word(word(b"e8=Q+!?\n")), Some((word(b"e8=Q+!?\0"), 7)));
        assert_eq!(first_word(word(b"Nb1xd2+!")), None);
        assert_eq!(first_word(word(b"e4\x01 e5 2")), None);
        assert_eq!(first_word(word(b"e4\0 e5 2")), None);
        assert_eq!(first_word(word(b"e4\xc3\xa9 2. ")), Some((word(b"e4\xc3\xa9\0\0\0\0"), 4)));
    }

    #[test]
    fn numbers_have_one_dot_or_three() {
        assert_eq!(number(word(b"1. e4 e5")), Some((1, 1, 2)));
        assert_eq!(number(word(b"12.Nf3 N")), Some((12, 1, 3)));
        assert_eq!(number(word(b"123. Nf3")), Some((123, 1, 4)));
        assert_eq!(number(word(b"1... e5 ")), Some((1, 3, 4)));
        assert_eq!(number(word(b"123...e5")), Some((123, 3, 6)));
        for other in [b"1.... e5", b"1.. e5  ", b"1-0 [Eve", b"1/2-1/2\n", b"12 Nf3  ", b"1234. Kf"] {
            assert_eq!(number(word(other)), None);
        }
    }

    #[test]
    fn the_short_way_says_what_the_long_way_says() {
        let text =
            b"1. e4 {[%clk 0:10:00]} e5 {[%clk 0:09:59.9]} 2.Nf3!? Nc6 $1 (2... d6) 3. Bb5 a6 1-0\n\n\n\n";
        let mut sheet = Scoresheet::new();
        assert_eq!(sheet.read(text), text.len());
        let again = sheet.clone();
        sheet.read(text);
        assert_eq!(sheet, again);
        assert_eq!(sheet.moves.len(), 6);
        assert_eq!(
            sheet.numbers.iter().map(|n| (n.value, n.ply)).collect::<Vec<_>>(),
            [(1, 0), (2, 2), (3, 4)]
        );
        assert_eq!(
            sheet.commands.iter().map(|c| c.value.of(text)).collect::<Vec<_>>(),
            [&b"0:10:00"[..], b"0:09:59.9"]
        );
        assert!(sheet.faults.is_empty() && sheet.marker.is_some());
    }
}
