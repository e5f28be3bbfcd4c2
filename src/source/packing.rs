//! Packed bytes: recognised by their first bytes, unpacked as a stream.

use std::fmt;
use std::io::{self, BufRead, Cursor, ErrorKind, Read};

use flate2::bufread::GzDecoder;

use super::blocks::Blocks;
use super::error::Problem;

/// How a file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Packing {
    /// Zstandard, one or more frames.
    Zst,
    /// gzip, one or more members.
    Gz,
    /// bzip2, one or more streams.
    Bz2,
    /// A zip archive.
    Zip,
    /// A packing that is recognised but not supported.
    Other(&'static str),
}

/// The largest window of a zst frame that is unpacked, as a power of two: 128 MiB, the default limit of `zstd`
/// itself.
const WINDOW_LOG: u32 = 27;
/// Packed bytes are read in blocks of this size.
const BLOCK: usize = 128 << 10;
/// Unpacked bytes are read in blocks of this size: as many may be lost before damage.
pub(super) const UNPACKED_BLOCK: usize = 4 << 10;

impl Packing {
    /// The packing of a file with these first bytes; `None` for plain text.
    pub fn of(head: &[u8]) -> Option<Packing> {
        match head {
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Packing::Zst),
            [0x1f, 0x8b, 8, ..] => Some(Packing::Gz),
            [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..] if bzip2_block(rest) => Some(Packing::Bz2),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Packing::Zip),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Packing::Other("xz")),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Some(Packing::Other("7z")),
            [b'R', b'a', b'r', b'!', 0x1a, 7, ..] => Some(Packing::Other("rar")),
            [0x04, 0x22, 0x4d, 0x18, ..] => Some(Packing::Other("lz4")),
            _ if head.get(257..262) == Some(b"ustar") => Some(Packing::Other("tar")),
            _ => None,
        }
    }

    /// The problem that an error while unpacking means.
    pub(super) fn problem(self, error: &io::Error) -> Problem {
        let words = error.to_string();
        if error.kind() == io::ErrorKind::UnexpectedEof {
            Problem::BrokenOff(self)
        } else if self == Packing::Zst && words.contains("too much memory") {
            Problem::Window
        } else if error.raw_os_error().is_some() {
            Problem::of_file(error)
        } else {
            Problem::Damaged(self, words)
        }
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Packing::Zst => "zst",
            Packing::Gz => "gz",
            Packing::Bz2 => "bz2",
            Packing::Zip => "zip",
            Packing::Other(name) => name,
        })
    }
}

/// Whether these bytes begin a bzip2 block, or the end of an empty stream, as far as they go.
fn bzip2_block(bytes: &[u8]) -> bool {
    const BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
    const END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];
    let seen = bytes.get(..6).unwrap_or(bytes);
    BLOCK.starts_with(seen) || END.starts_with(seen)
}

/// A reader of the unpacked bytes of `head` and `rest`; `None` for packings that are not streams.
pub(super) fn unpack<'r>(
    packing: Packing,
    head: Vec<u8>,
    rest: &'r mut dyn Read,
) -> io::Result<Option<Box<dyn Read + 'r>>> {
    let packed = Blocks::new(BLOCK, Cursor::new(head).chain(rest));
    Ok(Some(match packing {
        Packing::Zst => {
            let mut decoder = zstd::Decoder::with_buffer(packed)?;
            decoder.window_log_max(WINDOW_LOG)?;
            Box::new(Blocks::new(UNPACKED_BLOCK, decoder))
        }
        Packing::Gz => Box::new(Blocks::new(UNPACKED_BLOCK, Members { of: Some(GzDecoder::new(packed)) })),
        Packing::Bz2 => Box::new(Blocks::new(UNPACKED_BLOCK, bzip2::bufread::MultiBzDecoder::new(packed))),
        Packing::Zip | Packing::Other(_) => return Ok(None),
    }))
}

/// The members of a gzip file, one after the other. Zeros after a member pad a block of a tape or a disk; they are
/// skipped, as by `gzip`.
struct Members<R> {
    /// `None` after the last.
    of: Option<GzDecoder<R>>,
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.of {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let Some(ended) = self.of.take() else { break };
            let mut rest = ended.into_inner();
            if skip_zeros(&mut rest)? {
                self.of = Some(GzDecoder::new(rest));
            }
        }
        Ok(0)
    }
}

/// Skips zeros. Returns whether something follows.
fn skip_zeros(from: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let block = match from.fill_buf() {
            Err(e) if e.kind() == ErrorKind::Interrupted => continue,
            block => block?,
        };
        let zeros = block.iter().take_while(|byte| **byte == 0).count();
        let (ended, more) = (block.is_empty(), zeros < block.len());
        from.consume(zeros);
        if ended || more {
            return Ok(more);
        }
    }
}
