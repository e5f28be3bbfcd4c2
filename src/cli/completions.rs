//! `flagfall completions` and the hidden `flagfall man`: both are generated from the definition of the command line.

use std::io::{self, Write};

use clap::Command;

use super::args::{CompletionsArgs, ManArgs};
use super::selection::{did_you_mean, nearest};

/// Writes the completions of `program` for the shell that was asked for.
///
/// # Errors
/// Those of `out`.
pub(super) fn completions(
    args: &CompletionsArgs,
    mut program: Command,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "flagfall", &mut script);
    out.write_all(&script)
}

/// Writes the manual page of `program`, or of the command that was asked for.
///
/// # Errors
/// If there is no such command, and those of `out`.
pub(super) fn man(args: &ManArgs, program: Command, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => {
            let names = program.get_subcommands().filter(|command| !command.is_hide_set());
            let near = nearest(name, names.map(Command::get_name)).map(str::to_owned);
            let found = program.find_subcommand(name).cloned();
            let command = found.ok_or_else(|| {
                anyhow::anyhow!("no command is called {name}{}", did_you_mean(near.as_deref()))
            })?;
            command.name(format!("flagfall-{name}")).display_name(format!("flagfall-{name}"))
        }
    };
    // The generator leaves out what comes before the usage: the examples.
    let examples = page.get_before_help().map(ToString::to_string).unwrap_or_default();
    let rest = page.get_after_help().map(ToString::to_string).unwrap_or_default();
    let page = page.after_long_help(format!("{examples}{rest}"));
    Ok(clap_mangen::Man::new(page).render(out)?)
}
