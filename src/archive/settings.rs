//! What one file of an archive is checked by.

use std::sync::{Arc, Mutex, PoisonError};

use crate::checks::{EventSettings, Finding, PairingSettings, Settings, Severity, check_event};
use crate::event::Event;
use crate::report::baseline::Baseline;

/// What a file is checked by; files of one archive may differ in it.
#[derive(Clone)]
#[non_exhaustive]
pub struct FileSettings {
    /// What a checker of games is told.
    pub checks: Arc<Settings>,
    /// What the checks of Swiss pairings are told.
    pub pairings: PairingSettings,
    /// The severity from which on a finding fails the run.
    pub fail_on: Option<Severity>,
    /// What is known already; files may share one.
    pub baseline: Option<Arc<Mutex<Baseline>>>,
}

impl FileSettings {
    /// Nothing is known, errors fail, and pairings are looked at where the file says that they are Swiss.
    pub fn new(checks: impl Into<Arc<Settings>>) -> FileSettings {
        FileSettings {
            checks: checks.into(),
            pairings: PairingSettings::default(),
            fail_on: Some(Severity::Error),
            baseline: None,
        }
    }

    /// Whether the file is checked for it; `check` is an id.
    pub fn asks_for(&self, check: &str) -> bool {
        self.checks.selected.iter().any(|selected| selected.id == check)
    }

    /// The findings of checks that the file is checked for.
    pub fn of_interest(&self, mut findings: Vec<Finding>) -> Vec<Finding> {
        findings.retain(|finding| self.asks_for(finding.check));
        findings
    }

    /// Checks a result file, and the games beside it where there are any.
    pub fn check_event(&self, event: &Event, games: Option<&Event>) -> Vec<Finding> {
        let settings =
            EventSettings { pairings: self.pairings, ..EventSettings::new(self.checks.request.today) };
        self.of_interest(check_event(event, games, &settings))
    }

    /// Whether the baseline knows the finding; each of its lines knows one.
    pub(super) fn is_known(&self, finding: &Finding) -> bool {
        let Some(baseline) = &self.baseline else { return false };
        baseline.lock().unwrap_or_else(PoisonError::into_inner).silences(finding)
    }
}
