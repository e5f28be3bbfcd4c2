//! What the event announced.

use super::fault::{Fault, closed};
use super::fields::Table;
use crate::place::Place;

/// A regulation and where it is written.
pub type Given<T> = Option<(T, Place)>;

/// The `[regulations]` of a case. What is not given is as the ruleset has it.
#[derive(Debug, Clone, Default)]
pub struct Regulations {
    /// Seconds after which an absent player loses.
    pub default_time: Given<u32>,
    /// Whether the FIDE quickplay finish (Guideline III) is in force.
    pub guideline_iii: Given<bool>,
    /// No draw by agreement before this move.
    pub no_draw_before: Given<u32>,
    /// The penalty for a phone: loss, half-point, warning or time.
    pub phone: Given<Phone>,
    /// The time penalty for a phone, in seconds.
    pub phone_seconds: Given<u32>,
    /// The penalty for a player's second offence in the event.
    pub repeat: Given<Repeat>,
    /// White's time at the start, in seconds, if the players begin with unequal times.
    pub start_white: Given<u32>,
    /// Black's time at the start.
    pub start_black: Given<u32>,
    /// Announced variations, by rule number.
    pub variations: Vec<(String, Place)>,
}

/// The announced penalty for a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phone {
    /// The game is lost.
    Loss,
    /// Half a point.
    HalfPoint,
    /// A warning.
    Warning,
    /// Time off the clock.
    Time,
}

impl Phone {
    /// The word of the case file.
    pub fn word(self) -> &'static str {
        match self {
            Phone::Loss => "loss",
            Phone::HalfPoint => "half-point",
            Phone::Warning => "warning",
            Phone::Time => "time",
        }
    }
}

/// The announced penalty for a second offence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// The game is lost.
    Loss,
}

/// The keys of `[regulations]`.
pub const KEYS: &[&str] = &[
    "default_time",
    "guideline_iii",
    "no_draw_before",
    "phone",
    "phone_seconds",
    "repeat",
    "start_white",
    "start_black",
    "variations",
];

impl Regulations {
    pub(super) fn read(table: &Table) -> Result<Regulations, Fault> {
        table.allow(KEYS, "[regulations]")?;
        let place = |key: &str| table.place_of(key).clone();
        let number = |key: &str| -> Result<Given<u32>, Fault> {
            Ok(table.natural(key)?.map(|(n, _)| (n, place(key))))
        };
        Ok(Regulations {
            default_time: time(table, "default_time")?,
            guideline_iii: table.boolean("guideline_iii")?.map(|flag| (flag, place("guideline_iii"))),
            no_draw_before: number("no_draw_before")?,
            phone: phone(table)?,
            phone_seconds: time(table, "phone_seconds")?,
            repeat: repeat(table)?,
            start_white: time(table, "start_white")?,
            start_black: time(table, "start_black")?,
            variations: table.words("variations")?.unwrap_or_default(),
        })
    }
}

/// An amount of time that is not negative.
fn time(table: &Table, key: &str) -> Result<Given<u32>, Fault> {
    let Some((seconds, place)) = table.seconds(key)? else { return Ok(None) };
    match u32::try_from(seconds) {
        Ok(seconds) => Ok(Some((seconds, place.clone()))),
        Err(_) => Err(Fault::new(place, format!("{seconds} is not a number from 0 up")).key(key)),
    }
}

fn phone(table: &Table) -> Result<Given<Phone>, Fault> {
    let Some((word, place)) = table.text("phone")? else { return Ok(None) };
    let known = [Phone::Loss, Phone::HalfPoint, Phone::Warning, Phone::Time];
    let word = closed("phone", word, place, &known.map(Phone::word))?;
    Ok(known.into_iter().find(|phone| phone.word() == word).map(|phone| (phone, place.clone())))
}

fn repeat(table: &Table) -> Result<Given<Repeat>, Fault> {
    let Some((word, place)) = table.text("repeat")? else { return Ok(None) };
    closed("repeat", word, place, &["loss"])?;
    Ok(Some((Repeat::Loss, place.clone())))
}
