//! What an output may replace: nothing, an empty file, or a former output of this program.
//!
//! `--output` and `--write-baseline` replace a file, and a slip of the hand would replace the record of a game. So a
//! file is never replaced if the run reads it, if it is of a kind that this program reads and does not write (a PGN,
//! a case, a result file), or if it is not text. A former output is recognised by its first bytes, a baseline by its
//! lines. Text and Markdown have no mark of their own: a text counts as an output unless this program would read it.
//! Files are compared by identity and not by name, so a link or another spelling makes no difference.

use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::trust::leads_out;
use crate::event;
use crate::report::baseline::Baseline;
use crate::source::{Chosen, is_input, lies_in, open, same_file, unpacked_name};

/// What is written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Written {
    /// The results of a command.
    #[default]
    Results,
    /// A baseline.
    Baseline,
}

/// Decides whether a file may be replaced.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    /// What is written.
    pub written: Written,
    /// What the run reads.
    pub reads: Arc<Reads>,
    /// The folder that the file must be in, if a configuration has named it.
    pub within: Option<PathBuf>,
}

/// Files and folders that a run reads; more of them may be added while it goes on.
#[derive(Debug, Default)]
pub struct Reads {
    files: Mutex<Vec<PathBuf>>,
    /// Baselines: a new one may replace the one that was read.
    baselines: Mutex<Vec<PathBuf>>,
}

impl Reads {
    /// Adds a file or a folder.
    pub fn add(&self, path: &Path) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
    }

    /// Adds a baseline.
    pub fn add_baseline(&self, path: &Path) {
        self.baselines.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
    }

    /// Whether one of these paths fits.
    fn any(&self, written: Written, fits: impl Fn(&Path) -> bool) -> bool {
        let of = |list: &Mutex<Vec<PathBuf>>| {
            list.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|path| fits(path))
        };
        of(&self.files) || (written == Written::Results && of(&self.baselines))
    }
}

/// How many bytes of a file are inspected.
const HEAD: u64 = 64 << 10;

/// Files with these names are read by this program and not written, whatever they contain. The same is true of packed
/// files.
const READ: [&str; 9] =
    [".pgn", ".trf", ".trfx", ".trf16", ".trf26", ".dbf", ".toml", ".clock.csv", ".incidents.csv"];

impl Guard {
    /// Whether `target` may be replaced; the answer may change while the run goes on.
    ///
    /// # Errors
    /// The reason why not, in a line without the name.
    pub fn admits(&self, target: &Path) -> io::Result<()> {
        if self.within.as_deref().is_some_and(|folder| leads_out(target, folder)) {
            return refuse("it is not in the folder of the configuration that names it");
        }
        let Ok(meta) = fs::metadata(target) else { return Ok(()) };
        if !meta.is_file() {
            return match self.within {
                Some(_) => refuse("it is not a regular file"),
                None => Ok(()),
            };
        }
        let head = head(target)?;
        if self.is_read(target, &meta, &head) {
            return refuse("it is read in this run; name another file");
        }
        match self.written {
            _ if meta.len() == 0 => Ok(()),
            Written::Baseline if is_baseline(target) => Ok(()),
            Written::Baseline => refuse("it is not a baseline; name another file, or remove it first"),
            Written::Results if is_former(target, &head) => Ok(()),
            Written::Results => {
                refuse("it is not a former output of flagfall; name another file, or remove it first")
            }
        }
    }

    /// Whether the run reads the file: it was named, it is standard input, or it is found in a folder that was named.
    fn is_read(&self, target: &Path, meta: &Metadata, head: &[u8]) -> bool {
        let is_named = self.reads.any(self.written, |path| {
            fs::metadata(path)
                .is_ok_and(|read| same_file(&read, meta) || (read.is_dir() && is_found(target, path, head)))
        });
        is_named || standard_input().is_some_and(|stdin| stdin.is_file() && same_file(&stdin, meta))
    }
}

fn refuse(why: &str) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::AlreadyExists, why))
}

/// Whether a walk through `folder` reads the file.
fn is_found(target: &Path, folder: &Path, head: &[u8]) -> bool {
    let name = name_of(target);
    is_input(&name) && lies_in(target, folder).unwrap_or(true) && event::recognise(&name, head).is_some()
}

