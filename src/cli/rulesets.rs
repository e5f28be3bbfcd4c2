//! `flagfall rulesets`: lists the rulesets, shows one, compares two, and checks whether a file is one.

mod check;
mod diff;
mod list;
mod show;
mod table;

pub(crate) use list::in_force;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use chrono::NaiveDate;

use super::args::{RulesetsArgs, RulesetsCommand as Command, RulesetsFormat};
use super::exit::Exit;
use super::rules::reader;
use crate::ruleset::{Library, Ruleset, RulesetError, in_order};
use crate::source::Chosen;

/// Runs the command and returns the exit status; faults of files that `check` reads go to `err`.
///
/// # Errors
/// A ruleset that does not exist or cannot be read, and whatever the writers give.
pub fn run(args: &RulesetsArgs, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
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

/// The rulesets that a name means: an id, an edition without its speed, a family, or a file.
fn named(library: &Library, name: &str) -> Result<Vec<Arc<Ruleset>>, RulesetError> {
    let family = library.families().any(|family| family == name);
    let ids = if family { in_family(library, name) } else { library.ids_named(name) };
    if !ids.is_empty() {
        return Ok(in_order(ids.iter().map(|id| library.get(id)).collect::<Result<_, _>>()?));
    }
    let path = Path::new(name);
    if path.exists() || name.ends_with(".toml") || name.contains(['/', '\\']) {
        return Ok(vec![library.load(path, &reader(Some(name), Chosen::Outright))?]);
    }
    library.get(name).map(|ruleset| vec![ruleset])
}

fn in_family(library: &Library, family: &str) -> Vec<Arc<str>> {
    let of = |id: &Arc<str>| library.get(id).is_ok_and(|ruleset| *ruleset.family == *family);
    library.ids().into_iter().filter(of).collect()
}

/// The day that was asked for; without one, a day after all amendments.
fn day(asked: Option<NaiveDate>) -> NaiveDate {
    asked.unwrap_or(NaiveDate::MAX)
}
