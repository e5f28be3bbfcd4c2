//! Chooses the ruleset for a game: the edition by date, the speed by time control, and the assumptions made.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use chrono::NaiveDate;

use crate::clock::TimeControl;

use super::date::PartialDate;
use super::library::{Family, Library, ReadText, RulesetError};
use super::rules::Rules;
use super::ruleset::Ruleset;
use super::value::Supervision;

/// What `--ruleset` or a case selects.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Selection {
    /// A family; the edition and speed depend on the game.
    Family(Arc<str>),
    /// An edition, such as `fide-2023`; the speed depends on the game.
    Edition(Vec<Arc<Ruleset>>),
    /// One ruleset for all games.
    Forced(Arc<Ruleset>),
}

/// The family that `auto` means.
const AUTO: &str = "fide";

/// The part of the choice that does not depend on the game.
#[derive(Debug, Clone)]
pub struct Request {
    /// The selected ruleset.
    pub selection: Selection,
    /// The date to use as today.
    pub today: NaiveDate,
    /// The supervision, if the event states it.
    pub supervision: Option<Supervision>,
}

impl Request {
    /// The FIDE Laws for each game's date and speed; games without a date use `today`.
    pub fn automatic(today: NaiveDate) -> Request {
        Request { selection: Selection::Family(AUTO.into()), today, supervision: None }
    }
}

/// What is known about a game: its date tags as written, and the time that each player has.
#[derive(Debug, Clone, Copy, Default)]
pub struct GameFacts<'g> {
    /// Tag EventDate.
    pub event_date: Option<&'g str>,
    /// Tag Date.
    pub date: Option<&'g str>,
    /// Tag UTCDate.
    pub utc_date: Option<&'g str>,
    /// The players' times, if there is a time control.
    pub time: Option<PlayingTime>,
}

/// The players' times according to the time control.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlayingTime {
    /// White's.
    pub white: SideTime,
    /// Black's.
    pub black: SideTime,
}

/// One player's time according to the time control.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SideTime {
    /// The main times of all stages together, in seconds.
    pub main_seconds: f64,
    /// The time of the first stage, in seconds.
    pub first_stage_seconds: f64,
    /// Increment or delay, in seconds per move.
    pub increment_seconds: f64,
    /// Whether the control is written in a form that could state a delay or increment but does not (`G/60`),
    /// so that the book's default delay applies.
    pub bonus_unstated: bool,
}

/// An assumption that the choice rests on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Assumption {
    /// No date: today's edition.
    NoDate(NaiveDate),
    /// The incomplete date covers several editions: the earlier one.
    PartialDate(PartialDate),
    /// The game is older than the first known edition.
    BeforeFirst(NaiveDate),
    /// The game is later than the last day for which the texts were checked.
    AfterKnown(NaiveDate),
    /// No time control: the slowest speed.
    NoTimeControl,
    /// The players' times belong to different speeds: the slower one.
    UnequalTimes,
    /// No speed covers games this short: the nearest one.
    NoSuchSpeed,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::NoDate(today) => write!(f, "the game has no date; the edition of {today} is assumed"),
            Assumption::PartialDate(date) => {
                let PartialDate { first, last } = date;
                write!(f, "the date can be any day from {first} to {last}; the earlier edition is assumed")
            }
            Assumption::BeforeFirst(first) => {
                write!(f, "the game is older than {first}; that edition is assumed, without automatic draws")
            }
            Assumption::AfterKnown(known) => {
                write!(f, "the texts were checked up to {known}; later changes are not considered")
            }
            Assumption::NoTimeControl => {
                f.write_str("the game has no time control; the slowest speed is assumed")
            }
            Assumption::UnequalTimes => {
                f.write_str("the players' times belong to different speeds; the slower one is assumed")
            }
            Assumption::NoSuchSpeed => {
                f.write_str("no speed covers so short a time; the nearest one is assumed")
            }
        }
    }
}

/// The rules for a game, and how they were chosen.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The ruleset that they belong to.
    pub ruleset: Arc<Ruleset>,
    /// The day as of which they apply.
    pub day: NaiveDate,
    /// What was assumed about date and speed.
    pub assumed: Vec<Assumption>,
    /// Whether the event does not state its supervision, so that limited supervision is assumed.
    pub supervision_assumed: bool,
}

impl Choice {
    /// Whether the game is older than the first edition that is known, so that its rules are assumed.
    pub fn is_before_first(&self) -> bool {
        self.assumed.iter().any(|assumed| matches!(assumed, Assumption::BeforeFirst(_)))
    }
}

