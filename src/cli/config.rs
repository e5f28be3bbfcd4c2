//! `flagfall.toml`: the options of `check`, searched for from a file's folder upwards. Flags win; files are not
//! merged.
//!
//! Keys are the long options, so a new option is a new key automatically. Values are parsed like those of the command
//! line, and paths are relative to the folder of the configuration. Each checked file has the nearest configuration;
//! what a run has only once (see `file_settings`) comes from the one nearest to its first path.
//!
//! A configuration may be a stranger's: [`super::trust`] decides which one may set what.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Args, Command, FromArgMatches, ValueHint};
use serde_spanned::Spanned;
use toml::de::{DeTable, DeValue};

use super::args::CheckArgs;
use super::messages::Messages;
use super::selection::{did_you_mean, known, nearest};
use super::trust::{self, Found, Trust};
use crate::checks::Check;
use crate::place::Lines;
use crate::report::shown;
use crate::source::{Chosen, SourceError, read_text};

/// The file name of a configuration.
pub const NAME: &str = "flagfall.toml";

/// The largest configuration that is read, in bytes.
pub(super) const LARGEST: u64 = 1 << 20;

/// Options that only the command line has.
pub(super) const FLAGS_ONLY: [&str; 3] = ["output", "config", "no-config"];

/// Maximum number of characters shown of an unknown key.
const NAME_LENGTH: usize = 80;

/// Maximum number of faults listed for one configuration.
const LISTED: usize = 20;

/// What is wrong with a configuration, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {what}", .file.display())]
pub struct ConfigFault {
    /// The configuration.
    pub file: PathBuf,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The fault in words.
    pub what: String,
}

/// A configuration; empty if there is none.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// The file; `None` if no configuration was found.
    pub file: Option<PathBuf>,
    /// What it sets.
    pub args: CheckArgs,
    /// What it may set.
    trust: Trust,
    /// Key, line and column of each value.
    places: Vec<(String, usize, usize)>,
}

impl Config {
    /// The folder that its paths are relative to.
    pub fn folder(&self) -> &Path {
        let folder = self.file.as_deref().and_then(Path::parent);
        folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// How files that it names are read.
    pub fn chosen(&self) -> Chosen<'_> {
        match self.trust {
            Trust::Full => Chosen::Found,
            Trust::Limited => Chosen::Within(self.folder()),
        }
    }

    /// A fault in the value of `key` that was found when the value was used.
    pub fn fault(&self, key: &str, what: impl std::fmt::Display) -> ConfigFault {
        let place = self.places.iter().find(|(name, _, _)| name == key);
        let (line, column) = place.map_or((1, 1), |(_, line, column)| (*line, *column));
        ConfigFault {
            file: self.file.clone().unwrap_or_default(),
            line,
            column,
            what: format!("{key}: {what}"),
        }
    }
}

/// The configurations of a run. Each folder is searched once, each file is read once.
#[derive(Debug)]
pub struct Configs<'c> {
    checks: &'c [Check],
    folders: HashMap<PathBuf, Arc<Config>>,
    none: Arc<Config>,
    /// The configuration for all files, if one was named or none is wanted.
    only: Option<Arc<Config>>,
    /// The real path of the working directory.
    here: Option<PathBuf>,
}

impl<'c> Configs<'c> {
    /// No configuration is read yet; `checks` are those that `select` and `ignore` may name.
    pub fn new(checks: &'c [Check]) -> Configs<'c> {
        let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
        Configs { checks, folders: HashMap::new(), none: Arc::default(), only: None, here }
    }

    /// The configurations that the flags ask for: one file, none, or the nearest to each file.
    ///
    /// # Errors
    /// If the file that was named cannot be read.
    pub fn asked(
        checks: &'c [Check],
        flags: &CheckArgs,
        messages: &Messages,
    ) -> Result<Configs<'c>, SourceError> {
        let mut configs = Configs::new(checks);
        if flags.no_config {
            configs.only = Some(Arc::default());
        } else if let Some(file) = &flags.config {
            let text = read_text(file, LARGEST, Chosen::Outright)?;
            configs.only = Some(configs.taken(&text, file, Trust::Full, messages));
        }
        Ok(configs)
    }

