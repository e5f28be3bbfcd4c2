//! Which configuration may set what.
//!
//! `flagfall.toml` is found beside checked files, and those often come from strangers: a pull request, an archive, a
//! folder that somebody sent. Keys that write a file, read one from elsewhere or cost resources are used only from a
//! configuration that the user has chosen: one named by `--config`, or one in the working directory or above it. In
//! every configuration, `write-baseline` must stay in the folder of the configuration. A configuration that belongs
//! to another user is not used.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path};

use super::args::{CheckArgs, PairingsArg};
use super::config::LARGEST;
use crate::source::{Chosen, Problem, SourceError, lies_in, open, read_open_text};

/// What a configuration may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Trust {
    /// Every key.
    Full,
    /// Only keys that concern nothing but the files beside it.
    #[default]
    Limited,
}

/// Keys that only a configuration of [`Trust::Full`] may set.
const GUARDED: [&str; 10] = [
    "write-baseline",
    "fix",
    "diff",
    "unsafe-fixes",
    "from-encoding",
    "clock",
    "jobs",
    "max-game-size",
    "duplicate-limit",
    "follow",
];

/// Why a key has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Objection {
    /// The configuration may not set it; the other keys are used.
    Refused(String),
    /// No configuration may set this value.
    Broken(String),
}

impl Trust {
    /// The trust in a configuration in `folder`, for a run that was started in `here`; both are real paths.
    pub fn of(folder: &Path, here: Option<&Path>) -> Trust {
        match here.is_some_and(|here| here.starts_with(folder)) {
            true => Trust::Full,
            false => Trust::Limited,
        }
    }

    /// Why the key `name` may not be set, whatever its value.
    pub fn refuses(self, name: &str) -> Option<&'static str> {
        (self == Trust::Limited && GUARDED.contains(&name)).then_some(
            "it is used only from the configuration of the working directory or above it, or with --config",
        )
    }

    /// Why the value that was set may not be used; `folder` is that of the configuration.
    pub fn objects(self, set: &CheckArgs, folder: &Path) -> Option<Objection> {
        if set.write_baseline.as_deref().is_some_and(|path| leads_out(path, folder)) {
            return Some(Objection::Broken(
                "must lie in the folder of the configuration or below".to_owned(),
            ));
        }
        if self == Trust::Limited && set.pairings == Some(PairingsArg::Always) {
            return Some(Objection::Refused(
                "\"always\" does not limit the work, and is used only from the configuration of the working directory or \
                 above it, or with --config"
                    .to_owned(),
            ));
        }
        let ruleset = set.common.ruleset.as_deref().map(Path::new);
        let ruleset = ruleset.filter(|path| path.starts_with(folder) || path.is_absolute());
        let named = [set.baseline.as_deref(), ruleset].into_iter().flatten();
        let out = self == Trust::Limited && named.into_iter().any(|path| leads_out(path, folder));
        out.then(|| {
            let why = "a file outside of the folder of the configuration counts only in that of the working \
                       directory or above it, or with --config";
            Objection::Refused(why.to_owned())
        })
    }
}

/// Whether a path leads out of `folder`, with links followed as far as the path exists.
pub(super) fn leads_out(path: &Path, folder: &Path) -> bool {
    match lies_in(path, folder) {
        Ok(inside) => !inside,
        Err(_) => {
            // A path that does not exist yet is where its parent is; a dangling link is replaced, not followed.
            let exists = |path: &&Path| path.as_os_str().is_empty() || path.exists();
            let parent = path.ancestors().skip(1).find(exists).unwrap_or(Path::new(""));
            let mut rest = path.strip_prefix(parent).unwrap_or(path).components();
            rest.any(|part| part == Component::ParentDir)
                || !lies_in(parent, folder).unwrap_or_else(|_| path.starts_with(folder))
        }
    }
}

/// What was found at the place of a configuration.
pub(super) enum Found {
    /// Nothing.
    Nothing,
    /// A file of another user; the number of that user.
    Foreign(u32),
    /// A configuration.
    Text(String),
}

/// Reads the configuration at `file`, if there is one that may be used.
pub(super) fn find(file: &Path) -> Result<Found, SourceError> {
    match fs::symlink_metadata(file) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Found::Nothing);
        }
        Ok(link) if stranger(&link).is_some() => {
            return Ok(Found::Foreign(stranger(&link).unwrap_or_default()));
        }
        _ => {}
    }
    let opened = match open(file, Chosen::Found) {
        Err(error) if error.problem == Problem::NotFound => return Ok(Found::Nothing),
        opened => opened?,
    };
    // The owner of the opened file counts: another file may have its name by now.
    match opened.metadata().ok().as_ref().and_then(stranger) {
        Some(owner) => Ok(Found::Foreign(owner)),
        None => read_open_text(opened, file, LARGEST).map(Found::Text),
    }
}

/// The owner of a file, if that is neither this user nor the administrator.
#[cfg(unix)]
fn stranger(file: &fs::Metadata) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::geteuid().as_raw();
    Some(file.uid()).filter(|owner| *owner != 0 && *owner != own)
}

/// If the system has no file owners to ask for, every configuration is used.
#[cfg(not(unix))]
fn stranger(_: &fs::Metadata) -> Option<u32> {
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn trust_is_of_the_place() {
        let of = |folder: &str| Trust::of(Path::new(folder), Some(Path::new("/home/jane/club")));
        assert_eq!((of("/home/jane/club"), of("/home"), of("/")), (Trust::Full, Trust::Full, Trust::Full));
        for folder in ["/home/jane/club/2024", "/home/jane/clubs", "/home/joe", "/home/jane/clu"] {
            assert_eq!(of(folder), Trust::Limited, "{folder}");
        }
        assert_eq!(Trust::of(Path::new("/"), None), Trust::Limited);
    }

    #[test]
    fn guarded_keys_are_options() {
        use clap::{Args, Command};
        let options = CheckArgs::augment_args(Command::new("check"));
        for key in GUARDED {
            assert!(options.get_arguments().any(|arg| arg.get_long() == Some(key)), "{key}");
            assert!(Trust::Limited.refuses(key).is_some() && Trust::Full.refuses(key).is_none());
        }
    }

    #[cfg(unix)]
    #[test]
    fn paths_that_lead_out() {
        use std::os::unix::fs::symlink;
        let root = tempfile::tempdir().unwrap();
        let club = root.path().join("club");
        fs::create_dir_all(club.join("lists")).unwrap();
        fs::create_dir(root.path().join("clubs")).unwrap();
        symlink("..", club.join("up")).unwrap();
        symlink("../none", club.join("dangling")).unwrap();
        fs::write(root.path().join("out"), "").unwrap();
        symlink("../out", club.join("link")).unwrap();
        let out = |path: &str| leads_out(&club.join(path), &club);
        for path in ["a", "lists/a", "lists/../a", "none/a", "./a", "dangling"] {
            assert!(!out(path), "{path}");
        }
        for path in
            ["../a", "../clubs/a", "up/a", "up/none/a", "link", "none/../../a", "/etc/passwd", "/none"]
        {
            assert!(out(path), "{path}");
        }
    }
}
