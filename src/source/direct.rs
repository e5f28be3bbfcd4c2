//! Batches that the worker reads from the file itself.
//!
//! To copy a file out of the system takes most of the reader's time, and there is only one reader. Of a large plain file it needs
//! to see only where batches end.

use std::fs;
use std::io::{self, Seek, SeekFrom};
use std::sync::Arc;

use super::batch::{Batch, Counted, What};
use super::boundary;
use super::error::{Problem, SourceError};
use super::feed::{Feed, Flow, Sink};
use super::stream::Stream;

/// The reader looks for the end of a batch in this part of it.
const TAIL: usize = 8;

/// A regular file that can be read at any place.
#[derive(Debug)]
pub(super) struct Disk<'r> {
    file: &'r fs::File,
    /// Its length when it was opened, in bytes.
    length: u64,
    /// Another handle for the workers, once they need one.
    shared: Option<Arc<fs::File>>,
    /// Whether the file's cursor is not where the stream goes on.
    moved: bool,
}

impl<'r> Disk<'r> {
    pub(super) fn new(file: &'r fs::File, length: u64) -> Disk<'r> {
        Disk { file, length, shared: None, moved: false }
    }

    fn shared(&mut self) -> io::Result<Arc<fs::File>> {
        match &self.shared {
            Some(shared) => Ok(Arc::clone(shared)),
            None => Ok(Arc::clone(self.shared.insert(Arc::new(self.file.try_clone()?)))),
        }
    }
}

/// Where the bytes of a batch are that the reader has not read.
#[derive(Debug)]
pub(super) struct Direct {
    file: Arc<fs::File>,
    offset: u64,
}

impl<S: Sink> Feed<S> {
    /// Passes on a batch of games that the worker reads itself, if enough of the file is left and the batch's end is found without
    /// reading all of it. It ends where [`Feed::games`] would end it.
    pub(super) fn games_directly(&mut self, stream: &mut Stream<'_>) -> Flow<bool> {
        let size = self.options.batch_size;
        let after = stream.offset + size as u64;
        let allowed = stream.pieces > 0
            && !stream.eof
            && self.batch.len() == 0
            && size <= self.options.max_game_size
            && self.sink.has_workers();
        let cut = match &mut stream.disk {
            Some(disk) if allowed && after < disk.length => {
                let from = after - (size / TAIL) as u64;
                self.tail.resize(size / TAIL, 0);
                let read = read_at(disk.file, &mut self.tail, from).0;
                let cut = (read == self.tail.len()).then(|| self.cut_of_tail()).flatten();
                cut.map(|cut| from + cut as u64).zip(disk.shared().ok())
            }
            _ => None,
        };
        let Some((cut, file)) = cut else {
            go_on(stream);
            return Ok(false);
        };
        let offset = stream.offset;
        let length = usize::try_from(cut - offset).unwrap_or(size);
        let (lines, broken_off, whole) = (Counted::ByWorker, false, false);
        stream.push(&mut self.batch, What::Games { range: 0..length, offset, lines, broken_off, whole });
        self.batch.direct = Some(Direct { file, offset });
        (stream.start, stream.end, stream.offset) = (0, 0, cut);
        stream.disk.iter_mut().for_each(|disk| disk.moved = true);
        self.next_batch(None)?;
        Ok(true)
    }

    /// Where the last game of the tail begins, as in [`Feed::games`].
    fn cut_of_tail(&mut self) -> Option<usize> {
        let (before, likely) = boundary::last_likely(&self.tail)?;
        // The lexer has to begin where a game is likely to begin.
        (before > 0 && self.arrives(before, likely)).then_some(likely)
    }

    fn arrives(&mut self, mut at: usize, likely: usize) -> bool {
        while at < likely {
            at += (self.next_game)(self.tail.get(at..).unwrap_or_default()).max(1);
        }
        at == likely
    }
}

/// Lets the stream go on where it is, after batches that workers read.
fn go_on(stream: &mut Stream<'_>) {
    let Some(disk) = stream.disk.as_mut().filter(|disk| disk.moved) else { return };
    disk.moved = false;
    if let Err(e) = disk.file.seek(SeekFrom::Start(stream.offset)) {
        stream.failure = Some(e);
        stream.eof = true;
    }
}

impl Batch {
    /// Reads what the reader has left to the worker. If the file cannot be read so far any more, the error comes after what could be
    /// read.
    pub(super) fn load(&mut self) {
        let Some(Direct { file, offset }) = self.direct.take() else { return };
        let length = self.used;
        let (read, failure) = read_at(&file, self.buffer.get_mut(..length).unwrap_or_default(), offset);
        if read < length {
            let failure = failure.unwrap_or_else(|| io::Error::other("it became shorter while it was read"));
            self.break_off(read, Problem::of_file(&failure));
        }
    }

    /// Cuts the only piece off, and adds an error.
    fn break_off(&mut self, upto: usize, problem: Problem) {
        let Some((file, number)) = self.cut_off(upto) else { return };
        let error = SourceError { name: file.name.clone(), problem };
        self.push(&file, number + 1, What::Error(error));
    }
}

/// Reads until the buffer is full or the file ends. Returns how many bytes that are, and why there are no more if that is an error.
fn read_at(file: &fs::File, buffer: &mut [u8], offset: u64) -> (usize, Option<io::Error>) {
    let mut read = 0;
    while let Some(rest) = buffer.get_mut(read..).filter(|rest| !rest.is_empty()) {
        match read_some_at(file, rest, offset + read as u64) {
            Ok(0) => break,
            Ok(n) => read += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return (read, Some(e)),
        }
    }
    (read, None)
}

#[cfg(unix)]
fn read_some_at(file: &fs::File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

/// Elsewhere, reading at a place moves the file's cursor too, and with it that of the reader.
#[cfg(not(unix))]
fn read_some_at(_: &fs::File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}
