//! The options of `flagfall mate`.

use clap::{Args, ValueEnum};

use super::common::Common;

const EXAMPLES: &str = "\
Examples:
  flagfall mate \"8/8/8/5k2/8/8/6N1/5K2 w - - 0 1\"           can a lone knight still mate?
  flagfall mate --explain \"8/8/8/5k2/8/8/6N1/5K2 w - - 0 1\"  the proof
  flagfall mate --format jsonl - < positions.txt             one position a line

";

/// Who can still checkmate, by any series of legal moves, with the proof
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct MateArgs {
    /// Positions, in quotes or one in its six parts; `-` reads one per line from standard input
    #[arg(value_name = "FEN", required = true)]
    pub fens: Vec<String>,

    /// Print the proof that a side cannot mate
    #[arg(long)]
    pub explain: bool,

    /// Say too whether a side can force mate
    #[arg(long)]
    pub forced: bool,

    /// How the answers are written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: MateFormat,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

/// How the answers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum MateFormat {
    /// For people
    #[default]
    Text,
    /// One object, or an array of several
    Json,
    /// One object per line
    Jsonl,
}
