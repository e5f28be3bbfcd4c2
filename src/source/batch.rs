//! Batches: bytes on their way to a worker, and the pieces of files in them.

use std::fs::Metadata;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use super::disk::Direct;
use super::error::SourceError;
use super::names;
use crate::scoresheet::LineCount;

/// What shows that a file on disk is still the one that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    identity: (u64, u64),
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    /// The state of a file, from its metadata.
    pub fn of(meta: &Metadata) -> Stamp {
        Stamp { identity: identity(meta), length: meta.len(), modified: meta.modified().ok() }
    }

    /// The length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }
}

#[cfg(unix)]
fn identity(meta: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (meta.dev(), meta.ino())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, u64) {
    (0, 0)
}

/// A file, standard input, or a member of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The path as given, with `/`; `-`; `archive.zip/inner.pgn`.
    pub name: String,
    /// The file on disk that holds it: the archive for a member, `None` for standard input.
    pub path: Option<PathBuf>,
    /// Whether it is a member of a zip archive.
    pub member: bool,
    /// Whether the user named this file; false if it was found in a folder or an archive.
    pub outright: bool,
    /// Its position among everything that was read or tried, from 0.
    pub ordinal: usize,
    /// Whether it was UTF-16 and has been converted to UTF-8.
    pub utf16: bool,
    /// The encoding that it was converted from to UTF-8, if that was asked for.
    pub decoded: Option<&'static str>,
    /// Whether it was unpacked.
    pub packed: bool,
    /// The state of the file on disk when it was opened.
    pub stamp: Option<Stamp>,
}

impl File {
    /// The clock log beside a PGN file, `NAME.clock.csv` for `NAME.pgn`, if there is one.
    pub fn clock_log(&self) -> Option<PathBuf> {
        self.beside("clock.csv")
    }

    /// `NAME.suffix` for `NAME.pgn` (packed or not), if that file exists.
    pub fn beside(&self, suffix: &str) -> Option<PathBuf> {
        let path = self.path.as_ref().filter(|_| !self.member)?;
        let name = path.file_name()?.to_str()?;
        let (stem, extension) = names::unpacked_name(name).rsplit_once('.')?;
        let found = path.with_file_name(format!("{stem}.{suffix}"));
        (extension.eq_ignore_ascii_case("pgn") && found.is_file()).then_some(found)
    }
}

/// A piece of a file, as a worker gets it.
#[derive(Debug, Clone, Copy)]
pub struct Piece<'b> {
    /// The file that it is part of.
    pub file: &'b Arc<File>,
    /// Its position in the file, from 0.
    pub number: u64,
    /// What it holds.
    pub content: Content<'b>,
}

/// What a piece of a file holds.
#[derive(Debug, Clone, Copy)]
pub enum Content<'b> {
    /// One or more whole games.
    Games(Games<'b>),
    /// A game above the size limit.
    Oversize(&'b Oversize),
    /// A whole file that is not PGN.
    Whole {
        /// All its bytes.
        text: &'b [u8],
        /// Whether the file could not be read to its end; an error follows.
        broken_off: bool,
    },
    /// A file that is empty or blank.
    Blank,
    /// The file, or the rest of it, could not be read.
    Error(&'b SourceError),
}

/// Whole games of one file, one after the other.
#[derive(Debug, Clone, Copy)]
pub struct Games<'b> {
    /// The bytes, from the first game's first byte; a file's first games may have blanks before them.
    pub text: &'b [u8],
    /// Where the text begins in the unpacked file, in bytes from 0.
    pub offset: u64,
    /// Line ends of the file before the text.
    pub lines_before: u64,
    /// Whether the file could not be read to its end: an error follows, and the last game may be cut.
    pub broken_off: bool,
    /// Whether this is the whole file.
    pub whole: bool,
}

/// A game above the size limit. Its text is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Oversize {
    /// Where the game begins in the unpacked file, in bytes from 0.
    pub offset: u64,
    /// Line ends of the file before the game.
    pub lines_before: u64,
    /// Its length in bytes, without the blanks after it.
    pub length: u64,
    /// Its first bytes, at most 16 KiB: enough for its tags.
    pub head: Vec<u8>,
}

