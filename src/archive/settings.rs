//! The settings of one file of an archive.

use std::sync::{Arc, Mutex, PoisonError};

use crate::checks::{EventSettings, Finding, PairingSettings, Settings, Severity, check_event};
use crate::event::Event;
use crate::report::baseline::Baseline;

/// The settings of a file. Files of one archive may have different settings.
#[derive(Clone)]
#[non_exhaustive]
pub struct FileSettings {
    /// The settings for the checks of games.
    pub checks: Arc<Settings>,
    /// The settings for the checks of Swiss pairings.
    pub pairings: PairingSettings,
    /// The lowest severity that fails the run; `None` if no finding does.
    pub fail_on: Option<Severity>,
    /// Known findings. Several files may share a baseline.
    pub baseline: Option<Arc<Mutex<Baseline>>>,
}

impl FileSettings {
    /// Settings without a baseline. Errors fail the run; pairings are checked if the file says that they are Swiss.
    pub fn new(checks: impl Into<Arc<Settings>>) -> FileSettings {
        FileSettings {
            checks: checks.into(),
            pairings: PairingSettings::default(),
            fail_on: Some(Severity::Error),
            baseline: None,
        }
    }

    /// Whether a check is selected for the file; `check` is its id.
    pub fn asks_for(&self, check: &str) -> bool {
        self.checks.selected.iter().any(|selected| selected.id == check)
    }

    /// Keeps the findings of checks that are selected for the file.
    pub fn of_interest(&self, mut findings: Vec<Finding>) -> Vec<Finding> {
        findings.retain(|finding| self.asks_for(finding.check));
        findings
    }

    /// Checks a result file, and the games beside it if there are any.
    pub fn check_event(&self, event: &Event, games: Option<&Event>) -> Vec<Finding> {
        let settings = EventSettings {
            pairings: self.pairings,
            points_repaired: self.checks.repairs.makes(false) && self.asks_for("points-mismatch"),
            ..EventSettings::new(self.checks.request.today)
        };
        self.of_interest(check_event(event, games, &settings))
    }

    /// Whether the baseline lists the finding. Each line of the baseline covers one finding.
    pub(super) fn is_known(&self, finding: &Finding) -> bool {
        let Some(baseline) = &self.baseline else { return false };
        baseline.lock().unwrap_or_else(PoisonError::into_inner).silences(finding)
    }
}
