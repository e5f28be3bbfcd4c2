//! The reader: turns arguments into files and files into unpacked bytes, and fills batches with them.

use std::fs::{self, Metadata};
use std::io::{self, Cursor, Read, Seek, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::batch::{Batch, File, Stamp, What};
use super::blocks::Blocks;
use super::boundary;
use super::decoding::Decoding;
use super::disk::Disk;
use super::error::{Problem, SourceError};
use super::inputs::{Argument, Begins, Input, Opened, Origin, display, inputs};
use super::names;
use super::options::Options;
use super::packing::{Packing, UNPACKED_BLOCK, unpack};
use super::stream::Stream;
use super::utf16::{ByteOrder, Utf16};
use crate::scoresheet::Charset;

/// What a file is, by its name and its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Games, one after the other (PGN): cut into batches.
    Games,
    /// A result file: passed on whole.
    Whole,
    /// Nothing but blanks.
    Blank,
    /// Not recognised.
    Unknown,
}

/// Returns the length of the first game of a text, as the lexer reads it: at least 1 if there is text. If enough text
/// follows the game, the length does not change when more follows.
pub type NextGame = Box<dyn FnMut(&[u8]) -> usize + Send>;

/// What the reader needs to know about formats.
#[derive(Debug, Clone, Copy)]
pub struct Formats {
    /// What a file is, by its display name and the first bytes (up to 64 KiB) of its text, without a byte order mark
    /// and leading blanks.
    pub recognise: fn(&str, &[u8]) -> Kind,
    /// Makes a function that finds where games end.
    pub next_game: fn() -> NextGame,
}

/// The consumer wants no more results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

pub(super) type Flow<T> = Result<T, Stopped>;

/// Where full batches go.
pub(super) trait Sink {
    /// Passes a batch on and returns an empty one.
    fn send(&mut self, batch: Batch) -> Flow<Batch>;
    /// Whether the consumer has stopped.
    fn stopped(&self) -> bool;
    /// Whether batches go to other threads, which could read from the file themselves.
    fn has_workers(&self) -> bool;
}

/// Whether a file gave anything: text or an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Nothing,
}

/// The result of reading the outermost layer of a file.
enum Layer {
    Done(Use),
    /// A zip archive, and the bytes of it that have been read.
    Zip(Vec<u8>),
}

/// How many packings inside one another are undone.
const DEPTH: usize = 3;
/// Bytes from which a file's format is recognised.
const HEAD: usize = 64 << 10;
/// Maximum number of pieces in a batch; small files share one.
const PIECES: usize = 256;

pub(super) struct Feed<S> {
    pub(super) sink: S,
    pub(super) batch: Batch,
    /// The end of a batch that the worker reads.
    pub(super) tail: Vec<u8>,
    spare: Batch,
    formats: Formats,
    pub(super) next_game: NextGame,
    pub(super) options: Options,
    ordinal: usize,
    /// Where in its file the argument begins that is being read.
    begins: Begins,
}

impl<S: Sink> Feed<S> {
    pub(super) fn new(sink: S, formats: Formats, options: Options) -> Feed<S> {
        let mut batch = Batch::default();
        let mut spare = Batch::default();
        batch.reset(options.batch_size);
        spare.reset(options.batch_size);
        let (next_game, begins) = ((formats.next_game)(), Begins::default());
        Feed { sink, batch, tail: Vec::new(), spare, formats, next_game, options, ordinal: 0, begins }
    }

    /// Reads everything that is asked for; the current folder if that is nothing.
    pub(super) fn run(&mut self, arguments: Vec<Argument>) -> Flow<()> {
        if arguments.is_empty() {
            self.argument(Path::new(""))?;
        }
        for argument in arguments {
            match argument {
                Argument::Path(path) => self.argument(&path)?,
                Argument::Opened(opened) => self.opened_before(opened)?,
            }
        }
        self.next_batch(None)
    }

    fn opened_before(&mut self, opened: Opened) -> Flow<()> {
        let Opened { name, path, mut reader, begins } = opened;
        let file = self.file(name, path, true, None);
        self.begins = begins;
        let used = self.opened(&file, &mut *reader, None);
        self.begins = Begins::default();
        if used? == Use::Nothing {
            self.error(&file, 0, Problem::Unrecognised);
        }
        Ok(())
    }

