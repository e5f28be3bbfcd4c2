//! What the threads of a run send one another.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crossbeam_channel::Receiver;

use super::batch::Batch;
use super::consumer::Panicked;

/// Something with its place in the order, from 0.
pub(super) struct Numbered<T> {
    pub(super) number: u64,
    pub(super) of: T,
}

/// What comes of a batch or of jobs: a panic ends the run.
pub(super) type Outcome<T> = Result<T, Panicked>;

/// Results for a batch.
pub(super) struct Done<R> {
    pub(super) results: Vec<R>,
    pub(super) then: Then,
}

/// What happens once results are taken.
pub(super) enum Then {
    /// They were the last of the batch: its buffer is free.
    Frees(Batch),
    /// More follow: the worker may send one more part.
    GoesOn(Receiver<()>),
}

impl<R> Done<R> {
    /// Whether more results of the batch follow. The worker does not go far ahead of such a part.
    pub(super) fn is_part(&self) -> bool {
        matches!(self.then, Then::GoesOn(_))
    }
}

/// What arrives at the caller's thread.
pub(super) enum Arrival<T, D> {
    /// Results after the first step, in order.
    Entered(Outcome<Done<T>>),
    /// Nothing more is entered.
    NoMore,
    /// Jobs that are done.
    Jobs(Numbered<Outcome<Vec<D>>>),
}

/// Runs a function and turns a panic in it into an error.
pub(super) fn caught<T>(run: impl FnOnce() -> T) -> Outcome<T> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| Panicked)
}
