//! The options of `flagfall rule`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::common::Common;
use super::values::{ruling_format, supervision};
use crate::report::ruling::Format;
use crate::ruleset::Supervision;

const EXAMPLES: &str = "\
Examples:
  flagfall rule illegal-move --by black --after \"3. Bb5+\" --move a6 --moves \"1. e4 e5 2. Nf3 d6 3. Bb5+\" --clock 2:30/2:21
  flagfall rule flag-fall --by white --fen \"8/8/8/3k4/8/3K4/3P4/8 w - - 0 60\"
  flagfall rule claim-threefold --by black --move Ng8 game.pgn
  flagfall rule phone-rang --by white --ruleset fide --time-control 90m+30s --set phone=warning
  flagfall rule touch --by white --squares \"e1 h1\" --moves \"1. e4 e5\" --print-case

";

/// Rule on one incident, without a case file
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct RuleArgs {
    /// What happened; `flagfall explain --kind incident` lists the kinds
    #[arg(value_name = "KIND")]
    pub kind: String,

    /// The game; without it, and without --moves and --fen, the initial position
    #[arg(value_name = "GAME.pgn", value_hint = ValueHint::FilePath, conflicts_with_all = ["moves", "fen"])]
    pub game_file: Option<PathBuf>,

    /// Which game of the PGN file, from 1
    #[arg(long, value_name = "N", requires = "game_file", value_parser = clap::value_parser!(u64).range(1..))]
    pub game: Option<u64>,

    /// The moves of the game
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,

    /// The position, or where the moves begin
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,

    /// Who did it, or who claims: white, black, arbiter, other
    #[arg(long, value_name = "WHO")]
    pub by: Option<String>,

    /// The half-move made last when it happened: "12... Nf6", "12. Nd4", "12...", start; the last of the game unless given
    #[arg(long, value_name = "MOVE")]
    pub after: Option<String>,

    /// The half-move made last when it was noticed, where that was later
    #[arg(long, value_name = "MOVE")]
    pub noticed_after: Option<String>,

    /// Who noticed it, seen from the one who did it: player, opponent, arbiter, other
    #[arg(long, value_name = "WHO")]
    pub noticed_by: Option<String>,

    /// The move that was tried, claimed with or sealed
    #[arg(long = "move", value_name = "MOVE")]
    pub tried: Option<String>,

    /// Whether the clock was pressed after it: yes or no
    #[arg(long, value_name = "YES|NO")]
    pub pressed: Option<String>,

    /// The squares touched, in order: "e1 h1"
    #[arg(long, value_name = "SQUARES")]
    pub squares: Option<String>,

    /// An amount of time: 45, 0:45, 38:00, "2 min"
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub seconds: Option<String>,

    /// A number of things, such as which offence of that player this is
    #[arg(long, value_name = "N")]
    pub count: Option<String>,

    /// A value that this kind of incident takes
    #[arg(long, value_name = "WORD")]
    pub value: Option<String>,

    /// What the clocks showed, White's first: 2:30/2:21
    #[arg(long, value_name = "WHITE/BLACK")]
    pub clock: Option<String>,

    /// The time control: 90m+30s, 180+2, G/60;d5
    #[arg(long, value_name = "TC")]
    pub time_control: Option<String>,

    /// Who watched the game, in rapid and blitz
    #[arg(long, value_name = "HOW", value_parser = supervision())]
    pub supervision: Option<Supervision>,

    /// The day of the game: 2025-04-12
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,

    /// Any key of a case, of its incident or of its regulations
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// Print the case file that this is short for, and do not rule on it
    #[arg(long)]
    pub print_case: bool,

    /// At most ten lines
    #[arg(long, conflicts_with = "format")]
    pub brief: bool,

    /// How the ruling is written
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = ruling_format())]
    pub format: Format,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

impl RuleArgs {
    /// The files that are read.
    pub fn reads(&self) -> Vec<&Path> {
        self.game_file.iter().map(PathBuf::as_path).collect()
    }
}
