//! The settings of a run, which are the same for all its games.

use std::sync::Arc;

use chrono::NaiveDate;

use super::{Check, by_default};
use crate::clock::TimeControl;
use crate::ruleset::{Library, Request};

/// Which repairs a run makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Repairs {
    /// None: they are only proposed.
    #[default]
    None,
    /// The certain ones.
    Safe,
    /// The likely ones too.
    All,
}

impl Repairs {
    /// Whether a repair is made.
    pub fn makes(self, safe: bool) -> bool {
        match self {
            Repairs::None => false,
            Repairs::Safe => safe,
            Repairs::All => true,
        }
    }
}

/// The settings of a run.
pub struct Settings {
    /// The rulesets to choose from.
    pub library: Arc<Library>,
    /// The ruleset asked for.
    pub request: Request,
    /// The time control of games that do not state one.
    pub time_control: Option<TimeControl>,
    /// Whether the ruleset was forced. Games of another speed then get a finding.
    pub forced: bool,
    /// The checks to run.
    pub selected: Vec<&'static Check>,
    /// Which repairs are made of those that the checks propose.
    pub repairs: Repairs,
}

impl Settings {
    /// The checks that are on by default, under the ruleset asked for.
    pub fn new(library: impl Into<Arc<Library>>, request: Request) -> Settings {
        let library = library.into();
        Settings {
            library,
            request,
            time_control: None,
            forced: false,
            selected: by_default().collect(),
            repairs: Repairs::None,
        }
    }

    /// The checks that are on by default, each game under the FIDE Laws of its day and speed. A game without a date is judged as of `today`.
    pub fn automatic(today: NaiveDate) -> Settings {
        Settings::new(Library::built_in(), Request::automatic(today))
    }

    /// Whether a check is selected.
    pub fn selects(&self, check: &Check) -> bool {
        self.selected.iter().any(|selected| selected.id == check.id)
    }
}