impl Library {
    /// Resolves `auto`, a family, an id, an edition without its speed, or the path of a file.
    pub fn select(&self, name: &str, read: ReadText<'_>) -> Result<Selection, RulesetError> {
        if name == "auto" {
            return Ok(Selection::Family(AUTO.into()));
        }
        if let Some(family) = self.families().find(|family| *family == name) {
            return Ok(Selection::Family(family.into()));
        }
        let ids = self.ids_named(name);
        match ids.as_slice() {
            [id] if **id == *name => Ok(Selection::Forced(self.get(id)?)),
            [] if looks_like_a_path(name) => Ok(Selection::Forced(self.load(Path::new(name), read)?)),
            [] => match self.load(Path::new(name), read) {
                Err(RulesetError::Unreadable { .. }) => Err(self.unknown(name)),
                other => Ok(Selection::Forced(other?)),
            },
            _ => Ok(Selection::Edition(ids.iter().map(|id| self.get(id)).collect::<Result<_, _>>()?)),
        }
    }

    fn unknown(&self, name: &str) -> RulesetError {
        match self.get(name) {
            Err(unknown) => unknown,
            Ok(_) => RulesetError::Unknown { id: name.to_owned(), nearest: None },
        }
    }

    /// The days on which the choice may change: between two of them, all full dates give the same choice
    /// (except for [`Choice::day`]).
    pub fn turning_points(&self, request: &Request) -> Vec<NaiveDate> {
        let mut days = Vec::new();
        let mut amended = |rulesets: &[Arc<Ruleset>]| {
            days.extend(rulesets.iter().flat_map(|ruleset| ruleset.amendments()).map(|(from, _)| *from));
        };
        match &request.selection {
            Selection::Forced(ruleset) => amended(std::slice::from_ref(ruleset)),
            Selection::Edition(rulesets) => amended(rulesets),
            Selection::Family(name) => {
                let Some(family) = self.families.get(name) else { return days };
                if self.has_amendments(name) {
                    let ids = family.epochs.iter().flat_map(|(_, ids)| ids);
                    ids.filter_map(|id| self.get(id).ok()).for_each(|ruleset| amended(&[ruleset]));
                }
                days.extend(family.epochs.iter().map(|(from, _)| *from));
                days.extend(family.known_until.and_then(|known| known.succ_opt()));
            }
        }
        days.sort_unstable();
        days.dedup();
        days
    }

    /// The rules for a game. Fails only if a ruleset of the library is broken or a family does not exist.
    pub fn choose(&self, request: &Request, facts: &GameFacts<'_>) -> Result<Choice, RulesetError> {
        let mut assumed = Vec::new();
        let date = facts.deciding_date();
        let day = date.map_or(request.today, |date| date.first);
        let supervision = request.supervision.unwrap_or(Supervision::Limited);
        let forced: [Arc<Ruleset>; 1];
        let in_force: Vec<Arc<Ruleset>>;
        let mut early = false;
        let candidates: &[Arc<Ruleset>] = match &request.selection {
            Selection::Forced(ruleset) => {
                forced = [Arc::clone(ruleset)];
                &forced
            }
            Selection::Edition(rulesets) => rulesets,
            Selection::Family(name) => {
                let family = self.families.get(name).ok_or_else(|| self.unknown(name))?;
                let (ids, before_first) = family.on(day);
                early = before_first;
                assumed.extend(family.assumption(date, request.today, day));
                in_force = ids.iter().map(|id| self.get(id)).collect::<Result<_, _>>()?;
                &in_force
            }
        };
        let rules_of = |ruleset: &Ruleset| match early {
            true => ruleset.before_the_first(supervision),
            false => ruleset.at(day, supervision),
        };
        let speeds: Vec<Arc<Rules>> = candidates.iter().map(|ruleset| rules_of(ruleset)).collect();
        let by_amendment = candidates.iter().any(|ruleset| !ruleset.amendments().is_empty());
        if date.is_none() && assumed.is_empty() && by_amendment {
            assumed.push(Assumption::NoDate(request.today));
        }
        let at = if speeds.len() == 1 { 0 } else { speed_of(&speeds, facts.time, &mut assumed) };
        let (Some(rules), Some(ruleset)) = (speeds.get(at), candidates.get(at)) else {
            return Err(RulesetError::Unknown { id: format!("{:?}", request.selection), nearest: None });
        };
        let supervision_assumed = request.supervision.is_none() && ruleset.supervised();
        let (rules, ruleset) = (Arc::clone(rules), Arc::clone(ruleset));
        Ok(Choice { rules, ruleset, day, assumed, supervision_assumed })
    }
}

impl Family {
    /// The rulesets in force on a day, and whether the day is before the first edition.
    fn on(&self, day: NaiveDate) -> (&[Arc<str>], bool) {
        match self.epochs.iter().rev().find(|(from, _)| *from <= day) {
            Some((_, ids)) => (ids, false),
            None => (self.epochs.first().map_or(&[], |(_, ids)| ids), true),
        }
    }

