//! What could not be read, as values: each becomes one line on standard error and exit status 2.

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
pub enum Problem {
    /// Nothing has that name.
    NotFound,
    /// The system does not let this user read it.
    Denied,
    /// Reading failed; the system's words.
    Unreadable(String),
    /// An archive ends before its end.
    BrokenOff(Packing),
    /// An archive's bytes contradict themselves; the words of the unpacker.
    Damaged(Packing, String),
    /// An archive that needs more memory than any input may take.
    Window,
    /// A member that needs a password.
    Encrypted,
    /// Something packed in a way that is not read; its name.
    Unsupported(String),
    /// Neither games nor results are recognised in it.
    Unrecognised,
    /// A result file above the limit, in bytes.
    TooLarge(u64),
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
        }
    }

    /// What an error of the system means for a file that is not packed.
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
            Problem::BrokenOff(packing) => write!(f, "the {packing} archive breaks off"),
            Problem::Damaged(packing, why) => write!(f, "the {packing} archive is damaged: {why}"),
            Problem::Window => f.write_str("the zst archive needs a window of more than 128 MiB"),
            Problem::Encrypted => f.write_str("the member is encrypted"),
            Problem::Unsupported(what) => write!(f, "{what} is not read"),
            Problem::Unrecognised => f.write_str("no games and no results are recognised in it"),
            Problem::TooLarge(limit) => write!(f, "a result file of more than {} MiB", limit >> 20),
        }
    }
}
