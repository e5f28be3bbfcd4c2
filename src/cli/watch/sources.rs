//! The sources: files and folders are read again, standard input and addresses as they come.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::files::{Fault, Found, MOST_FILES, read};
use super::net::Address;
use super::stdin::Stdin;
use crate::source::{Link, inputs};
use crate::watch::recording::Came;

/// A file that was written so recently is read even where its size and time are the same: clocks of file systems are coarse.
const RECENT: Duration = Duration::from_secs(3);

/// The name of standard input.
const STDIN: &str = "-";

/// Takes what came from a source.
pub(crate) type Take<'t> = dyn FnMut(&str, Came<'_>) -> anyhow::Result<()> + 't;

/// How addresses are asked.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "net"), allow(dead_code, reason = "a build without addresses asks none"))]
pub(crate) struct Asking {
    /// Time between two requests.
    pub(crate) every: Duration,
    /// The round of a LiveChess event; the one that is played otherwise.
    pub(crate) round: Option<u32>,
    /// Whether it is one reading: then nothing is asked again.
    pub(crate) once: bool,
}

/// All sources of a run.
pub(crate) struct Sources {
    paths: Vec<PathBuf>,
    /// Size and time of the files as they were read last.
    seen: BTreeMap<PathBuf, (u64, SystemTime)>,
    stdin: Option<Stdin>,
    addresses: Vec<Address>,
    was_read: bool,
}

impl Sources {
    /// The sources that were named.
    ///
    /// # Errors
    /// Where one is an address, and this build reads none.
    pub(crate) fn open(named: &[PathBuf], asking: Asking) -> anyhow::Result<Sources> {
        let wants_stdin = named.iter().any(|path| path.as_os_str() == STDIN);
        let (addresses, paths): (Vec<&PathBuf>, Vec<&PathBuf>) = named
            .iter()
            .filter(|path| path.as_os_str() != STDIN)
            .partition(|path| is_address(&path.to_string_lossy()));
        let open = |address: &&PathBuf| Address::open(&address.to_string_lossy(), asking);
        Ok(Sources {
            addresses: addresses.iter().map(open).collect::<anyhow::Result<_>>()?,
            paths: paths.into_iter().cloned().collect(),
            seen: BTreeMap::new(),
            stdin: wants_stdin.then(Stdin::open),
            was_read: false,
        })
    }

    /// Whether anything was read at all.
    pub(super) fn was_read(&self) -> bool {
        self.was_read
    }

    /// Whether standard input or an address has more that was not read.
    pub(super) fn has_more(&mut self) -> bool {
        self.stdin.as_mut().is_some_and(Stdin::has_more) || self.addresses.iter_mut().any(Address::has_more)
    }

    /// Reads what changed. Whether nothing can come any more: standard input alone, and it has ended.
    pub(crate) fn read(&mut self, take: &mut Take<'_>) -> anyhow::Result<bool> {
        for found in self.files() {
            let (path, name, file) = (found.path, found.name, found.file);
            let stamp = stamp(&path);
            if stamp.is_some() && self.seen.get(&path) == stamp.as_ref() && !is_recent(stamp) {
                continue;
            }
            match file.and_then(|file| read(&file)) {
                Ok(text) => {
                    self.was_read = true;
                    take(&name, Came::Text(&text))?;
                    match stamp {
                        Some(stamp) => self.seen.insert(path, stamp),
                        None => self.seen.remove(&path),
                    };
                }
                Err(why) => {
                    self.seen.remove(&path);
                    take(&name, Came::Fault(&why.to_string()))?;
                }
            }
        }
        for address in &mut self.addresses {
            while let Some(news) = address.next() {
                let came = news.came();
                self.was_read |= matches!(came, Came::Text(_) | Came::Part(_));
                take(&address.name, came)?;
            }
        }
        let Some(stdin) = &mut self.stdin else { return Ok(false) };
        while let Some(chunk) = stdin.next() {
            self.was_read = true;
            take(STDIN, Came::Part(&chunk))?;
        }
        if stdin.end_is_new() {
            take(STDIN, Came::End)?;
        }
        Ok(stdin.has_ended() && self.paths.is_empty() && self.addresses.is_empty())
    }

    /// Reads everything once, standard input to its end; what could not be read.
    pub(super) fn read_whole(&mut self, take: &mut Take<'_>) -> anyhow::Result<Vec<String>> {
        let mut faults = Vec::new();
        for found in self.files() {
            let is_named = self.paths.contains(&found.path);
            match found.file.and_then(|file| read(&file)) {
                Ok(text) => take(&found.name, Came::Text(&text))?,
                // The round of an empty file in a folder has not begun.
                Err(Fault::Empty) if !is_named => {}
                Err(why) => faults.push(format!("{}: {why}", found.name)),
            }
        }
        for address in &mut self.addresses {
            for news in address.read_once() {
                match news.came() {
                    Came::Fault(why) => faults.push(format!("{}: {why}", address.name)),
                    came => take(&address.name, came)?,
                }
            }
        }
        if let Some(stdin) = &mut self.stdin {
            while let Some(chunk) = stdin.wait() {
                take(STDIN, Came::Part(&chunk))?;
            }
            take(STDIN, Came::End)?;
        }
        Ok(faults)
    }

    /// The files that there are now: those named, those of folders, and those that were there before.
    fn files(&self) -> Vec<Found> {
        let mut files = BTreeMap::new();
        for path in &self.paths {
            if path.is_dir() {
                let found = inputs(path, false).map(Found::of).filter(Found::is_watched);
                files.extend(found.map(|found| (found.path.clone(), found)));
                let gone = self.seen.keys().filter(|seen| seen.starts_with(path) && !seen.is_file());
                files.extend(gone.map(|gone| (gone.clone(), Found::file(gone, Link::None))));
            } else {
                // A pipe would be waited for: it belongs on standard input.
                files.insert(path.clone(), Found::file(path, Link::Anywhere));
            }
        }
        let mut files: Vec<Found> = files.into_values().collect();
        if let Some(beyond) = files.get_mut(MOST_FILES) {
            beyond.file = Err(Fault::TooMany);
            files.truncate(MOST_FILES + 1);
        }
        files
    }
}

/// Whether a source is an address.
pub(super) fn is_address(source: &str) -> bool {
    let scheme = source.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)))
}

fn stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let data: Metadata = std::fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()?))
}

fn is_recent(stamp: Option<(u64, SystemTime)>) -> bool {
    stamp.is_none_or(|(_, written)| written.elapsed().is_ok_and(|age| age < RECENT))
}
