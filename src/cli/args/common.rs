//! The options that all commands have.

use std::path::PathBuf;

use chrono::NaiveDate;
use clap::{Args, ValueHint};

use super::values::{When, day};

/// The options that all commands have.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// The Laws to judge by: a family picks edition and speed by the game's date and time control
    ///
    /// `auto` is `fide`. An id is one of `flagfall rulesets list`, a file one that `flagfall rulesets check` accepts.
    #[arg(long, global = true, value_name = "auto|fide|uscf|ID|FILE", value_hint = ValueHint::Other)]
    pub ruleset: Option<String>,

    /// Write the results to FILE, whole or not at all
    #[arg(short, long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    /// When to use colours; NO_COLOR is respected
    #[arg(long, global = true, value_name = "WHEN")]
    pub color: Option<When>,

    /// Use this day as today [default: the machine's date]
    #[arg(long, global = true, value_name = "YYYY-MM-DD", value_parser = day)]
    pub today: Option<NaiveDate>,

    /// Say less: one line per finding, no summary
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Say more: the position with each finding
    #[arg(short, long, global = true)]
    pub verbose: bool,
}
