//! The loops: sources that are read again and again, and a recording that is played at a speed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use chrono::Utc;

use super::recording::Replay;
use super::sources::Sources;
use super::watcher::Watcher;

/// Longest time between two looks at whether the program is to end.
const STEP: Duration = Duration::from_millis(50);

/// Files are read at least so often.
const FILES_EVERY: Duration = Duration::from_secs(1);

/// The time that passes at once while a recording is played, in milliseconds.
const TICK_MS: i64 = 1000;

/// The longest pause of a recording that is played second by second; a longer one is a night.
const LONGEST_PAUSE_MS: i64 = 86_400_000;

/// Becomes true when SIGINT or SIGTERM asks the program to end.
pub(super) fn ends_on_signals() -> Arc<AtomicBool> {
    let ended = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let _ = signal_hook::flag::register(signal, Arc::clone(&ended));
    }
    ended
}

/// The time, in milliseconds since 1970.
pub(super) fn now() -> i64 {
    Utc::now().timestamp_millis()
}

/// Reads the sources until nothing can come any more, no game goes on where that ends it, or a signal comes.
///
/// # Errors
/// Those of the outputs.
pub(super) fn watch(
    watcher: &mut Watcher,
    sources: &mut Sources,
    every: Duration,
    until_over: bool,
    ended: &AtomicBool,
) -> anyhow::Result<()> {
    let every = every.min(FILES_EVERY);
    while !ended.load(Ordering::Relaxed) {
        let due = Instant::now() + every;
        let over = sources.read(&mut |source, came| watcher.receive(source, came, now()))?;
        watcher.tick(now())?;
        if over || until_over && sources.was_read() && watcher.is_over() {
            break;
        }
        while Instant::now() < due && !ended.load(Ordering::Relaxed) && !sources.has_more() {
            sleep(STEP.min(due.saturating_duration_since(Instant::now())));
        }
    }
    Ok(())
}

/// Plays a recording. Its times are those of the alerts, so that these do not depend on the speed.
///
/// # Errors
/// Where the recording cannot be read, and those of the output.
pub(super) fn replay(
    watcher: &mut Watcher,
    replay: &mut Replay,
    speed: f64,
    until_over: bool,
    ended: &AtomicBool,
) -> anyhow::Result<()> {
    let (began, Some(first)) = (Instant::now(), replay.next_at()) else { return Ok(()) };
    let wait_for = |at: i64| {
        let passed = Duration::from_secs_f64((at - first).max(0) as f64 / 1000.0 / speed);
        while !ended.load(Ordering::Relaxed) && began.elapsed() < passed {
            sleep(STEP.min(passed.saturating_sub(began.elapsed())));
        }
        !ended.load(Ordering::Relaxed)
    };
    let mut at = first;
    while let Some(next) = replay.next_at() {
        while next - at > TICK_MS && next - at < LONGEST_PAUSE_MS {
            at += TICK_MS;
            if !wait_for(at) {
                return Ok(());
            }
            watcher.tick(at)?;
        }
        at = at.max(next);
        if !wait_for(at) {
            break;
        }
        replay.play(&mut |source, came| watcher.receive(source, came, at))?;
        if replay.next_at().is_none_or(|next| next > at) {
            watcher.tick(at)?;
            if until_over && watcher.is_over() {
                break;
            }
        }
    }
    Ok(())
}