    fn argument(&mut self, path: &Path) -> Flow<()> {
        let mut of_use = Use::Nothing;
        for input in inputs(path, self.options.follow) {
            let used = match input {
                Ok(input) => self.input(input)?,
                Err(error) => {
                    let left_out = error.problem == Problem::LeadsOut;
                    let file = self.file(error.name, None, true, None);
                    let used = self.error(&file, 0, error.problem);
                    if left_out { Use::Nothing } else { used }
                }
            };
            if used == Use::Read {
                of_use = Use::Read;
            }
        }
        if of_use == Use::Nothing {
            let name = if path.as_os_str().is_empty() { ".".to_owned() } else { display(path) };
            let file = self.file(name, None, true, None);
            self.error(&file, 0, Problem::Unrecognised);
        }
        Ok(())
    }

    fn file(
        &mut self,
        name: String,
        path: Option<PathBuf>,
        outright: bool,
        stamp: Option<Stamp>,
    ) -> Arc<File> {
        let ordinal = self.ordinal;
        self.ordinal += 1;
        Arc::new(File {
            name,
            path,
            member: false,
            outright,
            ordinal,
            utf16: false,
            decoded: None,
            packed: false,
            stamp,
        })
    }

    /// A member of an archive.
    pub(super) fn member(&mut self, archive: &File, name: &str) -> Arc<File> {
        let ordinal = self.ordinal;
        self.ordinal += 1;
        let name = format!("{}/{name}", archive.name);
        let path = archive.path.clone();
        let stamp = archive.stamp;
        let (outright, utf16, packed) = (false, false, false);
        Arc::new(File { name, path, member: true, outright, ordinal, utf16, decoded: None, packed, stamp })
    }

    pub(super) fn error(&mut self, file: &Arc<File>, number: u64, problem: Problem) -> Use {
        let error = SourceError { name: file.name.clone(), problem };
        self.batch.push(file, number, What::Error(error));
        Use::Read
    }

    fn input(&mut self, input: Input) -> Flow<Use> {
        match input.place {
            Origin::Stdin => {
                let file = self.file(input.name, None, input.outright, None);
                self.opened(&file, &mut io::stdin().lock(), None)
            }
            Origin::File(path) => {
                let opened = input.link.open(&path);
                let meta = opened.as_ref().ok().and_then(|disk| disk.metadata().ok());
                let stamp = meta.filter(Metadata::is_file).as_ref().map(Stamp::of);
                let file = self.file(input.name, Some(path), input.outright, stamp);
                match opened {
                    Ok(disk) => self.opened(&file, &mut &disk, Some(&disk)),
                    Err(problem) => Ok(self.error(&file, 0, problem)),
                }
            }
        }
    }

    /// Reads a file; `disk` is the same file if it can be rewound.
    fn opened(&mut self, file: &Arc<File>, reader: &mut dyn Read, disk: Option<&fs::File>) -> Flow<Use> {
        let file = &self.converted(file, disk);
        match self.layer(file, reader, disk, None, 0)? {
            Layer::Done(of_use) => Ok(of_use),
            Layer::Zip(head) => {
                let archive = match disk.map(rewound) {
                    Some(Some(archive)) => Ok(archive),
                    _ => spooled(&head, reader),
                };
                match archive {
                    Ok(archive) => self.zip(file, archive),
                    Err(e) => {
                        let folder = std::env::temp_dir();
                        let why = format!("no temporary file in {} (TMPDIR): {e}", folder.display());
                        Ok(self.error(file, 0, Problem::Unreadable(why)))
                    }
                }
            }
        }
    }

    /// Reads a file inside an archive. A zip archive in there is not opened.
    pub(super) fn nested(&mut self, file: &Arc<File>, reader: &mut dyn Read, packing: Packing) -> Flow<Use> {
        self.inner(file, &mut Blocks::new(UNPACKED_BLOCK, reader), packing, 1)
    }

    fn inner(
        &mut self,
        file: &Arc<File>,
        reader: &mut dyn Read,
        packing: Packing,
        depth: usize,
    ) -> Flow<Use> {
        match self.layer(file, reader, None, Some(packing), depth)? {
            Layer::Done(of_use) => Ok(of_use),
            Layer::Zip(_) => {
                let what = "a zip archive inside another archive".to_owned();
                Ok(self.error(file, 0, Problem::Unsupported(what)))
            }
        }
    }

