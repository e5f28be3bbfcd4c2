//! Text that is not UTF-8: which bytes it has, and whether Windows-1252 is plausible for it.
//!
//! A byte above 127 is one of many letters, depending on where the file was written. Windows-1252 is certain only where every
//! such byte becomes a letter of western Europe, or a typographic sign, in a place where these languages have it: otherwise
//! Polish, Czech or Cyrillic names would be ruined.

/// What the bytes 128 to 255 of a text stand for; `None` for those that stand for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charset {
    /// Its name.
    pub name: &'static str,
    /// The characters of the bytes from 128 on.
    pub high: [Option<char>; 128],
}

/// The characters of Windows-1252 from 128 to 159; the others are those of Latin-1.
const WINDOWS: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
    0x0153, 0, 0x017e, 0x0178,
];

impl Charset {
    /// Windows-1252.
    pub fn windows_1252() -> Charset {
        let mut high = [None; 128];
        for (at, slot) in high.iter_mut().enumerate() {
            let code = WINDOWS.get(at).map_or(128 + at as u32, |code| u32::from(*code));
            *slot = char::from_u32(code).filter(|c| *c != '\0');
        }
        Charset { name: "Windows-1252", high }
    }

    /// The character of a byte.
    pub fn decode(&self, byte: u8) -> Option<char> {
        match byte.checked_sub(128) {
            None => Some(char::from(byte)),
            Some(at) => self.high.get(usize::from(at)).copied().flatten(),
        }
    }

    /// The byte of a character.
    pub fn encode(&self, c: char) -> Option<u8> {
        if c.is_ascii() {
            return u8::try_from(c).ok();
        }
        let at = self.high.iter().position(|high| *high == Some(c))?;
        u8::try_from(at + 128).ok()
    }
}

/// What is known of a text in parts. A part ends at a line end or at the end of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Census {
    /// Whether there are characters of several bytes in UTF-8.
    pub utf8: bool,
    /// Whether there are bytes that are not UTF-8.
    pub other: bool,
    /// Whether one of them is implausible as Windows-1252.
    pub implausible: bool,
    /// The bytes from 128 on that are not part of UTF-8, as a set.
    pub bytes: u128,
}

impl Census {
    /// Adds a part of the text.
    pub fn add(&mut self, part: &[u8]) {
        if simdutf8::basic::from_utf8(part).is_ok() {
            self.utf8 |= !part.is_ascii();
            return;
        }
        for line in part.split_inclusive(|byte| *byte == b'\n') {
            self.line(line);
        }
    }

    fn line(&mut self, line: &[u8]) {
        let mut at = 0;
        for chunk in line.utf8_chunks() {
            self.utf8 |= !chunk.valid().is_ascii();
            at += chunk.valid().len();
            for byte in chunk.invalid() {
                self.other = true;
                self.bytes |= 1 << (byte & 127);
                self.implausible |= !plausible(line, at);
                at += 1;
            }
        }
    }

    /// Whether the text can be converted from `charset`: it is not UTF-8 itself, not even in part, and all its bytes are
    /// characters.
    pub fn can_be(&self, charset: &Charset) -> bool {
        let known =
            |at: usize| self.bytes >> at & 1 == 0 || charset.high.get(at).is_some_and(Option::is_some);
        self.other && !self.utf8 && (0..128).all(known)
    }
}

/// Whether the byte at `at` is plausible as Windows-1252 beside the others of its word.
fn plausible(line: &[u8], at: usize) -> bool {
    let (before, after) = line.split_at_checked(at).unwrap_or_default();
    let Some((&byte, after)) = after.split_first() else { return false };
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || letter(*byte).is_some();
    let (last, next) =
        (before.last().filter(|byte| is_letter(byte)), after.first().filter(|byte| is_letter(byte)));
    let Some(small) = letter(byte) else { return sign(byte, last.is_some(), next.is_some()) };
    // The vowels and consonants beside it.
    let vowel =
        |byte: Option<&u8>| byte.is_some_and(|byte| b"aeiouyAEIOUY".contains(byte) || !byte.is_ascii());
    let alone = |limit: bool| last.is_none() && (next.is_none() || limit);
    let fits = match small {
        // Vowels of German, the Scandinavian languages, Spanish, French, Portuguese and Italian.
        0xe4 | 0xf6 | 0xfc | 0xe1 | 0xe9 | 0xed | 0xf3 | 0xfa | 0xe5 => true,
        0xe0 => alone(true) || next.is_none(),
        0xf2 | 0xec | 0xf9 => last.is_some() && next.is_none(),
        0xe8 => last.is_some() && !vowel(last) && !vowel(next),
        0xea | 0xe2 | 0xf4 => !vowel(last) && !vowel(next) && !western_rare(line, at),
        0xee | 0xef | 0xeb => vowel(last) || next.is_none(),
        0xfb => vowel(last),
        0xe3 => matches!(next, None | Some(b'o' | b'O' | b'e' | b'E' | b's' | b'S')),
        0xf5 => matches!(next, Some(b'e' | b'E')),
        0xf1 => vowel(next),
        0xe7 => vowel(next),
        0xdf => last.is_some(),
        0xf8 => !vowel(last) && next.is_none_or(u8::is_ascii),
        0xe6 => !vowel(last) && next.is_some() && !vowel(next),
        _ => false,
    };
    // A capital inside a word, and words of such letters, are those of other alphabets.
    let capital = byte != small && last.is_some_and(|last| last.is_ascii_lowercase() || *last >= 0xe0);
    fits && !capital && !foreign(line, at)
}

