//! A walk through a folder: its files by name, without the links that lead out of it.
//!
//! A link to a file is followed where the file lies in the folder. A link to a folder that the walk comes to by itself is
//! passed over, and so is a second link to another one: links among folders would multiply the files.

use std::collections::HashSet;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::error::Problem;
use super::inputs::Link;
use super::names;

/// The files of a folder and of those below it, in order of their names.
#[derive(Debug)]
pub(super) struct Walk {
    /// The folder that was named; the others are those that links lead to, the last one the innermost.
    walks: Vec<walkdir::IntoIter>,
    /// The folder, with links followed.
    root: Option<PathBuf>,
    /// Whether links may lead out of the folder.
    follow: bool,
    /// The folder itself, and those that links have led to with all that is in them.
    linked: HashSet<PathBuf>,
}

/// A file that belongs to the folder, or what could not be looked at.
pub(super) type Step = Result<(PathBuf, Link), (PathBuf, Problem)>;

impl Walk {
    pub(super) fn new(folder: &Path, follow: bool) -> Walk {
        let root = folder.canonicalize().ok();
        Walk { walks: vec![walk(folder)], linked: root.iter().cloned().collect(), root, follow }
    }

    pub(super) fn next(&mut self) -> Option<Step> {
        loop {
            let entry = match self.walks.last_mut()?.next() {
                Some(entry) => entry,
                None => {
                    self.walks.pop();
                    continue;
                }
            };
            let step = match entry {
                Ok(entry) => self.entry(&entry),
                Err(error) => failure(&error),
            };
            if step.is_some() {
                return step;
            }
        }
    }

    fn entry(&mut self, entry: &DirEntry) -> Option<Step> {
        let path = entry.path().to_string_lossy();
        let name = path.rsplit(MAIN_SEPARATOR).next().unwrap_or_default();
        let kind = entry.file_type();
        let is_inner = entry.depth() > 0;
        if is_inner && (names::is_hidden(name) || (kind.is_dir() && self.is_known(entry.path()))) {
            if kind.is_dir() {
                self.walks.last_mut()?.skip_current_dir();
            }
            None
        } else if is_inner && entry.path_is_symlink() {
            self.link(entry.path(), names::belongs(name))
        } else if kind.is_file() && names::belongs(name) {
            Some(Ok((entry.path().to_owned(), Link::None)))
        } else {
            None
        }
    }

    /// Whether a folder below one that a link has led to was read before.
    fn is_known(&mut self, folder: &Path) -> bool {
        self.walks.len() > 1 && folder.canonicalize().is_ok_and(|real| !self.linked.insert(real))
    }

    fn link(&mut self, path: &Path, belongs: bool) -> Option<Step> {
        let of_system = |e: std::io::Error| Some(Err((path.to_owned(), Problem::of_file(&e))));
        let real = match path.canonicalize() {
            Ok(real) => real,
            Err(e) => return of_system(e),
        };
        let meta = match real.metadata() {
            Ok(meta) => meta,
            Err(e) => return of_system(e),
        };
        let root = self.root.as_deref().unwrap_or(Path::new(""));
        let inside = real.strip_prefix(root).ok();
        let left_out = || Some(Err((path.to_owned(), Problem::LeadsOut)));
        if meta.is_dir() {
            let hidden =
                |part: std::path::Component<'_>| names::is_hidden(&part.as_os_str().to_string_lossy());
            match inside {
                None if !self.follow => return left_out(),
                // The walk comes to it by itself.
                Some(inside) if !inside.components().any(hidden) => return None,
                _ => {}
            }
            if self.linked.insert(real) {
                self.walks.push(walk(path));
            }
            return None;
        }
        if !belongs || !meta.is_file() {
            return None;
        }
        match (inside, self.follow) {
            (_, true) => Some(Ok((path.to_owned(), Link::Anywhere))),
            (Some(_), false) => Some(Ok((path.to_owned(), Link::Within(root.to_owned())))),
            (None, false) => left_out(),
        }
    }
}

fn walk(folder: &Path) -> walkdir::IntoIter {
    // Entries of one folder differ in their names only. Names are not taken out of their paths to be compared:
    // with thousands of small files that would cost more than reading them.
    let by_name = |a: &DirEntry, b: &DirEntry| a.path().as_os_str().cmp(b.path().as_os_str());
    WalkDir::new(folder).sort_by(by_name).into_iter()
}

fn failure(error: &walkdir::Error) -> Option<Step> {
    let path = error.path().unwrap_or(Path::new(".")).to_owned();
    Some(Err((path, Problem::of_file(error.io_error()?))))
}
