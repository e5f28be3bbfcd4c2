//! The options of `flagfall watch`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use super::common::Common;

const EXAMPLES: &str = "\
Examples:
  flagfall watch games.pgn                            a file that another program rewrites
  flagfall watch boards --format jsonl                every .pgn of a folder, one object a line
  flagfall watch https://example.org/round5.pgn       an address, in a build with the feature net
  flagfall watch games.pgn --once                     what is true now
  flagfall watch --replay friday --speed 20           a recording, twenty times as fast

";

/// Claims, flags, faults and ends of games while they are played
#[derive(Debug, Clone, Args)]
#[command(help_template = super::HELP, before_help = EXAMPLES)]
pub struct WatchArgs {
    /// Files, folders, addresses, or `-` for standard input
    #[arg(value_name = "SOURCE", required_unless_present = "replay", value_hint = ValueHint::AnyPath)]
    pub sources: Vec<PathBuf>,

    /// Time between two readings; files are read at least each second
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = pace)]
    pub every: Duration,

    /// Read once, and end with the status of `check`: 1 if there is an alert of severity error
    #[arg(long, conflicts_with = "until_over")]
    pub once: bool,

    /// End when no game goes on
    #[arg(long)]
    pub until_over: bool,

    /// Only games of this round, and those that name none; of a LiveChess event this round
    #[arg(long, value_name = "N")]
    pub round: Option<u32>,

    /// Keep what comes in this new folder, with its times, to be played again by --replay
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub record: Option<PathBuf>,

    /// Play a recording instead of reading sources
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    #[arg(conflicts_with_all = ["sources", "record", "once", "every"])]
    pub replay: Option<PathBuf>,

    /// How many times faster than it was a recording is played
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = speed, requires = "replay")]
    pub speed: f64,

    /// Report games without a move for this long, and for longer than the player to move has left
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration)]
    pub still: Duration,

    /// Report players with less time left; the ruleset's five minutes otherwise
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub flag_near: Option<Duration>,

    /// Report when so many moves by each player are left to a claim by the fifty-move rule
    #[arg(long, value_name = "MOVES", default_value = "10")]
    pub fifty_near: u32,

    /// Only these alerts
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub select: Option<Vec<String>>,

    /// Not these alerts
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub ignore: Option<Vec<String>>,

    /// The time control of games that do not state one
    #[arg(long, value_name = "CONTROL")]
    pub time_control: Option<String>,

    /// How alerts are written; with --output they are appended to the file
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: WatchFormat,

    /// Show each new alert as a desktop notification too, by notify-send where it is installed
    #[arg(long)]
    pub notify: bool,

    /// The options that all commands have.
    #[command(flatten)]
    pub common: Common,
}

/// How alerts are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum WatchFormat {
    /// For people
    #[default]
    Text,
    /// One object per line
    Jsonl,
}

/// Shortest time between two readings.
const FASTEST: Duration = Duration::from_millis(200);

fn pace(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        pace if pace < FASTEST => Err("at least 200ms".to_owned()),
        pace => Ok(pace),
    }
}

fn speed(text: &str) -> Result<f64, String> {
    let factor: f64 = text.parse().map_err(|_| "a number such as 20".to_owned())?;
    if (0.01..=1e6).contains(&factor) { Ok(factor) } else { Err("from 0.01 to 1000000".to_owned()) }
}

/// Reads `2s`, `500ms`, `10m`, `1h`; a number alone is in seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let fault = || "a time such as 2s, 500ms, 10m or 1h".to_owned();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| fault())?;
    let unit_ms = match unit.trim() {
        "ms" => 1,
        "" | "s" => 1000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return Err(fault()),
    };
    number
        .checked_mul(unit_ms)
        .filter(|ms| *ms <= 365 * 86_400_000)
        .map(Duration::from_millis)
        .ok_or_else(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("10m"), Ok(Duration::from_secs(600)));
        assert!(
            duration("m").is_err() && duration("2x").is_err() && duration("99999999999999999999h").is_err()
        );
        assert!(pace("100ms").is_err() && pace("200ms").is_ok());
    }
}
