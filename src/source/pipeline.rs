//! Reads and checks in parallel: one thread reads and cuts, workers process the pieces, the caller gets results in
//! order.
//!
//! What needs the order takes time on one thread, however many workers there are. So the caller takes the first step with a
//! result on a thread of its own, and its [`Consumer`] can hand the part that needs no order back to the workers.
//!
//! With one job everything happens on the calling thread. With more, the data in flight between the reader and the
//! consumer is bounded (see [`super::window`]): a reader that is ahead waits, and its buffers are reused. The results of a
//! piece may take far more memory than the piece, so a worker can pass on a part of them: see [`Emit`].

use std::io;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Sender, bounded, unbounded};

use super::arrivals::Arrivals;
use super::batch::{Batch, Piece};
use super::consumer::{Consumer, Each, Emit, Panicked};
use super::feed::{Feed, Flow, Formats, Sink, Stopped};
use super::in_order::{enter_in_order, gather_in_order};
use super::inputs::Argument;
use super::messages::Numbered;
use super::options::Options;
use super::turns::Turns;
use super::window::Window;
use super::worker::{Inbox, work};
use crate::scoresheet::LineCount;

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
    run_in_steps(arguments, formats, options, make_worker, |result| result, &mut Each(consume)).map(|_| ())
}

/// As [`run_on`], in steps: `enter` takes the first one with each result, in order, on a thread of its own if there are several,
/// and `consumer` the others. Returns the most batches and bytes that were in flight at once.
///
/// # Errors
/// Those of [`run`].
pub fn run_in_steps<M, W, R, T, C>(
    arguments: Vec<Argument>,
    formats: Formats,
    options: &Options,
    make_worker: M,
    mut enter: impl FnMut(R) -> T + Send,
    consumer: &mut C,
) -> Result<(usize, usize), Panicked>
where
    M: Fn() -> W + Sync,
    W: FnMut(Piece<'_>, Emit<'_, R>),
    R: Send,
    T: Send,
    C: Consumer<T>,
{
    if options.jobs.get() == 1 {
        return inline(arguments, formats, options, make_worker(), &mut enter, consumer);
    }
    // The reader's thread takes them, if there is one.
    let arguments = Arc::new(Mutex::new(arguments));
    let window = Arc::new(Window::new(options.batches(), options.bytes(), options.batch_size));
    let (full, waiting) = bounded(options.batches());
    let turns = Turns::default();
    // The window limits what is in them.
    let (results, arrivals) = (Arrivals::default(), Arrivals::default());
    let (job, jobs) = unbounded();
    let finished = thread::scope(|scope| {
        let (stop, stopped) = bounded(0);
        let _stop = StopAtEnd { window: &window, _stop: stop };
        let mut workers = 0;
        for _ in 0..options.jobs.get() {
            let inbox = Inbox { waiting: waiting.clone(), jobs: jobs.clone(), stopped: stopped.clone() };
            let outboxes = (results.outbox(), arrivals.outbox());
            let (shared, make_worker) = ((&*window, &turns), &make_worker);
            let worker = move || work::<M, W, R, T, C>(inbox, outboxes, shared, make_worker);
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
        let (entered, shared, enter) = (arrivals.outbox(), (&results, &*window), &mut enter);
        let entering = move || enter_in_order(shared.0, &entered, shared.1, enter);
        thread::Builder::new().name("ordering".to_owned()).spawn_scoped(scope, entering).ok()?;
        let reader = read_on_thread(&arguments, formats, *options, Arc::clone(&window), full).ok()?;
        Some((gather_in_order(&arrivals, job, &window, consumer), reader))
    });
    let Some((finished, reader)) = finished else {
        return inline(taken(&arguments), formats, options, make_worker(), &mut enter, consumer);
    };
    match finished? {
        // The reader has dropped its end of the channel: it is about to end, or has panicked.
        ControlFlow::Continue(()) => reader.join().map_err(|_| Panicked)?,
        ControlFlow::Break(()) => {}
    }
    Ok(window.peak())
}

// --- one thread ---

struct Inline<'c, W, E, C, R, T> {
    worker: W,
    enter: &'c mut E,
    consumer: &'c mut C,
    results: PhantomData<fn(R) -> T>,
    /// Line ends of the last file up to the end of the last batch.
    lines: LineCount,
    peak: usize,
}

impl<W, R, T, E, C> Sink for Inline<'_, W, E, C, R, T>
where
    W: FnMut(Piece<'_>, Emit<'_, R>),
    E: FnMut(R) -> T,
    C: Consumer<T>,
{
    fn send(&mut self, mut batch: Batch) -> Flow<Batch> {
        self.peak = self.peak.max(batch.buffer.len());
        batch.number_lines(batch.line_counts(), &mut self.lines);
        let Inline { worker, enter, consumer, .. } = self;
        for piece in batch.pieces() {
            let mut flow = ControlFlow::Continue(());
            worker(piece, &mut |result| {
                if flow.is_continue() {
                    let job = consumer.gather(enter(result));
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

    fn has_workers(&self) -> bool {
        false
    }
}

fn inline<W, R, T, E, C>(
    arguments: Vec<Argument>,
    formats: Formats,
    options: &Options,
    worker: W,
    enter: &mut E,
    consumer: &mut C,
) -> Result<(usize, usize), Panicked>
where
    W: FnMut(Piece<'_>, Emit<'_, R>),
    E: FnMut(R) -> T,
    C: Consumer<T>,
{
    let (results, lines) = (PhantomData, LineCount::default());
    let inline = Inline { worker, enter, consumer, results, lines, peak: 0 };
    let mut feed = Feed::new(inline, formats, *options);
    // A consumer that breaks off is not an error.
    match catch_unwind(AssertUnwindSafe(|| feed.run(arguments))) {
        Ok(Ok(()) | Err(Stopped)) => Ok((1, feed.sink.peak)),
        Err(_) => Err(Panicked),
    }
}

// --- several threads ---

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

    fn has_workers(&self) -> bool {
        true
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