    /// The nearest configuration from `folder` upwards.
    ///
    /// Faults are reported once; the valid settings beside them are used.
    pub fn nearest(&mut self, folder: &Path, messages: &Messages) -> Arc<Config> {
        if let Some(only) = &self.only {
            return Arc::clone(only);
        }
        if let Some(known) = self.folders.get(folder) {
            return Arc::clone(known);
        }
        // Links are followed once, so that every spelling of a folder gets the same configuration.
        let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let config = self.climb(&absolute, messages);
        self.folders.insert(folder.to_owned(), Arc::clone(&config));
        config
    }

    fn climb(&mut self, folder: &Path, messages: &Messages) -> Arc<Config> {
        let mut passed = Vec::new();
        let mut found = None;
        for folder in folder.ancestors() {
            found = self.folders.get(folder).cloned();
            if found.is_some() {
                break;
            }
            passed.push(folder.to_owned());
            found = self.own(folder, messages);
            if found.is_some() {
                break;
            }
        }
        let config = found.unwrap_or_else(|| Arc::clone(&self.none));
        self.folders.extend(passed.into_iter().map(|folder| (folder, Arc::clone(&config))));
        config
    }

    /// The configuration in `folder` itself.
    fn own(&self, folder: &Path, messages: &Messages) -> Option<Arc<Config>> {
        let file = folder.join(NAME);
        match trust::find(&file) {
            Ok(Found::Nothing) => None,
            Ok(Found::Foreign(owner)) => {
                messages.warn(format_args!(
                    "{}: not used, because it belongs to user {owner}; use it with --config",
                    file.display()
                ));
                None
            }
            Ok(Found::Text(text)) => {
                let trust = Trust::of(folder, self.here.as_deref());
                Some(self.taken(&text, &file, trust, messages))
            }
            Err(fault) => {
                messages.failed(fault);
                Some(Arc::new(Config { file: Some(file), ..Config::default() }))
            }
        }
    }

    fn taken(&self, text: &str, file: &Path, trust: Trust, messages: &Messages) -> Arc<Config> {
        let Reading { config, faults, refused } = read(text, file, trust, self.checks);
        refused.iter().take(LISTED).for_each(|fault| messages.warn(fault));
        faults.iter().take(LISTED).for_each(|fault| messages.failed(fault));
        if let Some(more @ 1..) = faults.len().checked_sub(LISTED) {
            messages.failed(format_args!("{}: {more} more faults", file.display()));
        }
        Arc::new(config)
    }
}

/// The result of reading a configuration.
#[derive(Debug)]
pub struct Reading {
    /// What it sets.
    pub config: Config,
    /// Unknown keys and invalid values.
    pub faults: Vec<ConfigFault>,
    /// Keys that a configuration in that place may not set.
    pub refused: Vec<ConfigFault>,
}

/// Reads the configuration `text` of `file`.
pub fn read(text: &str, file: &Path, trust: Trust, checks: &[Check]) -> Reading {
    let lines = Lines::new(text);
    let fault = |at: usize, what: String| {
        let (line, column) = lines.of(at);
        ConfigFault { file: file.to_owned(), line, column, what }
    };
    let config = Config { file: Some(file.to_owned()), trust, ..Config::default() };
    let mut reading = Reading { config, faults: Vec::new(), refused: Vec::new() };
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            reading.faults.push(fault(at, error.message().replace('\n', "; ")));
            return reading;
        }
    };
    let mut keys: Vec<_> = table.get_ref().iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    let options = CheckArgs::augment_args(Command::new("check").no_binary_name(true));
    for (key, value) in keys {
        let name = key.get_ref().as_ref();
        let arg = match option(name, &options) {
            Ok(arg) => arg,
            Err(what) => {
                reading.faults.push(fault(key.span().start, what));
                continue;
            }
        };
        if let Some(why) = trust.refuses(name) {
            reading.refused.push(fault(key.span().start, format!("{name}: not used: {why}")));
            continue;
        }
        let (line, column) = lines.of(value.span().start);
        reading.config.places.push((name.to_owned(), line, column));
        let set = set(arg, value, reading.config.folder(), &options, checks);
        let broken = |what: String| fault(value.span().start, format!("{name}: {what}"));
        match set {
            Err(what) => reading.faults.push(broken(what)),
            Ok(set) => match trust.objects(&set, reading.config.folder()) {
                None => reading.config.args = std::mem::take(&mut reading.config.args).or(&set),
                Some(trust::Objection::Refused(why)) => {
                    reading.refused.push(broken(format!("not used: {why}")))
                }
                Some(trust::Objection::Broken(why)) => reading.faults.push(broken(why)),
            },
        }
    }
    reading
}

