//! The two threads that see results in order: one puts them in order and takes the first step with them, the other is the caller's.
//!
//! However many workers there are, there is only one of each, so each does about half of what needs the order.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crossbeam_channel::Sender;

use super::arrivals::{Arrivals, Outbox};
use super::consumer::{Consumer, Panicked};
use super::messages::{Arrival, Done, Numbered, Outcome, Then, caught};
use super::order::Order;
use super::window::Window;

/// At most so many arrivals are waited for at once. They are among the batches in flight, and most of these have to be with the
/// workers.
const TOGETHER: usize = 4;

/// Puts the results of batches in order, and takes the first step with each.
pub(super) fn enter_in_order<R, T, D>(
    arrivals: &Arrivals<Numbered<Outcome<Done<R>>>>,
    caller: &Outbox<'_, Arrival<T, D>>,
    window: &Window,
    enter: &mut impl FnMut(R) -> T,
) {
    let mut order = Order::default();
    loop {
        // Results of each batch in flight are still to arrive, unless they already wait here for earlier ones.
        let before = usize::try_from(window.entered() - order.passed()).unwrap_or(usize::MAX);
        let to_arrive = before.saturating_sub(order.held());
        let (arrived, more) = arrivals.take(to_arrive.clamp(1, TOGETHER));
        for Numbered { number, of } in arrived {
            match &of {
                Ok(done) if done.is_part() => order.put_part(number, of),
                _ => order.put(number, of),
            }
        }
        while let Some((_, of)) = order.next() {
            let entered = of.and_then(|Done { results, then }| {
                let results = caught(|| results.into_iter().map(&mut *enter).collect())?;
                Ok(Done { results, then })
            });
            match &entered {
                Ok(done) if !done.is_part() => caller.send(Arrival::Entered(entered)),
                _ => caller.send_urgent(Arrival::Entered(entered)),
            }
        }
        if !more {
            return caller.send_urgent(Arrival::NoMore);
        }
    }
}

/// Passes the results to the consumer, sends its jobs to the workers, and passes on the jobs that are done, by number. There are
/// never more batches on this way than the window allows.
pub(super) fn gather_in_order<T, C: Consumer<T>>(
    arrivals: &Arrivals<Arrival<T, C::Done>>,
    job: Sender<Numbered<Vec<C::Job>>>,
    window: &Window,
    consumer: &mut C,
) -> Result<ControlFlow<()>, Panicked> {
    let mut taking = Order::default();
    // What is gathered and not taken yet, in order: how many, whether a worker may wait for one of them, and what follows.
    let mut gathered: u64 = 0;
    let mut parts = 0;
    let mut waiting: VecDeque<Then> = VecDeque::new();
    let mut job = Some(job);
    loop {
        let to_arrive = window.batches().saturating_sub(taking.held());
        let wanted = if job.is_none() || parts > 0 { 1 } else { to_arrive.clamp(1, TOGETHER) };
        let (arrived, more) = arrivals.take(wanted);
        for arrival in arrived {
            match arrival {
                Arrival::Entered(Ok(done)) => {
                    parts += usize::from(done.is_part());
                    waiting.push_back(done.then);
                    let of = done.results.into_iter().map(|result| consumer.gather(result)).collect();
                    let jobs: Numbered<Vec<C::Job>> = Numbered { number: gathered, of };
                    gathered += 1;
                    match job.as_ref().filter(|_| C::HAS_JOBS) {
                        Some(job) => job.send(jobs).map_err(|_| Panicked)?,
                        None => taking.put(jobs.number, Ok(jobs.of.into_iter().map(C::work).collect())),
                    }
                }
                Arrival::Entered(Err(Panicked)) => {
                    taking.put(gathered, Err(Panicked));
                    gathered += 1;
                }
                Arrival::NoMore => job = None,
                Arrival::Jobs(Numbered { number, of }) => taking.put(number, of),
            }
        }
        while let Some((_, done)) = taking.next() {
            for done in done? {
                if consumer.take(done).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            match waiting.pop_front() {
                Some(Then::Frees(batch)) => window.leave(batch.buffer.len(), batch),
                Some(Then::GoesOn(taken)) => {
                    parts -= 1;
                    let _ = taken.try_recv();
                }
                None => {}
            }
        }
        if !more {
            return Ok(ControlFlow::Continue(()));
        }
    }
}
