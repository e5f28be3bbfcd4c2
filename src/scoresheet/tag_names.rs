//! A small hash table from tag names to their index. Checks look up many tags, and most are absent.

/// Number of slots in the table.
pub(super) const SLOTS: usize = 64;

/// The first index per slot. It has no false negatives: a name that was added is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TagNames {
    /// Per slot, the index of its first tag plus one; 0 if it has none.
    first: [u8; SLOTS],
    /// Whether a name was added to a slot already taken, and so may be a repeated one.
    pub(super) repeated: bool,
}

impl Default for TagNames {
    fn default() -> TagNames {
        TagNames { first: [0; SLOTS], repeated: false }
    }
}

impl TagNames {
    /// Adds the tag at index `place` to a slot.
    #[inline]
    pub(super) fn add(&mut self, slot: u8, place: usize) {
        let Some(first) = self.first.get_mut(usize::from(slot)) else { return };
        if *first == 0 {
            *first = u8::try_from(place + 1).unwrap_or(u8::MAX);
        } else {
            self.repeated = true;
        }
    }

    /// The first index at which a tag of that name can be; `None` if there is no such tag.
    #[inline(always)]
    pub(super) fn place(&self, name: &[u8]) -> Option<usize> {
        usize::from(*self.first.get(usize::from(slot(name)))?).checked_sub(1)
    }
}

/// The slot of a name, below [`SLOTS`]. The factors are chosen so that common names rarely share a slot.
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