/// Bytes of one or more files, and the pieces in them. Only the first `used` bytes of the buffer are in use.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) buffer: Vec<u8>,
    pub(super) used: usize,
    /// Where the bytes are, if the worker has to read them.
    pub(super) direct: Option<Direct>,
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    file: Arc<File>,
    number: u64,
    before: Before,
    what: What,
    /// Line ends of the file before it, once they are known.
    lines_before: u64,
}

/// What the reader knows of the line ends before a piece. It does not count those of the games that it passes on: workers do, and
/// then it is known how many are before the next piece.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Before {
    /// Line ends before the place where the reading of the file began, if this is its first piece.
    pub(super) begins: Option<u64>,
    /// Those of the bytes that were skipped since the piece before.
    pub(super) skipped: LineCount,
}

/// Who counts the line ends of a piece.
#[derive(Debug, Clone, Copy)]
pub(super) enum Counted {
    /// The worker, before it does anything else.
    ByWorker,
    /// The reader, as bytes skipped before the next piece.
    ByReader,
}

#[derive(Debug)]
pub(super) enum What {
    Games { range: Range<usize>, offset: u64, lines: Counted, broken_off: bool, whole: bool },
    Oversize(Oversize),
    Whole { range: Range<usize>, broken_off: bool },
    Blank,
    Error(SourceError),
}

impl Batch {
    /// Adds a piece whose line number does not matter.
    pub(super) fn push(&mut self, file: &Arc<File>, number: u64, what: What) {
        self.push_after(file, number, Before::default(), what);
    }

    pub(super) fn push_after(&mut self, file: &Arc<File>, number: u64, before: Before, what: What) {
        if let What::Games { range, .. } | What::Whole { range, .. } = &what {
            self.used = self.used.max(range.end);
        }
        self.parts.push(Part { file: Arc::clone(file), number, before, what, lines_before: 0 });
    }

    /// Keeps the first `upto` bytes of the only piece. Returns its file and number.
    pub(super) fn cut_off(&mut self, upto: usize) -> Option<(Arc<File>, u64)> {
        let part = self.parts.first_mut()?;
        if let What::Games { range, broken_off, .. } = &mut part.what {
            (range.end, *broken_off) = (upto, true);
        }
        let of = (Arc::clone(&part.file), part.number);
        if upto == 0 {
            self.parts.clear();
        }
        self.used = upto;
        Some(of)
    }

    pub(super) fn text(&self, range: Range<usize>) -> &[u8] {
        self.buffer.get(range).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        self.parts.iter().map(|part| {
            let content = match &part.what {
                What::Games { range, offset, broken_off, whole, .. } => Content::Games(Games {
                    text: self.text(range.clone()),
                    offset: *offset,
                    lines_before: part.lines_before,
                    broken_off: *broken_off,
                    whole: *whole,
                }),
                What::Oversize(oversize) => Content::Oversize(oversize),
                What::Whole { range, broken_off } => {
                    Content::Whole { text: self.text(range.clone()), broken_off: *broken_off }
                }
                What::Blank => Content::Blank,
                What::Error(error) => Content::Error(error),
            };
            Piece { file: &part.file, number: part.number, content }
        })
    }

    /// Counts the line ends of each piece, if the worker has to.
    pub(super) fn line_counts(&self) -> Vec<LineCount> {
        let count = |part: &Part| match &part.what {
            What::Games { range, lines: Counted::ByWorker, .. } => LineCount::of(self.text(range.clone())),
            _ => LineCount::default(),
        };
        self.parts.iter().map(count).collect()
    }

    /// Tells each piece how many line ends are before it. `counts` are its own; `lines` are those of the file before the batch,
    /// afterwards of the last file up to the end of the batch.
    pub(super) fn number_lines(&mut self, counts: Vec<LineCount>, lines: &mut LineCount) {
        for (part, own) in self.parts.iter_mut().zip(counts) {
            if let Some(begins) = part.before.begins {
                *lines = LineCount::after(begins);
            }
            lines.join(part.before.skipped);
            part.lines_before = lines.lines();
            if let What::Oversize(oversize) = &mut part.what {
                oversize.lines_before = lines.lines();
            }
            lines.join(own);
        }
    }

    /// Empties the batch and restores the usual size of its buffer.
    pub(super) fn reset(&mut self, size: usize) {
        self.parts.clear();
        (self.used, self.direct) = (0, None);
        if self.buffer.len() != size {
            self.buffer = vec![0; size];
        }
    }
}
