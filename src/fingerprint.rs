//! 128-bit fingerprints. Equal fingerprints are taken for equal inputs; a chance collision is negligible.

/// A 128-bit key for lookups in tables.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Key {
    high: u64,
    low: u64,
}

impl Key {
    /// The upper and the lower 64 bits.
    pub fn halves(self) -> (u64, u64) {
        (self.high, self.low)
    }
}

impl std::hash::Hash for Key {
    /// Half of the key is enough for a hash table.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.low);
    }
}

/// Computes a key: two multiplicative hashes over 64-bit words, each with its own factor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hasher128 {
    high: u64,
    low: u64,
}

impl Hasher128 {
    /// A hasher without input.
    pub(crate) fn new() -> Hasher128 {
        Hasher128 { high: 0x6c62_272e_07bb_0142, low: 0x62b8_2175_6295_c58d }
    }

    /// Adds a word to both halves.
    #[inline]
    pub(crate) fn add(&mut self, word: u64) {
        self.write_pair(word, word);
    }

    /// Adds a different word to each half.
    #[inline]
    pub(crate) fn write_pair(&mut self, high: u64, low: u64) {
        self.high = self.high.wrapping_mul(0x9fb2_1c65_1e98_df25).wrapping_add(high);
        self.low = self.low.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29) ^ low;
    }

    /// Adds the state of another hasher.
    pub(crate) fn mix(&mut self, other: Hasher128) {
        self.write_pair(other.high, other.low);
    }

    /// Adds bytes and their number.
    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.bytes_as(bytes, |word| word);
    }

    /// Adds a text in lower case and its length.
    pub(crate) fn lower_case(&mut self, text: &str) {
        if text.is_ascii() {
            self.bytes_as(text.as_bytes(), in_lower_case);
        } else {
            self.bytes(text.to_lowercase().as_bytes());
        }
    }

    #[inline]
    fn bytes_as(&mut self, bytes: &[u8], of: impl Fn(u64) -> u64) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.add(of(u64::from_le_bytes(*word)));
        }
        // Reading the last eight bytes, of which some may be added twice, is faster than assembling the rest.
        let last = match bytes.last_chunk() {
            Some(last) => u64::from_le_bytes(*last),
            None => rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        self.add(of(last));
        self.add(bytes.len() as u64);
    }

    /// The key of everything added so far.
    pub(crate) fn key(&self) -> Key {
        // The last words have gone through few steps: mix their bits.
        let spread = |word: u64| {
            let word = (word ^ word >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word ^ word >> 29
        };
        Key { high: spread(self.high), low: spread(self.low) }
    }
}

/// Converts eight ASCII characters to lower case.
#[inline]
fn in_lower_case(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // The highest bit of a byte shows whether it reaches a bound; in an ASCII character it is zero.
    let from = |bound: u8| word.wrapping_add(ONES * u64::from(0x80 - bound));
    let capitals = (from(b'A') & !from(b'Z' + 1)) & (ONES << 7);
    word | capitals >> 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(texts: &[&str]) -> Key {
        let mut fingerprint = Hasher128::new();
        texts.iter().for_each(|text| fingerprint.lower_case(text));
        fingerprint.key()
    }

    #[test]
    fn keys_are_those_of_the_lower_case() {
        assert_eq!(key(&["Spring Open", "ŻORY"]), key(&["SPRING open", "żory"]));
        assert_eq!(key(&["spring OPEN"]), {
            let mut fingerprint = Hasher128::new();
            fingerprint.bytes(b"spring open");
            fingerprint.key()
        });
    }

    #[test]
    fn eight_characters_in_lower_case() {
        for byte in 0..0x80u8 {
            for at in 0..8 {
                let mut word = *b"@AZ[`az{";
                word[at] = byte;
                let lower = u64::from_le_bytes(word.map(|byte| byte.to_ascii_lowercase()));
                assert_eq!(in_lower_case(u64::from_le_bytes(word)), lower, "{word:?}");
            }
        }
    }

    #[test]
    fn keys_tell_texts_apart() {
        let all = [
            &["ab", "c"][..],
            &["a", "bc"],
            &["abc"],
            &["abc", ""],
            &["abcdefgh"],
            &["abcdefgh\0"],
            &["", "abc"],
        ];
        for (at, one) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                assert_ne!(key(one), key(other), "{one:?} {other:?}");
            }
        }
    }
}