    /// Reads bytes that may be packed. `disk` is the same file if it is on disk, and `outer` the packing that the bytes came from.
    fn layer(
        &mut self,
        file: &Arc<File>,
        reader: &mut dyn Read,
        disk: Option<&fs::File>,
        outer: Option<Packing>,
        depth: usize,
    ) -> Flow<Layer> {
        self.make_room()?;
        let mut stream = Stream::new(reader, file, self.batch.used, self.begins);
        stream.fill(&mut self.batch.buffer, usize::MAX);
        let head = stream.text(&self.batch);
        let packing = Packing::of(head);
        match packing {
            Some(Packing::Zip) => Ok(Layer::Zip(head.to_vec())),
            Some(Packing::Other(name)) => {
                let problem = Problem::Unsupported(format!("a file packed with {name}"));
                Ok(Layer::Done(self.error(file, 0, problem)))
            }
            Some(packing) if depth < DEPTH => {
                let head = head.to_vec();
                self.unpacked(file, packing, head, reader, depth).map(Layer::Done)
            }
            _ => match (broken_start(&file.name, head, depth), self.utf16_games(&file.name, head)) {
                (Some(problem), _) => Ok(Layer::Done(self.error(file, 0, problem))),
                (None, None) => match self.charset(file, head, stream.eof) {
                    None => {
                        let stamp = file.stamp.as_ref();
                        stream.disk = disk.zip(stamp).map(|(disk, stamp)| Disk::new(disk, stamp.length()));
                        self.plain(stream, outer).map(Layer::Done)
                    }
                    Some(charset) => {
                        let head = head.to_vec();
                        let mut text = Decoding::new(Cursor::new(head).chain(reader), charset);
                        let file = Arc::new(File { decoded: Some(charset.name), ..File::clone(file) });
                        let mut stream = Stream::new(&mut text, &file, self.batch.used, self.begins);
                        stream.fill(&mut self.batch.buffer, usize::MAX);
                        self.plain(stream, outer).map(Layer::Done)
                    }
                },
                (None, Some(order)) => {
                    let head = head.to_vec();
                    let mut text = Utf16::new(Cursor::new(head).chain(reader), order);
                    let file = Arc::new(File { utf16: true, ..File::clone(file) });
                    let mut stream = Stream::new(&mut text, &file, self.batch.used, self.begins);
                    stream.fill(&mut self.batch.buffer, usize::MAX);
                    self.plain(stream, outer).map(Layer::Done)
                }
            },
        }
    }

    /// The byte order of games in UTF-16. Result files are not converted: their readers decode them.
    fn utf16_games(&self, name: &str, head: &[u8]) -> Option<ByteOrder> {
        let order = ByteOrder::of(head)?;
        let kind = (self.formats.recognise)(name, head.get(..HEAD).unwrap_or(head));
        (kind == Kind::Games).then_some(order)
    }

    /// The file, marked if it is to be converted. That is decided by all of it before it is read.
    fn converted(&self, file: &Arc<File>, disk: Option<&fs::File>) -> Arc<File> {
        let found = self.options.convert.zip(disk.filter(|_| file.stamp.is_some()));
        let decoded = found.filter(|(conversion, disk)| conversion.takes_file(disk).unwrap_or(false));
        match decoded {
            Some((conversion, _)) => {
                Arc::new(File { decoded: Some(conversion.charset.name), ..File::clone(file) })
            }
            None => Arc::clone(file),
        }
    }

    /// The encoding that games are converted from. Of what cannot be read twice, only a text that is at hand as a whole is
    /// converted.
    fn charset(&self, file: &File, head: &[u8], whole: bool) -> Option<Charset> {
        let conversion = self.options.convert?;
        let takes = file.decoded.is_some()
            || file.stamp.is_none_or(|_| file.packed || file.member) && whole && conversion.takes_text(head);
        let games = || (self.formats.recognise)(&file.name, head.get(..HEAD).unwrap_or(head)) == Kind::Games;
        (takes && games()).then_some(conversion.charset)
    }

    fn unpacked(
        &mut self,
        file: &Arc<File>,
        packing: Packing,
        head: Vec<u8>,
        rest: &mut dyn Read,
        depth: usize,
    ) -> Flow<Use> {
        match unpack(packing, head, rest) {
            Ok(Some(mut inside)) => {
                let file = Arc::new(File { packed: true, ..File::clone(file) });
                self.inner(&file, &mut *inside, packing, depth + 1)
            }
            Ok(None) => Ok(Use::Nothing),
            Err(e) => Ok(self.error(file, 0, packing.problem(&e))),
        }
    }

    /// Reads plain bytes: recognises what they are, then reads all of them.
    fn plain(&mut self, mut stream: Stream<'_>, outer: Option<Packing>) -> Flow<Use> {
        self.skip_blanks(&mut stream)?;
        let mut of_use = match self.kind(&stream) {
            Kind::Games => {
                self.games(&mut stream)?;
                Use::Read
            }
            Kind::Whole => self.whole(&mut stream)?,
            Kind::Blank => {
                if stream.failure.is_none() && !overlooked(&stream.file) {
                    stream.push(&mut self.batch, What::Blank);
                }
                Use::Read
            }
            Kind::Unknown if stream.file.outright || overlooked(&stream.file) => Use::Nothing,
            Kind::Unknown => self.error(&stream.file, 0, Problem::Unrecognised),
        };
        if let Some(failure) = &stream.failure {
            let problem = outer.map_or_else(|| Problem::of_file(failure), |packing| packing.problem(failure));
            of_use = self.error(&stream.file, stream.pieces, problem);
        }
        Ok(of_use)
    }

