//! The options of `flagfall crosstable`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint, value_parser};

use super::common::Common;
use super::values::{crosstable_format, order};
use crate::event::tiebreaks::{Spec, SpecError, parse_list};
use crate::report::crosstable::{Format, Order};

const EXAMPLES: &str = "\
Examples:
  flagfall crosstable open.trf                             table and standings
  flagfall crosstable games/*.pgn --tiebreaks DE,SB,KS     of the games of an event
  flagfall crosstable open.trf --against published.csv     compare with what was published
  flagfall crosstable open.trf --format html --output table.html

";

/// Cross table and standings from PGN, CSV or TRF
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct CrosstableArgs {
    /// Result files; several PGN or games-CSV files are one event
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// What kind of event it is
    #[arg(long, value_name = "KIND", default_value = "auto")]
    pub kind: Kind,

    /// How ties are broken, in this order: DE, BH:C1, SB, MMED …
    #[arg(long, value_name = "DE,BH:C1,…", value_parser = Tiebreaks::parse)]
    pub tiebreaks: Option<Tiebreaks>,

    /// The edition of the tie-break rules, by date otherwise
    #[arg(long, value_name = "YEAR", default_value = "auto")]
    pub tiebreak_rules: TiebreakRules,

    /// Show a player's tie-breaks term by term
    #[arg(long, value_name = "NAME")]
    pub explain_tiebreaks: Option<String>,

    /// Points for a win, a draw and a loss, 1,0.5,0 otherwise
    #[arg(long, value_name = "W,D,L", allow_hyphen_values = true)]
    pub points: Option<String>,

    /// Compare with a published table; status 1 if they differ
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub against: Option<PathBuf>,

    /// Rating changes with this factor
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=1000))]
    pub k: Option<u32>,

    /// The standings after round N
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,

    /// The rating of players who have none
    #[arg(long, value_name = "N")]
    pub unrated: Option<u32>,

    /// Only the games of this event
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,

    /// The order of a round robin's table
    #[arg(long, value_name = "BY", default_value = "rank", value_parser = order())]
    pub order: Order,

    /// The section of a US Chess report, by number or name
    #[arg(long, value_name = "SECTION")]
    pub section: Option<String>,

    /// Print the wall chart of US Chess instead
    #[arg(long)]
    pub wall_chart: bool,

    /// How the table is written
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = crosstable_format())]
    pub format: Format,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

/// Tie-breaks in their order.
#[derive(Debug, Clone)]
pub struct Tiebreaks(pub Vec<Spec>);

impl Tiebreaks {
    fn parse(text: &str) -> Result<Tiebreaks, SpecError> {
        parse_list(text).map(Tiebreaks)
    }
}

/// What kind of event it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Kind {
    /// As the file says, or the games show
    #[default]
    Auto,
    /// Everybody meets everybody
    RoundRobin,
    /// Paired by score
    Swiss,
    /// Teams with boards
    Team,
    /// The loser leaves
    Knockout,
}

/// The edition of the tie-break rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum TiebreakRules {
    /// By the event's first day
    #[default]
    Auto,
    /// Before September 2023
    #[value(name = "2009")]
    Of2009,
    /// From September 2023
    #[value(name = "2023")]
    Of2023,
    /// From March 2026
    #[value(name = "2026")]
    Of2026,
}

impl CrosstableArgs {
    /// The files and folders that are read.
    pub fn reads(&self) -> Vec<&Path> {
        self.paths.iter().chain(&self.against).map(PathBuf::as_path).collect()
    }
}
