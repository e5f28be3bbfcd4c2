//! The target of results: standard output, or a file that is written whole or not at all.
//!
//! A file is written beside its target under another name, and renamed when the run is over. A target that is not a
//! regular file (a pipe, a device) is written directly. A closed pipe is an error of kind `BrokenPipe`, which ends
//! the program quietly: see [`ended_quietly`].

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use tempfile::NamedTempFile;

use super::args::When;
use super::progress::Progress;
use super::replace::Guard;
use super::temporary;

/// The output of a run. [`Output::finish`] must be called; if it is dropped before, an existing file is left as it
/// was.
pub struct Output {
    sink: Sink,
    /// Its name in errors.
    name: String,
    color: bool,
    live: bool,
}

enum Sink {
    Stream(BufWriter<Box<dyn Write>>),
    File { temporary: BufWriter<NamedTempFile>, target: PathBuf, guard: Guard },
}

impl Output {
    /// Opens `path`, or standard output if it is `None` or `-`. On a terminal, output does not disturb the bar of
    /// `progress`.
    ///
    /// # Errors
    /// If the file could not be put there at the end: no such folder, no permission to write, a folder of that name,
    /// a file that `guard` protects.
    pub fn open(path: Option<&Path>, guard: Guard, color: When, progress: &Progress) -> io::Result<Output> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Output::standard(color, progress));
        };
        let name = path.display().to_string();
        let sink = sink(path, guard).map_err(|fault| named(&name, fault))?;
        Ok(Output { sink, name, color: color == When::Always, live: false })
    }

    fn standard(color: When, progress: &Progress) -> Output {
        Output::stream(io::stdout(), "standard output", color, progress)
    }

    /// Standard error, for results whose place on standard output is taken.
    pub fn standard_error(color: When, progress: &Progress) -> Output {
        Output::stream(io::stderr(), "standard error", color, progress)
    }

    fn stream<S>(stdout: S, name: &str, color: When, progress: &Progress) -> Output
    where
        S: Write + IsTerminal + RawStream + AsLockedWrite + 'static,
    {
        let live = IsTerminal::is_terminal(&stdout);
        let choice = match color {
            When::Auto => AutoStream::choice(&stdout),
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        let color = choice != ColorChoice::Never;
        // Without colour nothing is stripped either: the output is what the report wrote, byte for byte.
        let stream: Box<dyn Write> =
            if color { Box::new(AutoStream::always(stdout)) } else { Box::new(stdout) };
        let stream: Box<dyn Write> =
            if live { Box::new(Around { stream, progress: progress.clone() }) } else { stream };
        let sink = Sink::Stream(BufWriter::with_capacity(1 << 16, stream));
        Output { sink, name: name.to_owned(), color, live }
    }

    /// The file that is written, if the output is a file.
    pub fn target(&self) -> Option<&Path> {
        match &self.sink {
            Sink::Stream(_) => None,
            Sink::File { target, .. } => Some(target),
        }
    }

    /// Whether text may be coloured.
    pub fn color(&self) -> bool {
        self.color
    }

    /// Whether the results are watched while they are written.
    pub fn live(&self) -> bool {
        self.live
    }

    /// Writes the rest, and puts a file in its place.
    ///
    /// # Errors
    /// Those of the last writes; the target is then as it was.
    pub fn finish(self) -> io::Result<()> {
        let finished = match self.sink {
            Sink::Stream(mut stream) => stream.flush(),
            Sink::File { temporary, target, guard } => put(temporary, &target, &guard),
        };
        finished.map_err(|fault| named(&self.name, fault))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.sink {
            Sink::Stream(stream) => stream.write(bytes),
            Sink::File { temporary, .. } => temporary.write(bytes),
        };
        written.map_err(|fault| named(&self.name, fault))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.sink {
            Sink::Stream(stream) => stream.flush(),
            Sink::File { temporary, .. } => temporary.flush(),
        };
        flushed.map_err(|fault| named(&self.name, fault))
    }
}

