//! The unit of a time control that does not state it: `90+30` is ninety seconds in PGN, but ninety minutes to
//! the arbiter who writes it.
//!
//! This is decided in one place, [`Unsaid::decide`], from the evidence about the game: the first clock
//! display, a ruleset for one speed, or another statement of the time control. A text with units
//! ([`certain`]) or with periods of at least three minutes needs no decision.

use shakmaty::{ByColor, Color};

use super::text::{ControlFault, TimeControlFault, Written};
use super::{Bonus, Stage, TimeControl};

/// A period without a unit that is shorter than this, in milliseconds, may be meant in minutes.
const IN_DOUBT_BELOW_MS: i64 = 180_000;
/// The longest increment that `90/30` can mean, in milliseconds.
const LONGEST_INCREMENT_MS: i64 = 60_000;
/// How far a display may exceed the time control, in milliseconds.
const TOLERANCE_MS: i64 = 2_000;

/// A time control as a person typed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// It has one meaning; `None` if it says that there is no control or that the control is unknown.
    Certain(Option<TimeControl>),
    /// Its unit is not stated.
    Unsaid(Unsaid),
}

/// A time control whose unit is not stated, with its readings in seconds and in minutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsaid {
    text: String,
    seconds: TimeControl,
    minutes: TimeControl,
    /// `90/30` read as minutes before the stroke and an increment in seconds after it.
    stroke: Option<TimeControl>,
}

/// The first display of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstShown {
    /// Milliseconds.
    pub ms: i64,
    /// Half-moves made by then.
    pub ply: u32,
}

/// How the ruleset reads a stroke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stroke {
    /// `90/30` is ninety minutes with thirty seconds for each move.
    Increment,
    /// `90/30` is ninety moves in thirty minutes.
    Moves,
}

/// What is known about a game besides the text of its time control.
#[derive(Debug, Clone, Default)]
pub struct Evidence<'e> {
    /// The first display of each player's clock.
    pub shown: ByColor<Option<FirstShown>>,
    /// Another statement of the time control, with a certain meaning.
    pub other: Option<&'e TimeControl>,
    /// Whether the ruleset is for one speed.
    pub one_speed: bool,
    /// How the ruleset reads a stroke; `None` if the ruleset family is open.
    pub stroke: Option<Stroke>,
}

/// What a decision is based on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Because {
    /// The first display of this player's clock.
    Shown(Color),
    /// Another statement of the time control.
    Other,
    /// The ruleset is for one speed.
    OneSpeed,
    /// The way in which the federation uses a stroke.
    Stroke,
}

/// A decided time control, and what the decision is based on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The time control.
    pub control: TimeControl,
    /// What the decision is based on.
    pub because: Because,
}

impl Typed {
    /// Reads a time control that a person typed.
    ///
    /// # Errors
    /// As for [`TimeControl::parse`].
    pub fn read(text: &str) -> Result<Typed, TimeControlFault> {
        match TimeControl::parse(text)? {
            Written::Formal(seconds) => Ok(Typed::of_formal(text.trim(), seconds)),
            // `3+2`, which `parse` takes for minutes, is as uncertain as `15+10`.
            Written::Words(control) if super::pgn::is_formal(text.trim()) => {
                match super::pgn::parse(text.trim()) {
                    Ok(seconds) => Ok(Typed::of_formal(text.trim(), seconds)),
                    Err(_) => Ok(Typed::Certain(Some(control))),
                }
            }
            written => Ok(Typed::Certain(written.into_control())),
        }
    }

    fn of_formal(text: &str, seconds: TimeControl) -> Typed {
        match Unsaid::of(text, &seconds) {
            Some(unsaid) => Typed::Unsaid(unsaid),
            None => Typed::Certain(Some(seconds)),
        }
    }
}

