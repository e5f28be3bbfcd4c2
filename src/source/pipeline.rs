//! Reads and checks in parallel: one thread reads and cuts, workers process the pieces, the caller gets results in
//! order.
//!
//! What the caller does with a result takes time on one thread only, however many workers there are. A [`Consumer`] can hand
//! the part of it that needs no order back to the workers.
//!
//! With one job everything happens on the calling thread. With more, the data in flight between the reader and the
//! consumer is bounded (see [`super::window`]): a reader that is ahead waits, and its buffers are reused. The results of a
//! piece may take far more memory than the piece, so a worker can pass on a part of them: see [`Emit`].

use std::collections::VecDeque;
use std::io;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, never, select, select_biased, unbounded};

use super::arrivals::{Arrivals, Outbox};
use super::batch::{Batch, Piece};
use super::decoding::Conversion;
use super::feed::{Feed, Flow, Formats, Sink, Stopped};
use super::inputs::Argument;
use super::order::Order;
use super::turns::Turns;
use super::window::Window;
use crate::scoresheet::LineCount;

/// The number of workers, and limits on what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Number of workers. With 1, reading and working take turns on the calling thread.
    pub jobs: NonZeroUsize,
    /// The largest game that is read, in bytes without the blanks after it.
    pub max_game_size: usize,
    /// Size of a batch in bytes; a batch with a larger game is larger.
    pub batch_size: usize,
    /// The largest result file that is read, in bytes.
    pub whole_limit: usize,
    /// Whether symbolic links in a folder are followed out of it.
    pub follow: bool,
    /// How games that are not UTF-8 are converted, if they are.
    pub convert: Option<Conversion>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            jobs: NonZeroUsize::MIN,
            max_game_size: crate::scoresheet::LARGEST_GAME,
            batch_size: 256 << 10,
            whole_limit: 64 << 20,
            follow: false,
            convert: None,
        }
    }
}

impl Options {
    /// Maximum number of batches in flight: one in work and one waiting for each worker, and enough others that no
    /// worker runs dry while the reader or the consumer waits for a processor.
    fn batches(&self) -> usize {
        2 * self.jobs.get() + 8
    }

    /// Maximum number of bytes in flight: the usual batches, and the largest game for each worker.
    fn bytes(&self) -> usize {
        let usual = self.batches().saturating_mul(self.batch_size);
        usual.saturating_add(self.jobs.get().saturating_mul(self.max_game_size))
    }
}

/// A worker or the reader panicked: a bug in the program, whose message is on standard error. The results before it
/// were delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an internal error ended the work; please report it with the file that was read")]
pub struct Panicked;

