//! Findings as people and machines read them: one file a format, one line in the list below.
//!
//! A report is told of files, games and findings in the order of the line, and of the summary at the end; it decides
//! nothing and opens nothing. What comes from outside is made harmless here: see [`visible`].

use std::io::{self, Read, Seek, Write};

use crate::checks::{Check, Finding, Severity};

pub mod baseline;
mod board;
pub mod crosstable;
#[cfg(test)]
mod digest;
pub mod doc;
mod identity;
pub mod pairings;
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

/// Declares the formats of findings: a module of that name, which has a function `open`, and its line in [`FORMATS`].
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

/// The version that JSON and SARIF name.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Findings of one check that the text for people lists of one file, unless it is told otherwise.
pub const LIMIT: u64 = 20;

/// The version of the JSON objects; it rises when a key changes its meaning.
pub const SCHEMA: u32 = 1;

/// A report of findings: told of everything in file order, it writes as it goes where the format allows.
///
/// All methods give the errors of the writer underneath, and no other.
pub trait FindingReport {
    /// Before anything else, once.
    fn begin(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The severity from which on a finding fails has changed; said before [`FindingReport::file`].
    fn fail_on(&mut self, _least: Option<Severity>) {}

    /// A file is about to be read; its findings and games follow.
    fn file(&mut self, _file: &str) -> io::Result<()> {
        Ok(())
    }

    /// Something was found.
    fn finding(&mut self, finding: &Finding) -> io::Result<()>;

    /// Whether it names games without findings: only then is it told of games.
    fn names_games(&self) -> bool {
        false
    }

    /// A game has been checked; its own findings came before, what its event shows may follow.
    fn game(&mut self, _game: &GameDone<'_>) -> io::Result<()> {
        Ok(())
    }

    /// After everything else, once. The writer is flushed.
    fn end(&mut self, summary: &Summary) -> io::Result<()>;

    /// What this format had to leave out, for standard error; asked after the end.
    fn left_out(&self) -> Option<String> {
        None
    }
}

/// A game that has been checked, for reports that name games without findings too.
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

/// One way to write findings.
#[derive(Clone, Copy)]
pub struct Format {
    /// What `--format` calls it.
    pub name: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
    open: for<'w> fn(&Settings<'w>, Box<dyn Write + 'w>) -> Box<dyn FindingReport + 'w>,
}

impl Format {
    /// The format that `--format` calls `name`.
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

    /// A report of counts instead of findings; `None` where the format has no form for them.
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

/// How much a report for people says of each finding.
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

/// Where a report keeps what it cannot hold in memory until the end; it is read back from its start.
pub trait Store: Read + Write + Seek {}
impl<T: Read + Write + Seek> Store for T {}

/// What a report may want to know.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The checks that may report, with their documentation.
    pub checks: &'a [Check],
    /// The severity from which on a game has failed; `None` for never.
    pub fail_on: Option<Severity>,
    /// How much to say of each finding.
    pub detail: Detail,
    /// Whether the text may be coloured.
    pub color: bool,
    /// Columns of the screen.
    pub width: usize,
    /// The folder that links in SARIF and GitHub start from, absolute and with `/`.
    pub root: Option<&'a str>,
    /// Whether somebody watches: every finding is flushed.
    pub live: bool,
    /// Findings of one check that the text for people lists of one file; 0 for all.
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