/// The small letter of a letter in Windows-1252; `None` for signs.
fn letter(byte: u8) -> Option<u8> {
    match byte {
        0xd7 | 0xf7 => None,
        0xdf..=0xff => Some(byte),
        0xc0..=0xde => Some(byte + 0x20),
        0x8a | 0x9a => Some(0x9a),
        0x8e | 0x9e => Some(0x9e),
        0x8c | 0x9c => Some(0x9c),
        0x9f => Some(0xff),
        _ => None,
    }
}

/// Whether a sign is at a place for signs: not between letters, unless it is an apostrophe.
fn sign(byte: u8, after_letter: bool, before_letter: bool) -> bool {
    match byte {
        0x92 => true,
        0x91 | 0x93 | 0x84 | 0xab | 0xa1 | 0xbf => !after_letter,
        0x94 | 0xbb | 0x85 => !before_letter,
        0x96 | 0x97 | 0xa0 | 0xa7 | 0xb0 | 0xb1 | 0xb7 | 0xbc..=0xbe | 0xd7 | 0x80 | 0xa9 => {
            !(after_letter || before_letter)
        }
        _ => false,
    }
}

/// The word around a byte.
fn word(line: &[u8], at: usize) -> &[u8] {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || letter(*byte).is_some();
    let near = 40;
    let start = line.get(at.saturating_sub(near)..at).unwrap_or_default();
    let start = at - start.iter().rev().take_while(|byte| is_letter(byte)).count();
    let end = line.get(at..line.len().min(at + near)).unwrap_or_default();
    let end = at + end.iter().take_while(|byte| is_letter(byte)).count();
    line.get(start..end).unwrap_or_default()
}

/// Whether a word has more letters of this kind than the languages of western Europe would have.
fn foreign(line: &[u8], at: usize) -> bool {
    let word = word(line, at);
    let high = word.iter().filter(|byte| !byte.is_ascii()).count();
    high * 2 > word.len() && word.len() > 1
}

/// Whether a word has letters that the languages with circumflexes hardly use, and those of Poland and Hungary do.
fn western_rare(line: &[u8], at: usize) -> bool {
    word(line, at).iter().any(|byte| b"wkzWKZ".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn census(text: &[u8]) -> Census {
        let mut census = Census::default();
        census.add(text);
        census
    }

    /// The bytes of names in another alphabet, as a file in that encoding has them.
    #[test]
    fn names_of_other_alphabets_are_not_certain() {
        for name in [
            &b"So\xe6ko, Bartosz"[..],   // Soćko
            b"K\xeapa",                  // Kępa
            b"Wojtaszek, Rados\xb3aw",   // Radosław
            b"Gda\xf1sk",                // Gdańsk
            b"Ivanovi\xe6",              // Ivanović
            b"Dvo\xf8\xe1k",             // Dvořák
            b"Hr\xe1\xe8ek",             // Hráček
            b"N\xecmec",                 // Němec
            b"Erd\xf5s",                 // Erdős
            b"I\xfe\xfdk",               // Işık
            b"\xc8\xe2\xe0\xed\xee\xe2", // Иванов, Windows-1251
            b"\xe9\xd7\xc1\xce\xcf\xd7", // Иванов, KOI8-R
            b"M\x81ller",                // Müller, CP437
        ] {
            assert!(census(name).implausible, "{name:?}");
        }
    }

    #[test]
    fn names_of_western_europe_are_certain() {
        for name in [
            &b"M\xfcller"[..],
            b"Fran\xe7ois",
            b"Mu\xf1oz, Jos\xe9",
            b"S\xe3o Paulo, Jo\xe3o",
            b"K\xf6nig Gro\xdf",
            b"S\xf8rensen",
            b"Kj\xe6r",
            b"\xc5ngstr\xf6m",
            b"\xd6sterreich",
            b"F\xf3rum de Bras\xedlia",
            b"Op\x92n 2024 \x96 final",
            b"Caf\xe9 de la R\xe9gence",
            b"Lef\xe8vre",
        ] {
            assert!(!census(name).implausible, "{name:?}");
            assert!(census(name).can_be(&Charset::windows_1252()));
        }
    }

    #[test]
    fn a_text_in_two_encodings_cannot_be_converted() {
        let windows = Charset::windows_1252();
        assert!(!census("François\n".as_bytes()).can_be(&windows));
        assert!(!census(b"Fran\xc3\xa7ois\nFran\xe7ois\n").can_be(&windows));
        assert!(!census(b"\x81").can_be(&windows));
        assert_eq!(windows.decode(0x80).and_then(|c| windows.encode(c)), Some(0x80));
    }
}
