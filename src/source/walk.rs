//! Walks a folder: its files in order of their names, without the links that lead out of it.
//!
//! A link to a file is followed if the file is in the folder. A link to a folder that the walk reaches anyway is
//! skipped, and so is a second link to any other folder: links among folders would multiply the files.

use std::collections::HashSet;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::error::Problem;
use super::inputs::Link;
use super::names;

/// The files of a folder and of those below it, in order of their names.
#[derive(Debug)]
pub(super) struct Walk {
    /// The walk of the named folder, then those of folders that links lead to; the innermost is last.
    walks: Vec<walkdir::IntoIter>,
    /// The real path of the folder.
    root: Option<PathBuf>,
    /// Whether links may lead out of the folder.
    follow: bool,
    /// The real paths of the folder itself, and of the folders reached through links, with those below them.
    linked: HashSet<PathBuf>,
}

/// A file to read, or what could not be accessed.
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

    /// Whether a folder below one that a link led to was already read.
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
                // The walk reaches it anyway.
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
    // Entries of one folder differ only in their names. The names are not extracted from the paths to compare them:
    // with thousands of small files that would cost more than reading them.
    let by_name = |a: &DirEntry, b: &DirEntry| a.path().as_os_str().cmp(b.path().as_os_str());
    WalkDir::new(folder).sort_by(by_name).into_iter()
}

fn failure(error: &walkdir::Error) -> Option<Step> {
    let path = error.path().unwrap_or(Path::new(".")).to_owned();
    Some(Err((path, Problem::of_file(error.io_error()?))))
}
