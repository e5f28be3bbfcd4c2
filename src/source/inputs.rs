//! Paths to inputs, in order: a folder gives its files by name, a file named outright is always read.

use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::error::{Problem, SourceError};
use super::names;

/// One thing to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The path as given, with `/`; `-` for standard input.
    pub name: String,
    /// Where the bytes come from.
    pub place: Place,
    /// Whether it was named itself, and not found in a folder.
    pub outright: bool,
}

/// Where the bytes of an input come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// The inputs of one argument, found while they are asked for; see [`inputs`].
#[derive(Debug)]
pub struct Inputs(Found);

#[derive(Debug)]
enum Found {
    One(Option<Result<Input, SourceError>>),
    Folder { walk: Box<walkdir::IntoIter>, current: bool },
}

/// The inputs that one argument stands for. An empty path is the current folder, `-` is standard input.
///
/// A folder is walked recursively in order of the names; hidden entries and what is no chess file by its name are
/// left out, symbolic links are followed, and a link to a folder that holds it is passed over.
pub fn inputs(path: &Path) -> Inputs {
    if path.as_os_str().is_empty() {
        return Inputs::folder(Path::new("."), true);
    }
    if path.as_os_str() == "-" {
        let stdin = Input { name: "-".to_owned(), place: Place::Stdin, outright: true };
        return Inputs(Found::One(Some(Ok(stdin))));
    }
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Inputs::folder(path, false),
        Ok(_) => Inputs(Found::One(Some(Ok(input(path, true))))),
        Err(e) => Inputs(Found::One(Some(Err(error(path, Problem::of_file(&e)))))),
    }
}

impl Inputs {
    fn folder(path: &Path, current: bool) -> Inputs {
        // Entries of one folder differ in their names only. Names are not taken out of their paths to be compared:
        // with thousands of small files that would cost more than reading them.
        let by_name = |a: &DirEntry, b: &DirEntry| a.path().as_os_str().cmp(b.path().as_os_str());
        let walk = WalkDir::new(path).follow_links(true).sort_by(by_name).into_iter();
        Inputs(Found::Folder { walk: Box::new(walk), current })
    }
}

impl Iterator for Inputs {
    type Item = Result<Input, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Found::One(one) => one.take(),
            Found::Folder { walk, current } => next_in_folder(walk, *current),
        }
    }
}

fn next_in_folder(walk: &mut walkdir::IntoIter, current: bool) -> Option<Result<Input, SourceError>> {
    loop {
        match walk.next()? {
            Ok(entry) => {
                let path = entry.path().to_string_lossy();
                let name = path.rsplit(MAIN_SEPARATOR).next().unwrap_or_default();
                if entry.depth() > 0 && names::is_hidden(name) {
                    if entry.file_type().is_dir() {
                        walk.skip_current_dir();
                    }
                } else if entry.file_type().is_file() && names::belongs(name) {
                    return Some(Ok(input(shown(entry.path(), current), false)));
                }
            }
            Err(e) => {
                if let Some(error) = walk_error(&e, current) {
                    return Some(Err(error));
                }
            }
        }
    }
}

/// A loop of links is harmless, and so is a dangling link that would not be read anyway.
fn walk_error(error: &walkdir::Error, current: bool) -> Option<SourceError> {
    let path = error.path().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let io = error.io_error()?;
    let problem = Problem::of_file(io);
    if names::is_hidden(&name) || (problem == Problem::NotFound && !names::belongs(&name)) {
        return None;
    }
    Some(self::error(shown(path, current), problem))
}

fn shown(path: &Path, current: bool) -> &Path {
    if current { path.strip_prefix(".").unwrap_or(path) } else { path }
}

fn input(path: &Path, outright: bool) -> Input {
    Input { name: display(path), place: Place::File(path.to_owned()), outright }
}

fn error(path: &Path, problem: Problem) -> SourceError {
    SourceError { name: display(path), problem }
}

/// The path as given, with `/` whatever the system's separator is.
pub(super) fn display(path: &Path) -> String {
    let name = path.to_string_lossy();
    if MAIN_SEPARATOR == '/' { name.into_owned() } else { name.replace(MAIN_SEPARATOR, "/") }
}