impl Unsaid {
    /// The possible meanings of a control in the PGN grammar; `None` if there is only one.
    pub fn of(text: &str, seconds: &TimeControl) -> Option<Unsaid> {
        if !seconds.stages().iter().any(|stage| stage.main_ms < IN_DOUBT_BELOW_MS) {
            return None;
        }
        // Fractions of a second are used only in engine games, whose controls are in seconds.
        if seconds.stages().iter().any(|stage| stage.bonus.ms() % 1000 != 0) {
            return None;
        }
        let minutes = seconds.in_minutes()?;
        let stroke = match seconds.stages() {
            [Stage { moves: Some(n), main_ms, bonus: Bonus::None }]
                if *main_ms <= LONGEST_INCREMENT_MS && *n < 180 =>
            {
                let bonus = Bonus::Increment(*main_ms);
                TimeControl::new(vec![Stage { moves: None, main_ms: i64::from(*n) * 60_000, bonus }])
            }
            _ => None,
        };
        Some(Unsaid { text: text.to_owned(), seconds: seconds.clone(), minutes, stroke })
    }

    /// The reading in seconds, as in the PGN grammar.
    pub fn seconds(&self) -> &TimeControl {
        &self.seconds
    }

    /// The reading that the evidence supports, and why; `None` if it decides nothing.
    pub fn decide(&self, evidence: &Evidence<'_>) -> Option<Decided> {
        let decided = |control: &TimeControl, because| Some(Decided { control: control.clone(), because });
        for side in Color::ALL {
            let Some(shown) = evidence.shown.get(side) else { continue };
            if let Some(control) = self.minutes_by(*shown, evidence.stroke) {
                return decided(control, Because::Shown(side));
            }
        }
        for side in Color::ALL {
            if evidence.shown.get(side).is_some_and(|shown| self.is_seconds_by(shown)) {
                return decided(&self.seconds, Because::Shown(side));
            }
        }
        if let Some(other) = evidence.other
            && let Some(same) = self.readings().find(|reading| *reading == other)
        {
            return decided(same, Because::Other);
        }
        if self.stroke.is_some() && evidence.stroke.is_some() {
            return decided(self.in_minutes(evidence.stroke)?, Because::Stroke);
        }
        if !evidence.one_speed {
            return None;
        }
        decided(self.in_minutes(evidence.stroke)?, Because::OneSpeed)
    }

    /// The reading in minutes; `None` if a stroke leaves two possible ones.
    fn in_minutes(&self, stroke: Option<Stroke>) -> Option<&TimeControl> {
        match (&self.stroke, stroke) {
            (None, _) | (Some(_), Some(Stroke::Moves)) => Some(&self.minutes),
            (Some(increment), Some(Stroke::Increment)) => Some(increment),
            (Some(_), None) => None,
        }
    }

    fn readings(&self) -> impl Iterator<Item = &TimeControl> {
        self.stroke.iter().chain([&self.minutes, &self.seconds])
    }

    /// The reading in minutes that allows a display, if the reading in seconds does not.
    fn minutes_by(&self, shown: FirstShown, stroke: Option<Stroke>) -> Option<&TimeControl> {
        if shown.ms <= most_ms(&self.seconds, shown.ply) {
            return None;
        }
        let fits = |control: &&TimeControl| {
            let at_start = shown.ply > 2 || shown.ms > control.stage(0).main_ms / 2;
            at_start && shown.ms <= most_ms(control, shown.ply)
        };
        self.in_minutes(stroke).filter(fits).or_else(|| self.stroke.iter().chain([&self.minutes]).find(fits))
    }

    /// Whether a display at the start of the game is close to the main time in seconds.
    fn is_seconds_by(&self, shown: FirstShown) -> bool {
        shown.ply <= 2
            && 2 * shown.ms > self.seconds.stage(0).main_ms
            && shown.ms <= most_ms(&self.seconds, shown.ply)
    }

    /// Both readings spelt out for a message, each with unambiguous ways of writing it.
    pub fn spelt_out(&self) -> String {
        let [first, second] = match &self.stroke {
            Some(increment) => [spelt(increment, Unit::Minutes), spelt(&self.minutes, Unit::Minutes)],
            None => [spelt(&self.minutes, Unit::Minutes), spelt(&self.seconds, Unit::Seconds)],
        };
        format!("{first} or {second}")
    }
}

/// The unit in which a control is spelt out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Minutes,
    Seconds,
}

impl Unit {
    fn number(self, ms: i64) -> i64 {
        match self {
            Unit::Minutes => ms / 60_000,
            Unit::Seconds => ms / 1000,
        }
    }
}

