//! Files that a case names: looked for in the event's folder, never outside it, nor by a link that leads out.

use std::cell::{Cell, RefCell};
use std::io;
use std::path::{Path, PathBuf};

use crate::case::Loaded;
use crate::scoresheet::decode;
use crate::source::{Chosen, Problem, read_whole};

/// The largest file that a case can name, in bytes.
const LARGEST: u64 = 4 << 20;

/// What one case reads of the folder.
pub(super) struct Files<'f> {
    folder: &'f Path,
    /// Texts that were read, by the names that the case uses.
    read: RefCell<Vec<(String, String)>>,
    outside: Cell<bool>,
}

impl<'f> Files<'f> {
    pub(super) fn of(folder: &'f Path) -> Files<'f> {
        Files { folder, read: RefCell::default(), outside: Cell::new(false) }
    }

    /// Whether a name led out of the folder.
    pub(super) fn led_outside(&self) -> bool {
        self.outside.get()
    }

    /// The texts that were read.
    pub(super) fn into_read(self) -> Vec<(String, String)> {
        self.read.into_inner()
    }

    /// Reads a file that a case names.
    pub(super) fn load(&self, named: &str) -> Result<Loaded, String> {
        let bytes = self.bytes(named).map_err(|problem| problem.to_string())?;
        Ok(Loaded { name: named.into(), bytes })
    }

    /// Reads a ruleset that a case names.
    pub(super) fn ruleset(&self, named: &Path) -> io::Result<String> {
        let name = named.to_string_lossy();
        let bytes = self.bytes(&name).map_err(|problem| match problem {
            Problem::NotFound => io::ErrorKind::NotFound.into(),
            other => io::Error::new(io::ErrorKind::InvalidData, other.to_string()),
        })?;
        String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
    }

    fn bytes(&self, named: &str) -> Result<Vec<u8>, Problem> {
        // What exists outside is not said: any way out is refused before it is looked at.
        if leads_out(Path::new(named)) {
            self.outside.set(true);
            return Err(Problem::Outside);
        }
        let full: PathBuf = self.folder.join(named);
        let bytes = read_whole(&full, LARGEST, Chosen::Within(self.folder)).map_err(|error| {
            self.outside.set(self.outside.get() || error.problem == Problem::Outside);
            error.problem
        })?;
        let mut read = self.read.borrow_mut();
        if !read.iter().any(|(name, _)| name == named) {
            read.push((named.to_owned(), decode(&bytes).into_owned()));
        }
        Ok(bytes)
    }
}

/// Whether a path is absolute or goes up.
fn leads_out(path: &Path) -> bool {
    use std::path::Component::{CurDir, Normal};
    !path.components().all(|part| matches!(part, Normal(_) | CurDir))
}
