//! The options of `flagfall rulesets`.

use std::path::PathBuf;

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
    /// What to do; the list otherwise.
    #[command(subcommand)]
    pub action: Option<RulesetsAction>,

    /// How it is written
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text")]
    pub format: RulesetsFormat,

    /// What all commands have.
    #[command(flatten)]
    pub common: Common,
}

/// What to do with rulesets.
#[derive(Debug, Clone, Subcommand)]
pub enum RulesetsAction {
    /// All rulesets, with the days they are in force
    List,
    /// What a ruleset says, with its articles
    Show {
        /// An id, or an edition without its speed
        id: String,
    },
    /// What differs between two rulesets
    Diff {
        /// An id, or an edition without its speed
        from: String,
        /// Another
        to: String,
    },
    /// Whether a file of your own is in order
    Check {
        /// The file
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
}

/// How rulesets are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum RulesetsFormat {
    /// For people
    #[default]
    Text,
    /// One object
    Json,
}
