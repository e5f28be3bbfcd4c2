//! The command line: reads arguments, opens files, calls the engine and picks a report. Nothing is decided here.
//!
//! A command is a file in this folder, a file with its options in [`args`], and a line in [`Command`].

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

pub mod adjudicate;
pub mod args;
pub mod check;
mod companions;
mod completions;
pub mod config;
pub mod crosstable;
mod exit;
pub mod explain;
mod jobs;
mod lsp;
pub mod mate;
pub mod messages;
pub mod output;
pub mod pairings;
pub mod progress;
mod rating_report;
mod refusal;
mod repair;
pub mod replace;
pub mod rows;
mod rule;
pub(crate) mod rules;
pub mod rulesets;
mod schema;
pub mod selection;
pub mod session;
mod temporary;
mod file_settings;
pub mod trust;
pub(crate) mod watch;
mod work;

pub use exit::Exit;
pub use session::Session;

use crate::checks::Check;
use crate::report::VERSION;
use crate::report::ruling::Format;
use crate::ruleset::Library;
use args::{
    AdjudicateArgs, CheckArgs, CompletionsArgs, CrosstableArgs, DeskArgs, ExplainArgs, LspArgs, ManArgs,
    MateArgs, PairingsArgs, RuleArgs, RulesetsArgs, SchemaArgs, WatchArgs,
};
use explain::LawsOn;
use progress::Progress;
use replace::Reads;

const EXAMPLES: &str = "\
Examples:
  flagfall check round3.pgn              what is wrong with these games?
  flagfall adjudicate dispute.toml       what does the arbiter rule?
  flagfall rule resign --by white        the same without a case file
  flagfall explain illegal-move          what does a finding mean, and what is to be done?

";

/// What a chess arbiter trusts when two players disagree.
#[derive(Debug, Parser)]
#[command(name = "flagfall", version, help_template = args::HELP, before_help = EXAMPLES)]
#[command(arg_required_else_help = true, max_term_width = 110)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands that there are.
#[derive(Debug, Subcommand)]
pub enum Command {
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Check(Box<CheckArgs>),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Adjudicate(AdjudicateArgs),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Watch(Box<WatchArgs>),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Desk(Box<DeskArgs>),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Rule(Box<RuleArgs>),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Crosstable(Box<CrosstableArgs>),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Pairings(Box<PairingsArgs>),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Mate(MateArgs),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Rulesets(RulesetsArgs),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Explain(ExplainArgs),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Schema(SchemaArgs),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Lsp(LspArgs),
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Completions(CompletionsArgs),
    #[command(hide = true)]
    #[allow(missing_docs, reason = "the documentation of the options is the help")]
    Man(ManArgs),
}

/// The checks for `explain` and the reports.
fn checks() -> &'static [Check] {
    crate::checks::ALL
}

/// Runs `flagfall desk`, which is built upon this module.
pub type Desk = fn(&DeskArgs) -> Exit;

/// What `flagfall desk` says where the program was built without it.
pub fn without_desk(args: &DeskArgs) -> Exit {
    let session = Session::new(&args.common, Progress::default());
    session.messages.failed(
        "this build has no desk; `cargo install --path . --profile dist --features desk` in the source folder builds one with it",
    );
    Exit::Failed
}

/// Runs the program with `args`, the first of which is its name.
pub fn run(args: impl IntoIterator<Item = OsString>, desk: Desk) -> Exit {
    temporary::survive_the_size_limit();
    let args: Vec<OsString> = args.into_iter().collect();
    match Cli::try_parse_from(&args) {
        Ok(cli) => cli.command.run(desk),
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            let _ = writeln!(std::io::stdout(), "{}", version());
            Exit::Clean
        }
        Err(error) => {
            let error = refusal::harmless(error, &args);
            // The parser treats help and version as errors. If the stream is closed, there is nothing more to report.
            let _ = error.print();
            if error.use_stderr() { Exit::Failed } else { Exit::Clean }
        }
    }
}

/// Reads the arguments of a command, the first of which is its name, and runs nothing.
///
/// # Errors
/// What is wrong with them, in one line.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, String> {
    let args: Vec<OsString> = std::iter::once("flagfall".into()).chain(args).collect();
    match Cli::try_parse_from(&args) {
        Ok(cli) => Ok(cli.command),
        Err(error) => Err(refusal::in_one_line(error, &args)),
    }
}

/// The program's version, and the days up to which the rulesets' texts were checked.
fn version() -> String {
    let library = Library::built_in();
    let known = library.known_until().map(|(family, day)| format!("{family} up to {day}"));
    format!("flagfall {VERSION}\nrulesets: {}", known.collect::<Vec<_>>().join(", "))
}

