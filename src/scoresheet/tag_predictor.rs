//! Tags predicted by the one before: those who write PGN write their tags in one order, so that a tag's name is mostly known
//! before it is read.

use super::tag_names::{SLOTS, slot};

/// The most bytes of a head: the bracket, the name, a blank and the quote.
const LONGEST: usize = 24;

/// The heads of tags that were read before (`[White "`), one for each slot of names, and which followed which.
pub(super) struct TagPredictor {
    heads: [Head; SLOTS],
    /// By slot, the slot of the tag that stood behind one of that name last.
    next: [u8; SLOTS],
    /// The slot of the tag that was read last.
    last: u8,
}

#[derive(Clone, Copy)]
struct Head {
    /// Its bytes and zeros, first byte lowest.
    words: [u64; 3],
    /// Which of them count.
    masks: [u64; 3],
    name_len: u8,
}

impl Head {
    /// What no tag begins with: zeros, all of which count.
    const NONE: Head = Head { words: [0; 3], masks: [u64::MAX; 3], name_len: 0 };

    /// That of a name, if it is not too long.
    fn of(name: &[u8]) -> Option<Head> {
        let (mut bytes, mut mask) = ([0; LONGEST], [0; LONGEST]);
        let blank = 1 + name.len();
        mask.get_mut(..blank + 2)?.fill(u8::MAX);
        bytes[0] = b'[';
        bytes.get_mut(1..blank)?.copy_from_slice(name);
        bytes.get_mut(blank..blank + 2)?.copy_from_slice(b" \"");
        Some(Head { words: words(&bytes), masks: words(&mask), name_len: u8::try_from(name.len()).ok()? })
    }
}

/// Bytes in words, the first byte lowest.
#[inline]
fn words(bytes: &[u8; LONGEST]) -> [u64; 3] {
    let (words, _) = bytes.as_chunks();
    words.first_chunk().map_or([0; 3], |words| words.map(u64::from_le_bytes))
}

impl Default for TagPredictor {
    fn default() -> TagPredictor {
        TagPredictor { heads: [Head::NONE; SLOTS], next: [0; SLOTS], last: 0 }
    }
}

impl TagPredictor {
    /// The length of the name and its slot, where `text`, which begins with a bracket, begins with the head of the tag that was
    /// to come.
    #[inline]
    pub(super) fn predicted(&mut self, text: &[u8]) -> Option<(usize, u8)> {
        let slot = *self.next.get(usize::from(self.last))?;
        let head = self.heads.get(usize::from(slot))?;
        let ([a, b, c], [x, y, z], [k, l, m]) = (words(text.first_chunk()?), head.words, head.masks);
        if (a ^ x) & k | (b ^ y) & l | (c ^ z) & m != 0 {
            return None;
        }
        self.last = slot;
        Some((usize::from(head.name_len), slot))
    }

    /// Keeps the name of a tag that was not predicted. Returns its slot.
    pub(super) fn keep(&mut self, name: &[u8]) -> u8 {
        let slot = slot(name);
        if let Some(next) = self.next.get_mut(usize::from(self.last)) {
            *next = slot;
        }
        if let (Some(kept), Some(head)) = (self.heads.get_mut(usize::from(slot)), Head::of(name)) {
            *kept = head;
        }
        self.last = slot;
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_foretold_by_the_one_before() {
        let mut heads = TagPredictor::default();
        let text = |name: &str| format!("[{name} \"Doe\"]\n[Black \"Roe\"]\n").into_bytes();
        assert_eq!(heads.predicted(&text("Event")), None);
        for name in ["Event", "White", "Event"] {
            heads.keep(name.as_bytes());
        }
        assert_eq!(heads.predicted(&text("White")), Some((5, slot(b"White"))));
        assert_eq!(heads.predicted(&text("Event")), Some((5, slot(b"Event"))));
        for other in ["Whit", "WhiteElo", "Black", "white", "White "] {
            assert_eq!(heads.predicted(&text(other)), None, "{other}");
        }
        assert_eq!(heads.predicted(b"[White \"Doe\"]"), None, "no room to look at");
        // A name that is too long for a head follows another, and takes nobody's place.
        heads.keep(b"ANameOfTwentyTwoBytes_");
        assert_eq!(heads.predicted(&text("ANameOfTwentyTwoBytes_")), None);
    }
}
