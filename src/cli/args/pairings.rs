//! The options of `flagfall pairings`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint, value_parser};

use super::common::Common;
use super::values::{PairingRules, pairings_format};
use crate::event::Colour;
use crate::report::pairings::Format;

const EXAMPLES: &str = "\
Examples:
  flagfall pairings open.trf                         the pairings of the next round
  flagfall pairings open.trf --absent 4,17           4 and 17 do not play in it
  flagfall pairings open.trf --round 5 --explain     round 5 beside the one that the rules give
  flagfall pairings open.trf --format trf --output next.trf

";

const STATUS: &str = "\
Exit status: 0 the round is paired, or the file's round is right; 1 no complete pairing exists, or the file's round
differs; 2 it could not be paired.
";

/// The next round of a Swiss, or how a round was to be paired
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES, after_help = STATUS)]
pub struct PairingsArgs {
    /// A report file (TRF); - is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// The round; one that the file has is compared with what the rules give. The next one otherwise
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub round: Option<u32>,

    /// The edition of the rules; that of the event's first day otherwise
    #[arg(long, value_name = "YEAR")]
    pub rules: Option<PairingRules>,

    /// Players who are absent in the next round, by starting number
    #[arg(long, value_name = "NO,NO,…", value_delimiter = ',')]
    pub absent: Vec<u32>,

    /// The colour drawn before the first round; as the file says otherwise
    #[arg(long, value_name = "W|B", ignore_case = true)]
    pub initial_colour: Option<InitialColour>,

    /// The number of rounds of an event whose file does not say it
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub planned_rounds: Option<u32>,

    /// Show the brackets: who floats and why, and which criteria each pair fails
    #[arg(long)]
    pub explain: bool,

    /// How the pairings are written
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = pairings_format())]
    pub format: Format,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

/// The colour drawn before the first round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum InitialColour {
    /// White
    #[value(name = "W", alias = "white")]
    White,
    /// Black
    #[value(name = "B", alias = "black")]
    Black,
}

impl From<InitialColour> for Colour {
    fn from(drawn: InitialColour) -> Colour {
        match drawn {
            InitialColour::White => Colour::White,
            InitialColour::Black => Colour::Black,
        }
    }
}

impl PairingsArgs {
    /// The file that is read.
    pub fn reads(&self) -> Vec<&Path> {
        vec![self.file.as_path()]
    }

    /// The players who are absent.
    pub fn absent(&self) -> BTreeSet<u32> {
        self.absent.iter().copied().collect()
    }
}
