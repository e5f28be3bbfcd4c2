//! The settings of each file: those of the flags, and for the others those of the nearest configuration.
//!
//! Checks, Laws, time control, threshold and baseline can differ from file to file; everything else a run has once.
//! Settings are worked out when the first file of a folder is reached, on any thread.

use std::collections::HashMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, anyhow};

use super::args::CheckArgs;
use super::config::{Config, Configs};
use super::rules;
use super::selection::selected;
use super::session::Session;
use crate::archive::FileSettings;
use crate::checks::{ALL, PAIRING_CHECKS, PairingSettings, Pairings, Repairs, Settings};
use crate::clock::{Evidence, TimeControl, Typed};
use crate::report::baseline::Baseline;
use crate::ruleset::{Library, Request, Selection};
use crate::source::{self, Chosen};

/// The baselines of the run by path; configurations that name the same file share it. `None` for one that cannot be
/// read.
pub(super) type Baselines = HashMap<PathBuf, Option<Arc<Mutex<Baseline>>>>;

/// An option that cannot be used.
struct Unusable {
    option: &'static str,
    why: anyhow::Error,
}

/// The settings by the flags alone.
///
/// # Errors
/// If there is no such ruleset, check or time control.
pub(super) fn of_flags(
    flags: &CheckArgs,
    library: &Arc<Library>,
    session: &Session,
) -> anyhow::Result<FileSettings> {
    of_config(flags, &Config::default(), None, library, session, Repairs::None).map_err(|unusable| {
        match unusable.option {
            "time-control" => anyhow!("--time-control {:#}", unusable.why),
            _ => unusable.why,
        }
    })
}

/// What the flags and a configuration say, without its baseline. `named` is what was read of the ruleset that the flags name: it may be a
/// pipe, which cannot be read again.
fn of_config(
    flags: &CheckArgs,
    config: &Config,
    named: Option<&Selection>,
    library: &Arc<Library>,
    session: &Session,
    repairs: Repairs,
) -> Result<FileSettings, Unusable> {
    let unusable = |option: &'static str| move |why: anyhow::Error| Unusable { option, why };
    let args = flags.clone().or(&config.args);
    let today = args.common.today.unwrap_or(session.today);
    let name = args.common.ruleset.as_deref().unwrap_or("auto");
    let chosen = if flags.common.ruleset.is_some() { Chosen::Outright } else { config.chosen() };
    let request = match named.filter(|_| flags.common.ruleset.is_some()) {
        Some(selection) => Request { selection: selection.clone(), today, supervision: None },
        None => {
            rules::request(library, name, chosen, today).map_err(|why| unusable("ruleset")(why.into()))?
        }
    };
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
        repairs,
    };
    let looked_at = settings.selected.iter().any(|check| PAIRING_CHECKS.contains(&check.id));
    let depth = args.pairings.map(Pairings::from).unwrap_or_default();
    let mut of_file = FileSettings::new(settings);
    of_file.pairings = PairingSettings {
        depth: if looked_at { depth } else { Pairings::Off },
        rules: args.pairing_rules.map(Into::into),
        planned_rounds: args.planned_rounds,
        ..PairingSettings::default()
    };
    of_file.fail_on = args.fail_on.unwrap_or_default().least();
    Ok(of_file)
}

/// Reads a baseline.
///
/// # Errors
/// If the file cannot be read or is not a baseline; the error names it.
pub(super) fn read_baseline(path: &Path, chosen: Chosen<'_>) -> anyhow::Result<Baseline> {
    let file = source::open(path, chosen)?;
    Baseline::read(BufReader::new(file)).with_context(|| path.display().to_string())
}

/// A time control for games that do not state one. There are no clock readings yet, so one without a unit is accepted
/// only if a ruleset of one speed decides.
pub(super) fn time_control(text: &str, selection: &Selection) -> anyhow::Result<TimeControl> {
    let one_speed = matches!(selection, Selection::Forced(_));
    match Typed::read(text).map_err(|fault| anyhow!("{text}: {fault}"))? {
        Typed::Certain(control) => control.with_context(|| format!("{text}: not a time control")),
        Typed::Unsaid(unsaid) => match unsaid.decide(&Evidence { one_speed, ..Evidence::default() }) {
            Some(decided) => Ok(decided.control),
            None => Err(anyhow!("{text} does not say its unit; write {}", unsaid.spelt_out())),
        },
    }
}

/// The settings of all files of a run.
pub(super) struct SettingsByFolder<'r> {
    flags: &'r CheckArgs,
    of_flags: FileSettings,
    session: &'r Session,
    library: Arc<Library>,
    repairs: Repairs,
    known: Mutex<Known<'r>>,
}

struct Known<'r> {
    configs: Configs<'r>,
    /// By configuration; `None` for those that cannot be used.
    settings: HashMap<Option<PathBuf>, Option<Arc<FileSettings>>>,
    baselines: Baselines,
}

impl<'r> SettingsByFolder<'r> {
    /// No file has come up yet; `of_flags` is what the flags say by themselves, `configs` may have been asked before, and `baselines` read.
    pub(super) fn new(
        flags: &'r CheckArgs,
        of_flags: FileSettings,
        configs: Configs<'r>,
        baselines: Baselines,
        library: Arc<Library>,
        session: &'r Session,
    ) -> SettingsByFolder<'r> {
        let known = Mutex::new(Known { configs, settings: HashMap::new(), baselines });
        SettingsByFolder { flags, of_flags, session, library, repairs: Repairs::None, known }
    }

    /// The same settings, with repairs.
    pub(super) fn repairing(self, repairs: Repairs) -> SettingsByFolder<'r> {
        SettingsByFolder { repairs, ..self }
    }

    /// The settings of a file in `folder`. `None` if its configuration asks for Laws or a time control that cannot be
    /// used: a verdict under other Laws would be worse than none. This is reported once.
    pub(super) fn of(&self, folder: &Path) -> Option<Arc<FileSettings>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let config = known.configs.nearest(folder, &self.session.messages);
        if let Some(settings) = known.settings.get(&config.file) {
            return settings.clone();
        }
        let named = &self.of_flags.checks.request.selection;
        let settings =
            match of_config(self.flags, &config, Some(named), &self.library, self.session, self.repairs) {
                Ok(mut settings) => {
                    settings.baseline = self.baseline(&config, &mut known.baselines);
                    Some(Arc::new(settings))
                }
                Err(unusable) => {
                    let what = format!("{:#}; the files it applies to are not checked", unusable.why);
                    self.session.messages.failed(config.fault(unusable.option, what));
                    None
                }
            };
        known.settings.insert(config.file.clone(), settings.clone());
        settings
    }

    /// The baseline named by the flags or a configuration. One that cannot be read is reported once, and silences
    /// nothing.
    fn baseline(&self, config: &Config, baselines: &mut Baselines) -> Option<Arc<Mutex<Baseline>>> {
        let path = self.flags.baseline.as_ref().or(config.args.baseline.as_ref())?;
        if let Some(read) = baselines.get(path) {
            return read.clone();
        }
        self.session.reads.add_baseline(path);
        let read = match read_baseline(path, config.chosen()) {
            Ok(baseline) => Some(Arc::new(Mutex::new(baseline))),
            Err(why) => {
                self.session.messages.failed(config.fault("baseline", format_args!("{why:#}")));
                None
            }
        };
        baselines.insert(path.clone(), read.clone());
        read
    }
}
