//! A file on disk that is read at any place, by the reader and by workers.

use std::fs;
use std::io::{self, Seek, SeekFrom};
use std::sync::Arc;

/// A regular file, as the reader sees it.
#[derive(Debug)]
pub(super) struct Disk<'r> {
    file: &'r fs::File,
    /// Its length when it was opened, in bytes.
    pub(super) length: u64,
    /// Another handle for the workers, once they need one.
    shared: Option<Arc<fs::File>>,
    /// Whether the cursor is behind the reader, because parts were left to workers.
    behind: bool,
}

/// A part of a file that the reader has left to a worker.
#[derive(Debug)]
pub(super) struct Direct {
    file: Arc<fs::File>,
    offset: u64,
}

impl<'r> Disk<'r> {
    pub(super) fn new(file: &'r fs::File, length: u64) -> Disk<'r> {
        Disk { file, length, shared: None, behind: false }
    }

    /// Reads the bytes from `offset` on, without moving the cursor. Returns whether the buffer was filled.
    pub(super) fn fill(&self, buffer: &mut [u8], offset: u64) -> bool {
        read_at(self.file, buffer, offset).0 == buffer.len()
    }

    /// Leaves the part from `offset` on to a worker.
    pub(super) fn leave(&mut self, offset: u64) -> io::Result<Direct> {
        let file = match &self.shared {
            Some(shared) => Arc::clone(shared),
            None => Arc::clone(self.shared.insert(Arc::new(self.file.try_clone()?))),
        };
        self.behind = true;
        Ok(Direct { file, offset })
    }

    /// Moves the cursor to `offset` if it is not there because parts were left to workers.
    pub(super) fn go_on(&mut self, offset: u64) -> io::Result<()> {
        if std::mem::take(&mut self.behind) {
            self.file.seek(SeekFrom::Start(offset))?;
        }
        Ok(())
    }
}

impl Direct {
    /// Reads until the buffer is full or the file ends. Returns how many bytes that are, and why there are no more if that is an
    /// error.
    pub(super) fn read(&self, buffer: &mut [u8]) -> (usize, Option<io::Error>) {
        read_at(&self.file, buffer, self.offset)
    }
}

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