/// `fault` with the name of the output; its kind is kept.
fn named(name: &str, fault: io::Error) -> io::Error {
    io::Error::new(fault.kind(), format!("{name}: cannot be written: {fault}"))
}

/// Whether `error` is a closed pipe: the reader has seen enough, and nothing is reported.
pub fn ended_quietly(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let of_json = || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        cause.downcast_ref::<io::Error>().map(io::Error::kind).or_else(of_json)
    };
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}

fn sink(path: &Path, guard: Guard) -> io::Result<Sink> {
    guard.admits(path)?;
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(found) if !found.is_file() => {
            Ok(Sink::Stream(BufWriter::new(Box::new(File::options().write(true).open(path)?))))
        }
        // The file that a link leads to is replaced, not the link.
        Ok(found) => beside(&fs::canonicalize(path)?, Some(found.permissions()), guard),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => beside(path, None, guard),
        Err(fault) => Err(fault),
    }
}

fn beside(target: &Path, permissions: Option<fs::Permissions>, guard: Guard) -> io::Result<Sink> {
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if target.file_name().is_none() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".flagfall-").suffix(".tmp");
    if let Some(permissions) = as_new_files_have() {
        builder.permissions(permissions);
    }
    // Checked first, because the error of a temporary file names that file.
    fs::metadata(folder)?;
    let temporary = temporary::create(&builder, folder)?;
    if let Some(permissions) = permissions {
        temporary.as_file().set_permissions(permissions)?;
    }
    let temporary = BufWriter::with_capacity(1 << 16, temporary);
    Ok(Sink::File { temporary, target: target.to_owned(), guard })
}

/// The permissions of any new file, less the user's umask; otherwise temporary files are private.
#[cfg(unix)]
pub(super) fn as_new_files_have() -> Option<fs::Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
pub(super) fn as_new_files_have() -> Option<fs::Permissions> {
    None
}

fn put(temporary: BufWriter<NamedTempFile>, target: &Path, guard: &Guard) -> io::Result<()> {
    let temporary = temporary.into_inner().map_err(io::IntoInnerError::into_error)?;
    temporary.as_file().sync_all()?;
    // Another file may have been put there since the run began.
    guard.admits(target)?;
    temporary::persist(temporary, target)
}

/// A terminal that may show a progress bar.
struct Around {
    stream: Box<dyn Write>,
    progress: Progress,
}

impl Write for Around {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.progress.around(|| self.stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn open(path: &Path) -> io::Result<Output> {
        Output::open(Some(path), Guard::default(), When::Auto, &Progress::default())
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_whole_or_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("report.txt");
        fs::write(&target, "old").unwrap();
        let mut output = open(&target).unwrap();
        output.write_all(b"half of it").unwrap();
        output.flush().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"old");
        drop(output);
        assert_eq!((fs::read(&target).unwrap().as_slice(), names(folder.path()).len()), (&b"old"[..], 1));
        let mut output = open(&target).unwrap();
        output.write_all(b"new").unwrap();
        output.finish().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["report.txt"]);
    }

    #[test]
    fn says_at_once_what_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().to_owned(), folder.path().join("none/report.json")] {
            let error = open(&path).err().unwrap();
            assert!(error.to_string().starts_with(&format!("{}: cannot be written: ", path.display())));
            assert!(!error.to_string().contains(".flagfall-"), "{error}");
            assert!(!ended_quietly(&error.into()));
        }
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn keeps_permissions_links_and_devices() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("report.txt"), folder.path().join("latest"));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&target, &link).unwrap();
        let mut output = open(&link).unwrap();
        output.write_all(b"new").unwrap();
        output.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
        open(Path::new("/dev/null")).unwrap().finish().unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

    #[test]
    fn a_closed_pipe_ends_quietly() {
        let closed = anyhow::Error::from(io::Error::from(io::ErrorKind::BrokenPipe)).context("while writing");
        assert!(ended_quietly(&closed));
    }
}
