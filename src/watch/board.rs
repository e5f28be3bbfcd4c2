//! A board as a table shows it.

use super::alert::{Alert, Clocks};

/// A game that is followed, with the alerts that are true now.
#[derive(Debug, Clone)]
pub struct Board<'f> {
    /// The round.
    pub round: Option<&'f str>,
    /// The board.
    pub board: Option<&'f str>,
    /// White's name.
    pub white: Option<&'f str>,
    /// Black's name.
    pub black: Option<&'f str>,
    /// The last move as written: `33... Kh7`.
    pub mv: Option<String>,
    /// The last displays.
    pub clocks: Clocks,
    /// Whether the record has no result yet.
    pub is_open: bool,
    /// Whether it was told that nobody has moved for long.
    pub is_still: bool,
    /// The alerts that are true now.
    pub alerts: Vec<&'f Alert>,
}

impl Board<'_> {
    /// Whether somebody has to look at it: something is true of a game without result, or the result is contradicted.
    pub fn needs_somebody(&self) -> bool {
        match self.is_open {
            true => self.is_still || !self.alerts.is_empty(),
            false => self.alerts.iter().any(|alert| alert.alert == "result-differs"),
        }
    }
}