/// Reads everything that `paths` name (the current folder if there are none; see [`super::inputs`]), lets workers
/// turn each piece into a result, and passes the results to `consume` in file order, whatever the number of workers.
///
/// `make_worker` is called once on each worker's thread, so that a worker can keep buffers. When `consume` breaks
/// off, everything stops: workers after their current piece; a reader that waits for a slow pipe is abandoned.
///
/// # Errors
/// If a worker or the reader panicked.
pub fn run<M, W, R, C>(
    paths: Vec<PathBuf>,
    formats: Formats,
    options: &Options,
    make_worker: M,
    consume: C,
) -> Result<(), Panicked>
where
    M: Fn() -> W + Sync,
    W: FnMut(Piece<'_>) -> R,
    R: Send,
    C: FnMut(R) -> ControlFlow<()>,
{
    let make_worker = || {
        let mut worker = make_worker();
        move |piece: Piece<'_>, emit: Emit<'_, R>| emit(worker(piece))
    };
    run_on(paths.into_iter().map(Argument::Path).collect(), formats, options, make_worker, consume)
}

/// As [`run`], for paths and for bytes that are already open, and for workers that may pass on several results for a piece.
///
/// # Errors
/// Those of [`run`].
pub fn run_on<M, W, R, C>(
    arguments: Vec<Argument>,
    formats: Formats,
    options: &Options,
    make_worker: M,
    consume: C,
) -> Result<(), Panicked>
where
    M: Fn() -> W + Sync,
    W: FnMut(Piece<'_>, Emit<'_, R>),
    R: Send,
    C: FnMut(R) -> ControlFlow<()>,
{
    run_in_steps(arguments, formats, options, make_worker, &mut Each(consume)).map(|_| ())
}

/// Passes on a result for a piece. A worker may call it several times for one piece; a call blocks while too many of that
/// worker's earlier results have not been taken yet.
pub type Emit<'e, R> = &'e mut dyn FnMut(R);

/// Takes the results of workers, in the order of the files.
pub trait Consumer<R> {
    /// What is left to do for a result, on any thread.
    type Job: Send;
    /// The job when it is done.
    type Done: Send;
    /// Whether jobs are worth the way to a worker; otherwise they are done at once.
    const HAS_JOBS: bool;

    /// Takes a result, in order.
    fn gather(&mut self, result: R) -> Self::Job;

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

/// As [`run_on`], for a [`Consumer`]. Returns the most batches and bytes that were in flight at once.
///
/// # Errors
/// Those of [`run`].
pub fn run_in_steps<M, W, R, C>(
    arguments: Vec<Argument>,
    formats: Formats,
    options: &Options,
    make_worker: M,
    consumer: &mut C,
) -> Result<(usize, usize), Panicked>
where
    M: Fn() -> W + Sync,
    W: FnMut(Piece<'_>, Emit<'_, R>),
    R: Send,
    C: Consumer<R>,
{
    if options.jobs.get() == 1 {
        return inline(arguments, formats, options, make_worker(), consumer);
    }
    // The reader's thread takes them, if there is one.
    let arguments = Arc::new(Mutex::new(arguments));
    let window = Arc::new(Window::new(options.batches(), options.bytes(), options.batch_size));
    let (full, waiting) = bounded(options.batches());
    let turns = Turns::default();
    // The window limits what is in them.
    let arrivals = Arrivals::default();
    let (job, jobs) = unbounded();
    let finished = thread::scope(|scope| {
        let (stop, stopped) = bounded(0);
        let _stop = StopAtEnd { window: &window, _stop: stop };
        let mut workers = 0;
        for _ in 0..options.jobs.get() {
            let inbox = Inbox { waiting: waiting.clone(), jobs: jobs.clone(), stopped: stopped.clone() };
            let outbox = arrivals.outbox();
            let (shared, make_worker) = ((&*window, &turns), &make_worker);
            let worker = move || work::<M, W, R, C>(inbox, outbox, shared, make_worker);
            // If the system gives no more threads, those that there are do the work.
            if thread::Builder::new().name("worker".to_owned()).spawn_scoped(scope, worker).is_err() {
                break;
            }
            workers += 1;
        }
        drop((waiting, jobs));
        if workers == 0 {
            return None;
        }
        let reader = read_on_thread(&arguments, formats, *options, Arc::clone(&window), full).ok()?;
        Some((consume_in_order(&arrivals, job, &window, consumer), reader))
    });
    let Some((finished, reader)) = finished else {
        return inline(taken(&arguments), formats, options, make_worker(), consumer);
    };
    match finished? {
        // The reader has dropped its end of the channel: it is about to end, or has panicked.
        ControlFlow::Continue(()) => reader.join().map_err(|_| Panicked)?,
        ControlFlow::Break(()) => {}
    }
    Ok(window.peak())
}

// --- one thread ---

struct Inline<'c, W, C, R> {
    worker: W,
    consumer: &'c mut C,
    results: PhantomData<fn(R)>,
    /// Line ends of the last file up to the end of the last batch.
    lines: LineCount,
    peak: usize,
}

impl<W, R, C> Sink for Inline<'_, W, C, R>
where
    W: FnMut(Piece<'_>, Emit<'_, R>),
    C: Consumer<R>,
{
    fn send(&mut self, mut batch: Batch) -> Flow<Batch> {
        self.peak = self.peak.max(batch.buffer.len());
        batch.number_lines(batch.line_counts(), &mut self.lines);
        let Inline { worker, consumer, .. } = self;
        for piece in batch.pieces() {
            let mut flow = ControlFlow::Continue(());
            worker(piece, &mut |result| {
                if flow.is_continue() {
                    let job = consumer.gather(result);
                    flow = consumer.take(C::work(job));
                }
            });
            if flow.is_break() {
                return Err(Stopped);
            }
        }
        Ok(batch)
    }

    fn stopped(&self) -> bool {
        false
    }
}

fn inline<W, R, C>(
    arguments: Vec<Argument>,
    formats: Formats,
    options: &Options,
    worker: W,
    consumer: &mut C,
) -> Result<(usize, usize), Panicked>
where
    W: FnMut(Piece<'_>, Emit<'_, R>),
    C: Consumer<R>,
{
    let inline = Inline { worker, consumer, results: PhantomData, lines: LineCount::default(), peak: 0 };
    let mut feed = Feed::new(inline, formats, *options);
    // A consumer that breaks off is not an error.
    match catch_unwind(AssertUnwindSafe(|| feed.run(arguments))) {
        Ok(Ok(()) | Err(Stopped)) => Ok((1, feed.sink.peak)),
        Err(_) => Err(Panicked),
    }
}

// --- several threads ---

struct Numbered<T> {
    number: u64,
    of: T,
}

struct Threaded {
    next: u64,
    full: Sender<Numbered<Batch>>,
    window: Arc<Window>,
}

impl Sink for Threaded {
    fn send(&mut self, batch: Batch) -> Flow<Batch> {
        let empty = self.window.enter(batch.buffer.len()).ok_or(Stopped)?;
        self.full.send(Numbered { number: self.next, of: batch }).map_err(|_| Stopped)?;
        self.next += 1;
        Ok(empty)
    }

    fn stopped(&self) -> bool {
        self.window.stopped()
    }
}

/// The reader's thread is not scoped: the scope would wait for a reader that waits for a pipe.
fn read_on_thread(
    arguments: &Arc<Mutex<Vec<Argument>>>,
    formats: Formats,
    options: Options,
    window: Arc<Window>,
    full: Sender<Numbered<Batch>>,
) -> io::Result<JoinHandle<()>> {
    let arguments = Arc::clone(arguments);
    thread::Builder::new().name("reader".to_owned()).spawn(move || {
        let mut feed = Feed::new(Threaded { next: 0, full, window }, formats, options);
        // If it was stopped, the consumer has stopped it.
        let (Ok(()) | Err(Stopped)) = feed.run(taken(&arguments));
    })
}

fn taken(arguments: &Mutex<Vec<Argument>>) -> Vec<Argument> {
    std::mem::take(&mut *arguments.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Results for a batch.
struct Done<R> {
    results: Vec<R>,
    then: Then,
}

/// What happens once results are taken.
enum Then {
    /// They were the last of the batch: its buffer is free.
    Frees(Batch),
    /// More follow: the worker may send one more part.
    GoesOn(Receiver<()>),
}

/// The most untaken parts a worker may have sent ahead of the end of its batches.
const MOST_PARTS: usize = 4;

/// What a worker passes on: a panic ends the run.
type Outcome<T> = Numbered<Result<T, Panicked>>;

/// Where a worker's batches and jobs come from.
struct Inbox<J> {
    waiting: Receiver<Numbered<Batch>>,
    jobs: Receiver<Numbered<Vec<J>>>,
    /// Nothing is ever sent here: the channel closes when the work is to stop, while the reader may still wait for a
    /// pipe.
    stopped: Receiver<()>,
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

/// Where a worker's results and jobs go.
type WorkerOutbox<'a, R, D> = Outbox<'a, Outcome<Done<R>>, Outcome<Vec<D>>>;

fn work<M, W, R, C>(
    mut inbox: Inbox<C::Job>,
    mut outbox: WorkerOutbox<'_, R, C::Done>,
    (window, turns): (&Window, &Turns),
    make_worker: &M,
) where
    M: Fn() -> W,
    W: FnMut(Piece<'_>, Emit<'_, R>),
    C: Consumer<R>,
{
    let mut worker = None;
    let (ahead, taken) = bounded(MOST_PARTS);
    let work_on_jobs = |outbox: &WorkerOutbox<'_, R, C::Done>, jobs: Numbered<Vec<C::Job>>| {
        let Numbered { number, of: jobs } = jobs;
        let of = caught(|| jobs.into_iter().map(C::work).collect());
        let ended = of.is_err();
        outbox.send_job(Numbered { number, of });
        !window.stopped() && !ended
    };
    loop {
        let goes_on = match inbox.next() {
            Task::End => false,
            Task::NoMoreBatches => {
                // Once no more results come, the consumer sends no more jobs.
                inbox.waiting = never();
                outbox.end_batches();
                true
            }
            Task::Jobs(jobs) => work_on_jobs(&outbox, jobs),
            Task::Batch(Numbered { number, of: mut batch }) => {
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
                                if !wait_for_turn(&inbox, &ahead, &|jobs| work_on_jobs(&outbox, jobs)) {
                                    return;
                                }
                                let of = Ok(Done { results, then: Then::GoesOn(taken.clone()) });
                                outbox.send_part(Numbered { number, of });
                            }
                            emitted += 1;
                            results.push(result);
                        });
                    }
                    results
                });
                let ended = results.is_err();
                let of = results.map(|results| Done { results, then: Then::Frees(batch) });
                outbox.send_result(Numbered { number, of });
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

fn caught<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| Panicked)
}

