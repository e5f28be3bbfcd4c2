//! Standard input, read by a thread of its own.

use std::io::Read;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

/// What the thread hands on.
pub(super) struct Stdin {
    chunks: Receiver<Vec<u8>>,
    waiting: Option<Vec<u8>>,
    end: End,
}

/// Whether more can come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    NotYet,
    New,
    Known,
}

impl Stdin {
    /// Begins to read.
    pub(super) fn open() -> Stdin {
        let (send, chunks) = sync_channel(16);
        let read = move || {
            let mut stdin = std::io::stdin().lock();
            let mut buffer = vec![0; 64 << 10];
            while let Ok(len @ 1..) = stdin.read(&mut buffer) {
                let chunk = buffer.get(..len).unwrap_or_default().to_vec();
                if send.send(chunk).is_err() {
                    break;
                }
            }
        };
        // Where the thread cannot be started the channel is closed, and standard input has ended.
        let _ = std::thread::Builder::new().name("stdin".to_owned()).spawn(read);
        Stdin { chunks, waiting: None, end: End::NotYet }
    }

    /// Whether something has come that was not taken, or the end.
    pub(super) fn has_more(&mut self) -> bool {
        if self.waiting.is_none() {
            self.waiting = self.next();
        }
        self.waiting.is_some() || self.end == End::New
    }

    /// The next part that has come.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        if let Some(chunk) = self.waiting.take() {
            return Some(chunk);
        }
        match self.chunks.try_recv() {
            Ok(chunk) => Some(chunk),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                if self.end == End::NotYet {
                    self.end = End::New;
                }
                None
            }
        }
    }

    /// Whether nothing can come any more.
    pub(super) fn has_ended(&self) -> bool {
        self.end != End::NotYet
    }

    /// The same, true once.
    pub(super) fn end_is_new(&mut self) -> bool {
        let is_new = self.end == End::New;
        if is_new {
            self.end = End::Known;
        }
        is_new
    }

    /// What comes next, however long that takes; nothing at the end.
    pub(super) fn wait(&mut self) -> Option<Vec<u8>> {
        self.chunks.recv().ok()
    }
}
