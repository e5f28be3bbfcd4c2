//! `flagfall watch`: sources are read again and again, and what the follower says is written.

mod files;
mod sources;
mod stdin;
mod tell;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use chrono::Utc;

use super::args::{Common, WatchArgs};
use super::file_settings::time_control;
use super::progress::Progress;
use super::selection::did_you_mean;
use super::session::Session;
use super::{Exit, rules};
use crate::checks::{Settings, Severity};
use crate::ruleset::{Library, Selection, nearest};
use crate::source::Chosen;
use crate::watch::{ALERTS, Alert, Follower, Options, alert_checks};
use sources::Sources;
use tell::Teller;

/// Longest time between two looks at whether the program is to end.
const STEP: Duration = Duration::from_millis(50);

/// Files are read at least so often.
const FILES_EVERY: Duration = Duration::from_secs(1);

/// Runs the command.
pub(super) fn run(args: &WatchArgs) -> Exit {
    let common = Common { output: None, ..args.common.clone() };
    let session = Session::new(&common, Progress::default()).reading(&args.sources);
    session.end(watch(args, &session))
}

fn watch(args: &WatchArgs, session: &Session) -> anyhow::Result<Exit> {
    let ended = ends_on_signals();
    let settings = settings(args, session)?;
    let options = Options {
        still_ms: i64::try_from(args.still.as_millis())?,
        flag_near_ms: args.flag_near.map(|near| i64::try_from(near.as_millis())).transpose()?,
        wanted: wanted(args)?,
    };
    let mut follower = Follower::new(settings, options);
    let mut sources = Sources::open(&args.sources)?;
    let mut teller = Teller::open(args)?;
    if args.once {
        return once(&mut follower, &mut sources, &mut teller, session);
    }
    let every = args.every.min(FILES_EVERY);
    while !ended.load(Ordering::Relaxed) {
        let due = Instant::now() + every;
        let mut tell = |alerts: Vec<Alert>| teller.tell(&alerts);
        let over = sources.read(&mut follower, now, &mut tell)?;
        tell(follower.tick(now()))?;
        if over || args.until_over && sources.was_read() && follower.going_on() == 0 {
            break;
        }
        while Instant::now() < due && !ended.load(Ordering::Relaxed) && !sources.has_more() {
            sleep(STEP.min(due.saturating_duration_since(Instant::now())));
        }
    }
    Ok(Exit::Clean)
}

/// Reads all sources once.
fn once(
    follower: &mut Follower,
    sources: &mut Sources,
    teller: &mut Teller,
    session: &Session,
) -> anyhow::Result<Exit> {
    let faults = sources.read_whole(follower, now, &mut |alerts| teller.tell(&alerts))?;
    for fault in &faults {
        session.messages.failed(fault);
    }
    let error = follower.standing().iter().any(|alert| alert.severity == Severity::Error);
    Ok(match (faults.is_empty(), error) {
        (false, _) => Exit::Failed,
        (true, true) => Exit::Found,
        (true, false) => Exit::Clean,
    })
}

/// The time, in milliseconds since 1970.
fn now() -> i64 {
    Utc::now().timestamp_millis()
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

/// Becomes true when SIGINT or SIGTERM asks the program to end.
fn ends_on_signals() -> Arc<AtomicBool> {
    let ended = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let _ = signal_hook::flag::register(signal, Arc::clone(&ended));
    }
    ended
}
