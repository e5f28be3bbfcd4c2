//! `flagfall rulesets`: what rulesets there are, what one says, what changes from one to another, and whether a file is one.

mod check;
mod diff;
mod list;
mod show;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;
use clap::{Subcommand, ValueEnum};

use crate::ruleset::{Library, Ruleset, RulesetError};

/// Lists, shows, compares and checks rulesets.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do; `list` by default.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The format of the output.
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub format: Format,
}

/// The parts of the command.
#[derive(Debug, Subcommand)]
pub enum Command {
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
        /// Also values that are the same and stand in another article.
        #[arg(long)]
        numbers: bool,
    },
    /// Checks ruleset files: unknown keys, missing articles, circles of `extends`, two files for one day.
    Check {
        /// The files.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// Output formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object.
    Json,
}

/// Runs the command and gives the exit status; faults of files that `check` looks at go to `err`.
///
/// # Errors
/// A ruleset that does not exist or cannot be read, and whatever the writers give.
pub fn run(args: &Args, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<u8> {
    let library = Library::built_in();
    match &args.command {
        None | Some(Command::List) => list::run(&library, args.format, out),
        Some(Command::Show { id, date }) => show::run(&named(&library, id)?, *date, args.format, out),
        Some(Command::Diff { a, b, date, numbers }) => {
            let (a, b) = (named(&library, a)?, named(&library, b)?);
            diff::run(&a, &b, &diff::Asked { date: *date, numbers: *numbers, format: args.format }, out)
        }
        Some(Command::Check { files }) => check::run(&library, files, args.format, out, err),
    }
}

/// The rulesets that a name stands for: an id, an edition without its speed, a family, or a file.
fn named(library: &Library, name: &str) -> Result<Vec<Arc<Ruleset>>, RulesetError> {
    let family = library.families().any(|family| family == name);
    let ids = if family { in_family(library, name) } else { library.ids_named(name) };
    if !ids.is_empty() {
        return ids.iter().map(|id| library.get(id)).collect();
    }
    let path = Path::new(name);
    if path.exists() || name.ends_with(".toml") || name.contains(['/', '\\']) {
        return Ok(vec![library.load(path, &read)?]);
    }
    library.get(name).map(|ruleset| vec![ruleset])
}

fn in_family(library: &Library, family: &str) -> Vec<Arc<str>> {
    let of = |id: &Arc<str>| library.get(id).is_ok_and(|ruleset| *ruleset.family == *family);
    library.ids().into_iter().filter(of).collect()
}

fn read(path: &Path) -> std::io::Result<String> {
    std::fs::read_to_string(path)
}

/// The day that stands for "with all amendments".
fn day(asked: Option<NaiveDate>) -> NaiveDate {
    asked.unwrap_or(NaiveDate::MAX)
}
