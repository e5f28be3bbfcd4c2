//! The options of `flagfall desk`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::common::Common;
use super::values::supervision;
use crate::ruleset::Supervision;

const EXAMPLES: &str = "\
Examples:
  flagfall desk                                       the event in this folder, at http://127.0.0.1:7464
  flagfall desk open-2026 --listen 0.0.0.0:7464       for phones and tablets in the same network, with a key
  flagfall desk export open-2026 --format csv         what was recorded, as a table
  flagfall desk verify open-2026                      was anything changed that was recorded?

";

/// The arbiter's desk in a browser: boards, rulings, and a journal of what was decided
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct DeskArgs {
    /// What to do with the journal instead of serving
    #[command(subcommand)]
    pub command: Option<DeskCommand>,

    /// The folder of the event: event.toml, games, results, journal
    #[arg(value_name = "FOLDER", default_value = ".", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,

    /// Where to listen; an address that others can reach needs a key, which is printed
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:7464")]
    pub listen: String,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// Record nothing and write no file
    #[arg(long)]
    pub read_only: bool,

    /// The time control of games that do not state one
    #[arg(long, value_name = "TC")]
    pub time_control: Option<String>,

    /// Who watches the games, in rapid and blitz
    #[arg(long, value_name = "HOW", value_parser = supervision())]
    pub supervision: Option<Supervision>,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

/// What is done with the journal.
#[derive(Debug, Clone, Subcommand)]
pub enum DeskCommand {
    /// Writes the journal
    Export {
        /// The folder of the event
        #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        folder: PathBuf,
        /// How it is written; `toml` makes a folder of case files, named by --output
        #[arg(long, value_name = "FORMAT")]
        format: ExportFormat,
    },
    /// Says whether anything was changed that was recorded: status 1 if so
    Verify {
        /// The folder of the event
        #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
        folder: PathBuf,
        /// The last digest, as it was written down elsewhere
        #[arg(long, value_name = "DIGEST")]
        expect: Option<String>,
    },
}

/// How the journal is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// One case file per ruling, for `adjudicate --verify`
    Toml,
    /// One row per entry
    Csv,
    /// One entry per line
    Jsonl,
    /// A report to print
    Html,
}
