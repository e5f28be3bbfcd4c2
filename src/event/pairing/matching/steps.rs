//! A limit on the work of one round, counted in steps so that the same file has the same answer on every machine.

use std::cell::Cell;

/// The default limit on the steps of a round: about half a minute. A step compares one pair of players in
/// one word of its weight.
pub const MOST_STEPS: u64 = 3_000_000_000;

/// The steps that the matchings of a round may still take.
#[derive(Debug, Clone)]
pub(crate) struct Steps {
    taken: Cell<u64>,
    most: u64,
}

impl Steps {
    pub(crate) fn up_to(most: u64) -> Steps {
        Steps { taken: Cell::new(0), most }
    }

    /// Uses more steps; false if that exceeds the limit.
    pub(crate) fn take(&self, more: usize) -> bool {
        self.taken.set(self.taken.get().saturating_add(more as u64));
        self.are_left()
    }

    pub(crate) fn taken(&self) -> u64 {
        self.taken.get()
    }

    pub(crate) fn are_left(&self) -> bool {
        self.taken.get() <= self.most
    }

    pub(crate) fn most(&self) -> u64 {
        self.most
    }
}

impl Default for Steps {
    fn default() -> Steps {
        Steps::up_to(MOST_STEPS)
    }
}
