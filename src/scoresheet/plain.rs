//! The fast path for plain movetext: blanks, move numbers, clock readings, and moves that are in the cache.
//!
//! Most of an archive is plain movetext, with a few thousand different moves. Everything else is left to the lexer. The result is
//! always that of the lexer and `san` alone.

use super::comment;
use super::san;
use super::sheet::{Command, MoveNumber, MoveText, Scoresheet};
use super::span::Span;
use super::written::MoveRead;

/// The number of slots in the table of moves is 2 to this power.
const BITS: u32 = 13;

/// A move may be in any of this many neighbouring slots. Its own slot goes to the move used last.
const NEAR: usize = 8;

/// A cache of moves by their text. Entries are in the order in which they were first read. Frequent moves come early and so share
/// few cache lines; the slots hold only 16-bit indices.
pub(super) struct MovesRead {
    /// By slot, the index of the entry; 0 for an empty slot.
    places: Box<[u16; 1 << BITS]>,
    /// The entries. The first one is a placeholder.
    kept: Vec<Kept>,
    /// The entry to replace next once there are as many entries as slots.
    oldest: usize,
}

impl Default for MovesRead {
    fn default() -> MovesRead {
        MovesRead { places: Box::new([0; 1 << BITS]), kept: Vec::new(), oldest: 1 }
    }
}

/// A cached move: a text of at most seven bytes, and what `san` read in it.
#[derive(Clone, Copy)]
struct Kept {
    /// The text and the blank after it, first byte lowest; zero for the placeholder.
    text: u64,
    /// The move. Its length has [`CUT`] set if the word continues with more than `!` and `?`.
    read: MoveRead,
}

/// A flag above any cached length.
const CUT: u8 = 1 << 7;

impl Kept {
    /// The length of a cut move. Not inlined: the rare case must not delay the usual one.
    #[cold]
    #[inline(never)]
    fn cut_len(&self) -> usize {
        usize::from(self.read.len & !CUT)
    }
}

impl MovesRead {
    /// The entry of a text (with its blank), if it is in its own slot.
    #[inline(always)]
    fn at_hand(&self, text: u64) -> Option<&Kept> {
        self.of(MovesRead::place(text)).filter(|kept| kept.text == text)
    }

    /// The slot of a text. The factor was searched for so that frequent moves rarely share a slot.
    #[inline]
    fn place(text: u64) -> usize {
        (text.wrapping_mul(0x2799_0d7a_3494_d5c5) >> (64 - BITS)) as usize
    }

    /// The entry in a slot.
    #[inline]
    fn of(&self, place: usize) -> Option<&Kept> {
        self.kept.get(usize::from(*self.places.get(place)?))
    }

    /// Puts the move at the start of `rest`, whose text with its blank is `text`, into its own slot. Returns `false` if it is not a
    /// move followed by a blank.
    #[cold]
    fn keep(&mut self, text: u64, rest: &[u8]) -> bool {
        // A tag: the usual end of plain movetext.
        if text as u8 == b'[' {
            return false;
        }
        let place = MovesRead::place(text);
        let mut near = (1..NEAR).map(|step| place ^ step);
        if let Some(near) = near.clone().find(|near| self.of(*near).is_some_and(|kept| kept.text == text)) {
            self.places.swap(place, near);
            return true;
        }
        // The last non-zero byte is the blank, unless none of the eight bytes is a blank.
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
        let number = self.add(Kept { text, read });
        let free = near.find(|near| self.places.get(*near) == Some(&0));
        self.places.swap(place, free.unwrap_or(place ^ 1));
        if let Some(place) = self.places.get_mut(place) {
            *place = number;
        }
        true
    }

