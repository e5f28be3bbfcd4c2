//! The options of `flagfall explain`.

use clap::{Args, ValueEnum};

use super::common::Common;

const EXAMPLES: &str = "\
Examples:
  flagfall explain illegal-move          what a check finds, why it matters, what to do
  flagfall explain fide-2023:7.5.5       what an article says
  flagfall explain C8                    a criterion of Swiss pairings; pairings:2026 for all of them
  flagfall explain illegal_move.bonus    a value of the Laws in every edition
  flagfall explain touch --example       a case of this kind of incident, to be filled in
  flagfall explain                       everything that can be explained, one line each

";

/// What a check, a ruling or an article means, and what to do
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct ExplainArgs {
    /// A check, an incident, a decision, a ruleset or a key of one, an article, or RULESET:ARTICLE; none lists all
    #[arg(value_name = "ID|RULESET:ARTICLE")]
    pub id: Option<String>,

    /// Explain everything, in full
    #[arg(long, conflicts_with = "id")]
    pub all: bool,

    /// Print a case of this kind of incident, ready to be filled in
    #[arg(long, requires = "id", conflicts_with = "format")]
    pub example: bool,

    /// Only one kind
    #[arg(long, value_name = "KIND", conflicts_with = "id")]
    pub kind: Option<TopicKind>,

    /// How it is written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ExplainFormat,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

/// How an explanation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ExplainFormat {
    /// For people
    #[default]
    Text,
    /// One object, or an array of several
    Json,
    /// For a manual
    Markdown,
}

/// What is explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TopicKind {
    /// What a check finds
    Check,
    /// What may happen in a game
    Incident,
    /// What an arbiter does about it
    Decision,
    /// What the Laws say
    Article,
    /// An edition of the Laws
    Ruleset,
    /// A value in which rulesets differ
    Rule,
}
