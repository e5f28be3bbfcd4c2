//! One desk per folder: a lock that the system lets go when the program ends, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// The file that is locked; it holds the address of the desk.
const NAME: &str = ".flagfall-desk";

/// The lock of a running desk.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

/// What came of asking for the folder.
#[derive(Debug)]
pub(super) enum Held {
    /// It is ours.
    Ours(Lock),
    /// Another desk serves it at this address.
    Other(String),
    /// Nothing can be written in it.
    Unwritable(String),
}

/// Takes the lock of a folder.
///
/// # Errors
/// Where the system refuses for another reason than rights.
pub(super) fn take(folder: &Path) -> io::Result<Held> {
    let path = folder.join(NAME);
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = match opened {
        Ok(file) => file,
        Err(error) if is_refusal(&error) => return Ok(Held::Unwritable(error.to_string())),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) => Ok(Held::Ours(Lock { file })),
        Err(TryLockError::WouldBlock) => Ok(Held::Other(address(&mut file))),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The address of a desk that serves the folder, asked without writing anything.
pub(super) fn other(folder: &Path) -> Option<String> {
    let mut file = File::open(folder.join(NAME)).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(address(&mut file)),
        _ => None,
    }
}

fn is_refusal(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

fn address(file: &mut File) -> String {
    let mut text = String::new();
    let _ = file.take(200).read_to_string(&mut text);
    let shown: String = text.trim().chars().filter(|c| c.is_ascii_graphic()).collect();
    if shown.is_empty() { "another address".to_owned() } else { shown }
}

impl Lock {
    /// Writes the address for those who find the lock held.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn say(&mut self, address: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        writeln!(self.file, "{address}")
    }
}
