//! A queue from several threads to one.
//!
//! Waking that thread costs as much time as taking a batch, so it is woken for several arrivals at once.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long arrivals wait at most until there are enough of them.
const PATIENCE: Duration = Duration::from_millis(10);

/// What has arrived and was not taken yet.
#[derive(Debug)]
pub(super) struct Arrivals<T> {
    state: Mutex<State<T>>,
    enough: Condvar,
}

#[derive(Debug)]
struct State<T> {
    arrived: Vec<T>,
    senders: usize,
    /// Whether something has arrived that must not wait for more.
    urgent: bool,
    /// How many arrivals the taker waits for; `None` if it does not wait.
    wanted: Option<usize>,
}

impl<T> Default for Arrivals<T> {
    fn default() -> Arrivals<T> {
        let state = State { arrived: Vec::new(), senders: 0, urgent: false, wanted: None };
        Arrivals { state: Mutex::new(state), enough: Condvar::new() }
    }
}

impl<T> State<T> {
    /// Whether the taker has something to do: what it waits for is there, or nothing more comes.
    fn is_enough(&self, wanted: usize) -> bool {
        self.arrived.len() >= wanted || self.urgent || self.senders == 0
    }
}

impl<T> Arrivals<T> {
    /// Adds a sender.
    pub(super) fn outbox(&self) -> Outbox<'_, T> {
        self.lock().senders += 1;
        Outbox { arrivals: self }
    }

    /// Takes what has arrived, in the order of its arrival, and says whether more may come. Waits for `wanted` arrivals, or for fewer
    /// if that takes long or one is urgent, or for the end of the last sender.
    pub(super) fn take(&self, mut wanted: usize) -> (Vec<T>, bool) {
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
        (std::mem::take(&mut state.arrived), state.senders > 0)
    }

    /// Makes a change, and wakes the taker if there is enough for it then.
    fn change(&self, change: impl FnOnce(&mut State<T>)) {
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

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One sender's end of the queue.
#[derive(Debug)]
pub(super) struct Outbox<'a, T> {
    arrivals: &'a Arrivals<T>,
}

impl<T> Outbox<'_, T> {
    pub(super) fn send(&self, what: T) {
        self.arrivals.change(|state| state.arrived.push(what));
    }

    /// Sends what must not wait for more.
    pub(super) fn send_urgent(&self, what: T) {
        self.arrivals.change(|state| {
            state.arrived.push(what);
            state.urgent = true;
        });
    }
}

impl<T> Drop for Outbox<'_, T> {
    fn drop(&mut self) {
        self.arrivals.change(|state| state.senders -= 1);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_taker_waits_for_several_or_for_those_that_came() {
        let arrivals: Arrivals<u32> = Arrivals::default();
        let outbox = arrivals.outbox();
        thread::scope(|scope| {
            scope.spawn(|| (0..4).for_each(|n| outbox.send(n)));
            assert_eq!(arrivals.take(4), (vec![0, 1, 2, 3], true));
        });
        outbox.send_urgent(5);
        assert_eq!(arrivals.take(100), (vec![5], true));
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(3 * PATIENCE);
                outbox.send(8);
            });
            assert_eq!(arrivals.take(4), (vec![8], true), "after a pause the first is enough");
        });
    }

    #[test]
    fn the_end_of_the_last_sender_wakes_the_taker() {
        let arrivals: Arrivals<u32> = Arrivals::default();
        let (one, other) = (arrivals.outbox(), arrivals.outbox());
        other.send(1);
        drop(other);
        thread::scope(|scope| {
            scope.spawn(move || drop(one));
            assert_eq!(arrivals.take(100), (vec![1], false));
        });
    }
}
