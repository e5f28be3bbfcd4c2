//! A run of the engine on a thread of its own, whose batches are taken one by one.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use arrow_array::RecordBatch;
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use flagfall::cli::messages::{Kept, Message};
use pyo3::prelude::*;

use crate::columns::Batch;

/// Batches that may wait to be taken: the run is no further ahead than this.
const AHEAD: usize = 2;

/// How long a signal such as Ctrl-C may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(50);

enum Event {
    Batch(Next),
    /// The last event of a run that did not panic.
    Ended(Ended),
}

/// A batch of a run.
pub(crate) struct Next {
    pub(crate) rows: RecordBatch,
    /// Whether it is the last.
    pub(crate) is_last: bool,
}

/// How a run ended.
#[derive(Default)]
pub(crate) struct Ended {
    /// What could not be done, one line each.
    pub(crate) failures: Vec<String>,
    /// Why nothing was read: an option that cannot be used.
    pub(crate) unusable: Option<String>,
    /// Other messages.
    pub(crate) notes: Vec<String>,
}

impl Ended {
    /// The words of the error that this is; a failure to read an input is one only if `strict`.
    pub(crate) fn error(&self, strict: bool) -> Option<String> {
        let failures = if strict { self.failures.as_slice() } else { &[] };
        let lines: Vec<&str> = failures.iter().chain(&self.unusable).map(String::as_str).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// Where a run sends its batches.
#[derive(Clone)]
pub(crate) struct Sender {
    events: crossbeam_channel::Sender<Event>,
    stopped: Arc<AtomicBool>,
}

impl Sender {
    /// Sends the rows of a batch and empties it. One that is not full is the last.
    ///
    /// # Errors
    /// If nobody takes them any more.
    pub(crate) fn send(&self, batch: &mut Batch) -> io::Result<()> {
        let is_last = !batch.is_full();
        let Some(rows) = batch.take().map_err(io::Error::other)? else { return Ok(()) };
        let sent = self.events.send(Event::Batch(Next { rows, is_last }));
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Whether the run is still wanted.
    ///
    /// # Errors
    /// If it is not.
    pub(crate) fn wanted(&self) -> io::Result<()> {
        if self.stopped.load(Ordering::Relaxed) { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }
}

/// A run. If it is dropped, the engine stops after the games in its hands.
pub(crate) struct Run {
    events: Receiver<Event>,
    ended: Option<Ended>,
    stopped: Arc<AtomicBool>,
}

impl Drop for Run {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl Run {
    /// Starts a run: `work` passes rows to the sender, and returns why it could not go on.
    pub(crate) fn start(
        kept: Kept,
        work: impl FnOnce(Sender, &Kept) -> anyhow::Result<()> + Send + 'static,
    ) -> PyResult<Run> {
        let (sender, events) = bounded(AHEAD);
        let stopped = Arc::<AtomicBool>::default();
        let of_work = Sender { events: sender.clone(), stopped: Arc::clone(&stopped) };
        let body = move || {
            let worked = work(of_work, &kept);
            let mut ended = Ended::default();
            for Message { failed, line } in kept.take() {
                if failed { &mut ended.failures } else { &mut ended.notes }.push(line);
            }
            if let Err(why) = worked {
                ended.unusable = Some(format!("{why:#}"));
            }
            // Nobody may be waiting for it.
            let _ = sender.send(Event::Ended(ended));
        };
        thread::Builder::new().name("flagfall".to_owned()).spawn(body).map_err(crate::error)?;
        Ok(Run { events, ended: None, stopped })
    }

    /// The next batch; `None` at the end. Signals are handled while it waits, if this is Python's main thread.
    ///
    /// # Errors
    /// What a signal handler raised: `KeyboardInterrupt` for Ctrl-C. The run is over then.
    pub(crate) fn next(&mut self) -> PyResult<Option<Next>> {
        // Whoever reads the stream may hold the lock of Python, which the run needs to read from a file object.
        Python::attach(|py| {
            while self.ended.is_none() {
                match py.detach(|| self.events.recv_timeout(PATIENCE)) {
                    Ok(Event::Batch(next)) => return Ok(Some(next)),
                    Ok(Event::Ended(ended)) => self.ended = Some(ended),
                    Err(RecvTimeoutError::Disconnected) => {
                        let failures = vec!["an internal error ended the work; please report it".to_owned()];
                        self.ended = Some(Ended { failures, ..Ended::default() });
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(raised) = py.check_signals() {
                            self.ended = Some(Ended::default());
                            self.stopped.store(true, Ordering::Relaxed);
                            return Err(raised);
                        }
                    }
                }
            }
            Ok(None)
        })
    }

    /// How the run ended, once there is no next batch.
    pub(crate) fn ended(&mut self) -> Ended {
        self.ended.replace(Ended::default()).unwrap_or_default()
    }
}
