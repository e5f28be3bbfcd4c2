//! Where the tags of a game stand, by their names: a check asks for many, and most are not there.

/// Places of the table.
pub(super) const SLOTS: usize = 64;

/// A small table of first places. It never denies a name that was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TagNames {
    /// One more than the place of the first tag with a name of this slot; 0 where there is none.
    first: [u8; SLOTS],
    /// Whether a name was added that may have been there before.
    pub(super) repeated: bool,
}

impl Default for TagNames {
    fn default() -> TagNames {
        TagNames { first: [0; SLOTS], repeated: false }
    }
}

impl TagNames {
    /// Adds a name of that slot, of the tag at `place`.
    #[inline]
    pub(super) fn add(&mut self, slot: u8, place: usize) {
        let Some(first) = self.first.get_mut(usize::from(slot)) else { return };
        if *first == 0 {
            *first = u8::try_from(place + 1).unwrap_or(u8::MAX);
        } else {
            self.repeated = true;
        }
    }

    /// The place from which on a tag of that name can stand.
    #[inline(always)]
    pub(super) fn place(&self, name: &[u8]) -> Option<usize> {
        usize::from(*self.first.get(usize::from(slot(name)))?).checked_sub(1)
    }
}

/// The slot of a name, below [`SLOTS`]. Chosen so that hardly two of the usual names share one.
#[inline(always)]
pub(super) fn slot(name: &[u8]) -> u8 {
    let byte = |at: usize| name.get(at).map_or(0, |b| usize::from(*b));
    let sum = name.len() * 3 + byte(0) * 56 + byte(name.len() / 2) + byte(name.len().saturating_sub(1));
    (sum % SLOTS) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_added_are_there() {
        let mut names = TagNames::default();
        for (place, name) in ["Event", "Site", "Date", "Round", "White", "Black", "Result"].iter().enumerate()
        {
            assert_eq!(names.place(name.as_bytes()), None, "{name}");
            names.add(slot(name.as_bytes()), place);
            assert_eq!(names.place(name.as_bytes()), Some(place));
        }
        assert!(!names.repeated);
        names.add(slot(b"Round"), 7);
        assert!(names.repeated);
        assert_eq!(names.place(b"Round"), Some(3));
    }
}
