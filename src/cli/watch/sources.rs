//! The sources: files and folders are read again, standard input as it comes.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Duration, SystemTime};

use anyhow::bail;
use walkdir::WalkDir;

use crate::source::{Chosen, from_utf16, read_whole};
use crate::watch::{Alert, Follower};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// A file that was written so recently is read even where its size and time are the same: clocks of file systems are coarse.
const RECENT: Duration = Duration::from_secs(3);

/// Folders below a folder that are looked into.
const DEEPEST: usize = 16;

/// The name of standard input.
const STDIN: &str = "-";

/// What takes alerts.
pub(super) type Tell<'t> = dyn FnMut(Vec<Alert>) -> anyhow::Result<()> + 't;

/// All sources of a run.
pub(super) struct Sources {
    paths: Vec<PathBuf>,
    /// Size and time of the files as they were read last.
    seen: BTreeMap<PathBuf, (u64, SystemTime)>,
    stdin: Option<Stdin>,
    was_read: bool,
}

/// Standard input, which another thread reads.
struct Stdin {
    chunks: Receiver<Vec<u8>>,
    waiting: Option<Vec<u8>>,
    ended: bool,
}

impl Sources {
    /// The sources that were named.
    ///
    /// # Errors
    /// Where one is an address.
    pub(super) fn open(named: &[PathBuf]) -> anyhow::Result<Sources> {
        for path in named {
            let text = path.to_string_lossy();
            if text.starts_with("http://") || text.starts_with("https://") {
                bail!("{text}: addresses are not read; pipe the text in: curl -sN {text} | flagfall watch -");
            }
        }
        let wants_stdin = named.iter().any(|path| path.as_os_str() == STDIN);
        Ok(Sources {
            paths: named.iter().filter(|path| path.as_os_str() != STDIN).cloned().collect(),
            seen: BTreeMap::new(),
            stdin: wants_stdin.then(Stdin::open),
            was_read: false,
        })
    }

    /// Whether anything was read at all.
    pub(super) fn was_read(&self) -> bool {
        self.was_read
    }

    /// Whether standard input has more that was not read.
    pub(super) fn has_more(&mut self) -> bool {
        self.stdin.as_mut().is_some_and(Stdin::has_more)
    }

    /// Reads what changed. Whether nothing can come any more: standard input alone, and it has ended.
    pub(super) fn read(
        &mut self,
        follower: &mut Follower,
        now: impl Fn() -> i64,
        tell: &mut Tell<'_>,
    ) -> anyhow::Result<bool> {
        for path in self.files() {
            let name = display(&path);
            let stamp = stamp(&path);
            if stamp.is_some() && self.seen.get(&path) == stamp.as_ref() && !is_recent(stamp) {
                continue;
            }
            match read_file(&path) {
                Ok(text) => {
                    self.was_read = true;
                    tell(follower.take(&name, &text, now()))?;
                    match stamp {
                        Some(stamp) => self.seen.insert(path, stamp),
                        None => self.seen.remove(&path),
                    };
                }
                Err(why) => {
                    self.seen.remove(&path);
                    tell(follower.silent(&name, &why, now()))?;
                }
            }
        }
        let Some(stdin) = &mut self.stdin else { return Ok(false) };
        while let Some(chunk) = stdin.next() {
            self.was_read = true;
            tell(follower.append(STDIN, &chunk, now()))?;
        }
        Ok(stdin.ended && self.paths.is_empty())
    }

    /// Reads everything once, standard input to its end; what could not be read.
    pub(super) fn read_whole(
        &mut self,
        follower: &mut Follower,
        now: impl Fn() -> i64,
        tell: &mut Tell<'_>,
    ) -> anyhow::Result<Vec<String>> {
        let mut faults = Vec::new();
        for path in self.files() {
            match read_file(&path) {
                Ok(text) => tell(follower.take(&display(&path), &text, now()))?,
                Err(why) => faults.push(format!("{}: {why}", display(&path))),
            }
        }
        while let Some(stdin) = &mut self.stdin
            && let Ok(chunk) = stdin.chunks.recv()
        {
            tell(follower.append(STDIN, &chunk, now()))?;
        }
        Ok(faults)
    }

    /// The files that there are now: those named, those of folders, and those that were there before.
    fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = Vec::new();
        for path in &self.paths {
            if path.is_dir() {
                let walk = WalkDir::new(path).max_depth(DEEPEST).sort_by_file_name().into_iter().flatten();
                let found =
                    walk.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
                files.extend(found.filter(|path| is_pgn(path)));
                files.extend(
                    self.seen.keys().filter(|seen| seen.starts_with(path) && !seen.exists()).cloned(),
                );
            } else {
                files.push(path.clone());
            }
        }
        files.sort();
        files.dedup();
        files
    }
}

fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

fn display(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

fn stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let data: Metadata = std::fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()?))
}

fn is_recent(stamp: Option<(u64, SystemTime)>) -> bool {
    stamp.is_none_or(|(_, written)| written.elapsed().is_ok_and(|age| age < RECENT))
}

fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err("it is not a file".to_owned());
    }
    let bytes = read_whole(path, LARGEST, Chosen::Outright).map_err(|error| error.problem.to_string())?;
    Ok(from_utf16(&bytes).unwrap_or(bytes))
}

impl Stdin {
    fn open() -> Stdin {
        let (send, chunks) = sync_channel(16);
        let read = move || {
            let mut stdin = std::io::stdin().lock();
            let mut buffer = vec![0; 64 << 10];
            while let Ok(len @ 1..) = stdin.read(&mut buffer) {
                let chunk = buffer.get(..len).unwrap_or_default().to_vec();
                if send.send(chunk).is_err() {
                    break;
                }
            }
        };
        // Where the thread cannot be started the channel is closed, and standard input has ended.
        let _ = std::thread::Builder::new().name("stdin".to_owned()).spawn(read);
        Stdin { chunks, waiting: None, ended: false }
    }

    fn has_more(&mut self) -> bool {
        if self.waiting.is_none() {
            self.waiting = self.next();
        }
        self.waiting.is_some() || self.ended
    }

    fn next(&mut self) -> Option<Vec<u8>> {
        if let Some(chunk) = self.waiting.take() {
            return Some(chunk);
        }
        match self.chunks.try_recv() {
            Ok(chunk) => Some(chunk),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.ended = true;
                None
            }
        }
    }
}
