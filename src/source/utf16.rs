//! Text in UTF-16 with a byte order mark, converted to UTF-8 as it is read.

use std::io::{self, Read};

/// Bytes that are read and converted at a time.
const BLOCK: usize = 16 << 10;

/// Which byte of a UTF-16 unit comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    /// The byte order by the mark at the start of a text; `None` for text that is not UTF-16.
    pub(super) fn of(head: &[u8]) -> Option<ByteOrder> {
        match head {
            // The mark of UTF-32 begins in the same way.
            [0xff, 0xfe, 0, 0, ..] => None,
            [0xff, 0xfe, ..] => Some(ByteOrder::Little),
            [0xfe, 0xff, ..] => Some(ByteOrder::Big),
            _ => None,
        }
    }

    fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            ByteOrder::Little => u16::from_le_bytes(bytes),
            ByteOrder::Big => u16::from_be_bytes(bytes),
        }
    }
}

/// The text of a whole file as UTF-8, if a byte order mark says that it is UTF-16.
pub fn from_utf16(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(bytes.len());
    Utf16::new(bytes, ByteOrder::of(bytes)?).read_to_end(&mut out).ok()?;
    Some(out)
}

/// A reader that converts UTF-16 to UTF-8. The mark is left out; invalid units become U+FFFD.
pub(super) struct Utf16<R> {
    inner: R,
    order: ByteOrder,
    /// Bytes read but not converted: half of a unit, or of a surrogate pair.
    rest: Vec<u8>,
    converted: Vec<u8>,
    /// Bytes of `converted` that were returned.
    returned: usize,
    begun: bool,
    ended: bool,
}

impl<R: Read> Utf16<R> {
    pub(super) fn new(inner: R, order: ByteOrder) -> Utf16<R> {
        let (rest, converted) = (Vec::new(), Vec::new());
        Utf16 { inner, order, rest, converted, returned: 0, begun: false, ended: false }
    }

    /// Converts the next block.
    fn advance(&mut self) -> io::Result<()> {
        let before = self.rest.len();
        let wanted = (BLOCK - before) as u64;
        (&mut self.inner).take(wanted).read_to_end(&mut self.rest)?;
        self.ended = self.rest.len() < BLOCK;
        let (pairs, odd) = self.rest.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|pair| self.order.unit(*pair)).collect();
        let mut left = odd.to_vec();
        // The first half of a surrogate pair waits for the second.
        if !self.ended
            && let Some((0xd800..=0xdbff, _)) = units.split_last()
        {
            units.pop();
            left = self.rest.get(self.rest.len() - 2 - odd.len()..).unwrap_or_default().to_vec();
        }
        let mut text: String =
            char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        if self.ended && !odd.is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
        if !std::mem::replace(&mut self.begun, true) {
            text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        }
        (self.converted, self.returned) = (text.into_bytes(), 0);
        self.rest = left;
        Ok(())
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.returned == self.converted.len() && !self.ended {
            self.advance()?;
        }
        let mut waiting = self.converted.get(self.returned..).unwrap_or_default();
        let read = waiting.read(buffer)?;
        self.returned += read;
        Ok(read)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn encoded(text: &str, order: ByteOrder) -> Vec<u8> {
        let bytes = |unit: u16| match order {
            ByteOrder::Little => unit.to_le_bytes(),
            ByteOrder::Big => unit.to_be_bytes(),
        };
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes).collect()
    }

    fn decoded(bytes: &[u8]) -> String {
        String::from_utf8(from_utf16(bytes).unwrap()).unwrap()
    }

    #[test]
    fn both_orders_are_read() {
        // Surrogate pairs lie across the ends of blocks.
        for filler in 0..4 {
            let text = format!("{}{}", "a".repeat(filler), "ż♔𝄞".repeat(BLOCK / 4));
            for order in [ByteOrder::Little, ByteOrder::Big] {
                assert_eq!(decoded(&encoded(&text, order)), text);
            }
        }
    }

    #[test]
    fn what_is_not_utf16_is_replaced() {
        assert_eq!(decoded(&[0xff, 0xfe, b'a', 0, b'b']), "a\u{fffd}");
        assert_eq!(decoded(&[0xff, 0xfe, 0, 0xd8, b'b', 0]), "\u{fffd}b");
        assert_eq!(decoded(&[0xff, 0xfe]), "");
        for other in [&b"1. e4"[..], b"", b"\xff", b"\xef\xbb\xbf1. e4", &[0xff, 0xfe, 0, 0, 1]] {
            assert_eq!(ByteOrder::of(other), None, "{other:?}");
        }
    }
}
