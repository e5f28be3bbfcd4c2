//! What all requests share.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{Local, NaiveDate};

use super::boards::Boards;
use super::event::Event;
use super::http::guard::Guard;
use super::journal::Journal;
use crate::ruleset::Library;

/// A running desk.
pub(super) struct Desk {
    /// The folder, as a real path.
    pub(super) folder: PathBuf,
    pub(super) event: Event,
    pub(super) library: Arc<Library>,
    /// Why nothing can be recorded, where that is so.
    pub(super) read_only: Option<String>,
    pub(super) guard: Guard,
    pub(super) boards: Arc<Boards>,
    /// The day that `--today` gives.
    pub(super) day: Option<NaiveDate>,
    /// Reached by [`Desk::journal`].
    pub(super) store: Mutex<Journal>,
}

impl Desk {
    /// The journal. A request that panicked while it held it has written nothing half: entries are transactions.
    pub(super) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The day that picks editions where a case names none.
    pub(super) fn today(&self) -> NaiveDate {
        self.day.unwrap_or_else(|| Local::now().date_naive())
    }
}
