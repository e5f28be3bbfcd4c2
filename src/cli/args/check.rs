//! The options of `flagfall check`; their long forms are also the keys of `flagfall.toml`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueHint};

use super::common::Common;
use super::values::{FailOn, PairingRules, PairingsArg, When, bytes, word};
use crate::report::{FORMATS, Format};

const EXAMPLES: &str = "\
Examples:
  flagfall check round3.pgn                  one file, for people
  flagfall check                             everything in this folder and below
  flagfall check round3.pgn standings.trf    games and result files
  flagfall check --fail-on warning --format github games/
  zcat archive.pgn.gz | flagfall check --quiet -
  flagfall check --diff round3.pgn           what --fix would change

";

const STATUS: &str = "\
Exit status: 0 nothing at or above --fail-on was found, 1 something was, 2 something could not be done.
Options can be set in flagfall.toml, except --output, --config and --no-config: fail-on = \"warning\"";

/// Validate files: PGN, result files, folders of them
#[derive(Debug, Clone, Default, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES, after_help = STATUS)]
pub struct CheckArgs {
    /// Files and folders; `-` is standard input, none is the current folder
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// Run these checks only
    #[arg(long, value_name = "CHECK,…", value_delimiter = ',')]
    pub select: Option<Vec<String>>,

    /// Leave these checks out
    #[arg(long, value_name = "CHECK,…", value_delimiter = ',')]
    pub ignore: Option<Vec<String>>,

    /// The lowest severity that fails the run [default: error]
    #[arg(long, value_name = "SEVERITY")]
    pub fail_on: Option<FailOn>,

    /// How the findings are written
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub format: Option<Format>,

    /// Count the findings of each check, and the games and files concerned, instead of listing them
    #[arg(long)]
    pub statistics: bool,

    /// How many findings of one check the text output lists per file [default: 20]; 0 lists all
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,

    /// Repair the files: make the certain repairs, and report what is left
    ///
    /// Standard input is written repaired to standard output, and the findings to standard error. With --output, the
    /// repaired files are written to that folder, and the originals stay.
    #[arg(long)]
    pub fix: bool,

    /// Print what --fix would change, as a unified diff, and nothing else
    #[arg(long)]
    pub diff: bool,

    /// Make the likely repairs too, with --fix or --diff
    #[arg(long)]
    pub unsafe_fixes: bool,

    /// The encoding of files that are not UTF-8, with --fix or --diff: windows-1250, koi8-r, … [default: Windows-1252,
    /// where that is certain]
    #[arg(long, value_name = "NAME")]
    pub from_encoding: Option<String>,

    /// List the checks, and do nothing else
    #[arg(long)]
    pub list_checks: bool,

    /// Leave out the findings that FILE lists, even if they have moved
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub baseline: Option<PathBuf>,

    /// Write what is found to FILE, as a baseline for later runs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub write_baseline: Option<PathBuf>,

    /// The clock log of the game; NAME.clock.csv beside NAME.pgn is found automatically
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub clock: Option<PathBuf>,

    /// Take this configuration instead of the nearest flagfall.toml of each file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "no_config")]
    pub config: Option<PathBuf>,

    /// Read no configuration
    #[arg(long)]
    pub no_config: bool,

    /// Follow symbolic links that lead out of a folder
    #[arg(long)]
    pub follow: bool,

    /// The time control of games that do not state one: 5400+30, 40/7200:3600, G/60;d5
    #[arg(long, value_name = "TC")]
    pub time_control: Option<String>,

    /// How far Swiss pairings are judged: wholly, up to 2,000 players wholly, or by the absolute criteria alone
    #[arg(long, value_name = "WHEN")]
    pub pairings: Option<PairingsArg>,

    /// The edition of the pairing rules; that of the event's first day otherwise
    #[arg(long, value_name = "YEAR")]
    pub pairing_rules: Option<PairingRules>,

    /// The number of rounds of a Swiss whose file does not say it
    #[arg(long, value_name = "N")]
    pub planned_rounds: Option<u32>,

    /// The largest game that is read [default: 8MiB]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub max_game_size: Option<u64>,

    /// How many games duplicate-game and near-duplicate remember [default: 5000000]
    #[arg(long, value_name = "N")]
    pub duplicate_limit: Option<u64>,

    /// How many games are checked at a time; as many as the machine has cores otherwise, and at most four for each core
    /// or 16
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// When to show progress; on a terminal after a second otherwise
    #[arg(long, value_name = "WHEN")]
    pub progress: Option<When>,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

impl CheckArgs {
    /// The largest game that is read, in bytes.
    pub fn game_size(&self) -> u64 {
        self.max_game_size.unwrap_or(crate::scoresheet::LARGEST_GAME as u64)
    }

    /// The maximum number of games remembered to find duplicates.
    pub fn duplicates(&self) -> u64 {
        self.duplicate_limit.unwrap_or(5_000_000)
    }

    /// These options, completed from a configuration for flags that were not given.
    pub fn or(mut self, config: &CheckArgs) -> CheckArgs {
        fn fill<T: Clone>(flag: &mut Option<T>, config: &Option<T>) {
            if flag.is_none() {
                flag.clone_from(config);
            }
        }
        fill(&mut self.select, &config.select);
        fill(&mut self.ignore, &config.ignore);
        fill(&mut self.fail_on, &config.fail_on);
        fill(&mut self.format, &config.format);
        fill(&mut self.limit, &config.limit);
        fill(&mut self.baseline, &config.baseline);
        fill(&mut self.write_baseline, &config.write_baseline);
        fill(&mut self.clock, &config.clock);
        fill(&mut self.time_control, &config.time_control);
        fill(&mut self.from_encoding, &config.from_encoding);
        fill(&mut self.pairings, &config.pairings);
        fill(&mut self.pairing_rules, &config.pairing_rules);
        fill(&mut self.planned_rounds, &config.planned_rounds);
        fill(&mut self.max_game_size, &config.max_game_size);
        fill(&mut self.duplicate_limit, &config.duplicate_limit);
        fill(&mut self.jobs, &config.jobs);
        fill(&mut self.progress, &config.progress);
        fill(&mut self.common.ruleset, &config.common.ruleset);
        fill(&mut self.common.color, &config.common.color);
        fill(&mut self.common.today, &config.common.today);
        self.statistics |= config.statistics;
        self.fix |= config.fix;
        self.diff |= config.diff;
        self.unsafe_fixes |= config.unsafe_fixes;
        self.follow |= config.follow;
        self.list_checks |= config.list_checks;
        let said = self.common.quiet || self.common.verbose;
        self.common.quiet |= config.common.quiet && !said;
        self.common.verbose |= config.common.verbose && !said;
        self
    }
}

/// A format of findings.
fn format() -> impl TypedValueParser<Value = Format> {
    word(FORMATS.iter().map(|format| (format.name, format.help, *format)))
}