/// At most so many results and jobs are waited for at once. There is one of each for a batch.
const TOGETHER: usize = 8;

/// Passes the results of batches to the consumer by number, sends its jobs to the workers, and passes on the jobs that are
/// done, by number too. There are never more batches on this way than the window allows.
fn consume_in_order<R, C: Consumer<R>>(
    arrivals: &Arrivals<Outcome<Done<R>>, Outcome<Vec<C::Done>>>,
    job: Sender<Numbered<Vec<C::Job>>>,
    window: &Window,
    consumer: &mut C,
) -> Result<ControlFlow<()>, Panicked> {
    let (mut gathering, mut taking) = (Order::default(), Order::default());
    // What is gathered and not taken yet, in order: how many, whether a worker may wait for one of them, and what follows.
    let mut gathered: u64 = 0;
    let mut parts = 0;
    let mut waiting: VecDeque<Then> = VecDeque::new();
    let mut job = Some(job);
    let mut panicked = false;
    loop {
        // Of each batch in flight something is still to arrive, unless it waits here for those before it.
        let to_arrive = window.batches().saturating_sub(gathering.held() + taking.held());
        let wanted = if job.is_none() || parts > 0 { 1 } else { to_arrive.clamp(1, TOGETHER) };
        let arrived = arrivals.take(wanted);
        for Numbered { number, of } in arrived.results {
            match of {
                Ok(Done { then: Then::GoesOn(_), .. }) => gathering.put_part(number, of),
                _ => gathering.put(number, of),
            }
        }
        arrived.jobs.into_iter().for_each(|Numbered { number, of }| taking.put(number, of));
        while let Some((_, of)) = gathering.next() {
            let number = gathered;
            gathered += 1;
            panicked |= of.is_err();
            let Ok(Done { results, then }) = of else {
                taking.put(number, Err(Panicked));
                continue;
            };
            let jobs: Vec<C::Job> = results.into_iter().map(|result| consumer.gather(result)).collect();
            parts += usize::from(matches!(then, Then::GoesOn(_)));
            waiting.push_back(then);
            match job.as_ref().filter(|_| C::HAS_JOBS) {
                Some(job) => job.send(Numbered { number, of: jobs }).map_err(|_| Panicked)?,
                None => taking.put(number, Ok(jobs.into_iter().map(C::work).collect())),
            }
        }
        if !arrived.more_results {
            job = None;
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
        if !arrived.more {
            return if panicked { Err(Panicked) } else { Ok(ControlFlow::Continue(())) };
        }
    }
}

/// Stops the reader and the workers when the consumer ends, for whatever reason.
struct StopAtEnd<'w> {
    window: &'w Window,
    _stop: Sender<()>,
}

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.window.stop();
    }
}
