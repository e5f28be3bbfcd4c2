//! Limits what is in flight between the reader and the consumer: a number of batches and a number of bytes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::batch::Batch;

/// Counts the batches in flight. The reader waits here until the consumer has taken results.
#[derive(Debug)]
pub(super) struct Window {
    state: Mutex<State>,
    freed: Condvar,
    stopped: AtomicBool,
    max_batches: usize,
    max_bytes: usize,
    usual: usize,
}

#[derive(Debug, Default)]
struct State {
    entered: u64,
    batches: usize,
    bytes: usize,
    peak_batches: usize,
    peak_bytes: usize,
    spare: Vec<Batch>,
    /// Whether the reader waits.
    waits: bool,
}

impl Window {
    /// `usual` is the size up to which a buffer is kept for reuse.
    pub(super) fn new(max_batches: usize, max_bytes: usize, usual: usize) -> Window {
        Window {
            state: Mutex::default(),
            freed: Condvar::new(),
            stopped: AtomicBool::new(false),
            max_batches,
            max_bytes,
            usual,
        }
    }

    /// Waits until a batch of `bytes` bytes may be sent. Returns an empty batch in exchange, or `None` once stopped.
    /// A batch of any size may be sent if no other is in flight.
    pub(super) fn enter(&self, bytes: usize) -> Option<Batch> {
        let mut state = self.lock();
        while state.batches > 0
            && (state.batches >= self.max_batches || state.bytes.saturating_add(bytes) > self.max_bytes)
            && !self.stopped()
        {
            state.waits = true;
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if self.stopped() {
            return None;
        }
        state.entered += 1;
        state.batches += 1;
        state.bytes += bytes;
        state.peak_batches = state.peak_batches.max(state.batches);
        state.peak_bytes = state.peak_bytes.max(state.bytes);
        Some(state.spare.pop().unwrap_or_default())
    }

    /// Records that a batch with a buffer of `bytes` bytes has been consumed.
    pub(super) fn leave(&self, bytes: usize, batch: Batch) {
        let mut state = self.lock();
        state.batches = state.batches.saturating_sub(1);
        state.bytes = state.bytes.saturating_sub(bytes);
        if bytes <= self.usual && state.spare.len() < self.max_batches {
            state.spare.push(batch);
        }
        // To wake the reader takes time, so there should be something to do for it.
        let wakes = state.waits && 4 * state.batches <= 3 * self.max_batches;
        if wakes {
            state.waits = false;
        }
        drop(state);
        if wakes {
            self.freed.notify_one();
        }
    }

    /// Ends the waiting: no more batches are wanted.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        // Under the lock, so that a reader about to wait sees it.
        drop(self.lock());
        self.freed.notify_all();
    }

    pub(super) fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// How many batches have ever been sent.
    pub(super) fn entered(&self) -> u64 {
        self.lock().entered
    }

    /// How many batches are in flight.
    pub(super) fn batches(&self) -> usize {
        self.lock().batches
    }

    /// The most batches and bytes that were ever in flight.
    pub(super) fn peak(&self) -> (usize, usize) {
        let state = self.lock();
        (state.peak_batches, state.peak_bytes)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
