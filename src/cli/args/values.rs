//! Value types and parsers shared by several options.

use chrono::NaiveDate;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::checks::{Pairings, Severity};
use crate::event::pairing::Rules;
use crate::report::{crosstable, pairings, ruling};
use crate::ruleset::Supervision;

/// When to enable a feature meant for terminals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum When {
    /// On a terminal that wants it
    #[default]
    Auto,
    /// Wherever the output goes
    Always,
    /// Not at all
    Never,
}

/// The lowest severity at which findings end a run with status 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum FailOn {
    /// Errors only
    #[default]
    Error,
    /// Errors and warnings
    Warning,
    /// Every finding
    Info,
    /// No finding
    Never,
}

impl FailOn {
    /// The lowest severity that fails a run; `None` for never.
    pub fn least(self) -> Option<Severity> {
        match self {
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Info => Some(Severity::Info),
            FailOn::Never => None,
        }
    }
}

/// How far Swiss pairings are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PairingsArg {
    /// Wholly up to 2,000 players
    Auto,
    /// Wholly
    Always,
    /// By the absolute criteria alone
    Never,
}

impl From<PairingsArg> for Pairings {
    fn from(said: PairingsArg) -> Pairings {
        match said {
            PairingsArg::Auto => Pairings::Auto,
            PairingsArg::Always => Pairings::Always,
            PairingsArg::Never => Pairings::Never,
        }
    }
}

/// An edition of the rules for Swiss pairings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PairingRules {
    /// Dutch system, July 2017 to January 2026
    #[value(name = "2017")]
    Of2017,
    /// Dutch system, from February 2026
    #[value(name = "2026")]
    Of2026,
}

impl From<PairingRules> for Rules {
    fn from(said: PairingRules) -> Rules {
        match said {
            PairingRules::Of2017 => Rules::Dutch2017,
            PairingRules::Of2026 => Rules::Dutch2026,
        }
    }
}

/// A parser for one of several words, each with its help and its value.
pub(super) fn word<T: Copy + Send + Sync + 'static>(
    words: impl Iterator<Item = (&'static str, &'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let words: Vec<(&str, &str, T)> = words.collect();
    let values: Vec<PossibleValue> =
        words.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help)).collect();
    PossibleValuesParser::new(values).try_map(move |said| {
        words.iter().find(|(name, ..)| *name == said).map(|(.., value)| *value).ok_or("no such word")
    })
}

/// Who watched the game.
pub(super) fn supervision() -> impl TypedValueParser<Value = Supervision> {
    let words = [
        ("full", "An arbiter watched every move", Supervision::Full),
        ("limited", "One arbiter watched many games", Supervision::Limited),
    ];
    word(words.into_iter())
}

/// A format of rulings.
pub(super) fn ruling_format() -> impl TypedValueParser<Value = ruling::Format> {
    word(ruling::FORMATS.iter().map(|format| (format.name, format.help, *format)))
}

/// A format of cross tables.
pub(super) fn crosstable_format() -> impl TypedValueParser<Value = crosstable::Format> {
    word(crosstable::FORMATS.iter().map(|format| (format.name, format.help, *format)))
}

/// A format of pairings.
pub(super) fn pairings_format() -> impl TypedValueParser<Value = pairings::Format> {
    word(pairings::FORMATS.iter().map(|format| (format.name, format.help, *format)))
}

/// The order of a round robin's table.
pub(super) fn order() -> impl TypedValueParser<Value = crosstable::Order> {
    let words = [
        ("rank", "By final rank", crosstable::Order::Rank),
        ("number", "By starting number", crosstable::Order::Number),
    ];
    word(words.into_iter())
}

/// A day as `YYYY-MM-DD`.
///
/// # Errors
/// If `text` is not such a day; the error says how to write one.
pub fn day(text: &str) -> Result<NaiveDate, String> {
    let digits = |range: std::ops::Range<usize>| {
        text.get(range).is_some_and(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let shaped = text.len() == 10 && digits(0..4) && digits(5..7) && digits(8..10);
    NaiveDate::parse_from_str(text, "%Y-%m-%d")
        .ok()
        .filter(|_| shaped)
        .ok_or_else(|| "not a day of the calendar, written YYYY-MM-DD".to_owned())
}

/// A number of bytes, at least one and below 4 GiB: `8388608`, `8MiB`, `500kB`.
///
/// # Errors
/// If `text` is not such a number; the error says how to write one.
pub fn bytes(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u64); 8] = [
        ("", 1),
        ("B", 1),
        ("kB", 1_000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
    ];
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor = UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit.trim_start()));
    let product = number.parse::<u64>().ok().zip(factor).and_then(|(n, (_, factor))| n.checked_mul(*factor));
    match product {
        Some(n) if (1..=u64::from(u32::MAX)).contains(&n) => Ok(n),
        Some(_) => Err("out of range: from 1 byte to below 4 GiB".to_owned()),
        None => Err("not a number of bytes, such as 8388608 or 8MiB".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_days() {
        assert_eq!(day("2024-02-29").ok(), NaiveDate::from_ymd_opt(2024, 2, 29));
        for bad in ["2023-02-29", "2024-2-9", "24-02-29", "2024/02/29", "+2024-02-2", "today", ""] {
            assert!(day(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn reads_sizes() {
        assert_eq!(bytes("8388608"), bytes("8MiB"));
        assert_eq!(bytes("500kB"), Ok(500_000));
        assert_eq!(bytes("1 gib"), Ok(1 << 30));
        for bad in ["0", "4GiB", "99999999999999999999", "8 stones", "-1", "1.5MB", ""] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
