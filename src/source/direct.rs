//! Batches that the worker reads from the file itself.
//!
//! Copying a file from the kernel takes most of the reader's time, and there is only one reader. In a large plain file it only
//! has to find where batches end.

use std::io;

use super::batch::{Batch, Counted, What};
use super::boundary;
use super::error::{Problem, SourceError};
use super::feed::{Feed, Flow, Sink};
use super::stream::Stream;

/// The reader looks for the end of a batch in this part of it: an eighth.
const TAIL: usize = 8;

impl<S: Sink> Feed<S> {
    /// Passes on a batch of games that the worker reads itself, if enough of the file is left and the batch's end is found without
    /// reading all of it. It ends where [`Feed::games`] would end it.
    pub(super) fn games_directly(&mut self, stream: &mut Stream<'_>) -> Flow<bool> {
        let allowed = stream.pieces > 0
            && !stream.eof
            && self.batch.len() == 0
            && self.options.batch_size <= self.options.max_game_size
            && self.sink.has_workers();
        let offset = stream.offset;
        let cut = if allowed { self.cut_on_disk(stream) } else { None };
        let left = cut.and_then(|cut| Some((cut, stream.disk.as_mut()?.leave(offset).ok()?)));
        let Some((length, direct)) = left else {
            go_on(stream);
            return Ok(false);
        };
        let (lines, broken_off, whole) = (Counted::ByWorker, false, false);
        stream.push(&mut self.batch, What::Games { range: 0..length, offset, lines, broken_off, whole });
        self.batch.direct = Some(direct);
        (stream.start, stream.end, stream.offset) = (0, 0, offset + length as u64);
        self.next_batch(None)?;
        Ok(true)
    }

    /// The length of the next batch, if its end is found in its last part and more follows.
    fn cut_on_disk(&mut self, stream: &Stream<'_>) -> Option<usize> {
        let size = self.options.batch_size;
        let before_tail = size - size / TAIL;
        let disk = stream.disk.as_ref().filter(|disk| stream.offset + (size as u64) < disk.length)?;
        self.tail.resize(size / TAIL, 0);
        if !disk.fill(&mut self.tail, stream.offset + before_tail as u64) {
            return None;
        }
        let (before, likely) = boundary::last_likely(&self.tail)?;
        // The lexer has to begin where a game is likely to begin.
        (before > 0 && self.arrives(before, likely)).then_some(before_tail + likely)
    }

    /// Whether the lexer, reading on from one place of the tail, finds a game at the other.
    fn arrives(&mut self, mut at: usize, likely: usize) -> bool {
        while at < likely {
            at += (self.next_game)(self.tail.get(at..).unwrap_or_default()).max(1);
        }
        at == likely
    }
}

/// Moves the file's cursor to the stream's place after batches that workers read.
fn go_on(stream: &mut Stream<'_>) {
    let moved = stream.disk.as_mut().map_or(Ok(()), |disk| disk.go_on(stream.offset));
    if let Err(e) = moved {
        stream.failure = Some(e);
        stream.eof = true;
    }
}

impl Batch {
    /// Reads the bytes that the reader has left to the worker. If the file has become shorter or cannot be read, an error follows
    /// what could be read.
    pub(super) fn load(&mut self) {
        let Some(direct) = self.direct.take() else { return };
        let length = self.used;
        let (read, failure) = direct.read(self.buffer.get_mut(..length).unwrap_or_default());
        if read < length {
            let failure = failure.unwrap_or_else(|| io::Error::other("it became shorter while it was read"));
            self.break_off(read, Problem::of_file(&failure));
        }
    }

    /// Shortens the only piece to `upto` bytes and adds an error after it.
    fn break_off(&mut self, upto: usize, problem: Problem) {
        let Some((file, number)) = self.cut_off(upto) else { return };
        let error = SourceError { name: file.name.clone(), problem };
        self.push(&file, number + 1, What::Error(error));
    }
}
