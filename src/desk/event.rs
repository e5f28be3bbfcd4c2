//! `event.toml`: what the folder says of the event.

use std::path::Path;

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::source::{Chosen, Problem, read_text};

/// The largest `event.toml` that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// The event; every key is optional.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Event {
    /// Its name.
    pub(super) name: Option<String>,
    /// The Laws for cases that name none.
    pub(super) ruleset: Option<String>,
    /// Who watches the games.
    pub(super) supervision: Option<String>,
    /// The time control of games that state none.
    pub(super) time_control: Option<String>,
    /// Games, as `flagfall watch` reads them; the folder itself where none are named.
    #[serde(default)]
    pub(super) sources: Vec<String>,
    /// Result files.
    #[serde(default)]
    pub(super) results: Vec<String>,
    /// The arbiters, as names to choose from.
    #[serde(default)]
    pub(super) arbiters: Vec<String>,
    /// After how long an absent player loses.
    pub(super) default_time: Option<toml::Value>,
}

impl Event {
    /// Reads `event.toml` of a folder; an event without one has no names.
    ///
    /// # Errors
    /// Where the file cannot be read or says something unknown.
    pub(super) fn of(folder: &Path) -> anyhow::Result<Event> {
        let path = folder.join("event.toml");
        let text = match read_text(&path, LARGEST, Chosen::Within(folder)) {
            Ok(text) => text,
            Err(error) if error.problem == Problem::NotFound => return Ok(Event::default()),
            Err(error) => bail!("{error}"),
        };
        let event: Event = toml::from_str(&text).with_context(|| path.display().to_string())?;
        if let Some(word) = &event.supervision
            && !["full", "limited"].contains(&word.as_str())
        {
            bail!("{}: supervision is full or limited, not {word}", path.display());
        }
        Ok(event)
    }

    /// What the pages call it.
    pub(super) fn title(&self) -> &str {
        self.name.as_deref().map(str::trim).filter(|name| !name.is_empty()).unwrap_or("Arbiter's desk")
    }
}
