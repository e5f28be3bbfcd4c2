//! Rows as written, and their conversion to [`LogRow`]s.

use std::fmt;

use chrono::DateTime;
use serde::Deserialize;
use shakmaty::{ByColor, Color};

use super::fault::{LogFault, LogProblem};
use super::{Event, LogRow, Moment};
use crate::clock::reading::Reading;
use crate::clock::typed::typed;

/// A row of a log, as written in a CSV line or in a table `[[clock]]`. An empty text counts as missing.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RawRow {
    /// `start`, `press`, `stop`, `flag`, `set` or `reading`.
    pub event: Option<String>,
    /// `white` or `black`.
    pub side: Option<String>,
    /// White's display.
    pub white: Option<RawTime>,
    /// Black's display.
    pub black: Option<RawTime>,
    /// The time of day.
    pub at: Option<RawTime>,
    /// Half-moves made after the event.
    pub ply: Option<u32>,
    /// The number of the game, from 1, in a log of several games.
    pub game: Option<u32>,
}

/// A time as text. In TOML it may also be a date or time literal (`at = 2025-03-08T14:00:12+01:00`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum RawTime {
    /// A quoted TOML string, or a CSV field.
    Text(String),
    /// A TOML date or time.
    Toml(toml::value::Datetime),
}

impl fmt::Display for RawTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RawTime::Text(text) => f.write_str(text.trim()),
            RawTime::Toml(time) => time.fmt(f),
        }
    }
}

impl From<&str> for RawTime {
    fn from(text: &str) -> RawTime {
        RawTime::Text(text.to_owned())
    }
}

impl RawRow {
    /// Converts the row; `line` is its line in the file, from 1.
    pub(super) fn into_row(self, line: u64) -> Result<LogRow, LogFault> {
        let fault = |field, problem| LogFault::new(line, field, problem);
        let event = event(self.event.as_deref()).map_err(|problem| fault("event", problem))?;
        let side = side(self.side.as_deref()).map_err(|problem| fault("side", problem))?;
        match (event, side) {
            (Event::Press, None) => return Err(fault("side", LogProblem::NoSide("press"))),
            (Event::Flag, None) => return Err(fault("side", LogProblem::NoSide("flag"))),
            _ => {}
        }
        Ok(LogRow {
            event,
            side,
            shown: ByColor {
                white: display(self.white).map_err(|problem| fault("white", problem))?,
                black: display(self.black).map_err(|problem| fault("black", problem))?,
            },
            at: moment(self.at).map_err(|problem| fault("at", problem))?,
            ply: self.ply.unwrap_or(0),
            ply_given: self.ply.is_some(),
            line,
        })
    }
}

fn event(text: Option<&str>) -> Result<Event, LogProblem> {
    match text.unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "start" => Ok(Event::Start),
        "press" => Ok(Event::Press),
        "stop" => Ok(Event::Stop),
        "flag" => Ok(Event::Flag),
        "set" => Ok(Event::Set),
        "reading" => Ok(Event::Reading),
        "" => Err(LogProblem::NoEvent),
        other => Err(LogProblem::UnknownEvent(other.to_owned())),
    }
}

fn side(text: Option<&str>) -> Result<Option<Color>, LogProblem> {
    match text.unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "white" => Ok(Some(Color::White)),
        "black" => Ok(Some(Color::Black)),
        "" => Ok(None),
        other => Err(LogProblem::UnknownSide(other.to_owned())),
    }
}

fn display(time: Option<RawTime>) -> Result<Option<Reading>, LogProblem> {
    let text = time.map(|t| t.to_string()).unwrap_or_default();
    match text.as_str() {
        "" => Ok(None),
        _ => typed(&text).map(Some).ok_or(LogProblem::Display(text)),
    }
}

fn moment(time: Option<RawTime>) -> Result<Option<Moment>, LogProblem> {
    let text = time.map(|t| t.to_string()).unwrap_or_default();
    if text.is_empty() {
        return Ok(None);
    }
    let Ok(parsed) = DateTime::parse_from_rfc3339(&text) else { return Err(LogProblem::At(text)) };
    let decimals = text.split_once('.').map_or(0, |(_, d)| d.bytes().take_while(u8::is_ascii_digit).count());
    let resolution_ms = match decimals {
        0 => 1000,
        1 => 100,
        2 => 10,
        _ => 1,
    };
    Ok(Some(Moment { ms: parsed.timestamp_millis(), resolution_ms }))
}
