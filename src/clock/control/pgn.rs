//! The PGN grammar: `40/9000`, `40/7200:3600`, `300`, `4500+60`, `*180`; all in seconds.
//!
//! It extends the standard in two ways that files need: an increment may occur in any stage, and seconds may
//! have decimals.

use super::text::{ControlFault, TimeControlFault};
use super::{Bonus, Stage, TimeControl};

/// Whether a text contains only characters of this grammar.
pub(super) fn is_formal(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit() || b"/+:*.".contains(&b))
}

/// The most digits that a number may have.
pub(super) const MOST_DIGITS: usize = 9;

/// Parses a control; `text` consists of digits and `/+:*.` only.
pub(super) fn parse(text: &str) -> Result<TimeControl, TimeControlFault> {
    if let Some(main) = text.strip_prefix('*') {
        let main_ms = seconds(main, 1)?;
        return match main_ms {
            0 => Err(TimeControlFault::new(1, ControlFault::NoTime)),
            _ => Ok(TimeControl::hourglass(main_ms)),
        };
    }
    let mut stages = Vec::new();
    let mut at = 0;
    for field in text.split(':') {
        if stages.last().is_some_and(|s: &Stage| s.moves.is_none()) {
            return Err(TimeControlFault::new(at, ControlFault::NotLast));
        }
        stages.push(stage(field, at)?);
        at += field.len() + 1;
    }
    TimeControl::new(stages).ok_or(TimeControlFault::new(0, ControlFault::NoTime))
}

fn stage(field: &str, at: usize) -> Result<Stage, TimeControlFault> {
    let (moves, rest, from) = match field.split_once('/') {
        Some((moves, rest)) => (Some(count(moves, at)?), rest, at + moves.len() + 1),
        None => (None, field, at),
    };
    let (main, bonus) = match rest.split_once('+') {
        Some((main, increment)) => (main, Bonus::Increment(seconds(increment, from + main.len() + 1)?)),
        None => (rest, Bonus::None),
    };
    let bonus = if bonus.ms() == 0 { Bonus::None } else { bonus };
    Ok(Stage { moves, main_ms: seconds(main, from)?, bonus })
}

fn count(digits: &str, at: usize) -> Result<u32, TimeControlFault> {
    match whole(digits, at)? {
        0 => Err(TimeControlFault::new(at, ControlFault::NoMoves)),
        n => u32::try_from(n).map_err(|_| TimeControlFault::new(at, ControlFault::TooLarge)),
    }
}

/// Parses seconds as milliseconds; decimals after the third are ignored.
fn seconds(text: &str, at: usize) -> Result<i64, TimeControlFault> {
    let Some((integer, decimals)) = text.split_once('.') else {
        return Ok(whole(text, at)? * 1000);
    };
    let at_decimals = at + integer.len() + 1;
    if decimals.is_empty() {
        return Err(TimeControlFault::new(at_decimals, ControlFault::NoNumber));
    }
    if let Some(bad) = decimals.bytes().position(|b| !b.is_ascii_digit()) {
        return Err(TimeControlFault::new(at_decimals + bad, ControlFault::NotUnderstood));
    }
    let part = decimals.bytes().chain(*b"00").take(3).fold(0, |n, b| n * 10 + i64::from(b - b'0'));
    Ok(whole(integer, at)? * 1000 + part)
}

fn whole(digits: &str, at: usize) -> Result<i64, TimeControlFault> {
    if digits.is_empty() {
        return Err(TimeControlFault::new(at, ControlFault::NoNumber));
    }
    if let Some(bad) = digits.bytes().position(|b| !b.is_ascii_digit()) {
        return Err(TimeControlFault::new(at + bad, ControlFault::NotUnderstood));
    }
    match digits.len() {
        1..=MOST_DIGITS => Ok(digits.bytes().fold(0, |n, b| n * 10 + i64::from(b - b'0'))),
        _ => Err(TimeControlFault::new(at, ControlFault::TooLarge)),
    }
}

/// Minutes and seconds as broadcasts write them: `3+2`, `25+10`. Returned if the reading in seconds is a game
/// that nobody plays: 3 to 59 seconds, not a multiple of fifteen (servers offer 15, 30 and 45), with an
/// increment other than one second (engine matches), and without decimals.
pub(super) fn means_minutes(text: &str, control: &TimeControl) -> Option<TimeControl> {
    let (main, increment) = text.split_once('+')?;
    let main: u32 = main.parse().ok()?;
    let increment: u32 = increment.parse().ok()?;
    let minutes = (3..60).contains(&main) && !main.is_multiple_of(15) && increment != 1;
    if minutes { control.in_minutes() } else { None }
}
