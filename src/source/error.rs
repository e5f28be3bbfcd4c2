//! Errors of reading, as values: each becomes one line on standard error and exit status 2.

use std::fmt;
use std::io;

use super::packing::Packing;

/// An input that could not be read, or not to its end. Prints as one line: what, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {problem}; {}", problem.what_to_do())]
pub struct SourceError {
    /// The input's display name: the path as given, `-`, or `archive.zip/inner.pgn`.
    pub name: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// Why an input could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// No file has that name.
    NotFound,
    /// The user has no permission to read it.
    Denied,
    /// Reading failed; the system's message.
    Unreadable(String),
    /// An archive is truncated.
    BrokenOff(Packing),
    /// An archive is damaged; the decoder's message.
    Damaged(Packing, String),
    /// A zst archive that needs more memory than an input may take.
    Window,
    /// A member that needs a password.
    Encrypted,
    /// Something packed in a way that is not supported; its name.
    Unsupported(String),
    /// Neither games nor results are recognised in it.
    Unrecognised,
    /// A result file above the limit, in bytes.
    TooLarge(u64),
    /// A file above the limit for files that are read whole, in bytes.
    OverLimit(u64),
    /// A folder, a pipe or a device in place of a regular file.
    NotRegular,
    /// A file outside of the folder that it must be in.
    Outside,
    /// A symbolic link, found in a folder, that leads out of it.
    LeadsOut,
    /// A text that is not UTF-8.
    NotText,
}

impl Problem {
    /// What the reader of the message can do about it.
    pub fn what_to_do(&self) -> &'static str {
        match self {
            Problem::NotFound => "check the path",
            Problem::Denied => "make it readable for this user",
            Problem::Unreadable(_) => "check the disk, or copy the file again",
            Problem::BrokenOff(_) | Problem::Damaged(..) => {
                "what could be read is checked; fetch the archive again for the rest"
            }
            Problem::Window => "unpack it first with `zstd -d --long=31`",
            Problem::Encrypted | Problem::Unsupported(_) => "unpack it first",
            Problem::Unrecognised => {
                "PGN, TRF, a CSV or JSON table, or the three files of a US Chess export are read"
            }
            Problem::TooLarge(_) => "split it by event",
            Problem::OverLimit(_) => "check that it is the right file",
            Problem::NotRegular => "put a regular file there",
            Problem::Outside => "copy it into that folder",
            Problem::LeadsOut => "name its target, or use --follow",
            Problem::NotText => "save it as UTF-8",
        }
    }

    /// The problem that a system error means for a file that is not packed.
    pub(super) fn of_file(error: &io::Error) -> Problem {
        match error.kind() {
            io::ErrorKind::NotFound => Problem::NotFound,
            io::ErrorKind::PermissionDenied => Problem::Denied,
            _ => Problem::Unreadable(error.to_string()),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NotFound => f.write_str("no such file or folder"),
            Problem::Denied => f.write_str("permission denied"),
            Problem::Unreadable(why) => write!(f, "cannot be read: {why}"),
            Problem::BrokenOff(packing) => write!(f, "the {packing} archive is truncated"),
            Problem::Damaged(packing, why) => write!(f, "the {packing} archive is damaged: {why}"),
            Problem::Window => f.write_str("the zst archive needs a window of more than 128 MiB"),
            Problem::Encrypted => f.write_str("the member is encrypted"),
            Problem::Unsupported(what) => write!(f, "{what} is not supported"),
            Problem::Unrecognised => f.write_str("contains no games and no results that are recognised"),
            Problem::TooLarge(limit) => write!(f, "a result file of more than {} MiB", limit >> 20),
            Problem::OverLimit(limit) if *limit < 1 << 20 => {
                write!(f, "larger than the limit of {limit} bytes")
            }
            Problem::OverLimit(limit) => write!(f, "larger than the limit of {} MiB", limit >> 20),
            Problem::NotRegular => f.write_str("not a regular file"),
            Problem::Outside => f.write_str("is outside of the folder of the file that names it"),
            Problem::LeadsOut => f.write_str("a symbolic link that leads out of the folder"),
            Problem::NotText => f.write_str("not UTF-8"),
        }
    }
}
