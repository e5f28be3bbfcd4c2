//! Which tag names a game may have, in one word: most of the tags that are asked for are not there.

/// A filter over names (Bloom 1970): it never denies a name that was added.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TagNames {
    bits: u64,
    /// Whether a name was added that may have been there before.
    pub(super) repeated: bool,
}

impl TagNames {
    #[inline]
    pub(super) fn add(&mut self, name: &[u8]) {
        let bit = bit(name);
        self.repeated |= self.bits & bit != 0;
        self.bits |= bit;
    }

    #[inline]
    pub(super) fn may_have(self, name: &[u8]) -> bool {
        self.bits & bit(name) != 0
    }
}

/// Chosen so that hardly two of the usual names share a bit.
#[inline]
fn bit(name: &[u8]) -> u64 {
    let byte = |at: usize| name.get(at).map_or(0, |b| usize::from(*b));
    let sum = name.len() * 3 + byte(0) * 56 + byte(name.len() / 2) + byte(name.len().saturating_sub(1));
    1 << (sum & 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_added_are_there() {
        let mut names = TagNames::default();
        for name in ["Event", "Site", "Date", "Round", "White", "Black", "Result"] {
            assert!(!names.may_have(name.as_bytes()), "{name}");
            names.add(name.as_bytes());
            assert!(names.may_have(name.as_bytes()));
        }
        assert!(!names.repeated);
        names.add(b"Round");
        assert!(names.repeated);
    }
}
