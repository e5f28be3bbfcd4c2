//! The formats of findings. Each is one file and one line in the list below.
//!
//! A report receives files, games and findings in order, and the summary at the end; it decides nothing and opens
//! nothing. Text from outside is made harmless here: see [`visible`].

use std::io::{self, Read, Seek, Write};

use crate::checks::{Check, Finding, Severity};

pub mod baseline;
mod board;
pub mod crosstable;
#[cfg(test)]
mod digest;
pub mod doc;
mod identity;
mod lines;
pub mod pairings;
pub(crate) mod markdown;
mod place;
pub mod ruling;
mod schema;
mod statistics;
mod summary;
mod uri;
mod visible;

pub use board::board;
pub(crate) use board::turn;
pub use identity::Identity;
pub use schema::schema;
pub use summary::{Counts, Summary, counted, grouped};
pub use visible::{shown, visible};

/// Declares the formats of findings: each is a module with a function `open`, and an entry of [`FORMATS`].
macro_rules! formats {
    ($($name:ident: $help:literal,)+) => {
        $(pub mod $name;)+

        /// Every format that findings can be written in, in the order of the help.
        pub const FORMATS: &[Format] =
            &[$(Format { name: stringify!($name), help: $help, open: $name::open }),+];
    };
}

formats! {
    text: "diagnostics with the line of the record, for people",
    json: "one object: findings and summary",
    jsonl: "one finding per line",
    csv: "one row per finding, for spreadsheets",
    sarif: "SARIF 2.1.0, for code scanning: at most 5,000 results, the worst first",
    junit: "JUnit XML: one test suite per file, one test case per game",
    github: "annotations of a GitHub workflow: the worst ten of each level",
}

/// The version given in JSON and SARIF.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The default limit of findings of one check per file in the text report.
pub const LIMIT: u64 = 20;

/// The version of the JSON objects; it rises when a key changes its meaning.
pub const SCHEMA: u32 = 1;

/// Writes a finding to the end of a buffer.
pub type WriteLine = fn(&mut Vec<u8>, &Finding) -> io::Result<()>;

/// A report of findings. It receives everything in file order, and writes as it goes if the format allows.
///
/// All methods return the errors of the writer underneath, and no others.
pub trait FindingReport {
    /// Called once, before anything else.
    fn begin(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Sets the lowest severity at which a finding fails. Called before [`FindingReport::file`].
    fn fail_on(&mut self, _least: Option<Severity>) {}

    /// Begins a file; its findings and games follow.
    fn file(&mut self, _file: &str) -> io::Result<()> {
        Ok(())
    }

    /// Reports a finding.
    fn finding(&mut self, finding: &Finding) -> io::Result<()>;

    /// How a finding is written, if each is written by itself, whatever was reported before it, and games are not named. Then any
    /// thread may write them, and [`FindingReport::lines`] gets what it wrote.
    fn writes_lines(&self) -> Option<WriteLine> {
        None
    }

    /// Reports findings that were written as [`FindingReport::writes_lines`] says.
    fn lines(&mut self, _lines: &[u8]) -> io::Result<()> {
        Ok(())
    }

    /// Whether it names games without findings: only then is [`FindingReport::game`] called.
    fn names_games(&self) -> bool {
        false
    }

    /// Reports that a game has been checked. Its own findings came before; those of its event may follow.
    fn game(&mut self, _game: &GameDone<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Called once, after everything else. The writer is flushed.
    fn end(&mut self, summary: &Summary) -> io::Result<()>;

    /// A message for standard error if findings had to be left out; called after the end.
    fn left_out(&self) -> Option<String> {
        None
    }
}

/// A game that has been checked, for reports that also name games without findings.
#[derive(Debug, Clone, Copy)]
pub struct GameDone<'a> {
    /// The file, as in its findings.
    pub file: &'a str,
    /// The game's number in its file, from 1.
    pub number: u64,
    /// Round tag.
    pub round: Option<&'a str>,
    /// White's name.
    pub white: Option<&'a str>,
    /// Black's name.
    pub black: Option<&'a str>,
}

/// A format in which findings can be written.
#[derive(Clone, Copy)]
pub struct Format {
    /// Its name for `--format`.
    pub name: &'static str,
    /// A one-line description.
    pub help: &'static str,
    open: for<'w> fn(&Settings<'w>, Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w>,
}

impl Format {
    /// The format with this name.
    pub fn named(name: &str) -> Option<Format> {
        FORMATS.iter().find(|format| format.name == name).copied()
    }

    /// A report in this format that writes to `out`.
    pub fn report<'w>(
        self,
        settings: &Settings<'w>,
        out: Box<dyn Write + 'w>,
    ) -> Box<dyn FindingReport + 'w> {
        (self.open)(settings, out)
    }

    /// A report of counts instead of findings; `None` if the format has no form for them.
    pub fn statistics<'w>(
        self,
        settings: &Settings<'w>,
        out: Box<dyn Write + 'w>,
    ) -> Option<Box<dyn FindingReport + 'w>> {
        statistics::open(self.name, settings, out)
    }
}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The level of detail of a report for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// One line.
    Short,
    /// The line of the record, a note and a help.
    #[default]
    Normal,
    /// The position too.
    Full,
}

/// Storage for what a report cannot hold in memory until the end. It is read back from its start.
pub trait Store: Read + Write + Seek {}
impl<T: Read + Write + Seek> Store for T {}

/// The settings of a report.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The checks that may report, with their documentation.
    pub checks: &'a [Check],
    /// The lowest severity at which a game has failed; `None` if it never fails.
    pub fail_on: Option<Severity>,
    /// The level of detail.
    pub detail: Detail,
    /// Whether the text may be coloured.
    pub color: bool,
    /// Width of the screen in columns.
    pub width: usize,
    /// The folder that paths in SARIF and GitHub output are relative to, absolute and with `/`.
    pub root: Option<&'a str>,
    /// Whether the output is watched live: every finding is flushed.
    pub live: bool,
    /// Maximum number of findings of one check per file in the text report; 0 for all.
    pub limit: u64,
    /// Opens an empty store.
    pub store: fn() -> Box<dyn Store>,
}

impl Default for Settings<'_> {
    /// No checks, failing at errors, without colour, 100 columns, the usual limit, stores in memory.
    fn default() -> Self {
        Settings {
            checks: &[],
            fail_on: Some(Severity::Error),
            detail: Detail::Normal,
            color: false,
            width: 100,
            root: None,
            live: false,
            limit: LIMIT,
            store: || Box::new(io::Cursor::new(Vec::new())),
        }
    }
}
