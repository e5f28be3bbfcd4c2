//! The options of `flagfall schema`.

use clap::{Args, ValueEnum};

use super::common::Common;

const EXAMPLES: &str = "\
Examples:
  flagfall schema case --output case.schema.json     for an editor that completes case files
  flagfall schema finding                            what a line of --format jsonl is

";

/// JSON Schema of findings, alerts, case files, rulings, pairings, rulesets and flagfall.toml
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct SchemaArgs {
    /// What to describe
    #[arg(value_name = "OF")]
    pub of: SchemaOf,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

/// What a schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// A finding, as in json and jsonl
    Finding,
    /// A case file
    Case,
    /// The rulings on a case, as in json and jsonl
    Rulings,
    /// The pairings of a round, as in json
    Pairings,
    /// An alert of watch, as in jsonl
    Alert,
    /// A ruleset
    Ruleset,
    /// flagfall.toml
    Config,
}
