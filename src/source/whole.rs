//! Small files that are read whole, up to a limit: cases, logs, rulesets, configurations, published tables.
//!
//! Who chose a path decides what it may name. A path that the user typed may be a pipe or a device, such as
//! `<(zcat log.gz)`. A name that was found in a file or a folder must lead to a regular file: a pipe could block forever, and
//! a device may have no end. The check is made on the opened file, so that nothing can be put in its place in
//! between.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::error::{Problem, SourceError};
use super::inputs::display;

/// Who chose a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen<'f> {
    /// The user, on the command line: any kind of file is read, and `-` is standard input.
    Outright,
    /// A file or a folder that was read: only regular files are read.
    Found,
    /// As [`Chosen::Found`], and the file must be in this folder or below it, with links followed.
    Within(&'f Path),
}

/// Opens a file for reading.
///
/// # Errors
/// The system's error, [`Problem::NotRegular`], or [`Problem::Outside`].
pub fn open(path: &Path, chosen: Chosen<'_>) -> Result<File, SourceError> {
    let opened = match chosen {
        Chosen::Outright => File::open(path).map_err(|e| Problem::of_file(&e)),
        Chosen::Found => open_regular(path),
        Chosen::Within(folder) => open_within(path, folder),
    };
    opened.map_err(|problem| SourceError { name: display(path), problem })
}

/// Reads a file of at most `limit` bytes. Nothing is unpacked.
///
/// # Errors
/// If the file cannot be read, or [`Problem::OverLimit`] if it is larger.
pub fn read_whole(path: &Path, limit: u64, chosen: Chosen<'_>) -> Result<Vec<u8>, SourceError> {
    let read = if path.as_os_str() == "-" && chosen == Chosen::Outright {
        read_up_to(io::stdin().lock(), limit)
    } else {
        read_up_to(open(path, chosen)?, limit)
    };
    read.map_err(|problem| SourceError { name: display(path), problem })
}

/// Reads a text of at most `limit` bytes.
///
/// # Errors
/// Those of [`read_whole`], and [`Problem::NotText`] if it is not UTF-8.
pub fn read_text(path: &Path, limit: u64, chosen: Chosen<'_>) -> Result<String, SourceError> {
    text(read_whole(path, limit, chosen)?, path)
}

/// As [`read_text`], for a file that is already open; `path` is its name in errors.
///
/// # Errors
/// Those of [`read_text`].
pub fn read_open_text(file: File, path: &Path, limit: u64) -> Result<String, SourceError> {
    text(read_up_to(file, limit).map_err(|problem| SourceError { name: display(path), problem })?, path)
}

fn text(bytes: Vec<u8>, path: &Path) -> Result<String, SourceError> {
    String::from_utf8(bytes).map_err(|_| SourceError { name: display(path), problem: Problem::NotText })
}

pub(super) fn read_up_to(from: impl Read, limit: u64) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    match from.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
        Ok(n) if n as u64 > limit => Err(Problem::OverLimit(limit)),
        Ok(_) => Ok(bytes),
        Err(e) => Err(Problem::of_file(&e)),
    }
}

/// Whether the real path of `path`, with links followed, is that of `folder` or below it.
///
/// # Errors
/// If one of the two does not exist or cannot be accessed.
pub fn lies_in(path: &Path, folder: &Path) -> io::Result<bool> {
    let real = |path: &Path| match path.as_os_str().is_empty() {
        true => Path::new(".").canonicalize(),
        false => path.canonicalize(),
    };
    Ok(real(path)?.starts_with(real(folder)?))
}

/// Checks before and after opening: opening a device may have an effect, and the file may be replaced in between.
fn open_regular(path: &Path) -> Result<File, Problem> {
    let of_system = |e: io::Error| Problem::of_file(&e);
    if !fs::metadata(path).map_err(of_system)?.is_file() {
        return Err(Problem::NotRegular);
    }
    let file = open_with(path, false).map_err(of_system)?;
    match file.metadata().map_err(of_system)?.is_file() {
        true => Ok(file),
        false => Err(Problem::NotRegular),
    }
}

/// Opens a regular file that was found directly, not through a link.
pub(super) fn open_found_file(path: &Path) -> Result<File, Problem> {
    let file = open_with(path, true).map_err(|e| Problem::of_file(&e))?;
    match file.metadata() {
        Ok(meta) if meta.is_file() => Ok(file),
        Ok(_) => Err(Problem::NotRegular),
        Err(e) => Err(Problem::of_file(&e)),
    }
}

