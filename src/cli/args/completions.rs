//! The options of `flagfall completions`, and of the hidden `flagfall man`.

use clap::Args;
use clap_complete::Shell;

use super::common::Common;

const EXAMPLES: &str = "\
Examples:
  flagfall completions bash > ~/.local/share/bash-completion/completions/flagfall
  flagfall completions zsh > ~/.zfunc/_flagfall
  flagfall completions fish > ~/.config/fish/completions/flagfall.fish

";

/// Completions for a shell
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

const MAN_EXAMPLES: &str = "\
Examples:
  flagfall man > flagfall.1
  flagfall man check > flagfall-check.1

";

/// The manual page of the program, or of one command
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = MAN_EXAMPLES)]
pub struct ManArgs {
    /// The command
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}
