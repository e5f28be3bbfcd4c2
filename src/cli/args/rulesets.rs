//! The options of `flagfall rulesets`.

use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use clap::{Args, Subcommand, ValueEnum, ValueHint};

use super::common::Common;

const EXAMPLES: &str = "\
Examples:
  flagfall rulesets                                  list them, with the days they are in force
  flagfall rulesets show fide-2023-blitz             what one says
  flagfall rulesets diff fide-2018 fide-2023         what changes for an arbiter
  flagfall rulesets check club.toml                  is a file of your own in order?

";

/// The Laws as data: list, show, compare, and check a file of your own
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct RulesetsArgs {
    /// What to do; `list` by default
    #[command(subcommand)]
    pub command: Option<RulesetsCommand>,

    /// How it is written
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text")]
    pub format: RulesetsFormat,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

/// The parts of the command.
#[derive(Debug, Clone, Subcommand)]
pub enum RulesetsCommand {
    /// Lists the rulesets that are built in, with the days on which they are in force.
    List,
    /// Shows a ruleset whole: dates, sources, every value with its articles, every article in our words.
    Show {
        /// An id (fide-2023-blitz), an edition for all its speeds (fide-2023), or a file.
        id: String,
        /// The day for which the values are shown; default: with all amendments.
        #[arg(long, value_name = "YYYY-MM-DD")]
        date: Option<NaiveDate>,
    },
    /// Shows what changes for an arbiter between two rulesets, with the articles on both sides.
    Diff {
        /// The first: an id, an edition for all its speeds, or a file.
        a: String,
        /// The second.
        b: String,
        /// The day for which the values are compared; default: with all amendments.
        #[arg(long, value_name = "YYYY-MM-DD")]
        date: Option<NaiveDate>,
        /// Also values that are the same but are in another article.
        #[arg(long)]
        numbers: bool,
    },
    /// Checks ruleset files: unknown keys, missing articles, circles of `extends`, two files for one day.
    Check {
        /// The files.
        #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
    },
}

/// Output formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum RulesetsFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
}

impl RulesetsArgs {
    /// The files that are read; an id is not the name of a file.
    pub fn reads(&self) -> Vec<&Path> {
        match &self.command {
            None | Some(RulesetsCommand::List) => Vec::new(),
            Some(RulesetsCommand::Show { id, .. }) => vec![Path::new(id)],
            Some(RulesetsCommand::Diff { a, b, .. }) => vec![Path::new(a), Path::new(b)],
            Some(RulesetsCommand::Check { files }) => files.iter().map(PathBuf::as_path).collect(),
        }
    }
}
