//! Repaired copies in a folder of their own.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};

use super::super::trust::leads_out;
use super::in_place::Replacement;
use crate::source::{File, unpacked_name};

/// The folder for copies. A file has the same place in it as in the folder that was named.
pub(in super::super) struct Folder {
    root: PathBuf,
    arguments: Vec<PathBuf>,
}

impl Folder {
    /// The folder at `root`, for the files that `arguments` name.
    ///
    /// # Errors
    /// If it is a file, or is read itself, or cannot be made.
    pub(super) fn new(root: &Path, arguments: &[PathBuf]) -> anyhow::Result<Folder> {
        let shown = root.display();
        if fs::metadata(root).is_ok_and(|meta| !meta.is_dir()) {
            bail!("{shown}: with --fix, --output is a folder, and this is a file");
        }
        let here = PathBuf::from(".");
        let named = arguments.iter().chain(arguments.is_empty().then_some(&here));
        for input in named.filter(|path| path.as_os_str() != "-") {
            if !leads_out(input, root) || (input.is_dir() && !leads_out(root, input)) {
                bail!("{shown}: {} is read in this run; name another folder", input.display());
            }
        }
        fs::create_dir_all(root).with_context(|| format!("{shown}: cannot be made"))?;
        Ok(Folder { root: root.to_owned(), arguments: arguments.to_vec() })
    }

    /// Opens the copy of a file.
    pub(super) fn open(&self, file: &File) -> anyhow::Result<Replacement> {
        let target = self.root.join(self.place(file)?);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
        }
        Replacement::new(&target)
    }

    /// The place of a file's copy in the folder.
    fn place(&self, file: &File) -> anyhow::Result<PathBuf> {
        let path = file.path.as_deref().context("standard input has no name in a folder")?;
        let folders = self.arguments.iter().filter(|argument| argument.is_dir());
        let within = folders
            .filter_map(|folder| path.strip_prefix(folder).ok())
            .min_by_key(|rest| rest.as_os_str().len());
        let place = match within {
            Some(rest) => rest.to_owned(),
            None if self.arguments.is_empty() => path.to_owned(),
            None => PathBuf::from(path.file_name().context("it has no name")?),
        };
        let place = if file.packed || file.member { unpacked(&place) } else { place };
        let Some(inner) = member(file, path) else { return Ok(place) };
        let inner = if file.packed { unpacked(Path::new(inner)) } else { PathBuf::from(inner) };
        if !inner.components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("its name leads out of the archive");
        }
        Ok(place.join(inner))
    }
}

fn unpacked(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(unpacked_name(&name))
}

/// The name of a member in its archive.
fn member<'f>(file: &'f File, archive: &Path) -> Option<&'f str> {
    let length = archive.to_string_lossy().len();
    file.member.then(|| file.name.get(length + 1..)).flatten()
}
