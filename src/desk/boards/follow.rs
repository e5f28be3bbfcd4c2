//! The thread that reads the sources and tells what changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use chrono::Utc;

use super::Boards;
use crate::checks::Settings;
use crate::cli::rules;
use crate::cli::watch::sources::{Asking, Sources};
use crate::clock::TimeControl;
use crate::desk::event::Event;
use crate::ruleset::{Library, Selection, Supervision};
use crate::source::Chosen;
use crate::watch::recording::Came;
use crate::watch::{Alert, Follower, Options, alert_checks};

/// Time between two readings of files.
const EVERY: Duration = Duration::from_secs(1);

/// Time between two requests to an address.
const EVERY_ADDRESS: Duration = Duration::from_secs(2);

/// Longest time between two looks at whether the program is to end.
const STEP: Duration = Duration::from_millis(50);

/// Follows the sources of an event until `ended`. The receiver gets something when all was read once.
///
/// # Errors
/// Where a source or the ruleset is not understood.
pub(in crate::desk) fn follow(
    boards: Arc<Boards>,
    folder: &Path,
    event: &Event,
    today: chrono::NaiveDate,
    ended: Arc<AtomicBool>,
) -> anyhow::Result<Receiver<()>> {
    let settings = settings(folder, event, today)?;
    let named: Vec<PathBuf> = match event.sources.is_empty() {
        true => vec![folder.to_owned()],
        false => event.sources.iter().map(|source| path(folder, source)).collect(),
    };
    let asking = Asking { every: EVERY_ADDRESS, round: None, once: false };
    let mut sources = Sources::open(&named, asking)?;
    let mut follower = Follower::new(settings, Options::default());
    let (first, was_read) = channel();
    let run = move || {
        while !ended.load(Ordering::Relaxed) {
            let due = Instant::now() + EVERY;
            let mut alerts: Vec<Alert> = Vec::new();
            let mut take = |source: &str, came: Came<'_>| {
                alerts.extend(follower.receive(source, came, now()));
                Ok(())
            };
            // Nothing in `take` fails, and a source that cannot be read is an alert.
            let _ = sources.read(&mut take);
            alerts.extend(follower.tick(now()));
            boards.update(&follower, &alerts);
            let _ = first.send(());
            while Instant::now() < due && !ended.load(Ordering::Relaxed) {
                sleep(STEP.min(due.saturating_duration_since(Instant::now())));
            }
        }
    };
    std::thread::Builder::new().name("boards".to_owned()).spawn(run)?;
    Ok(was_read)
}

/// The time, in milliseconds since 1970.
fn now() -> i64 {
    Utc::now().timestamp_millis()
}

/// Addresses are taken as they are, paths from the folder on.
fn path(folder: &Path, source: &str) -> PathBuf {
    if source.contains("://") || source == "-" { PathBuf::from(source) } else { folder.join(source) }
}

fn settings(folder: &Path, event: &Event, today: chrono::NaiveDate) -> anyhow::Result<Settings> {
    let library = Arc::new(Library::built_in());
    let name = event.ruleset.as_deref().unwrap_or("auto");
    let of_file = folder.join(name);
    let is_file =
        library.select(name, &|_| Err(std::io::ErrorKind::NotFound.into())).is_err() && of_file.is_file();
    let named = if is_file { of_file.to_string_lossy().into_owned() } else { name.to_owned() };
    let mut request = rules::request(&library, &named, Chosen::Within(folder), today)?;
    request.supervision = event.supervision.as_deref().map(|word| match word {
        "full" => Supervision::Full,
        _ => Supervision::Limited,
    });
    let control = event.time_control.as_deref().map(control).transpose()?;
    Ok(Settings {
        forced: matches!(request.selection, Selection::Forced(_)),
        time_control: control,
        selected: alert_checks(),
        ..Settings::new(library, request)
    })
}

fn control(text: &str) -> anyhow::Result<TimeControl> {
    let read = TimeControl::parse(text).ok().and_then(|written| written.into_control());
    read.ok_or_else(|| anyhow!("time-control: {text} cannot be read; write 90m+30s or 5400+30"))
}
