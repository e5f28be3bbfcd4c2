//! A worker: turns pieces into results, and does the jobs of the consumer.

use crossbeam_channel::{Receiver, Sender, bounded, never, select, select_biased};

use super::arrivals::Outbox;
use super::batch::{Batch, Piece};
use super::consumer::{Consumer, Emit};
use super::messages::{Arrival, Done, Numbered, Outcome, Then, caught};
use super::turns::Turns;
use super::window::Window;

/// The most untaken parts a worker may have sent ahead of the end of its batches.
const MOST_PARTS: usize = 4;

/// Where a worker's batches and jobs come from.
pub(super) struct Inbox<J> {
    pub(super) waiting: Receiver<Numbered<Batch>>,
    pub(super) jobs: Receiver<Numbered<Vec<J>>>,
    /// Nothing is ever sent here: the channel closes when the work is to stop, while the reader may still wait for a
    /// pipe.
    pub(super) stopped: Receiver<()>,
}

/// What a worker does next.
enum Task<J> {
    Batch(Numbered<Batch>),
    Jobs(Numbered<Vec<J>>),
    /// There are no more batches; jobs may come.
    NoMoreBatches,
    End,
}

impl<J> Inbox<J> {
    /// Jobs come first: they make room in the window.
    fn next(&self) -> Task<J> {
        select_biased! {
            recv(self.stopped) -> _ => Task::End,
            recv(self.jobs) -> jobs => jobs.map_or(Task::End, Task::Jobs),
            recv(self.waiting) -> batch => batch.map_or(Task::NoMoreBatches, Task::Batch),
        }
    }
}

/// Where the results of a worker's batches go. Jobs that are done go elsewhere.
pub(super) type Results<'a, R> = Outbox<'a, Numbered<Outcome<Done<R>>>>;

/// Where a worker's jobs go when they are done.
pub(super) type DoneJobs<'a, T, D> = Outbox<'a, Arrival<T, D>>;

/// Works until there are no more batches and jobs, or the work is to stop.
pub(super) fn work<M, W, R, T, C>(
    mut inbox: Inbox<C::Job>,
    (results_go, jobs_go): (Results<'_, R>, DoneJobs<'_, T, C::Done>),
    (window, turns): (&Window, &Turns),
    make_worker: &M,
) where
    M: Fn() -> W,
    W: FnMut(Piece<'_>, Emit<'_, R>),
    C: Consumer<T>,
{
    let mut worker = None;
    let mut results_go = Some(results_go);
    let (ahead, taken) = bounded(MOST_PARTS);
    let work_on_jobs = |Numbered { number, of: jobs }: Numbered<Vec<C::Job>>| {
        let of = caught(|| jobs.into_iter().map(C::work).collect());
        let ended = of.is_err();
        jobs_go.send(Arrival::Jobs(Numbered { number, of }));
        !window.stopped() && !ended
    };
    loop {
        let goes_on = match (inbox.next(), &results_go) {
            (Task::End, _) | (Task::Batch(_), None) => false,
            (Task::NoMoreBatches, _) => {
                // Once no more results come, the consumer sends no more jobs.
                inbox.waiting = never();
                results_go = None;
                true
            }
            (Task::Jobs(jobs), _) => work_on_jobs(jobs),
            (Task::Batch(Numbered { number, of: mut batch }), Some(results_go)) => {
                batch.load();
                turns.take(number, &mut batch);
                let results = caught(|| {
                    let worker = worker.get_or_insert_with(make_worker);
                    let mut results: Vec<R> = Vec::new();
                    for piece in batch.pieces().take_while(|_| !window.stopped()) {
                        let mut emitted = 0;
                        worker(piece, &mut |result| {
                            // More follows, so the earlier results can be sent.
                            if emitted > 0 {
                                let results = std::mem::take(&mut results);
                                if !wait_for_turn(&inbox, &ahead, &work_on_jobs) {
                                    return;
                                }
                                let of = Ok(Done { results, then: Then::GoesOn(taken.clone()) });
                                results_go.send_urgent(Numbered { number, of });
                            }
                            emitted += 1;
                            results.push(result);
                        });
                    }
                    results
                });
                let ended = results.is_err();
                let of = results.map(|results| Done { results, then: Then::Frees(batch) });
                results_go.send(Numbered { number, of });
                !window.stopped() && !ended
            }
        };
        if !goes_on {
            return;
        }
    }
}

/// Waits until fewer than [`MOST_PARTS`] parts of this worker are untaken, and does jobs in the meantime. Returns `false` if the
/// work is to stop.
///
/// This cannot deadlock: the worker with the earliest unfinished batch waits only for its own parts, and everything before
/// them has already been sent.
fn wait_for_turn<J>(
    inbox: &Inbox<J>,
    ahead: &Sender<()>,
    work_on_jobs: &impl Fn(Numbered<Vec<J>>) -> bool,
) -> bool {
    let mut jobs = inbox.jobs.clone();
    loop {
        select! {
            send(ahead, ()) -> sent => return sent.is_ok(),
            recv(inbox.stopped) -> _ => return false,
            recv(jobs) -> job => match job {
                Ok(job) => if !work_on_jobs(job) { return false },
                Err(_) => jobs = never(),
            },
        }
    }
}
