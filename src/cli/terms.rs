//! The terms on which a file is checked: what the flags say, and where they are silent the configuration nearest to it.
//!
//! Which checks, which Laws, which time control, what fails and what is known can differ from file to file; everything
//! else a run has once. Terms are worked out when the first file of a folder comes up, on whatever thread that happens.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, anyhow};

use super::arena::Arena;
use super::args::CheckArgs;
use super::config::{Config, Configs};
use super::messages::Messages;
use super::rules;
use super::selection::selected;
use super::session::Session;
use crate::checks::{ALL, Finding, PAIRING_CHECKS, PairingSettings, Pairings, Settings, Severity};
use crate::clock::{Evidence, TimeControl, Typed};
use crate::ruleset::{Library, Selection};
use crate::source::Chosen;

/// The terms on which a file is checked.
pub(super) struct Terms {
    /// What a checker is told.
    pub(super) settings: Settings,
    /// The severity from which on a finding fails the run.
    pub(super) fail_on: Option<Severity>,
    /// What the checks of Swiss pairings are told.
    pub(super) pairings: PairingSettings,
    /// What is known of these files.
    pub(super) baseline: Option<PathBuf>,
    config: Arc<Config>,
}

/// An option that cannot be put to use.
struct Unusable {
    option: &'static str,
    why: anyhow::Error,
}

impl Terms {
    /// The terms that the flags give by themselves.
    ///
    /// # Errors
    /// Where there is no such ruleset, check or time control.
    pub(super) fn of_flags(
        flags: &CheckArgs,
        library: &Arc<Library>,
        session: &Session,
    ) -> anyhow::Result<Terms> {
        Terms::new(flags, Arc::default(), library, session).map_err(|unusable| match unusable.option {
            "time-control" => anyhow!("--time-control {:#}", unusable.why),
            _ => unusable.why,
        })
    }

    fn new(
        flags: &CheckArgs,
        config: Arc<Config>,
        library: &Arc<Library>,
        session: &Session,
    ) -> Result<Terms, Unusable> {
        let unusable = |option: &'static str| move |why: anyhow::Error| Unusable { option, why };
        let args = flags.clone().or(&config.args);
        let today = args.common.today.unwrap_or(session.today);
        let name = args.common.ruleset.as_deref().unwrap_or("auto");
        let chosen = if flags.common.ruleset.is_some() { Chosen::Outright } else { config.chosen() };
        let request =
            rules::request(library, name, chosen, today).map_err(|why| unusable("ruleset")(why.into()))?;
        let checks = selected(ALL, args.select.as_deref(), args.ignore.as_deref())
            .map_err(|why| unusable("select")(why.into()))?;
        let time_control =
            args.time_control.as_deref().map(|text| time_control(text, &request.selection)).transpose();
        let settings = Settings {
            library: Arc::clone(library),
            forced: matches!(request.selection, Selection::Forced(_)),
            request,
            time_control: time_control.map_err(unusable("time-control"))?,
            selected: checks,
        };
        let looked_at = settings.selected.iter().any(|check| PAIRING_CHECKS.contains(&check.id));
        let depth = args.pairings.map(Pairings::from).unwrap_or_default();
        let pairings = PairingSettings {
            depth: if looked_at { depth } else { Pairings::Off },
            rules: args.pairing_rules.map(Into::into),
            planned_rounds: args.planned_rounds,
        };
        let fail_on = args.fail_on.unwrap_or_default().least();
        Ok(Terms { settings, fail_on, pairings, baseline: args.baseline.clone(), config })
    }

    /// Whether these files are checked for it.
    pub(super) fn asks_for(&self, check: &str) -> bool {
        self.settings.selected.iter().any(|selected| selected.id == check)
    }

    /// The findings of checks that these files are checked for.
    pub(super) fn of_interest(&self, mut findings: Vec<Finding>) -> Vec<Finding> {
        findings.retain(|finding| self.asks_for(finding.check));
        findings
    }

    /// How the baseline is read, where a configuration has named it.
    pub(super) fn chosen(&self) -> Chosen<'_> {
        self.config.chosen()
    }

    /// Says what is wrong with what `option` names: with its place, where a configuration has set it.
    pub(super) fn failed(&self, option: &str, why: impl Display, messages: &Messages) {
        match &self.config.file {
            Some(_) => messages.failed(self.config.fault(option, why)),
            None => messages.failed(why),
        }
    }
}

/// A time control for games that name none. There is no clock to ask yet, so one without a unit is taken where a ruleset of one
/// speed decides.
fn time_control(text: &str, selection: &Selection) -> anyhow::Result<TimeControl> {
    let one_speed = matches!(selection, Selection::Forced(_));
    match Typed::read(text).map_err(|fault| anyhow!("{text}: {fault}"))? {
        Typed::Certain(control) => control.with_context(|| format!("{text}: no time control")),
        Typed::Unsaid(unsaid) => match unsaid.decide(&Evidence { one_speed, ..Evidence::default() }) {
            Some(decided) => Ok(decided.control),
            None => Err(anyhow!("{text} does not say its unit; write {}", unsaid.spelt_out())),
        },
    }
}

/// The terms of all files of a run.
pub(super) struct AllTerms<'r> {
    arena: &'r Arena<Terms>,
    flags: &'r CheckArgs,
    session: &'r Session,
    library: Arc<Library>,
    known: Mutex<Known<'r>>,
}

struct Known<'r> {
    configs: Configs<'r>,
    /// By configuration; `None` for terms that cannot be had.
    terms: HashMap<Option<PathBuf>, Option<&'r Terms>>,
}

impl<'r> AllTerms<'r> {
    /// No file has come up yet; `configs` may have been asked before.
    pub(super) fn new(
        arena: &'r Arena<Terms>,
        flags: &'r CheckArgs,
        configs: Configs<'r>,
        library: Arc<Library>,
        session: &'r Session,
    ) -> AllTerms<'r> {
        AllTerms {
            arena,
            flags,
            session,
            library,
            known: Mutex::new(Known { configs, terms: HashMap::new() }),
        }
    }

    /// The terms of a file in `folder`; `None` where its configuration asks for Laws or a time control that cannot be had,
    /// which is said once: a verdict under other Laws would be worse than none.
    pub(super) fn of(&self, folder: &Path) -> Option<&'r Terms> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let config = known.configs.nearest(folder, &self.session.messages);
        if let Some(terms) = known.terms.get(&config.file) {
            return *terms;
        }
        let terms = match Terms::new(self.flags, Arc::clone(&config), &self.library, self.session) {
            Ok(terms) => self.arena.add(terms),
            Err(unusable) => {
                let what = format!("{:#}; the files that it is for are not checked", unusable.why);
                self.session.messages.failed(config.fault(unusable.option, what));
                None
            }
        };
        known.terms.insert(config.file.clone(), terms);
        terms
    }
}