/// The opened file is compared with the one at the real path, so that replacing a link in between gains nothing.
fn open_within(path: &Path, folder: &Path) -> Result<File, Problem> {
    let of_system = |e: io::Error| Problem::of_file(&e);
    if !lies_in(path, folder).map_err(of_system)? {
        return Err(Problem::Outside);
    }
    let file = open_regular(path)?;
    let real = path.canonicalize().map_err(of_system)?;
    let same = same_file(&file.metadata().map_err(of_system)?, &fs::metadata(&real).map_err(of_system)?);
    match same && lies_in(&real, folder).map_err(of_system)? {
        true => Ok(file),
        false => Err(Problem::Outside),
    }
}

/// Whether both are the same file, by device and inode number.
#[cfg(unix)]
pub fn same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Whether both are the same file, as far as size and times tell: the system has no portable file numbers.
#[cfg(not(unix))]
pub fn same_file(a: &Metadata, b: &Metadata) -> bool {
    (a.len(), a.modified().ok(), a.created().ok()) == (b.len(), b.modified().ok(), b.created().ok())
}

/// Opens a path without waiting for the other end of a pipe; with `itself`, a link is not followed.
#[cfg(unix)]
fn open_with(path: &Path, itself: bool) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    flags.set(rustix::fs::OFlags::NOFOLLOW, itself);
    OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

#[cfg(not(unix))]
fn open_with(path: &Path, _itself: bool) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "é\n").unwrap();
        for chosen in [Chosen::Outright, Chosen::Found] {
            assert_eq!(read_text(&path, 3, chosen).unwrap(), "é\n");
            let error = read_text(&path, 2, chosen).unwrap_err();
            assert_eq!(error.problem, Problem::OverLimit(2));
            assert!(error.to_string().contains("larger than the limit of 2 bytes"), "{error}");
        }
        fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_text(&path, 9, Chosen::Found).unwrap_err().problem, Problem::NotText);
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_was_found_leads_to_regular_files_alone() {
        let folder = tempfile::tempdir().unwrap();
        let link = |to: &str| {
            let path = folder.path().join(to.replace('/', "_"));
            std::os::unix::fs::symlink(to, &path).unwrap();
            path
        };
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [link("/dev/zero"), link("/dev/null"), link("/"), pipe] {
            let problem = read_whole(&path, 10, Chosen::Found).unwrap_err().problem;
            assert_eq!(problem, Problem::NotRegular, "{}", path.display());
        }
        assert_eq!(read_whole(Path::new("/dev/null"), 10, Chosen::Outright).unwrap(), b"");
        let endless = read_whole(Path::new("/dev/zero"), 10, Chosen::Outright).unwrap_err();
        assert_eq!(endless.problem, Problem::OverLimit(10));
        // A dash that was found is a name like any other.
        assert_eq!(read_whole(Path::new("-"), 10, Chosen::Found).unwrap_err().problem, Problem::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn where_a_path_really_leads() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("in/deep")).unwrap();
        fs::create_dir(root.join("inside")).unwrap();
        for name in ["in/a", "in/deep/b", "out", "inside/c"] {
            fs::write(root.join(name), "").unwrap();
        }
        std::os::unix::fs::symlink("../out", root.join("in/link")).unwrap();
        std::os::unix::fs::symlink("deep/b", root.join("in/near")).unwrap();
        let is_in = |path: &str| lies_in(&root.join(path), &root.join("in")).unwrap();
        assert!(is_in("in") && is_in("in/a") && is_in("in/deep/../a") && is_in("inside/../in/deep/b"));
        assert!(!is_in("out") && !is_in("in/../out") && !is_in("in/link") && !is_in("inside/c"));
        assert!(lies_in(&root.join("none"), root).is_err());
        let within = |path: &str| {
            let folder = root.join("in");
            read_whole(&root.join(path), 1, Chosen::Within(&folder)).map_err(|error| error.problem)
        };
        assert_eq!(
            (within("in/a"), within("in/near"), within("in/../in/a")),
            (Ok(vec![]), Ok(vec![]), Ok(vec![]))
        );
        for path in ["out", "in/link", "in/../inside/c"] {
            assert_eq!(within(path), Err(Problem::Outside), "{path}");
        }
        assert_eq!((within("in/deep"), within("in/x")), (Err(Problem::NotRegular), Err(Problem::NotFound)));
    }
}