/// Options in which only `arg` is set, to that value.
fn set(
    arg: &Arg,
    value: &Spanned<DeValue<'_>>,
    folder: &Path,
    options: &Command,
    checks: &[Check],
) -> Result<CheckArgs, String> {
    let Some(flag) = flag(arg, value, folder)? else { return Ok(CheckArgs::default()) };
    let set = parse(options, &flag)?;
    for ids in [&set.select, &set.ignore].into_iter().flatten() {
        known(checks, ids).map_err(|unknown| unknown.to_string())?;
    }
    Ok(set)
}

/// The option named by `key`; those of [`FLAGS_ONLY`] are not keys.
fn option<'o>(key: &str, options: &'o Command) -> Result<&'o Arg, String> {
    let keys = || {
        options.get_arguments().filter(|arg| arg.get_long().is_some_and(|long| !FLAGS_ONLY.contains(&long)))
    };
    if FLAGS_ONLY.contains(&key) {
        return Err(format!("{key} can be set on the command line only"));
    }
    keys().find(|arg| arg.get_long() == Some(key)).ok_or_else(|| {
        let near = nearest(key, keys().filter_map(Arg::get_long));
        format!("unknown option {}{}", shown(key, NAME_LENGTH), did_you_mean(near))
    })
}

/// The option and its value as on the command line; `None` for a switch that is off.
fn flag(arg: &Arg, value: &Spanned<DeValue<'_>>, folder: &Path) -> Result<Option<String>, String> {
    let long = arg.get_long().unwrap_or_default();
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return match value.get_ref() {
            DeValue::Boolean(on) => Ok(on.then(|| format!("--{long}"))),
            _ => Err("must be true or false".to_owned()),
        };
    }
    let text = match value.get_ref() {
        DeValue::Array(items) if arg.get_value_delimiter().is_some() => {
            items.iter().map(|item| scalar(item.get_ref())).collect::<Result<Vec<_>, _>>()?.join(",")
        }
        DeValue::Array(_) => return Err("takes one value, not a list".to_owned()),
        single => scalar(single)?,
    };
    let is_path = arg.get_value_hint() == ValueHint::FilePath;
    let is_ruleset_file = long == "ruleset" && (text.contains(['/', '\\']) || text.ends_with(".toml"));
    let text =
        if is_path || is_ruleset_file { folder.join(&text).to_string_lossy().into_owned() } else { text };
    Ok(Some(format!("--{long}={text}")))
}

fn scalar(value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => Ok(number.to_string()),
        DeValue::Float(number) => Ok(number.to_string()),
        DeValue::Datetime(day) => Ok(day.to_string()),
        DeValue::Boolean(_) | DeValue::Array(_) | DeValue::Table(_) => {
            Err("must be a string or a number".to_owned())
        }
    }
}

fn parse(options: &Command, flag: &str) -> Result<CheckArgs, String> {
    let matches = options.clone().try_get_matches_from([flag]).map_err(|error| reason(&error))?;
    CheckArgs::from_arg_matches(&matches).map_err(|error| reason(&error))
}

