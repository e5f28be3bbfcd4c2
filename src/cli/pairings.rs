//! `flagfall pairings`: pairs the next round of a Swiss, or compares a round of the file with the rules.

use std::io::Write;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use chrono::NaiveDate;

use super::args::PairingsArgs;
use super::exit::Exit;
use crate::event::pairing::{Due, Request, due};
use crate::event::{self, Event};
use crate::report::pairings::{Pairings, is_same};
use crate::source::{Chosen, read_whole};

/// Maximum size of a report file in bytes.
const LARGEST: u64 = 64 << 20;

/// Prints the pairings. The exit status is 1 if no complete pairing exists, or if the file's pairing differs.
///
/// # Errors
/// An unreadable file, a round that cannot be paired, and the errors of `out`.
pub fn run(args: &PairingsArgs, today: NaiveDate, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let event = load(args)?;
    let request = Request {
        round: args.round,
        rules: args.rules.map(Into::into),
        planned_rounds: args.planned_rounds,
        absent: args.absent(),
        initial: args.initial_colour.map(Into::into),
        explain: args.explain,
    };
    let due = due(&event, &request).map_err(|fault| anyhow!("{}: {fault}", event.file))?;
    is_possible(&event, &due)?;
    args.format.write(&Pairings::new(&event, &due, today, args.explain), out)?;
    Ok(Exit::found(!due.complete || due.compare.as_ref().is_some_and(|judged| !is_same(judged))))
}

/// Fails if the file's round is better than ours by our own criteria, which is a bug in this program.
fn is_possible(event: &Event, due: &Due) -> anyhow::Result<()> {
    let difference = due.compare.as_ref().and_then(|judged| judged.difference.as_ref());
    match difference.filter(|difference| difference.engine_is_wrong) {
        Some(difference) => bail!(
            "{}: internal error: in round {}, bracket of {}, the file's pairs are better than those found, by {}; \
             please report it with this file",
            event.file,
            due.round,
            difference.bracket,
            difference.criterion
        ),
        None => Ok(()),
    }
}

fn load(args: &PairingsArgs) -> anyhow::Result<Event> {
    let bytes = read_whole(&args.file, LARGEST, Chosen::Outright)?;
    let name: Arc<str> = args.file.to_string_lossy().replace('\\', "/").into();
    if bytes.is_empty() {
        bail!("{name}: the file is empty");
    }
    let format = event::recognise(&name, &bytes)
        .ok_or_else(|| anyhow!("{name}: no result file is recognised in it"))?;
    event::read(Arc::clone(&name), &bytes, format).ok_or_else(|| anyhow!("{name}: cannot be read"))
}
