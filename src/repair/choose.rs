//! Which repairs are made together: those that do not overlap. The first one wins.

use std::collections::BTreeMap;

use crate::checks::{Edit, Fix};

/// The edits that were chosen so far.
#[derive(Debug, Clone, Default)]
pub struct Chosen {
    /// By offset; an insertion precedes what is replaced at the same place.
    edits: BTreeMap<(u64, bool), Edit>,
}

impl Chosen {
    /// Whether nothing was chosen.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Chooses a repair, unless one of its edits overlaps with another. An edit that was chosen before, for another
    /// finding, counts as made.
    pub fn take(&mut self, fix: &Fix) -> bool {
        if !fix.edits.iter().all(|edit| self.admits(edit)) {
            return false;
        }
        fix.edits.iter().for_each(|edit| self.add(edit));
        for edit in &fix.more {
            if self.admits(edit) {
                self.add(edit);
            }
        }
        true
    }

    /// The edits, in the order of the file.
    pub fn into_edits(self) -> Vec<Edit> {
        self.edits.into_values().collect()
    }

    fn add(&mut self, edit: &Edit) {
        self.edits.insert(key(edit), edit.clone());
    }

    fn admits(&self, edit: &Edit) -> bool {
        if let Some(other) = self.edits.get(&key(edit)) {
            return other == edit;
        }
        let before = self.edits.range(..(edit.offset, false)).next_back();
        if before.is_some_and(|(_, before)| before.end() > edit.offset) {
            return false;
        }
        // An insertion at the place of a replacement precedes it.
        let inside = (edit.offset, true)..(edit.end().max(edit.offset + 1), false);
        edit.length == 0 || self.edits.range(inside).next().is_none()
    }
}

fn key(edit: &Edit) -> (u64, bool) {
    (edit.offset, edit.length > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(edits: &[(u64, u64, &str)]) -> Fix {
        let edit = |&(offset, length, text): &(u64, u64, &str)| Edit {
            offset,
            length,
            text: text.to_owned(),
            lines: 0,
        };
        let edits = edits.iter().map(edit).collect();
        Fix::new(String::new(), true, edits)
    }

    fn taken(fixes: &[&[(u64, u64, &str)]]) -> Vec<bool> {
        let mut chosen = Chosen::default();
        fixes.iter().map(|edits| chosen.take(&fix(edits))).collect()
    }

    #[test]
    fn the_first_of_two_that_overlap_wins() {
        assert_eq!(taken(&[&[(5, 3, "a")], &[(7, 2, "b")]]), [true, false]);
        assert_eq!(taken(&[&[(7, 2, "b")], &[(5, 3, "a")]]), [true, false]);
        assert_eq!(taken(&[&[(5, 3, "a")], &[(6, 0, "b")]]), [true, false]);
        assert_eq!(taken(&[&[(6, 0, "b")], &[(5, 3, "a")]]), [true, false]);
        assert_eq!(taken(&[&[(5, 3, "a")], &[(5, 2, "a")]]), [true, false]);
        assert_eq!(taken(&[&[(5, 0, "a")], &[(5, 0, "b")]]), [true, false]);
        assert_eq!(taken(&[&[(5, 1, "a")], &[(1, 20, "")]]), [true, false]);
    }

    #[test]
    fn neighbours_and_equals_are_made_together() {
        assert_eq!(taken(&[&[(5, 3, "a")], &[(8, 0, "+")]]), [true, true]);
        assert_eq!(taken(&[&[(8, 0, "+")], &[(5, 3, "a")], &[(8, 1, "b")]]), [true, true, true]);
        assert_eq!(taken(&[&[(8, 1, "b")], &[(8, 0, "+")]]), [true, true]);
        assert_eq!(taken(&[&[(5, 3, "a")], &[(5, 3, "a"), (9, 1, "")]]), [true, true]);
    }

    #[test]
    fn a_repair_is_made_whole_or_not_at_all() {
        let mut chosen = Chosen::default();
        assert!(chosen.take(&fix(&[(5, 3, "a")])));
        assert!(!chosen.take(&fix(&[(1, 1, "x"), (6, 1, "y")])));
        assert_eq!(chosen.into_edits().len(), 1);
    }
}
