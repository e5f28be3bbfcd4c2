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

/// Moves by their text: in each place of the table the last one read, and the one before beside it if it could stay there.
#[derive(Default)]
pub(super) struct MovesRead {
    kept: Vec<Kept>,
}

/// What `san` made of a text of at most seven bytes.
#[derive(Clone, Copy)]
struct Kept {
    /// The text and the blank behind it, first byte lowest; zero where nothing is kept.
    text: u64,
    /// The move; [`CUT`] added to its length where more follows it in the text than glyphs that say nothing of it.
    read: MoveRead,
}

/// Above any length that is kept.
const CUT: u8 = 1 << 7;

impl Kept {
    /// The bytes of a move that is cut: a call, so that nobody waits for them.
    #[cold]
    #[inline(never)]
    fn cut_len(&self) -> usize {
        usize::from(self.read.len & !CUT)
    }
}

impl MovesRead {
    /// The place of a text in the table.
    #[inline]
    fn place(text: u64) -> usize {
        (text.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }

    /// Keeps what a text is that `rest` begins with, blank and all; `false` where it is no move, or none that a blank follows.
    #[cold]
    fn keep(&mut self, text: u64, rest: &[u8]) -> bool {
        // What gave way in this place last may stand beside it.
        let (place, beside) = (MovesRead::place(text), MovesRead::place(text) ^ 1);
        if self.kept.get(beside).is_some_and(|kept| kept.text == text) {
            self.kept.swap(place, beside);
            return true;
        }
        // The last byte is the blank, or none of the eight is one.
        let last = text.to_le_bytes().into_iter().rfind(|byte| *byte != 0);
        if !last.is_some_and(|byte| byte.is_ascii_whitespace()) {
            return false;
        }
        let Some(mut read) = san::read(rest) else { return false };
        let behind = rest.get(usize::from(read.len)..).unwrap_or_default();
        let glyphs = behind.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        if !behind.get(glyphs).is_some_and(u8::is_ascii_whitespace) {
            read.len |= CUT;
        }
        let now = Kept { text, read };
        if self.kept.is_empty() {
            self.kept.resize(1 << BITS, Kept { text: 0, read });
        }
        self.kept.swap(place, beside);
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = now;
        }
        true
    }
}

/// Reads on from `at` in the main line before any termination marker, and returns where something else stands.
#[inline(never)]
pub(super) fn read(text: &[u8], mut at: usize, sheet: &mut Scoresheet, moves: &mut MovesRead) -> usize {
    if u32::try_from(text.len()).is_err() {
        return at;
    }
    let mut last = NumberRead::NONE;
    while let Some(word) = text.get(at..).and_then(<[u8]>::first_chunk).map(|b| u64::from_le_bytes(*b)) {
        let byte = word as u8;
        if MOVES[usize::from(byte)] {
            let (written, len) = first_word(word);
            let kept = moves.kept.get(MovesRead::place(written)).filter(|kept| kept.text == written);
            let Some(kept) = kept else {
                if !moves.keep(written, text.get(at..).unwrap_or_default()) {
                    break;
                }
                continue;
            };
            let own = usize::from(kept.read.len & !CUT);
            sheet.moves.push(MoveText { span: span(at, own), read: kept.read });
            // On to behind the blank: a step that waits for nothing that was looked up.
            at += if kept.read.len & CUT == 0 { len } else { kept.cut_len() };
        } else if byte.wrapping_sub(b'1') < 9 {
            if !last.goes_on(word) && !last.read(word) {
                break;
            }
            let (dots, behind) = match (word >> last.bits) as u32 {
                next if next as u8 == b' ' || next as u8 == b'\n' => (0, 1),
                next if next as u8 != b'.' => (0, 0),
                next if next as u16 != 0x2e2e => break,
                next if next >> 16 & 0xff == u32::from(b' ') => (2, 3),
                next if next >> 16 & 0xff != u32::from(b'.') => (2, 2),
                _ => break,
            };
            let len = last.bits as usize / 8;
            let (ply, value) = (sheet.moves.len() as u32, last.value);
            sheet.numbers.push(MoveNumber { span: span(at, len + dots), ply, value, dots: dots as u8 + 1 });
            at += len + behind;
        } else if byte == b'{' {
            let Some((command, end)) = comment::clock_only(text, at) else { break };
            let ply = sheet.moves.len() as u32;
            sheet.commands.push(Command { ply, ..command });
            at = end;
            if matches!(text.get(end), Some(b' ' | b'\n')) {
                at = end + 1;
            }
        } else if matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'!' | b'?') {
            at += 1;
        } else {
            break;
        }
    }
    at
}

/// The last move number that was read: the next one is the same for Black, or one more.
struct NumberRead {
    /// Its digits and its first dot, first byte lowest.
    text: u64,
    /// The bits of these.
    bits: u32,
    value: u32,
    /// What makes the text that of the next number; 0 where more than the last digit changes.
    step: u64,
}

