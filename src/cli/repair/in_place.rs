//! A repaired file on its way into its place.

use std::fs::{self, File as Disk};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use tempfile::NamedTempFile;

use super::super::temporary;
use crate::source::{Chosen, File, Stamp, open};

const CHANGED: &str = "it has changed since it was read";

/// A repair that is written beside its target.
pub(super) struct Replacement {
    temporary: BufWriter<NamedTempFile>,
    target: PathBuf,
    /// Whether the target is a new file; otherwise it is the file that is read.
    new: bool,
}

impl Replacement {
    /// The repair of a file, from which its first `before` bytes were copied.
    pub(super) fn of(file: &File, before: u64) -> anyhow::Result<Replacement> {
        let path = file.path.as_deref().context("it is not a file")?;
        // The file that a link leads to is replaced, not the link.
        let target = path.canonicalize()?;
        let (disk, meta) = unchanged(&target, file)?;
        let mut replacement = beside(&target, false)?;
        keep_owner_and_mode(&meta, replacement.temporary.get_ref().as_file())?;
        let copied = io::copy(&mut disk.take(before), &mut replacement)?;
        if copied != before {
            bail!(CHANGED);
        }
        Ok(replacement)
    }

    /// A new file.
    pub(super) fn new(target: &Path) -> anyhow::Result<Replacement> {
        if fs::symlink_metadata(target).is_ok() {
            bail!("{} exists", target.display());
        }
        beside(target, true)
    }

    /// Puts the repair in its place, if the file of which `read` bytes were read is still the same.
    pub(super) fn put(self, file: &File, read: u64) -> anyhow::Result<()> {
        let temporary = self.temporary.into_inner().map_err(io::IntoInnerError::into_error)?;
        temporary.as_file().sync_all()?;
        if self.new {
            return temporary::persist_new(temporary, &self.target)
                .with_context(|| self.target.display().to_string());
        }
        let converted = file.utf16 || file.decoded.is_some();
        if file.stamp.is_none_or(|stamp| !converted && stamp.length() != read) {
            bail!(CHANGED);
        }
        unchanged(&self.target, file)?;
        temporary::persist(temporary, &self.target)?;
        sync_folder(&self.target);
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.flush()
    }
}

/// Opens the file at `target`, if it is the one that was read.
fn unchanged(target: &Path, file: &File) -> anyhow::Result<(Disk, fs::Metadata)> {
    let disk = open(target, Chosen::Found).map_err(|error| anyhow!("{}", error.problem))?;
    let meta = disk.metadata()?;
    if file.stamp != Some(Stamp::of(&meta)) {
        bail!(CHANGED);
    }
    Ok((disk, meta))
}

fn beside(target: &Path, new: bool) -> anyhow::Result<Replacement> {
    let folder = target.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".flagfall-").suffix(".tmp");
    if let Some(permissions) = super::super::output::as_new_files_have().filter(|_| new) {
        builder.permissions(permissions);
    }
    let temporary = temporary::create(&builder, folder)
        .map_err(|why| anyhow!("{}: no file can be written there: {}", folder.display(), why.kind()))?;
    let temporary = BufWriter::with_capacity(1 << 16, temporary);
    Ok(Replacement { temporary, target: target.to_owned(), new })
}

/// Gives the repair the mode of the file and, where the system allows it, the owner.
fn keep_owner_and_mode(meta: &fs::Metadata, repair: &Disk) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        if fchown(repair, Some(meta.uid()), Some(meta.gid())).is_err() {
            // Only the administrator may give a file away; a group that the user is in can be kept.
            let _ = fchown(repair, None, Some(meta.gid()));
        }
    }
    repair.set_permissions(meta.permissions())
}

/// Makes the new name last, where the system allows it.
fn sync_folder(target: &Path) {
    if let Some(folder) = target.parent().and_then(|folder| Disk::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn file(path: &Path) -> File {
        File {
            name: "a.pgn".to_owned(),
            path: Some(path.to_owned()),
            member: false,
            outright: true,
            ordinal: 0,
            utf16: false,
            decoded: None,
            packed: false,
            stamp: Some(Stamp::of(&fs::metadata(path).unwrap())),
        }
    }

    #[test]
    fn a_file_that_has_changed_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        fs::write(&path, "1. e4 e5 *").unwrap();
        let read = file(&path);
        let mut early = Replacement::of(&read, 3).unwrap();
        early.write_all(b"e4 e5 1-0").unwrap();
        fs::write(&path, "1. d4 d5 1/2-1/2").unwrap();
        assert_eq!(early.put(&read, 10).unwrap_err().to_string(), CHANGED);
        assert_eq!(Replacement::of(&read, 3).err().unwrap().to_string(), CHANGED);
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. d4 d5 1/2-1/2");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_part_that_was_passed_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.pgn");
        fs::write(&path, "1. e4 e5 *").unwrap();
        let read = file(&path);
        let mut repair = Replacement::of(&read, 3).unwrap();
        repair.write_all(b"d4 d5 1-0").unwrap();
        repair.put(&read, 10).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1. d4 d5 1-0");
    }
}
