//! The options of `flagfall adjudicate`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::common::Common;
use super::values::{ruling_format, supervision};
use crate::report::ruling::Format;
use crate::ruleset::Supervision;

const EXAMPLES: &str = "\
Examples:
  flagfall adjudicate dispute.toml                     rule on a case
  flagfall adjudicate game.pgn --clock game.clock.csv --incidents game.incidents.csv
  flagfall adjudicate dispute.toml --compare fide-2018-blitz,fide-2023-blitz,uscf-7-blitz
  flagfall adjudicate dispute.toml --brief             at most ten lines for each incident
  flagfall adjudicate dispute.toml --format html --output ruling.html
  flagfall adjudicate --verify cases/                  compare with the expected rulings

";

/// Rule on a disputed game: a case file, or a PGN game with its logs
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct AdjudicateArgs {
    /// Case files, folders of them, or a PGN file
    #[arg(value_name = "CASE", required = true, value_hint = ValueHint::AnyPath)]
    pub cases: Vec<PathBuf>,

    /// Which game of the PGN file, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub game: Option<u64>,

    /// The clock log; NAME.clock.csv beside NAME.pgn is found automatically
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub clock: Option<PathBuf>,

    /// The incident log; NAME.incidents.csv beside NAME.pgn is found automatically
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub incidents: Option<PathBuf>,

    /// The time control, whatever the game or the case says: 90m+30s, 180+2, G/60;d5
    #[arg(long, value_name = "TC")]
    pub time_control: Option<String>,

    /// Who watched the game, in rapid and blitz
    #[arg(long, value_name = "HOW", value_parser = supervision())]
    pub supervision: Option<Supervision>,

    /// The same facts under several rulesets, side by side
    #[arg(long, value_name = "ID,ID,…", value_delimiter = ',')]
    pub compare: Vec<String>,

    /// Compare with the `[expected]` table of each case; status 1 if one differs
    #[arg(long)]
    pub verify: bool,

    /// Read files that a case names outside of its own folder too
    #[arg(long)]
    pub allow_outside: bool,

    /// At most ten lines for each incident
    #[arg(long, conflicts_with_all = ["format", "compare"])]
    pub brief: bool,

    /// How the rulings are written
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = ruling_format())]
    pub format: Format,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

impl AdjudicateArgs {
    /// The files and folders that are read.
    pub fn reads(&self) -> Vec<&Path> {
        let logs = self.clock.iter().chain(&self.incidents);
        let compared = self.compare.iter().map(Path::new);
        self.cases.iter().chain(logs).map(PathBuf::as_path).chain(compared).collect()
    }
}