impl NumberRead {
    /// No text begins with it.
    const NONE: NumberRead = NumberRead { text: 1, bits: 0, value: 0, step: 0 };

    /// Whether a text begins with the same number and a dot, or with the next one; then that is the last one read.
    #[inline(always)]
    fn goes_on(&mut self, word: u64) -> bool {
        let more = (word & !(u64::MAX << self.bits)).wrapping_sub(self.text);
        if more == 0 {
            return true;
        }
        if more != self.step {
            return false;
        }
        self.text += more;
        self.value += 1;
        // Behind a nine comes no ten.
        if (self.text >> (self.bits - 16)) as u8 == b'9' {
            self.step = 0;
        }
        true
    }

    /// Reads a number of one to three digits and a dot.
    fn read(&mut self, word: u64) -> bool {
        let byte = |n: u32| (word >> (8 * n)) as u8;
        let Some(digits) = (1..4).find(|&n| byte(n) == b'.') else { return false };
        let Some(value) = (0..digits).try_fold(0, |value, n| match byte(n) {
            digit @ b'0'..=b'9' => Some(value * 10 + u32::from(digit - b'0')),
            _ => None,
        }) else {
            return false;
        };
        let bits = 8 * digits + 8;
        let step = if byte(digits - 1) == b'9' { 0 } else { 1 << (bits - 16) };
        *self = NumberRead { text: word & !(u64::MAX << bits), bits, value, step };
        true
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

/// The bytes up to the first that is no larger than a blank, this one included, first byte lowest, and their number; all eight
/// where none of them is.
#[inline(always)]
fn first_word(word: u64) -> (u64, usize) {
    // The lowest high bit marks the first byte below 0x21; those above it may be wrong.
    let low = word.wrapping_sub(ONES * 0x21) & !word & HIGH;
    (word & (low ^ low.wrapping_sub(1)), low.trailing_zeros() as usize / 8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &[u8; 8]) -> u64 {
        u64::from_le_bytes(*text)
    }

    #[test]
    fn words_end_at_blanks() {
        assert_eq!(first_word(word(b"Nf3 e5 2")), (word(b"Nf3 \0\0\0\0"), 4));
        assert_eq!(first_word(word(b"e8=Q+!?\n")), (word(b"e8=Q+!?\n"), 8));
        assert_eq!(first_word(word(b"e4\xc3\xa9 2. ")).0, word(b"e4\xc3\xa9 \0\0\0"));
        let mut moves = MovesRead::default();
        for none in [b"Nb1xd2+!", b"e4\x01 e5 2", b"e4\0 e5 2"] {
            assert!(!moves.keep(first_word(word(none)).0, none), "{none:?}");
        }
    }

    /// The value, and the bytes up to the first dot behind it.
    fn number(text: &[u8], last: &mut NumberRead) -> Option<(u32, u32)> {
        let word = word(text.first_chunk()?);
        (last.goes_on(word) || last.read(word)).then_some((last.value, last.bits / 8))
    }

    #[test]
    fn numbers_go_on_by_one() {
        let mut last = NumberRead::NONE;
        let mut text = String::new();
        for value in 1..1000u32 {
            for behind in [". e4 e5", "... e5 2"] {
                text.clear();
                text.push_str(&value.to_string());
                text.push_str(behind);
                assert_eq!(number(text.as_bytes(), &mut last), Some((value, value.ilog10() + 2)), "{text}");
            }
        }
        for other in [b"1:. e4 e", b"12 Nf3  ", b"1-0 [Eve", b"1/2-1/2\n", b"1234. Kf", b"1a. e4 e"] {
            assert_eq!(number(other, &mut last), None);
        }
        last = NumberRead::NONE;
        assert_eq!(number(b"9. Nf3 N", &mut last), Some((9, 2)));
        assert_eq!(number(b":. Nf3 N", &mut last), None);
        assert_eq!(number(b"19. Kf1 ", &mut last), Some((19, 3)));
        assert_eq!(number(b"1:. Kf1 ", &mut last), None);
        assert_eq!(number(b"7. Kf1 N", &mut last), Some((7, 2)));
    }

    #[test]
    fn numbers_have_one_dot_or_three() {
        let dots = |text: &[u8]| {
            let mut sheet = Scoresheet::new();
            let end = read(text, 0, &mut sheet, &mut MovesRead::default());
            sheet.numbers.first().map(|number| (number.dots, number.span.end, end))
        };
        assert_eq!(dots(b"12.Nf3 Nf6 13. "), Some((1, 3, 11)));
        assert_eq!(dots(b"1... e5 2. Nf3 "), Some((3, 4, 8)));
        assert_eq!(dots(b"123...e5 12. Nf3"), Some((3, 6, 9)));
        assert_eq!(dots(b"1.... e5 2. Nf3 "), None);
        assert_eq!(dots(b"1.. e5  2. Nf3 "), None);
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