/// Spells out a control: ``90 minutes + 30 s (`90m+30s`, `5400+30`)``.
fn spelt(control: &TimeControl, unit: Unit) -> String {
    let (mut words, mut forms) = (Vec::new(), Vec::new());
    for stage in control.stages() {
        let number = unit.number(stage.main_ms);
        let (word, letter) = match (unit, number) {
            (Unit::Minutes, 1) => ("minute", "m"),
            (Unit::Minutes, _) => ("minutes", "m"),
            (Unit::Seconds, 1) => ("second", "s"),
            (Unit::Seconds, _) => ("seconds", "s"),
        };
        let increment = stage.bonus.increment_ms() / 1000;
        let (mut said, mut form) = (format!("{number} {word}"), format!("{number}{letter}"));
        if increment > 0 {
            said.push_str(&format!(" + {increment} s"));
            form.push_str(&format!("+{increment}s"));
        }
        words.push(stage.moves.map_or(said.clone(), |moves| format!("{moves} moves in {said}")));
        forms.push(stage.moves.map_or(form.clone(), |moves| format!("{moves}/{form}")));
    }
    let mut forms = vec![forms.join(":")];
    forms.extend(control.pgn().filter(|pgn| !matches!(Typed::read(pgn), Ok(Typed::Unsaid(_)))));
    format!("{} (`{}`)", words.join(", then "), forms.join("`, `"))
}

/// The most that a clock can show after `ply` half-moves. Later stages count only after more than 20
/// half-moves.
fn most_ms(control: &TimeControl, ply: u32) -> i64 {
    let earned = i64::from(ply.div_ceil(2)) + 1;
    let main: i64 = match ply {
        0..=20 => control.stage(0).main_ms,
        _ => control.stages().iter().map(|stage| stage.main_ms).sum(),
    };
    main + earned * control.bonus_ms() + TOLERANCE_MS
}

/// Parses stages with units directly after the numbers: `90m+30s`, `90s+30s`, `40/90m+30s:30m+30s`. `None`
/// for any other form.
pub(super) fn certain(text: &str) -> Option<Result<TimeControl, TimeControlFault>> {
    let mut stages = Vec::new();
    for field in text.split(':') {
        let (moves, rest) = match field.split_once('/') {
            Some((moves, rest)) => (Some(moves.trim().parse::<u32>().ok()?), rest),
            None => (None, field),
        };
        let (main, bonus) = match rest.split_once('+') {
            Some((main, bonus)) => (main, Bonus::Increment(with_unit(bonus)?)),
            None => (rest, Bonus::None),
        };
        let bonus = if bonus.ms() == 0 { Bonus::None } else { bonus };
        stages.push(Stage { moves, main_ms: with_unit(main)?, bonus });
    }
    let last_is_open =
        stages.split_last().is_some_and(|(_, before)| before.iter().all(|stage| stage.moves.is_some()));
    let fault = if last_is_open { ControlFault::NoTime } else { ControlFault::NotLast };
    Some(TimeControl::new(stages).ok_or(TimeControlFault::new(0, fault)))
}