    /// Skips whole blocks of blanks at the start of a file.
    fn skip_blanks(&mut self, stream: &mut Stream<'_>) -> Flow<()> {
        while !stream.eof && boundary::is_blank(stream.text(&self.batch), stream.offset == 0) {
            if self.sink.stopped() {
                return Err(Stopped);
            }
            let start = stream.start;
            stream.pass(&self.batch, stream.end);
            (stream.start, stream.end) = (start, start);
            stream.fill(&mut self.batch.buffer, usize::MAX);
        }
        Ok(())
    }

    fn kind(&self, stream: &Stream<'_>) -> Kind {
        let text = stream.text(&self.batch);
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
        if boundary::trimmed_len(text) == 0 {
            return Kind::Blank;
        }
        (self.formats.recognise)(&stream.file.name, text.get(..HEAD).unwrap_or(text))
    }

    /// Reads a result file to its end.
    fn whole(&mut self, stream: &mut Stream<'_>) -> Flow<Use> {
        self.own_batch(stream)?;
        loop {
            stream.fill(&mut self.batch.buffer, usize::MAX);
            if stream.end - stream.start > self.options.whole_limit {
                let limit = self.options.whole_limit as u64;
                return Ok(self.error(&stream.file, 0, Problem::TooLarge(limit)));
            }
            if stream.eof {
                break;
            }
            let longer = self.batch.buffer.len().saturating_mul(2);
            self.batch.buffer.resize(longer.min(self.options.whole_limit.saturating_add(1)), 0);
        }
        let what = What::Whole { range: stream.start..stream.end, broken_off: stream.failure.is_some() };
        stream.push(&mut self.batch, what);
        Ok(Use::Read)
    }

    // --- batches ---

    /// Makes sure that a small file fits into the batch.
    fn make_room(&mut self) -> Flow<()> {
        if self.batch.used > self.options.batch_size / 2 || self.batch.len() >= PIECES {
            self.next_batch(None)?;
        }
        Ok(())
    }

    /// Starts a new batch for a file that does not fit into the rest of this one.
    pub(super) fn own_batch(&mut self, stream: &mut Stream<'_>) -> Flow<()> {
        if stream.start > 0 && !stream.eof { self.next_batch(Some(stream)) } else { Ok(()) }
    }

    /// Sends the batch off. The bytes of the stream that were not passed on move to the next one.
    pub(super) fn next_batch(&mut self, stream: Option<&mut Stream<'_>>) -> Flow<()> {
        let mut next = mem::take(&mut self.spare);
        if let Some(stream) = stream {
            let carried = stream.text(&self.batch);
            if next.buffer.len() < carried.len() + boundary::LOOKAHEAD {
                next.buffer.resize(carried.len() + boundary::LOOKAHEAD, 0);
            }
            if let Some(front) = next.buffer.get_mut(..carried.len()) {
                front.copy_from_slice(carried);
            }
            (stream.start, stream.end) = (0, carried.len());
        }
        let full = mem::replace(&mut self.batch, next);
        self.spare = if full.len() == 0 { full } else { self.sink.send(full)? };
        self.spare.reset(self.options.batch_size);
        Ok(())
    }
}

/// Whether a file is silently skipped if nothing is recognised in it.
fn overlooked(file: &File) -> bool {
    !file.outright && names::is_common(&file.name)
}

/// The problem with a file that is not packed although its name says so. Plain text is still read: some programs
/// unpack what they download and keep the name.
fn broken_start(name: &str, head: &[u8], depth: usize) -> Option<Problem> {
    if depth > 0 || !names::says_packed(name) {
        return None;
    }
    let packing = match name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).as_deref()
    {
        Some("zst") => Packing::Zst,
        Some("gz") => Packing::Gz,
        Some("bz2") => Packing::Bz2,
        _ => Packing::Zip,
    };
    if head.is_empty() {
        return Some(Problem::BrokenOff(packing));
    }
    head.contains(&0)
        .then(|| Problem::Damaged(packing, "its first bytes are not those of such an archive".to_owned()))
}

fn rewound(mut disk: &fs::File) -> Option<fs::File> {
    disk.rewind().ok()?;
    disk.try_clone().ok()
}

/// Copies a zip archive from a pipe to an unnamed temporary file, because its table of contents is at its end.
fn spooled(head: &[u8], rest: &mut dyn Read) -> io::Result<fs::File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(head)?;
    io::copy(rest, &mut file)?;
    file.rewind()?;
    Ok(file)
}
