//! What workers hand to the thread that puts it in order: results, and jobs that are done.
//!
//! Waking that thread costs as much time as taking a batch, so it is woken for several arrivals at once.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long arrivals wait at most until there are enough of them.
const PATIENCE: Duration = Duration::from_millis(10);

/// What has arrived and was not taken yet.
#[derive(Debug)]
pub(super) struct Arrivals<R, D> {
    state: Mutex<State<R, D>>,
    enough: Condvar,
}

#[derive(Debug)]
struct State<R, D> {
    results: Vec<R>,
    jobs: Vec<D>,
    /// Workers that are not done with their batches, and workers at all.
    with_batches: usize,
    workers: usize,
    /// Whether the taker knows that no more batches are worked on.
    told_no_batches: bool,
    /// Whether a worker may be waiting for something that has arrived to be taken.
    urgent: bool,
    /// How many arrivals the taker waits for; `None` if it does not wait.
    wanted: Option<usize>,
}

/// What was taken at once, in the order of its arrival.
#[derive(Debug)]
pub(super) struct Arrived<R, D> {
    pub(super) results: Vec<R>,
    pub(super) jobs: Vec<D>,
    /// Whether more results may come.
    pub(super) more_results: bool,
    /// Whether anything more may come.
    pub(super) more: bool,
}

impl<R, D> Default for Arrivals<R, D> {
    fn default() -> Arrivals<R, D> {
        let (results, jobs) = Default::default();
        let (with_batches, workers, told_no_batches, urgent, wanted) = Default::default();
        let state = State { results, jobs, with_batches, workers, told_no_batches, urgent, wanted };
        Arrivals { state: Mutex::new(state), enough: Condvar::new() }
    }
}

impl<R, D> State<R, D> {
    /// Whether the taker has something to do: what it waits for is there, or something has ended.
    fn is_enough(&self, wanted: usize) -> bool {
        let arrived = self.results.len() + self.jobs.len();
        let batches_ended = self.with_batches == 0 && !self.told_no_batches;
        arrived >= wanted || self.urgent || batches_ended || self.workers == 0
    }
}

impl<R, D> Arrivals<R, D> {
    /// The way from one more worker.
    pub(super) fn outbox(&self) -> Outbox<'_, R, D> {
        let mut state = self.lock();
        state.workers += 1;
        state.with_batches += 1;
        Outbox { arrivals: self, has_batches: true }
    }

    /// Takes what has arrived. Waits for `wanted` arrivals, or for fewer if that takes long or a part is among them, or for the end of
    /// the batches or the workers.
    pub(super) fn take(&self, mut wanted: usize) -> Arrived<R, D> {
        let mut state = self.lock();
        while !state.is_enough(wanted) {
            state.wanted = Some(wanted);
            if wanted == 1 {
                state = self.enough.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let waited = self.enough.wait_timeout(state, PATIENCE);
            let (again, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            state = again;
            if timeout.timed_out() {
                wanted = 1;
            }
        }
        (state.wanted, state.urgent) = (None, false);
        state.told_no_batches = state.with_batches == 0;
        Arrived {
            results: std::mem::take(&mut state.results),
            jobs: std::mem::take(&mut state.jobs),
            more_results: state.with_batches > 0,
            more: state.workers > 0,
        }
    }

    /// Makes a change, and wakes the taker if there is enough for it then.
    fn change(&self, change: impl FnOnce(&mut State<R, D>)) {
        let mut state = self.lock();
        change(&mut state);
        let enough = state.wanted.is_some_and(|wanted| state.is_enough(wanted));
        if enough {
            state.wanted = None;
        }
        drop(state);
        if enough {
            self.enough.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<R, D>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The way of one worker's results and jobs.
#[derive(Debug)]
pub(super) struct Outbox<'a, R, D> {
    arrivals: &'a Arrivals<R, D>,
    has_batches: bool,
}

impl<R, D> Outbox<'_, R, D> {
    pub(super) fn send_result(&self, result: R) {
        self.arrivals.change(|state| state.results.push(result));
    }

    /// Sends a result that is not the last of its batch: the worker does not go far ahead of such results.
    pub(super) fn send_part(&self, result: R) {
        self.arrivals.change(|state| {
            state.results.push(result);
            state.urgent = true;
        });
    }

    pub(super) fn send_job(&self, job: D) {
        self.arrivals.change(|state| state.jobs.push(job));
    }

    /// This worker has no more batches, and sends no more results.
    pub(super) fn end_batches(&mut self) {
        if std::mem::replace(&mut self.has_batches, false) {
            self.arrivals.change(|state| state.with_batches -= 1);
        }
    }
}

impl<R, D> Drop for Outbox<'_, R, D> {
    fn drop(&mut self) {
        self.end_batches();
        self.arrivals.change(|state| state.workers -= 1);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_taker_waits_for_several_or_for_those_that_came() {
        let arrivals: Arrivals<u32, u32> = Arrivals::default();
        let outbox = arrivals.outbox();
        thread::scope(|scope| {
            scope.spawn(|| (0..4).for_each(|n| outbox.send_result(n)));
            assert_eq!(arrivals.take(4).results, [0, 1, 2, 3]);
        });
        outbox.send_part(5);
        assert_eq!(arrivals.take(100).results, [5]);
        outbox.send_job(7);
        let one = arrivals.take(4);
        assert_eq!((one.results.len(), one.jobs, one.more_results, one.more), (0, vec![7], true, true));
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(3 * PATIENCE);
                outbox.send_job(8);
            });
            assert_eq!(arrivals.take(4).jobs, [8], "after a pause the first is enough");
        });
    }

    #[test]
    fn the_end_of_batches_and_of_workers_wakes_the_taker() {
        let arrivals: Arrivals<u32, u32> = Arrivals::default();
        let (mut one, other) = (arrivals.outbox(), arrivals.outbox());
        thread::scope(|scope| {
            scope.spawn(|| {
                other.send_result(1);
                drop(other);
                one.end_batches();
                one.send_job(2);
                drop(one);
            });
            let first = arrivals.take(100);
            assert_eq!((first.results, first.more_results), (vec![1], false));
            let mut jobs = first.jobs;
            let mut more = first.more;
            while more {
                let next = arrivals.take(1);
                (more, _) = (next.more, jobs.extend(next.jobs));
            }
            assert_eq!(jobs, [2]);
        });
    }
}