fn with_unit(text: &str) -> Option<i64> {
    let text = text.trim();
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text.strip_suffix(unit).filter(|digits| (1..=6).contains(&digits.len()))?;
    let ms = match unit {
        "m" | "M" => 60_000,
        "s" | "S" => 1000,
        _ => return None,
    };
    number.parse::<i64>().ok()?.checked_mul(ms)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn unsaid(text: &str) -> Unsaid {
        match Typed::read(text) {
            Ok(Typed::Unsaid(unsaid)) => unsaid,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn shown(ms: i64, ply: u32) -> Evidence<'static> {
        let of = Some(FirstShown { ms, ply });
        Evidence { shown: ByColor { white: of, black: None }, ..Evidence::default() }
    }

    fn decided(text: &str, evidence: &Evidence<'_>) -> Option<String> {
        unsaid(text).decide(evidence).map(|decided| decided.control.to_string())
    }

    #[test]
    fn units_make_it_certain() {
        for (text, pgn) in [
            ("90m+30s", "5400+30"),
            ("90s+30s", "90+30"),
            ("90 min + 30 sec", "5400+30"),
            ("90'+30\"", "5400+30"),
            ("G/90;+30", "5400+30"),
            ("3m+2s", "180+2"),
            ("40/90m+30s:30m+30s", "40/5400+30:1800+30"),
            ("5400+30", "5400+30"),
            ("40/7200:3600", "40/7200:3600"),
            ("180+2", "180+2"),
            ("300", "300"),
            ("10+0.1", "10+0.1"),
        ] {
            match Typed::read(text) {
                Ok(Typed::Certain(Some(control))) => {
                    assert_eq!(control.pgn().as_deref(), Some(pgn), "{text}")
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        assert_eq!(Typed::read("-"), Ok(Typed::Certain(None)));
        assert!(Typed::read("90m+30s:5m").is_err());
    }

    #[test]
    fn both_readings_are_spelt_out() {
        for (text, says) in [
            ("90+30", "90 minutes + 30 s (`90m+30s`, `5400+30`) or 90 seconds + 30 s (`90s+30s`)"),
            ("3+2", "3 minutes + 2 s (`3m+2s`, `180+2`) or 3 seconds + 2 s (`3s+2s`)"),
            ("60", "60 minutes (`60m`, `3600`) or 60 seconds (`60s`)"),
            (
                "90/30",
                "90 minutes + 30 s (`90m+30s`, `5400+30`) or 90 moves in 30 minutes (`90/30m`, `90/1800`)",
            ),
            (
                "40/90+30:30+30",
                "40 moves in 90 minutes + 30 s, then 30 minutes + 30 s (`40/90m+30s:30m+30s`, `40/5400+30:1800+30`) or 40 \
                 moves in 90 seconds + 30 s, then 30 seconds + 30 s (`40/90s+30s:30s+30s`)",
            ),
        ] {
            assert_eq!(unsaid(text).spelt_out(), says);
            assert!(
                !says
                    .split('`')
                    .skip(1)
                    .step_by(2)
                    .any(|form| matches!(Typed::read(form), Ok(Typed::Unsaid(_))))
            );
        }
    }

    #[test]
    fn a_display_decides_where_it_cannot_come_from_the_other() {
        let minute = 60_000;
        for (text, ms, ply, control) in [
            ("90+30", 90 * minute, 0, Some("5400+30")),
            ("90+30", 38 * minute, 24, Some("5400+30")),
            ("90+30", 88_000, 1, Some("90+30")),
            // A display of 1:30 after forty half-moves is possible with both readings.
            ("90+30", 90_000, 40, None),
            ("40/90+30:30+30", 62 * minute, 30, Some("40/5400+30:1800+30")),
            ("15+10", 15 * minute, 0, Some("900+10")),
            ("3+2", 2 * minute, 4, Some("180+2")),
            ("90/30", 89 * minute, 2, Some("5400+30")),
            ("90/30", 29 * minute, 2, Some("90/1800")),
            // Possible with neither reading.
            ("3+2", 50 * minute, 2, None),
        ] {
            assert_eq!(decided(text, &shown(ms, ply)).as_deref(), control, "{text} {ms} {ply}");
        }
    }

    #[test]
    fn a_ruleset_of_one_speed_and_the_tag_decide() {
        let one = Evidence { one_speed: true, ..Evidence::default() };
        assert_eq!(decided("90+30", &one).as_deref(), Some("5400+30"));
        assert_eq!(decided("90/30", &one), None);
        let fide = Evidence { stroke: Some(Stroke::Increment), ..one.clone() };
        let uscf = Evidence { stroke: Some(Stroke::Moves), ..one.clone() };
        assert_eq!(decided("90/30", &fide).as_deref(), Some("5400+30"));
        assert_eq!(decided("90/30", &uscf).as_deref(), Some("90/1800"));
        let tag = TimeControl::parse("90s+30s").unwrap().into_control().unwrap();
        let said = Evidence { other: Some(&tag), ..one.clone() };
        assert_eq!(decided("90+30", &said).as_deref(), Some("90+30"));
        let contradicted = Evidence { one_speed: true, ..shown(89_000, 1) };
        assert_eq!(decided("90+30", &contradicted).as_deref(), Some("90+30"));
        assert_eq!(decided("90+30", &Evidence::default()), None);
    }
}
