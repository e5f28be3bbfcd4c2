//! Where everything that comes from the sources goes: into the recording, to the follower, and from there to the reader.

use super::recording::Record;
use super::tell::Teller;
use crate::checks::Severity;
use crate::watch::Follower;
use crate::watch::recording::Came;

/// The follower with what it is recorded in and what its alerts are written to.
pub(super) struct Watcher {
    pub(super) follower: Follower,
    pub(super) record: Option<Record>,
    pub(super) teller: Teller,
}

impl Watcher {
    /// Takes in what came from a source.
    ///
    /// # Errors
    /// Those of the outputs.
    pub(super) fn receive(&mut self, source: &str, came: Came<'_>, at: i64) -> anyhow::Result<()> {
        if let Some(record) = &mut self.record {
            record.note(source, came, at)?;
        }
        let alerts = self.follower.receive(source, came, at);
        self.teller.tell(&alerts)
    }

    /// Lets time pass.
    ///
    /// # Errors
    /// Those of the output.
    pub(super) fn tick(&mut self, at: i64) -> anyhow::Result<()> {
        let alerts = self.follower.tick(at);
        self.teller.tell(&alerts)?;
        self.teller.draw(&self.follower, at);
        Ok(())
    }

    /// Whether no game goes on.
    pub(super) fn is_over(&self) -> bool {
        self.follower.going_on() == 0
    }

    /// Whether an alert of severity error is true now.
    pub(super) fn has_errors(&self) -> bool {
        self.follower.standing().iter().any(|alert| alert.severity == Severity::Error)
    }
}