    /// Adds an entry and returns its index.
    fn add(&mut self, now: Kept) -> u16 {
        if self.kept.is_empty() {
            self.kept.push(Kept { text: 0, ..now });
        }
        let number = if self.kept.len() < self.places.len() { self.kept.len() } else { self.oldest };
        match self.kept.get_mut(number) {
            Some(oldest) => {
                *oldest = now;
                self.oldest = if number + 1 == self.kept.len() { 1 } else { number + 1 };
            }
            None => self.kept.push(now),
        }
        number as u16
    }
}

/// Reads plain movetext from `at`, in the main line and before any termination marker. Returns the offset where it ends.
#[inline(never)]
pub(super) fn read(
    text: &[u8],
    mut at: usize,
    sheet: &mut Scoresheet,
    moves: &mut MovesRead,
    brief: bool,
) -> usize {
    if u32::try_from(text.len()).is_err() {
        return at;
    }
    let first = first_number(sheet);
    while let Some(word) = text.get(at..).and_then(<[u8]>::first_chunk).map(|b| u64::from_le_bytes(*b)) {
        let byte = word as u8;
        if byte.wrapping_sub(b'B') <= b'h' - b'B' {
            let (written, len) = first_word(word);
            let Some(kept) = moves.at_hand(written) else {
                if !moves.keep(written, text.get(at..).unwrap_or_default()) {
                    break;
                }
                continue;
            };
            let own = usize::from(kept.read.len & !CUT);
            sheet.moves.push(MoveText { span: span(at, own), read: kept.read });
            // Skips the blank too. The length comes from `text`, so the next step need not wait for the table.
            at += if kept.read.len & CUT == 0 { len } else { kept.cut_len() };
            if text.get(at) == Some(&b'{') {
                let ply = sheet.moves.len() as u32;
                if let Some((command, end)) = comment::clock_only(text, at) {
                    sheet.commands.push(Command { ply, ..command });
                    at = end;
                } else if let Some((both, end)) = comment::eval_and_clock(text, at) {
                    sheet.commands.extend(both.map(|command| Command { ply, ..command }));
                    at = end;
                } else {
                    break;
                }
                if matches!(text.get(at), Some(b' ' | b'\n')) {
                    at += 1;
                }
            }
        } else if byte.wrapping_sub(b'1') < 9 {
            let (Some(first), ply) = (first, sheet.moves.len()) else { break };
            let Some((number, len)) = number(word, at, first + ply, ply as u32) else { break };
            if brief {
                (sheet.left_out, sheet.gap) = (true, true);
            } else {
                sheet.numbers.push(number);
            }
            at += len;
        } else if matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'!' | b'?') {
            at += 1;
        } else {
            break;
        }
    }
    at
}

/// The first move number of a scoresheet in half-moves, if it precedes the first half-move.
fn first_number(sheet: &Scoresheet) -> Option<usize> {
    let first = sheet.numbers.first().filter(|number| number.ply == 0)?;
    usize::try_from(first.half_moves()).ok()
}

/// Reads the expected move number (that of `half_moves`) from `text`, the eight bytes at `at`: one dot for White, three for
/// Black. Returns it with the number of bytes up to and including the blank.
#[inline(always)]
fn number(text: u64, at: usize, half_moves: usize, ply: u32) -> Option<(MoveNumber, usize)> {
    let due = *NUMBERS.get(half_moves)?;
    let (bits, differs) = ((due >> 56) as u32, text ^ due);
    let (value, dots) = (half_moves as u32 / 2, if half_moves & 1 == 0 { 1 } else { 3 });
    let len = bits as usize / 8 - 1;
    let number = MoveNumber { span: span(at, len), ply, value, dots, gap: false };
    if differs << (64 - bits) == 0 {
        return Some((number, len + 1));
    }
    // Something other than a space may follow, but not another dot.
    let next = (text >> (bits - 8)) as u8;
    (differs << (72 - bits) == 0 && next != b'.').then_some((number, len + usize::from(next == b'\n')))
}

