//! Turns paths into inputs, in order: a folder gives its files by name; a file that the user named is always read.

use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use super::error::{Problem, SourceError};
use super::names;
use super::walk::Walk;
use super::whole;

/// What a run is asked to read.
#[derive(Debug)]
pub enum Argument {
    /// A path as on the command line: a file, a folder, `-` for standard input.
    Path(PathBuf),
    /// Bytes that the caller has opened.
    Opened(Opened),
}

impl From<PathBuf> for Argument {
    fn from(path: PathBuf) -> Argument {
        Argument::Path(path)
    }
}

/// Bytes that the caller has opened: a file that is not on this machine, a part of a file, bytes in memory.
pub struct Opened {
    /// The name of the file.
    pub name: String,
    /// The file on disk, if it is one: its folder has the configuration.
    pub path: Option<PathBuf>,
    /// The bytes; they may be packed if they are a whole file.
    pub reader: Box<dyn Read + Send>,
    /// Where in the file the bytes begin.
    pub begins: Begins,
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opened")
            .field("name", &self.name)
            .field("begins", &self.begins)
            .finish_non_exhaustive()
    }
}

/// A place in a file, as its offset in bytes and the line ends before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Begins {
    /// Bytes of the unpacked file before it.
    pub offset: u64,
    /// Line ends of the file before it.
    pub lines: u64,
}

/// One thing to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The path as given, with `/`; `-` for standard input.
    pub name: String,
    /// Where the bytes come from.
    pub place: Origin,
    /// Whether the user named this file; false if it was found in a folder.
    pub outright: bool,
    /// What the path may be when it is opened.
    pub link: Link,
}

/// Where the bytes of an input come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// What a path may be when it is opened: it may have been replaced since it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// The user named it: anything.
    Outright,
    /// A regular file was found: no link, no pipe, no device.
    None,
    /// A link was found that leads to a regular file in this folder.
    Within(PathBuf),
    /// A link was found that may lead to any regular file.
    Anywhere,
}

impl Link {
    /// Opens the path for reading.
    pub(super) fn open(&self, path: &Path) -> Result<File, Problem> {
        let chosen = match self {
            Link::Outright => whole::Chosen::Outright,
            Link::None => return whole::open_found_file(path),
            Link::Within(folder) => whole::Chosen::Within(folder),
            Link::Anywhere => whole::Chosen::Found,
        };
        whole::open(path, chosen).map_err(|error| error.problem)
    }
}

impl Input {
    /// Reads a file whole, of at most `limit` bytes, as what it was when it was found. Nothing is unpacked.
    ///
    /// # Errors
    /// What could not be read, or [`Problem::OverLimit`] where there is more.
    pub fn read_whole(&self, limit: u64) -> Result<Vec<u8>, SourceError> {
        match &self.place {
            Origin::Stdin => whole::read_whole(Path::new("-"), limit, whole::Chosen::Outright),
            Origin::File(path) => self
                .link
                .open(path)
                .and_then(|file| whole::read_up_to(file, limit))
                .map_err(|problem| SourceError { name: self.name.clone(), problem }),
        }
    }
}

/// The inputs of one argument, found lazily; see [`inputs`].
#[derive(Debug)]
pub struct Inputs(Found);

#[derive(Debug)]
enum Found {
    One(Option<Result<Input, SourceError>>),
    Folder { walk: Walk, current: bool },
}

/// The inputs of one argument. An empty path is the current folder, `-` is standard input.
///
/// A folder is walked recursively in order of the names; hidden entries, and files that are not chess files by their
/// names, are skipped. Symbolic links are followed within the folder, and with `follow` out of it too; each folder
/// that links lead to is read once.
pub fn inputs(path: &Path, follow: bool) -> Inputs {
    if path.as_os_str().is_empty() {
        return Inputs(Found::Folder { walk: Walk::new(Path::new("."), follow), current: true });
    }
    if path.as_os_str() == "-" {
        let (name, place) = ("-".to_owned(), Origin::Stdin);
        return one(Ok(Input { name, place, outright: true, link: Link::Outright }));
    }
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Inputs(Found::Folder { walk: Walk::new(path, follow), current: false }),
        Ok(_) => one(Ok(input(path, Link::Outright))),
        Err(e) => one(Err(error(path, Problem::of_file(&e)))),
    }
}

fn one(input: Result<Input, SourceError>) -> Inputs {
    Inputs(Found::One(Some(input)))
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

fn next_in_folder(walk: &mut Walk, current: bool) -> Option<Result<Input, SourceError>> {
    loop {
        match walk.next()? {
            Ok((path, link)) => return Some(Ok(input(shown(&path, current), link))),
            Err((path, problem)) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                // A dangling link that would not be read anyway is harmless.
                if names::is_hidden(&name) || (problem == Problem::NotFound && !names::belongs(&name)) {
                    continue;
                }
                return Some(Err(error(shown(&path, current), problem)));
            }
        }
    }
}

fn shown(path: &Path, current: bool) -> &Path {
    if current { path.strip_prefix(".").unwrap_or(path) } else { path }
}

fn input(path: &Path, link: Link) -> Input {
    let outright = link == Link::Outright;
    Input { name: display(path), place: Origin::File(path.to_owned()), outright, link }
}

fn error(path: &Path, problem: Problem) -> SourceError {
    SourceError { name: display(path), problem }
}

/// The path as given, with `/` whatever the system's separator is.
pub(super) fn display(path: &Path) -> String {
    let name = path.to_string_lossy();
    if MAIN_SEPARATOR == '/' { name.into_owned() } else { name.replace(MAIN_SEPARATOR, "/") }
}