/// The parser's message about a value, in one line and without the option's name.
fn reason(error: &clap::Error) -> String {
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(words)) => words.join(", "),
        _ => String::new(),
    };
    let value = text(ContextKind::InvalidValue);
    let valid = text(ContextKind::ValidValue);
    let suggested = text(ContextKind::SuggestedValue);
    let mut out = format!("{value:?} is not a valid value");
    if let Some(source) = std::error::Error::source(error) {
        out.push_str(&format!(": {source}"));
    }
    out.push_str(&did_you_mean(Some(suggested.as_str()).filter(|word| !word.is_empty())));
    if !valid.is_empty() {
        out.push_str(&format!(" (one of {valid})"));
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;

    use super::*;
    use crate::checks::{On, Severity};
    use crate::cli::Exit;
    use crate::cli::args::{FailOn, When};
    use crate::cli::progress::Progress;

    const CHECKS: [Check; 2] = [
        Check { id: "illegal-move", severity: Severity::Error, doc: "", on: On::Run, by_default: true },
        Check { id: "clock-gain", severity: Severity::Error, doc: "", on: On::Run, by_default: true },
    ];

    fn config(text: &str) -> Result<CheckArgs, String> {
        let reading = read(text, Path::new("/club/flagfall.toml"), Trust::Full, &CHECKS);
        assert!(reading.refused.is_empty(), "{:?}", reading.refused);
        match reading.faults.first() {
            Some(fault) => Err(fault.to_string()),
            None => Ok(reading.config.args),
        }
    }

    #[test]
    fn every_long_option_is_a_key() {
        let text = r#"
            select = ["illegal-move"]
            ignore = "illegal-move,clock-gain"
            fail-on = "warning"
            format = "jsonl"
            statistics = true
            limit = 50
            fix = false
            diff = false
            unsafe-fixes = false
            from-encoding = "windows-1250"
            list-checks = false
            baseline = "known.jsonl"
            write-baseline = "lists/known.jsonl"
            follow = true
            clock = "clock.csv"
            time-control = "5400+30"
            pairings = "never"
            pairing-rules = "2026"
            planned-rounds = 9
            max-game-size = "1MiB"
            duplicate-limit = 1000
            jobs = 2
            progress = "never"
            ruleset = "rules/club.toml"
            color = "always"
            today = 2026-03-01
            quiet = false
            verbose = true"#;
        let options = CheckArgs::augment_args(Command::new("check"));
        for long in options.get_arguments().filter_map(Arg::get_long) {
            assert_eq!(
                text.contains(&format!("\n            {long} = ")),
                !FLAGS_ONLY.contains(&long),
                "{long}"
            );
        }
        let config = config(text).unwrap();
        assert_eq!(config.select.unwrap(), ["illegal-move"]);
        assert_eq!(config.ignore.unwrap(), ["illegal-move", "clock-gain"]);
        assert_eq!((config.fail_on, config.progress), (Some(FailOn::Warning), Some(When::Never)));
        assert_eq!((config.format.unwrap().name, config.limit), ("jsonl", Some(50)));
        assert_eq!(config.baseline.unwrap(), Path::new("/club/known.jsonl"));
        assert_eq!(config.write_baseline.unwrap(), Path::new("/club/lists/known.jsonl"));
        assert_eq!(config.common.ruleset.unwrap(), "/club/rules/club.toml");
        assert_eq!((config.max_game_size, config.duplicate_limit), (Some(1 << 20), Some(1000)));
        assert_eq!(config.common.today.unwrap().to_string(), "2026-03-01");
        assert!(config.statistics && config.common.verbose && !config.common.quiet && !config.list_checks);
    }

    #[test]
    fn errors_name_line_and_nearest_key() {
        let fault = |text: &str| config(text).unwrap_err();
        assert_eq!(
            fault("quiet = true\n  slect = []\n"),
            "/club/flagfall.toml:2:3: unknown option slect; did you mean select?"
        );
        assert_eq!(
            fault("output = \"x\""),
            "/club/flagfall.toml:1:1: output can be set on the command line only"
        );
        assert_eq!(
            fault("ignore = [\"ilegal-move\"]"),
            "/club/flagfall.toml:1:10: ignore: no check is called ilegal-move; did you mean illegal-move?"
        );
        assert_eq!(
            fault("\nfail-on = \"errors\""),
            "/club/flagfall.toml:2:11: fail-on: \"errors\" is not a valid value; did you mean error? \
             (one of error, warning, info, never)"
        );
        assert_eq!(
            fault("today = \"May\""),
            "/club/flagfall.toml:1:9: today: \"May\" is not a valid value: \
             not a day of the calendar, written YYYY-MM-DD"
        );
        assert_eq!(fault("quiet = 1"), "/club/flagfall.toml:1:9: quiet: must be true or false");
        assert_eq!(fault("jobs = [1]"), "/club/flagfall.toml:1:8: jobs: takes one value, not a list");
        assert!(fault("[check]\nquiet = true").contains(":1:2: unknown option check"));
        assert!(fault("quiet = true\nquiet = false").starts_with("/club/flagfall.toml:2:1: "));
        assert!(fault("quiet = \"").starts_with("/club/flagfall.toml:1:"));
    }

    #[test]
    fn what_is_in_order_counts_beside_what_is_not() {
        let text = "slect = []\nfail-on = \"info\"\njobs = 0\nquiet = true\n";
        let Reading { config, faults, refused } =
            read(text, Path::new("flagfall.toml"), Trust::Full, &CHECKS);
        assert!(refused.is_empty());
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [1, 3]);
        assert_eq!((config.args.fail_on, config.args.common.quiet), (Some(FailOn::Info), true));
        assert_eq!(config.fault("fail-on", "no").to_string(), "flagfall.toml:2:11: fail-on: no");
    }

    #[test]
    fn the_nearest_file_counts_alone() {
        let root = tempfile::tempdir().unwrap();
        let deep = root.path().join("open/round3");
        fs::create_dir_all(&deep).unwrap();
        fs::write(root.path().join(NAME), "fail-on = \"never\"\nquiet = true").unwrap();
        fs::write(root.path().join("open").join(NAME), "fail-on = \"info\"").unwrap();
        let messages = Messages::new(true, Progress::default());
        let mut configs = Configs::new(&CHECKS);
        let near = configs.nearest(&deep, &messages);
        assert_eq!((near.args.fail_on, near.args.common.quiet), (Some(FailOn::Info), false));
        assert_eq!(configs.nearest(root.path(), &messages).args.fail_on, Some(FailOn::Never));
        let flags = CheckArgs { fail_on: Some(FailOn::Error), ..CheckArgs::default() };
        assert_eq!(flags.or(&near.args).fail_on, Some(FailOn::Error));
        assert_eq!(messages.exit(Exit::Clean), Exit::Clean);
    }

    #[test]
    fn a_broken_file_is_said_once_and_sets_nothing() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join(NAME), "nonsense").unwrap();
        let messages = Messages::new(true, Progress::default());
        let mut configs = Configs::new(&CHECKS);
        assert!(configs.nearest(root.path(), &messages).args.fail_on.is_none());
        assert_eq!(messages.exit(Exit::Clean), Exit::Failed);
        fs::remove_file(root.path().join(NAME)).unwrap();
        assert!(configs.nearest(root.path(), &messages).args.fail_on.is_none());
    }

    #[test]
    fn many_unknown_keys_are_read_in_one_pass_and_listed_in_part() {
        let root = tempfile::tempdir().unwrap();
        let text: String = (0..4_000).map(|n| format!("key{n} = 1\n")).collect();
        let reading = read(&text, Path::new("flagfall.toml"), Trust::Limited, &CHECKS);
        assert_eq!(reading.faults.len(), 4_000);
        assert_eq!(reading.faults.last().map(|fault| (fault.line, fault.column)), Some((4_000, 1)));
        fs::write(root.path().join(NAME), text).unwrap();
        let messages = Messages::new(true, Progress::default());
        Configs::new(&CHECKS).nearest(root.path(), &messages);
        assert_eq!(messages.exit(Exit::Clean), Exit::Failed);
    }
}
