//! `flagfall watch`: sources are read again and again, and the follower's alerts are written.

mod files;
#[cfg(feature = "net")]
mod net;
#[cfg(not(feature = "net"))]
#[path = "without_net.rs"]
mod net;
mod pace;
mod recording;
mod screen;
pub(crate) mod sources;
mod stdin;
mod tell;
mod watcher;

use std::sync::Arc;

use anyhow::anyhow;

use super::args::{Common, WatchArgs};
use super::file_settings::time_control;
use super::progress::Progress;
use super::selection::did_you_mean;
use super::session::Session;
use super::{Exit, rules};
use crate::checks::Settings;
use crate::ruleset::{Library, Selection, nearest};
use crate::source::Chosen;
use crate::watch::{ALERTS, Follower, Options, alert_checks};
use pace::{ends_on_signals, now};
use recording::{Record, Replay};
use sources::{Asking, Sources};
use tell::Teller;
use watcher::Watcher;

/// Runs the command.
pub(super) fn run(args: &WatchArgs) -> Exit {
    let common = Common { output: None, ..args.common.clone() };
    let session = Session::new(&common, Progress::default()).reading(&args.sources);
    session.end(watch(args, &session))
}

fn watch(args: &WatchArgs, session: &Session) -> anyhow::Result<Exit> {
    let ended = ends_on_signals();
    let follower = Follower::new(settings(args, session)?, options(args)?);
    if let Some(folder) = &args.replay {
        let mut replay = Replay::open(folder)?;
        let mut watcher = Watcher { follower, record: None, teller: Teller::open(args)? };
        pace::replay(&mut watcher, &mut replay, args.speed, args.until_over, &ended)?;
        return Ok(Exit::Clean);
    }
    let asking = Asking { every: args.every, round: args.round, once: args.once };
    let mut sources = Sources::open(&args.sources, asking)?;
    let teller = Teller::open(args)?;
    let record = args.record.as_deref().map(Record::begin).transpose()?;
    let mut watcher = Watcher { follower, record, teller };
    if args.once {
        return once(&mut watcher, &mut sources, session);
    }
    pace::watch(&mut watcher, &mut sources, args.every, args.until_over, &ended)?;
    Ok(Exit::Clean)
}

/// Reads all sources once.
fn once(watcher: &mut Watcher, sources: &mut Sources, session: &Session) -> anyhow::Result<Exit> {
    let faults = sources.read_whole(&mut |source, came| watcher.receive(source, came, now()))?;
    for fault in &faults {
        session.messages.failed(fault);
    }
    Ok(match (faults.is_empty(), watcher.has_errors()) {
        (false, _) => Exit::Failed,
        (true, true) => Exit::Found,
        (true, false) => Exit::Clean,
    })
}

fn options(args: &WatchArgs) -> anyhow::Result<Options> {
    Ok(Options {
        still_ms: i64::try_from(args.still.as_millis())?,
        flag_near_ms: args.flag_near.map(|near| i64::try_from(near.as_millis())).transpose()?,
        fifty_near: args.fifty_near,
        round: args.round.map(|round| round.to_string()),
        wanted: wanted(args)?,
        once: args.once,
    })
}

fn settings(args: &WatchArgs, session: &Session) -> anyhow::Result<Settings> {
    let library = Arc::new(Library::built_in());
    let name = args.common.ruleset.as_deref().unwrap_or("auto");
    let request = rules::request(&library, name, Chosen::Outright, session.today)?;
    let control = args.time_control.as_deref().map(|text| time_control(text, &request.selection)).transpose();
    let control = control.map_err(|why| anyhow!("--time-control {why:#}"))?;
    Ok(Settings {
        forced: matches!(request.selection, Selection::Forced(_)),
        time_control: control,
        selected: alert_checks(),
        ..Settings::new(library, request)
    })
}

/// The alerts that were selected and not ignored.
fn wanted(args: &WatchArgs) -> anyhow::Result<Vec<&'static str>> {
    let named = |list: &Option<Vec<String>>| -> anyhow::Result<Option<Vec<&'static str>>> {
        let Some(list) = list else { return Ok(None) };
        let ids = list.iter().map(|id| id.trim()).filter(|id| !id.is_empty());
        ids.map(|id| {
            let known = ALERTS.iter().map(|(known, _)| *known);
            known
                .clone()
                .find(|known| *known == id)
                .ok_or_else(|| anyhow!("no alert is called {id}{}", did_you_mean(nearest(id, known))))
        })
        .collect::<anyhow::Result<Vec<_>>>()
        .map(Some)
    };
    let (select, ignore) = (named(&args.select)?, named(&args.ignore)?);
    let chosen = |id: &&str| {
        select.as_ref().is_none_or(|list| list.contains(id))
            && !ignore.as_ref().is_some_and(|list| list.contains(id))
    };
    Ok(ALERTS.iter().map(|(id, _)| *id).filter(|id| chosen(id)).collect())
}