/// The text of each move number with its dots and a blank, by half-move. First byte lowest; the highest byte holds the length in
/// bits. The first two entries match no text.
static NUMBERS: [u64; 1000] = {
    let mut out = [56 << 56; 1000];
    let mut half_moves = 2;
    while half_moves < out.len() {
        let (mut text, mut bits) = if half_moves % 2 == 0 { (0x202e, 16) } else { (0x202e_2e2e, 32) };
        let mut rest = half_moves as u64 / 2;
        while rest > 0 {
            text = text << 8 | (b'0' as u64 + rest % 10);
            bits += 8;
            rest /= 10;
        }
        out[half_moves] = text | bits << 56;
        half_moves += 1;
    }
    out
};

/// A span in a text shorter than 4 GiB, so that offsets fit 32 bits.
fn span(start: usize, len: usize) -> Span {
    Span { start: start as u32, end: (start + len) as u32 }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The bytes up to and including the first space or control character, and their number; all eight bytes if there is none.
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

    #[test]
    fn more_moves_than_there_are_places() {
        let files = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
        let squares = || files.into_iter().flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}")));
        let from = ["N", "B", "R", "Q"]
            .into_iter()
            .flat_map(|piece| squares().map(move |from| format!("{piece}{from}")));
        let texts: Vec<String> =
            from.flat_map(|from| squares().map(move |to| format!("{from}{to} "))).collect();
        assert!(texts.len() > 1 << BITS);
        let mut moves = MovesRead::default();
        for text in texts.iter().chain(texts.iter().rev()) {
            let mut bytes = [0; 8];
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            let written = first_word(u64::from_le_bytes(bytes)).0;
            assert!(moves.at_hand(written).is_some() || moves.keep(written, text.as_bytes()), "{text}");
            let kept = moves.at_hand(written).map(|kept| kept.read);
            assert_eq!(kept, san::read(text.as_bytes()), "{text}");
        }
        assert_eq!(moves.kept.len(), 1 << BITS);
    }

    /// The half-moves and the length of a number, where a text begins with that of so many.
    fn due(text: &[u8], half_moves: usize) -> Option<(u64, usize)> {
        let (number, len) = number(word(text.first_chunk()?), 7, half_moves, 9)?;
        assert_eq!((number.span.start, number.ply), (7, 9));
        let blank = text.get(number.span.len()).is_some_and(u8::is_ascii_whitespace);
        assert_eq!(len, number.span.len() + usize::from(blank));
        Some((number.half_moves(), number.span.len()))
    }

    #[test]
    fn numbers_go_on_by_half_moves() {
        for half_moves in 2..1010 {
            let value = half_moves / 2;
            let (dots, other) = if half_moves % 2 == 0 { (".", "...") } else { ("...", ".") };
            let text = format!("{value}{dots} e4 e5 ");
            let len = value.to_string().len() + dots.len();
            let expected = (half_moves < 1000).then_some((half_moves as u64, len));
            assert_eq!(due(text.as_bytes(), half_moves), expected, "{text}");
            for wrong in [format!("{value}{other} e4 e5 "), format!("{}{dots} e4 e5 ", value + 1)] {
                assert_eq!(due(wrong.as_bytes(), half_moves), None, "{wrong}");
            }
        }
        for other in
            [b"1:. e4 e", b"12 Nf3  ", b"1-0 [Eve", b"1/2-1/2\n", b"1.... e5", b"1a. e4 e", b"1.. e4 e"]
        {
            assert_eq!((due(other, 2), due(other, 0)), (None, None));
        }
        assert_eq!(due(b"7.Kf1 N3", 14), Some((14, 2)));
        assert_eq!(due(b"7.\nKf1 N", 14), Some((14, 2)));
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
            sheet.commands.iter().map(|c| c.value().of(text)).collect::<Vec<_>>(),
            [&b"0:10:00"[..], b"0:09:59.9"]
        );
        assert!(sheet.faults.is_empty() && sheet.marker.is_some());
    }
}
