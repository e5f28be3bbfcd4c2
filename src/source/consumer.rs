//! What the caller of a run does with results, in steps.

use std::ops::ControlFlow;

/// A worker or the reader panicked: a bug in the program, whose message is on standard error. The results before it
/// were delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an internal error ended the work; please report it with the file that was read")]
pub struct Panicked;

/// Passes on a result for a piece. A worker may call it several times for one piece; a call blocks while too many of that
/// worker's earlier results have not been taken yet.
pub type Emit<'e, R> = &'e mut dyn FnMut(R);

/// Takes the results of workers after their first step, in the order of the files.
pub trait Consumer<T> {
    /// What is left to do for a result, on any thread.
    type Job: Send;
    /// The job when it is done.
    type Done: Send;
    /// Whether jobs are worth the way to a worker; otherwise they are done at once.
    const HAS_JOBS: bool;

    /// Takes a result, in order.
    fn gather(&mut self, result: T) -> Self::Job;

    /// Does a job, on any thread and in any order.
    fn work(job: Self::Job) -> Self::Done;

    /// Takes a job that is done, in order. It may be called later than [`Consumer::gather`] for results after this one.
    fn take(&mut self, done: Self::Done) -> ControlFlow<()>;
}

/// A consumer without jobs.
pub(super) struct Each<C>(pub(super) C);

impl<R: Send, C: FnMut(R) -> ControlFlow<()>> Consumer<R> for Each<C> {
    type Job = R;
    type Done = R;
    const HAS_JOBS: bool = false;

    fn gather(&mut self, result: R) -> R {
        result
    }

    fn work(job: R) -> R {
        job
    }

    fn take(&mut self, done: R) -> ControlFlow<()> {
        (self.0)(done)
    }
}