impl Command {
    fn run(&self, desk: Desk) -> Exit {
        match self {
            Command::Desk(args) => desk(args),
            Command::Check(args) => check::run(args),
            Command::Adjudicate(args) => adjudicated(args),
            Command::Watch(args) => watch::run(args),
            Command::Rule(args) => simple(&args.common, args.reads(), |session, out| {
                rule::run(args, ruling_format(args.format, args.brief), session, out)
            }),
            Command::Crosstable(args) => simple(&args.common, args.reads(), |session, out| {
                let mut note = |line| session.messages.note(line);
                crosstable::run_noting(args, session.today, session.width(), out, &mut note)
            }),
            Command::Pairings(args) => {
                simple(&args.common, args.reads(), |session, out| pairings::run(args, session.today, out))
            }
            Command::Mate(args) => simple(&args.common, vec![], |_, out| {
                mate::run(args, args.format, &mut std::io::stdin().lock(), out)
            }),
            Command::Rulesets(args) => simple(&args.common, args.reads(), |_, out| {
                rulesets::run(args, out, &mut std::io::stderr().lock())
            }),
            Command::Explain(args) => simple(&args.common, vec![], |session, out| {
                let library = Library::built_in();
                let laws = LawsOn { library: &library, day: session.today };
                explain::explain(args, &explain::everything(checks(), &laws), &laws, out)
            }),
            Command::Schema(args) => simple(&args.common, vec![], |_, out| {
                schema::print(args, out)?;
                Ok(Exit::Clean)
            }),
            Command::Lsp(args) => lsp::run(args),
            Command::Completions(args) => simple(&args.common, vec![], |_, out| {
                completions::completions(args, Cli::command(), out)?;
                Ok(Exit::Clean)
            }),
            Command::Man(args) => simple(&args.common, vec![], |_, out| {
                completions::man(args, Cli::command(), out)?;
                Ok(Exit::Clean)
            }),
        }
    }
}

fn adjudicated(args: &AdjudicateArgs) -> Exit {
    let reads = Arc::default();
    let request = adjudicate::Request {
        reads: Arc::clone(&reads),
        cases: args.cases.clone(),
        game: args.game,
        clock: args.clock.clone(),
        incidents: args.incidents.clone(),
        time_control: args.time_control.clone(),
        supervision: args.supervision,
        ruleset: args.common.ruleset.clone(),
        compare: args.compare.clone(),
        verify: args.verify,
        allow_outside: args.allow_outside,
        text: None,
    };
    let format = ruling_format(args.format, args.brief);
    session_of(&args.common, args.reads(), reads, |session, out| {
        let mut failed = |line: String| session.messages.failed(line);
        adjudicate::run(&request, format, session.today, session.width(), out, &mut failed)
    })
}

/// The format of rulings that was asked for.
fn ruling_format(format: Format, brief: bool) -> Format {
    if brief { Format::BRIEF } else { format }
}

/// Runs a command that only writes; `named` are the files and folders given to it.
fn simple(
    common: &args::Common,
    named: Vec<&Path>,
    write: impl FnOnce(&Session, &mut dyn Write) -> anyhow::Result<Exit>,
) -> Exit {
    session_of(common, named, Arc::default(), write)
}

/// As [`simple`], for a command that finds more files to read, which it adds to `reads`.
fn session_of(
    common: &args::Common,
    named: Vec<&Path>,
    reads: Arc<Reads>,
    write: impl FnOnce(&Session, &mut dyn Write) -> anyhow::Result<Exit>,
) -> Exit {
    let session = Session::new(common, Progress::default()).with_reads(reads);
    let session = session.reading(named).reading(&common.ruleset);
    let run = || {
        let mut output = session.output()?;
        let exit = write(&session, &mut output)?;
        output.finish()?;
        Ok(exit)
    };
    session.end(run())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn arguments_are_read_without_a_run() {
        let parsed = |args: &[&str]| parse(args.iter().map(OsString::from));
        assert!(matches!(parsed(&["check", "--jobs", "2", "a.pgn"]), Ok(Command::Check(_))));
        let refused = parsed(&["check", "--pairings", "often"]).unwrap_err();
        assert!(refused.starts_with("invalid value 'often' for '--pairings <WHEN>' ["), "{refused}");
        let unknown = parsed(&["check", "--none"]).unwrap_err();
        assert!(unknown.starts_with("unexpected argument '--none' found"), "{unknown}");
    }

    #[test]
    fn every_command_leads_with_examples() {
        let program = Cli::command();
        for command in program.get_subcommands() {
            let examples = command.get_before_help().map(ToString::to_string).unwrap_or_default();
            let call = format!("flagfall {}", command.get_name());
            assert!(examples.contains(&call), "{call} has no example");
        }
    }
}
