//! Reads and checks in parallel: one thread reads and cuts, workers process the pieces, the caller gets results in
//! order.
//!
//! With one job everything happens on the calling thread. With more, the data in flight between the reader and the
//! consumer is bounded (see [`super::window`]): a reader that is ahead waits, and its buffers are reused.

use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, select_biased};

use super::batch::{Batch, Piece};
use super::decoding::Conversion;
use super::feed::{Feed, Flow, Formats, Sink, Stopped};
use super::inputs::Argument;
use super::window::Window;

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
    run_on(paths.into_iter().map(Argument::Path).collect(), formats, options, make_worker, consume)
}

/// As [`run`], for paths and for bytes that are already open.
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
    W: FnMut(Piece<'_>) -> R,
    R: Send,
    C: FnMut(R) -> ControlFlow<()>,
{
    run_within(arguments, formats, options, make_worker, consume).map(|_| ())
}

/// Like [`run_on`], but returns the most batches and bytes that were in flight at once.
pub(super) fn run_within<M, W, R, C>(
    arguments: Vec<Argument>,
    formats: Formats,
    options: &Options,
    make_worker: M,
    mut consume: C,
) -> Result<(usize, usize), Panicked>
where
    M: Fn() -> W + Sync,
    W: FnMut(Piece<'_>) -> R,
    R: Send,
    C: FnMut(R) -> ControlFlow<()>,
{
    if options.jobs.get() == 1 {
        return inline(arguments, formats, options, make_worker(), consume);
    }
    // The reader's thread takes them, if there is one.
    let arguments = Arc::new(Mutex::new(arguments));
    let window = Arc::new(Window::new(options.batches(), options.bytes(), options.batch_size));
    let (full, waiting) = bounded(options.batches());
    let finished = thread::scope(|scope| {
        let (stop, stopped) = bounded(0);
        let _stop = StopAtEnd { window: &window, _stop: stop };
        let (done, results) = bounded(options.batches());
        let mut workers = 0;
        for _ in 0..options.jobs.get() {
            let inbox = Inbox { waiting: waiting.clone(), stopped: stopped.clone() };
            let (done, window, make_worker) = (done.clone(), &*window, &make_worker);
            let worker = move || work(&inbox, &done, window, make_worker);
            // If the system gives no more threads, those that there are do the work.
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
            workers += 1;
        }
        drop((waiting, done));
        if workers == 0 {
            return None;
        }
        let reader = read_on_thread(&arguments, formats, *options, Arc::clone(&window), full).ok()?;
        Some((consume_in_order(&results, &window, &mut consume), reader))
    });
    let Some((finished, reader)) = finished else {
        return inline(taken(&arguments), formats, options, make_worker(), consume);
    };
    match finished? {
        // The reader has dropped its end of the channel: it is about to end, or has panicked.
        ControlFlow::Continue(()) => reader.join().map_err(|_| Panicked)?,
        ControlFlow::Break(()) => {}
    }
    Ok(window.peak())
}

// --- one thread ---

struct Inline<W, C> {
    worker: W,
    consume: C,
    peak: usize,
}

impl<W, R, C> Sink for Inline<W, C>
where
    W: FnMut(Piece<'_>) -> R,
    C: FnMut(R) -> ControlFlow<()>,
{
    fn send(&mut self, batch: Batch) -> Flow<Batch> {
        self.peak = self.peak.max(batch.buffer.len());
        for piece in batch.pieces() {
            if (self.consume)((self.worker)(piece)).is_break() {
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
    consume: C,
) -> Result<(usize, usize), Panicked>
where
    W: FnMut(Piece<'_>) -> R,
    C: FnMut(R) -> ControlFlow<()>,
{
    let mut feed = Feed::new(Inline { worker, consume, peak: 0 }, formats, *options);
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
    thread::Builder::new().spawn(move || {
        let mut feed = Feed::new(Threaded { next: 0, full, window }, formats, options);
        // If it was stopped, the consumer has stopped it.
        let (Ok(()) | Err(Stopped)) = feed.run(taken(&arguments));
    })
}

fn taken(arguments: &Mutex<Vec<Argument>>) -> Vec<Argument> {
    std::mem::take(&mut *arguments.lock().unwrap_or_else(PoisonError::into_inner))
}

struct Done<R> {
    results: Vec<R>,
    batch: Batch,
}

/// Where a worker's batches come from.
struct Inbox {
    waiting: Receiver<Numbered<Batch>>,
    /// Nothing is ever sent here: the channel closes when the work is to stop, while the reader may still wait for a
    /// pipe.
    stopped: Receiver<()>,
}

impl Inbox {
    fn next(&self) -> Option<Numbered<Batch>> {
        select_biased! {
            recv(self.stopped) -> _ => None,
            recv(self.waiting) -> batch => batch.ok(),
        }
    }
}

fn work<M, W, R>(
    inbox: &Inbox,
    done: &Sender<Numbered<Result<Done<R>, Panicked>>>,
    window: &Window,
    make_worker: &M,
) where
    M: Fn() -> W,
    W: FnMut(Piece<'_>) -> R,
{
    let mut worker = None;
    while let Some(Numbered { number, of: batch }) = inbox.next() {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let worker = worker.get_or_insert_with(make_worker);
            let pieces = batch.pieces().take_while(|_| !window.stopped());
            pieces.map(worker).collect::<Vec<R>>()
        }));
        if window.stopped() {
            return;
        }
        let ended = outcome.is_err();
        let of = outcome.map(|results| Done { results, batch }).map_err(|_| Panicked);
        if done.send(Numbered { number, of }).is_err() || ended {
            return;
        }
    }
}

/// Passes on the results by number. Results that come early wait; there are never more of them than the window
/// allows.
fn consume_in_order<R, C>(
    results: &Receiver<Numbered<Result<Done<R>, Panicked>>>,
    window: &Window,
    mut consume: C,
) -> Result<ControlFlow<()>, Panicked>
where
    C: FnMut(R) -> ControlFlow<()>,
{
    let mut early: VecDeque<Option<Result<Done<R>, Panicked>>> = VecDeque::new();
    let mut next = 0u64;
    for Numbered { number, of } in results {
        let place = usize::try_from(number - next).unwrap_or(usize::MAX);
        if early.len() <= place {
            early.resize_with(place + 1, || None);
        }
        if let Some(slot) = early.get_mut(place) {
            *slot = Some(of);
        }
        while let Some(Some(done)) = early.front_mut().map(Option::take) {
            early.pop_front();
            next += 1;
            let Done { results, batch } = done?;
            for result in results {
                if consume(result).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            window.leave(batch.buffer.len(), batch);
        }
    }
    Ok(ControlFlow::Continue(()))
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