    fn assumption(&self, date: Option<PartialDate>, today: NaiveDate, day: NaiveDate) -> Option<Assumption> {
        let Some(date) = date else { return Some(Assumption::NoDate(today)) };
        let first = self.epochs.first().map(|(from, _)| *from);
        if let Some(first) = first.filter(|first| day < *first) {
            return Some(Assumption::BeforeFirst(first));
        }
        if self.on(date.first).0 != self.on(date.last).0 {
            return Some(Assumption::PartialDate(date));
        }
        self.known_until.filter(|known| day > *known).map(Assumption::AfterKnown)
    }
}

impl PlayingTime {
    /// The same time for both players.
    pub fn same(side: SideTime) -> PlayingTime {
        PlayingTime { white: side, black: side }
    }
}

impl From<&TimeControl> for SideTime {
    fn from(control: &TimeControl) -> SideTime {
        SideTime {
            main_seconds: seconds(control.main_ms()),
            first_stage_seconds: seconds(control.stage(0).main_ms),
            increment_seconds: seconds(control.bonus_ms()),
            bonus_unstated: false,
        }
    }
}

/// Converts milliseconds to seconds; time controls are small enough to be exact.
#[allow(clippy::cast_precision_loss)]
fn seconds(ms: i64) -> f64 {
    ms as f64 / 1000.0
}

impl SideTime {
    /// The total that determines the speed: the main times, and the increment or delay for the number of
    /// moves that the rules set.
    pub fn total(&self, rules: &Rules) -> f64 {
        let bonus = self.increment_seconds + f64::from(self.default_delay(rules).unwrap_or(0));
        self.main_seconds + bonus * f64::from(*rules.speed.moves)
    }

    /// The delay that applies because none was stated, in seconds per move. Several stages use the row
    /// without an upper bound.
    pub fn default_delay(&self, rules: &Rules) -> Option<u32> {
        let several = self.first_stage_seconds < self.main_seconds;
        let mut rows = rules.speed.default_delay.iter();
        let row = rows
            .find(|row| if several { row.main.is_open_above() } else { row.main.holds(self.main_seconds) });
        row.filter(|_| self.bonus_unstated).map(|row| row.delay)
    }

    /// Whether the first stage is long enough for the game to be rated.
    pub fn is_ratable(&self, rules: &Rules) -> bool {
        self.first_stage_seconds >= f64::from(*rules.speed.first_stage)
            && self.total(rules) >= rules.speed.limits.at_least.unwrap_or(0.0)
    }
}

impl Rules {
    /// Whether these rules apply to games with this time.
    pub fn is_of_speed(&self, time: &SideTime) -> bool {
        let total = time.total(self);
        self.speed.limits.holds(total) || self.speed.also.holds(total) && !self.speed.also.is_unbounded()
    }
}

impl GameFacts<'_> {
    /// The date that determines the edition: EventDate if it is a full date, otherwise Date, otherwise
    /// UTCDate, otherwise an incomplete EventDate.
    pub fn deciding_date(&self) -> Option<PartialDate> {
        let event = self.event_date.and_then(PartialDate::read);
        let otherwise = || [self.date, self.utc_date].into_iter().find_map(|text| PartialDate::read(text?));
        event.filter(|event| event.is_full()).or_else(otherwise).or(event)
    }
}

fn speed_of(speeds: &[Arc<Rules>], time: Option<PlayingTime>, assumed: &mut Vec<Assumption>) -> usize {
    let slowest = || speeds.iter().position(|rules| rules.speed.limits.is_open_above()).unwrap_or(0);
    let Some(PlayingTime { white, black }) = time else {
        assumed.push(Assumption::NoTimeControl);
        return slowest();
    };
    let of = |side: &SideTime| speeds.iter().position(|rules| rules.speed.limits.holds(side.total(rules)));
    let (slower, faster) = if slower(speeds, &white, &black) { (white, black) } else { (black, white) };
    let found = of(&slower);
    if found != of(&faster) {
        assumed.push(Assumption::UnequalTimes);
    }
    found.unwrap_or_else(|| {
        assumed.push(Assumption::NoSuchSpeed);
        fastest(speeds)
    })
}

fn slower(speeds: &[Arc<Rules>], a: &SideTime, b: &SideTime) -> bool {
    speeds.first().is_none_or(|rules| a.total(rules) >= b.total(rules))
}

/// The speed with the lowest upper bound.
fn fastest(speeds: &[Arc<Rules>]) -> usize {
    let bound =
        |rules: &Rules| rules.speed.limits.at_most.or(rules.speed.limits.below).unwrap_or(f64::INFINITY);
    let bounds = speeds.iter().map(|rules| bound(rules)).enumerate();
    bounds.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(at, _)| at)
}

fn looks_like_a_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".toml")
}
