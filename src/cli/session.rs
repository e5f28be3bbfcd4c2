//! What a command gets besides its own options: the day, the streams, and how much to show.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anstream::ColorChoice;
use chrono::{Local, NaiveDate};
use tempfile::SpooledTempFile;

use super::args::{Common, When};
use super::exit::Exit;
use super::messages::{Kept, Messages};
use super::output::{Output, ended_quietly};
use super::progress::Progress;
use super::replace::{Guard, Reads, Written};
use crate::report::{Detail, Settings, Store};
use crate::ruleset::RulesetError;

/// Memory that a store may use before it becomes a temporary file.
const STORE: usize = 1 << 20;

/// One run of a command.
#[derive(Debug)]
pub struct Session {
    /// The day to be taken for today.
    pub today: NaiveDate,
    /// Standard error.
    pub messages: Messages,
    /// Progress; shows nothing if the command did not ask for it.
    pub progress: Progress,
    color: When,
    detail: Detail,
    output: Option<PathBuf>,
    /// What the run reads: no output may replace it.
    pub reads: Arc<Reads>,
    root: Option<String>,
}

impl Session {
    /// The session by the common options. The machine's clock is read here and nowhere else.
    pub fn new(common: &Common, progress: Progress) -> Session {
        let color = common.color.unwrap_or_default();
        match color {
            When::Auto => {}
            When::Always => ColorChoice::Always.write_global(),
            When::Never => ColorChoice::Never.write_global(),
        }
        let session = Session {
            today: common.today.unwrap_or_else(|| Local::now().date_naive()),
            messages: Messages::new(common.quiet, progress.clone()),
            progress,
            color,
            detail: match (common.quiet, common.verbose) {
                (true, _) => Detail::Short,
                (_, true) => Detail::Full,
                _ => Detail::Normal,
            },
            output: common.output.clone(),
            reads: Arc::default(),
            root: std::env::current_dir().ok().map(|folder| {
                folder
                    .to_string_lossy()
                    .replace(std::path::MAIN_SEPARATOR, "/")
                    .trim_end_matches('/')
                    .to_owned()
            }),
        };
        session.reading(&common.ruleset)
    }

    /// The same session, with a list of what it reads to which others can add.
    #[must_use]
    pub fn with_reads(mut self, reads: Arc<Reads>) -> Session {
        self.reads = reads;
        self
    }

    /// The same session, whose messages go to `kept` instead of standard error.
    #[must_use]
    pub fn keeping(mut self, kept: &Kept) -> Session {
        self.messages = self.messages.kept_in(kept.clone());
        self
    }

    /// The same session, which reads these files and folders.
    #[must_use]
    pub fn reading<P: AsRef<Path>>(self, paths: impl IntoIterator<Item = P>) -> Session {
        paths.into_iter().for_each(|path| self.reads.add(path.as_ref()));
        self
    }

    /// Opens the output of the results.
    ///
    /// # Errors
    /// Those of [`Output::open`].
    pub fn output(&self) -> io::Result<Output> {
        let guard = Guard { reads: Arc::clone(&self.reads), ..Guard::default() };
        Output::open(self.output.as_deref(), guard, self.color, &self.progress)
    }

    /// Opens standard error for the results.
    pub fn error_output(&self) -> Output {
        Output::standard_error(self.color, &self.progress)
    }

    /// Opens a baseline that is written beside the results; `within` is the folder that it must be in.
    ///
    /// # Errors
    /// Those of [`Output::open`].
    pub fn baseline(&self, path: &Path, within: Option<PathBuf>) -> io::Result<Output> {
        let guard = Guard { written: Written::Baseline, reads: Arc::clone(&self.reads), within };
        Output::open(Some(path), guard, When::Never, &self.progress)
    }

    /// Width of the terminal in columns, at least 40; 100 if there is no terminal.
    pub fn width(&self) -> usize {
        terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0)).max(40)
    }

    /// Settings of a report that is written to `output`; the command adds its checks and its threshold.
    pub fn settings(&self, output: &Output) -> Settings<'_> {
        Settings {
            detail: self.detail,
            color: output.color(),
            width: self.width(),
            root: self.root.as_deref(),
            live: output.live(),
            store: temporary,
            ..Settings::default()
        }
    }

    /// Reports the error of a command, if there is one, and returns the exit status.
    pub fn end(&self, ended: anyhow::Result<Exit>) -> Exit {
        self.progress.finish();
        match ended {
            Ok(exit) => self.messages.exit(exit),
            Err(error) if ended_quietly(&error) => self.messages.exit(Exit::Clean),
            Err(error) => {
                match error.downcast_ref() {
                    Some(RulesetError::Broken(faults)) => {
                        faults.0.iter().for_each(|fault| self.messages.failed(fault));
                    }
                    _ => self.messages.failed(format_args!("{error:#}")),
                }
                Exit::Failed
            }
        }
    }
}

fn temporary() -> Box<dyn Store> {
    Box::new(Spool(tempfile::spooled_tempfile(STORE)))
}

/// A store whose errors name its folder.
struct Spool(SpooledTempFile);

fn of_store(fault: io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    io::Error::new(fault.kind(), format!("{}: no temporary file (TMPDIR): {fault}", folder.display()))
}

impl Read for Spool {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(of_store)
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(of_store)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(of_store)
    }
}

impl Seek for Spool {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to).map_err(of_store)
    }
}
