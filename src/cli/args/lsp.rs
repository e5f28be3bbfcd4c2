//! The options of `flagfall lsp`.

use chrono::NaiveDate;
use clap::Args;

use super::values::day;

const EXAMPLES: &str = "\
Examples:
  flagfall lsp                           run by an editor; docs/editors.md says how to set it up
  flagfall lsp --ruleset uscf            judge games by the rules of US Chess

";

/// A language server for editors: what `check` finds, while you type
///
/// It speaks the Language Server Protocol 3.17 on standard input and output, for PGN, result files and case files. Its settings
/// are those of the nearest `flagfall.toml`.
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct LspArgs {
    /// The Laws to judge by; wins over `flagfall.toml`
    #[arg(long, value_name = "auto|fide|uscf|ID|FILE")]
    pub ruleset: Option<String>,

    /// Use this day as today [default: the machine's date]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    pub today: Option<NaiveDate>,

    /// Use standard input and output, as it always does; some editors add this
    #[arg(long, hide = true)]
    pub stdio: bool,
}