fn name_of(path: &Path) -> String {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

fn head(path: &Path) -> io::Result<Vec<u8>> {
    let file = open(path, Chosen::Found).map_err(|error| io::Error::other(error.problem.to_string()))?;
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// Whether every line of the file is a line of a baseline.
fn is_baseline(path: &Path) -> bool {
    open(path, Chosen::Found).is_ok_and(|file| Baseline::read(BufReader::new(file)).is_ok())
}

/// Whether this program has written the file, as far as that can be recognised.
fn is_former(path: &Path, head: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(whole_characters(head)) else { return false };
    let name = name_of(path);
    let ending = |end: &&str| name.ends_with(*end);
    if crate::report::crosstable::trf::is_written(text) {
        return true;
    }
    if text.contains('\0') || READ.iter().any(&ending) || unpacked_name(&name) != name {
        return false;
    }
    match text.trim_start().bytes().next() {
        Some(b'{' | b'[') if is_json(text) => true,
        Some(b'<') => MARKUP.iter().any(|start| text.starts_with(start)),
        _ if TABLES.iter().any(|start| text.starts_with(start)) => true,
        _ if [".csv", ".json", ".jsonl", ".sarif", ".xml", ".html"].iter().any(ending) => is_baseline(path),
        _ => !is_input_text(&name, text),
    }
}

/// Whether this program would read a text. A manual may quote lines of a report file; a report file begins with a
/// record, or at least half of its lines are records.
fn is_input_text(name: &str, text: &str) -> bool {
    match event::recognise(name, text.as_bytes()) {
        None => false,
        Some(event::Format::Trf) => {
            let lines = || text.lines().filter(|line| !line.trim().is_empty());
            let is_record = |line: &&str| line.starts_with("###") || event::trf::is_record(line);
            let records = lines().filter(is_record).count();
            lines().next().as_ref().is_some_and(is_record) || records * 2 >= lines().count()
        }
        Some(_) => true,
    }
}

/// The beginnings of pages and of JUnit files.
const MARKUP: [&str; 3] = [
    "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\"",
    "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\"",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flagfall\"",
];

/// The beginnings of tables of findings, of counts and of standings.
const TABLES: [&str; 4] = [
    "file,game,line,column,ply,move,check,severity,message",
    "check,count",
    "rank,no,name,title,rating",
    "rank,no,name,points,game_points",
];

/// Keys of the objects that this program writes; all keys of one list are enough.
const KEYS: [&[&str]; 11] = [
    &["flagfall"],
    &["findings"],
    &["cases"],
    &["check"],
    &["fen"],
    &["rulesets"],
    &["known_until"],
    &["amendments"],
    &["id", "kind"],
    &["a", "b"],
    &["file", "error"],
];

/// Whether JSON begins with an object that this program writes, alone or in a list.
fn is_json(text: &str) -> bool {
    let start = text.trim_start();
    let keys = keys_of(start);
    let has = |key: &&str| keys.contains(key);
    let schema = keys.first() == Some(&"$schema") && (text.contains("flagfall") || text.contains("/sarif/"));
    let checked = keys.first() == Some(&"files") && text.contains("\"faults\"");
    let empty = start.strip_prefix('[').is_some_and(|rest| rest.trim() == "]");
    schema || checked || empty || KEYS.iter().any(|all| all.iter().all(&has))
}

/// The keys of the first object in `text`, or in the list that `text` is, as far as the text goes.
fn keys_of(text: &str) -> Vec<&str> {
    let outer = 1 + usize::from(text.starts_with('['));
    let (mut depth, mut keys) = (0usize, Vec::new());
    let mut string: Option<usize> = None;
    let mut last = "";
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match (string, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(start), b'"') => {
                last = text.get(start..at).unwrap_or_default();
                string = None;
            }
            (Some(_), _) => {}
            (None, b'"') => string = Some(at + 1),
            (None, b':') if depth == outer => keys.push(last),
            (None, b'{' | b'[') => depth += 1,
            (None, b'}' | b']') => {
                if depth == outer {
                    break;
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    keys
}

/// The bytes up to the last whole character: the head may end inside one.
fn whole_characters(head: &[u8]) -> &[u8] {
    match std::str::from_utf8(head) {
        Err(error) if error.error_len().is_none() => head.get(..error.valid_up_to()).unwrap_or_default(),
        _ => head,
    }
}

/// The metadata of standard input, if the system gives it.
#[cfg(unix)]
fn standard_input() -> Option<Metadata> {
    use std::os::fd::AsFd;
    let stdin = io::stdin().as_fd().try_clone_to_owned().ok()?;
    File::from(stdin).metadata().ok()
}

#[cfg(not(unix))]
fn standard_input() -> Option<Metadata> {
    None::<File>.and_then(|file| file.metadata().ok())
}

/// Whether two outputs would be the same file: one that exists, or one that both would create.
pub fn is_one_file(a: &Path, b: &Path) -> bool {
    if let (Ok(a), Ok(b)) = (fs::metadata(a), fs::metadata(b)) {
        return a.is_file() && same_file(&a, &b);
    }
    // Only the file system knows whether it ignores case. Names that differ only in case are taken for the same.
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        (folder.canonicalize().ok(), path.file_name().map(|name| name.to_string_lossy().to_lowercase()))
    };
    place(a) == place(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_of_others_are_not_ours() {
        for ours in [
            "{\"flagfall\":\"0.1.0\",\"schema\":1",
            "{\"assumed\":[{\"a\":\"}\\\"\"}],\"findings\":[",
            "[\n{\"black\":{\"can_mate\":true},\"fen\":\"8/8\"}\n]",
            "[\n]\n",
            "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/x.json\"",
        ] {
            assert!(is_json(ours), "{ours}");
        }
        for other in [
            "{\"name\":\"flagfall\",\"files\":[]}",
            "{\"dependencies\":{\"flagfall\":1}}",
            "{\"note\":\"a: {\\\"check\\\":\"}",
            "[1, 2]",
            "{}",
            "{\"$schema\":\"https://example.org/package.json\"}",
        ] {
            assert!(!is_json(other), "{other}");
        }
    }
}
