//! What a command is given beside its own options: the day, the streams, and what the user wants to see.

use std::path::PathBuf;

use anstream::ColorChoice;
use chrono::{Local, NaiveDate};

use super::args::{Common, When};
use super::exit::Exit;
use super::messages::Messages;
use super::output::{Output, ended_quietly};
use super::progress::Progress;
use crate::report::{Detail, Settings, Store};

/// Memory that a store takes before it becomes a temporary file.
const STORE: usize = 1 << 20;

/// One run of a command.
#[derive(Debug)]
pub struct Session {
    /// The day that stands for today.
    pub today: NaiveDate,
    /// Standard error.
    pub messages: Messages,
    /// Progress; nothing where the command did not ask for it.
    pub progress: Progress,
    color: When,
    detail: Detail,
    output: Option<PathBuf>,
    root: Option<String>,
}

impl Session {
    /// The session that `common` asks for; the machine's clock is read here and nowhere else.
    pub fn new(common: &Common, progress: Progress) -> Session {
        let color = common.color.unwrap_or_default();
        match color {
            When::Auto => {}
            When::Always => ColorChoice::Always.write_global(),
            When::Never => ColorChoice::Never.write_global(),
        }
        Session {
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
            root: std::env::current_dir().ok().map(|folder| {
                folder
                    .to_string_lossy()
                    .replace(std::path::MAIN_SEPARATOR, "/")
                    .trim_end_matches('/')
                    .to_owned()
            }),
        }
    }

    /// Opens where the results go.
    ///
    /// # Errors
    /// Those of [`Output::open`].
    pub fn output(&self) -> std::io::Result<Output> {
        Output::open(self.output.as_deref(), self.color, &self.progress)
    }

    /// Columns of the terminal; 100 where there is none.
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

    /// The status of a command that has ended so, after saying what went wrong.
    pub fn end(&self, ended: anyhow::Result<Exit>) -> Exit {
        self.progress.finish();
        match ended {
            Ok(exit) => self.messages.exit(exit),
            Err(error) if ended_quietly(&error) => self.messages.exit(Exit::Clean),
            Err(error) => {
                self.messages.failed(format_args!("{error:#}"));
                Exit::Failed
            }
        }
    }
}

fn temporary() -> Box<dyn Store> {
    Box::new(tempfile::spooled_tempfile(STORE))
}
