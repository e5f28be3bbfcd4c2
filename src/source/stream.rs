//! One file's unpacked bytes on their way into batches.

use std::io::{self, Read};
use std::sync::Arc;

use super::batch::{Batch, Before, Counted, File, What};
use super::disk::Disk;
use super::inputs::Begins;
use crate::scoresheet::LineCount;

/// A file being read. The bytes that were read but not passed on are in the batch's buffer, from `start` to `end`.
pub(super) struct Stream<'r> {
    reader: &'r mut dyn Read,
    /// The file on disk whose bytes these are, if they are neither unpacked nor converted.
    pub(super) disk: Option<Disk<'r>>,
    pub(super) file: Arc<File>,
    /// Number of pieces passed on.
    pub(super) pieces: u64,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The offset of `start` in the file, in bytes.
    pub(super) offset: u64,
    /// Line ends before the place where the reading began.
    lines_before: u64,
    /// Line ends of the bytes that were skipped since the last piece.
    skipped: LineCount,
    /// Whether nothing follows `end`.
    pub(super) eof: bool,
    /// Why nothing follows, if that is not the end of the file.
    pub(super) failure: Option<io::Error>,
}

impl<'r> Stream<'r> {
    pub(super) fn new(
        reader: &'r mut dyn Read,
        file: &Arc<File>,
        start: usize,
        begins: Begins,
    ) -> Stream<'r> {
        Stream {
            reader,
            disk: None,
            file: Arc::clone(file),
            pieces: 0,
            start,
            end: start,
            offset: begins.offset,
            lines_before: begins.lines,
            skipped: LineCount::default(),
            eof: false,
            failure: None,
        }
    }

    /// Reads until `buffer` is full up to `limit`, or the file ends.
    pub(super) fn fill(&mut self, buffer: &mut [u8], limit: usize) {
        while !self.eof && self.end < limit.min(buffer.len()) {
            let space = buffer.get_mut(self.end..limit.min(buffer.len())).unwrap_or_default();
            match self.reader.read(space) {
                Ok(0) => self.eof = true,
                Ok(n) => self.end += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    self.failure = Some(e);
                    self.eof = true;
                }
            }
        }
    }

    /// The bytes that were read but not passed on.
    pub(super) fn text<'b>(&self, batch: &'b Batch) -> &'b [u8] {
        batch.text(self.start..self.end)
    }

    /// What is known of the line ends before `start`. Whoever asks passes on a piece with it.
    pub(super) fn before(&mut self) -> Before {
        let begins = (self.pieces == 0).then_some(self.lines_before);
        Before { begins, skipped: std::mem::take(&mut self.skipped) }
    }

    /// Skips the bytes up to `upto`.
    pub(super) fn pass(&mut self, batch: &Batch, upto: usize) {
        self.skipped.add(batch.text(self.start..upto));
        self.advance(upto);
    }

    fn advance(&mut self, upto: usize) {
        self.offset += upto.saturating_sub(self.start) as u64;
        self.start = upto;
    }

    /// Passes on the games up to `upto`.
    pub(super) fn push_games(&mut self, batch: &mut Batch, upto: usize) {
        if upto <= self.start {
            return;
        }
        let what = What::Games {
            range: self.start..upto,
            offset: self.offset,
            lines: Counted::ByWorker,
            broken_off: self.failure.is_some() && upto == self.end,
            whole: self.offset == 0 && self.eof && upto == self.end,
        };
        self.push(batch, what);
        self.advance(upto);
    }

    pub(super) fn push(&mut self, batch: &mut Batch, what: What) {
        let before = self.before();
        self.push_after(batch, before, what);
    }

    /// Passes on a piece that began before bytes that were skipped.
    pub(super) fn push_after(&mut self, batch: &mut Batch, before: Before, what: What) {
        batch.push_after(&self.file, self.pieces, before, what);
        self.pieces += 1;
    }
}
