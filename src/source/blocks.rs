//! Bytes read in blocks of one size, whatever the sizes that are asked for.
//!
//! Where packed bytes are damaged, a decoder loses what it unpacked in the call that fails. In calls of one size that is always the
//! same, so that what can be read of a damaged file depends on the file alone.

use std::io::{self, BufRead, ErrorKind, Read};

/// A reader that asks `from` for whole blocks, and passes on each error after the bytes before it.
pub(super) struct Blocks<R> {
    from: R,
    block: Vec<u8>,
    /// Bytes of `block` that were read, and how many of them were passed on.
    read: usize,
    passed: usize,
    failure: Option<io::Error>,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(size: usize, from: R) -> Blocks<R> {
        Blocks { from, block: vec![0; size], read: 0, passed: 0, failure: None }
    }

    /// Reads a block, shorter only at the end or before an error.
    fn refill(&mut self) -> io::Result<()> {
        (self.read, self.passed) = (0, 0);
        while let Some(space) = self.block.get_mut(self.read..).filter(|space| !space.is_empty()) {
            match self.from.read(space) {
                Ok(0) => break,
                Ok(more) => self.read += more,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if self.read == 0 => return Err(e),
                Err(e) => {
                    self.failure = Some(e);
                    break;
                }
            }
        }
        Ok(())
    }
}

impl<R: Read> BufRead for Blocks<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.passed == self.read {
            match self.failure.take() {
                Some(failure) => return Err(failure),
                None => self.refill()?,
            }
        }
        Ok(self.block.get(self.passed..self.read).unwrap_or_default())
    }

    fn consume(&mut self, bytes: usize) {
        self.passed = (self.passed + bytes).min(self.read);
    }
}

impl<R: Read> Read for Blocks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}
