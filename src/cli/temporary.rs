//! Temporary files that are removed even if a signal ends the program.
//!
//! A file is removed when it is dropped, but a signal ends the program without dropping anything. So the open files
//! are listed, and a thread that waits for SIGINT, SIGTERM and SIGHUP removes them before the signal has its usual
//! effect. A signal that was ignored when the program started (`nohup`) stays ignored.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

/// The open files. The lock is held while a file is created or moved, so that the list is correct whenever a signal
/// comes.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn open_files() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a temporary file in `folder`.
///
/// # Errors
/// Those of the system.
pub(super) fn create(builder: &Builder<'_, '_>, folder: &Path) -> io::Result<NamedTempFile> {
    signals::watch();
    let mut open = open_files();
    let file = builder.tempfile_in(folder)?;
    open.push(file.path().to_owned());
    Ok(file)
}

/// Moves the file to `target`; if that fails, it is removed.
///
/// # Errors
/// Those of the system.
pub(super) fn persist(file: NamedTempFile, target: &Path) -> io::Result<()> {
    let mut open = open_files();
    let path = file.path().to_owned();
    let put = file.persist(target).map(|_| ()).map_err(|fault| fault.error);
    open.retain(|known| *known != path);
    put
}

/// Moves the file to `target`, unless there is one already; if that fails, it is removed.
///
/// # Errors
/// Those of the system.
pub(super) fn persist_new(file: NamedTempFile, target: &Path) -> io::Result<()> {
    let mut open = open_files();
    let path = file.path().to_owned();
    let put = file.persist_noclobber(target).map(|_| ()).map_err(|fault| fault.error);
    open.retain(|known| *known != path);
    put
}

/// Makes a write beyond `ulimit -f` fail with an error that can be reported, instead of ending the program.
pub(super) fn survive_the_size_limit() {
    signals::survive_the_size_limit();
}

#[cfg(unix)]
mod signals {
    use std::fs;
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::channel;
    use std::sync::{Arc, Once};
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static WATCHED: Once = Once::new();

    /// Starts the thread, once. If it cannot be started, signals end the program as usual.
    pub(super) fn watch() {
        WATCHED.call_once(|| {
            let (ready, is_ready) = channel();
            let wait = move || {
                let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_off(*signal));
                let mut signals = Signals::new(wanted);
                // Signals that come from here on are not lost: they wait for the loop.
                let _ = ready.send(());
                for signal in signals.iter_mut().flat_map(Signals::forever) {
                    let open = super::open_files();
                    open.iter().for_each(|file| drop(fs::remove_file(file)));
                    let _ = emulate_default_handler(signal);
                }
            };
            if thread::Builder::new().name("signals".to_owned()).stack_size(256 << 10).spawn(wait).is_ok() {
                let _ = is_ready.recv();
            }
        });
    }

    /// Whether a signal is already ignored.
    fn is_off(signal: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
        mask >> (signal - 1) & 1 == 1
    }

    pub(super) fn survive_the_size_limit() {
        // If the signal is caught, the write fails; the flag itself is not used.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

#[cfg(not(unix))]
mod signals {
    pub(super) fn watch() {}
    pub(super) fn survive_the_size_limit() {}
}
