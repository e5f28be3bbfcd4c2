//! Line numbers for batches that are counted by several workers.
//!
//! Counting is the work of each worker on its own; where a batch begins is known once all batches before it are counted. So
//! workers take turns by the numbers of their batches. They get batches in order and count them first, so that nobody waits
//! longer than that takes.

use std::sync::{Condvar, Mutex, PoisonError};

use super::batch::Batch;
use crate::scoresheet::LineCount;

/// Whose turn it is.
#[derive(Debug, Default)]
pub(super) struct Turns {
    state: Mutex<State>,
    turned: Condvar,
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    /// Line ends of the last file up to the end of the batch before.
    lines: LineCount,
}

impl Turns {
    /// Tells the pieces of batch `number`, from 0, how many line ends are before them. Waits for the batches before, each of which
    /// must be passed here once.
    pub(super) fn take(&self, number: u64, batch: &mut Batch) {
        let counts = batch.line_counts();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.next < number {
            state = self.turned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        batch.number_lines(counts, &mut state.lines);
        state.next += 1;
        drop(state);
        self.turned.notify_all();
    }
}
