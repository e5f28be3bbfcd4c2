//! What the server needs from outside: settings, files that a case names, the day.

use std::io;
use std::path::Path;
use std::sync::Arc;

use chrono::NaiveDate;

use crate::archive::FileSettings;
use crate::case::Loaded;
use crate::ruleset::Library;

/// What can be explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A check.
    Check,
    /// A kind of incident.
    Incident,
}

/// The outside of a [`Server`](super::Server). Documents are named by their URIs.
pub trait Host {
    /// The settings by which a document is checked.
    ///
    /// # Errors
    /// Why there are none, in words.
    fn settings(&mut self, uri: &str) -> Result<Arc<FileSettings>, String>;

    /// Files may have changed: what was read of configurations is out of date.
    fn refresh(&mut self);

    /// Reads a file that a case names.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn load(&self, uri: &str, named: &str) -> Result<Loaded, String>;

    /// Reads the text of a ruleset that a case names.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn ruleset(&self, uri: &str, named: &Path) -> io::Result<String>;

    /// The rulesets.
    fn library(&self) -> &Library;

    /// The day to be taken for today.
    fn today(&self) -> NaiveDate;

    /// What `flagfall explain` says, in Markdown.
    fn explain(&self, subject: Subject, id: &str) -> Option<String>;
}
