//! The rules in force in a game, found by a few of its tags: the ruleset, the time control, and how the game ended.
//! An archive has few different combinations of these tags, so the rules are cached by their values.

use std::sync::Arc;

use chrono::NaiveDate;
use rustc_hash::FxHashMap;
use shakmaty::ByColor;

use super::settings::Settings;
use super::termination::Termination;
use crate::clock::{Evidence, FirstShown, TimeControl, Unsaid, Written};
use crate::fingerprint::{Hasher128, Key};
use crate::ruleset::{Choice, GameFacts, PlayingTime, SideTime, whole_day};
use crate::scoresheet::{Scoresheet, tag_value};

/// Maximum number of entries in the cache.
const MOST: usize = 4096;

/// The rules in force in one game.
#[derive(Debug)]
pub(super) struct RulesInForce {
    /// The ruleset, and what was assumed to choose it.
    pub(super) choice: Choice,
    /// The time control, if there is one and it can be read.
    pub(super) control: Option<TimeControl>,
    /// Whether the TimeControl tag is absent or has a form that PGN allows.
    pub(super) control_is_formal: bool,
    /// The time control in seconds and in minutes, if the tag does not say which and seconds are assumed.
    unsaid: Option<Unsaid>,
    /// What the Termination tag says.
    pub(super) termination: Option<Termination>,
}

/// The values of the tags that decide which rules apply.
struct Deciding<'t> {
    event_date: Option<&'t [u8]>,
    date: Option<&'t [u8]>,
    utc_date: Option<&'t [u8]>,
    control: Option<&'t [u8]>,
    termination: Option<&'t [u8]>,
}

impl<'t> Deciding<'t> {
    fn of(text: &'t [u8], sheet: &Scoresheet) -> Deciding<'t> {
        Deciding {
            event_date: sheet.find_tag(text, "EventDate").map(|tag| tag.value.of(text)),
            date: sheet.find_tag(text, "Date").map(|tag| tag.value.of(text)),
            utc_date: sheet.find_tag(text, "UTCDate").map(|tag| tag.value.of(text)),
            control: sheet.find_tag(text, "TimeControl").map(|tag| tag.value.of(text)),
            termination: sheet.find_tag(text, "Termination").map(|tag| tag.value.of(text)),
        }
    }
}

/// The rules read so far. Each worker has its own cache.
#[derive(Debug)]
pub(super) struct RulesCache {
    turning_points: Vec<NaiveDate>,
    kept: FxHashMap<Key, Arc<RulesInForce>>,
}

impl RulesCache {
    /// An empty cache for games under these settings.
    pub(super) fn new(settings: &Settings) -> RulesCache {
        RulesCache {
            turning_points: settings.library.turning_points(&settings.request),
            kept: FxHashMap::default(),
        }
    }

    /// The cache key. Of a full date, only the period between two turning points of the rulesets is part of the
    /// key.
    fn key(&self, values: &Deciding<'_>, minutes: Option<&TimeControl>) -> Key {
        let Deciding { event_date, date, utc_date, control, termination } = *values;
        let mut fingerprint = Hasher128::new();
        let mut mix = |value: Option<&[u8]>| {
            fingerprint.add(u64::from(value.is_some()));
            fingerprint.bytes(value.unwrap_or_default());
        };
        mix(control);
        mix(termination);
        match deciding_day(values) {
            Some(day) => fingerprint.add(self.turning_points.partition_point(|from| *from <= day) as u64),
            None => [event_date, date, utc_date].into_iter().for_each(mix),
        }
        if let Some(minutes) = minutes {
            fingerprint.bytes(minutes.to_string().as_bytes());
        }
        fingerprint.key()
    }

    /// The rules in force in a game. `shown` gives what each clock shows first; it is called only if the TimeControl tag may
    /// mean minutes, and decides for the whole game.
    ///
    /// # Errors
    /// If no ruleset fits: why, in words.
    pub(super) fn of(
        &mut self,
        settings: &Settings,
        text: &[u8],
        sheet: &Scoresheet,
        shown: impl FnOnce() -> ByColor<Option<FirstShown>>,
    ) -> Result<Arc<RulesInForce>, String> {
        let values = Deciding::of(text, sheet);
        let rules = self.read(settings, &values, None)?;
        let Some(unsaid) = &rules.unsaid else { return Ok(rules) };
        let evidence = Evidence { shown: shown(), ..Evidence::default() };
        match unsaid.decide(&evidence) {
            Some(decided) if decided.control != *unsaid.seconds() => {
                self.read(settings, &values, Some(&decided.control))
            }
            _ => Ok(rules),
        }
    }

    /// The rules by these values. `minutes` is the time control read as minutes, if it is to be read so.
    fn read(
        &mut self,
        settings: &Settings,
        values: &Deciding<'_>,
        minutes: Option<&TimeControl>,
    ) -> Result<Arc<RulesInForce>, String> {
        let key = self.key(values, minutes);
        if let Some(kept) = self.kept.get(&key) {
            return Ok(Arc::clone(kept));
        }
        let read = Arc::new(read(settings, values, minutes)?);
        if self.kept.len() >= MOST {
            self.kept.clear();
        }
        self.kept.insert(key, Arc::clone(&read));
        Ok(read)
    }
}

/// The day of the date that decides, if it is a full date.
fn deciding_day(values: &Deciding<'_>) -> Option<NaiveDate> {
    // Nearly always the first date is full; then it decides.
    if let Some(day) = values.event_date.or(values.date).and_then(whole_day) {
        return Some(day);
    }
    let facts = GameFacts {
        event_date: text_of(values.event_date),
        date: text_of(values.date),
        utc_date: text_of(values.utc_date),
        time: None,
    };
    facts.deciding_date().filter(|date| date.is_full()).map(|date| date.first)
}

fn text_of(value: Option<&[u8]>) -> Option<&str> {
    value.and_then(|value| std::str::from_utf8(value).ok())
}

fn read(
    settings: &Settings,
    values: &Deciding<'_>,
    minutes: Option<&TimeControl>,
) -> Result<RulesInForce, String> {
    let Deciding { event_date, date, utc_date, control, termination } = *values;
    let [event_date, date, utc_date, control, termination] =
        [event_date, date, utc_date, control, termination].map(|value| value.map(tag_value));
    let written = control.as_deref().map(TimeControl::parse);
    let control_is_formal = minutes.is_none() && !matches!(written, Some(Err(_) | Ok(Written::Words(_))));
    let unsaid = match (&written, minutes) {
        (Some(Ok(Written::Formal(seconds))), None) => {
            Unsaid::of(control.as_deref().unwrap_or_default(), seconds)
        }
        _ => None,
    };
    let control = match written.and_then(Result::ok) {
        Some(Written::Formal(control) | Written::UsChess(control) | Written::Words(control)) => Some(control),
        Some(Written::None) => None,
        Some(Written::Unknown) | None => settings.time_control.clone(),
    };
    let control = minutes.cloned().or(control);
    let facts = GameFacts {
        event_date: event_date.as_deref(),
        date: date.as_deref(),
        utc_date: utc_date.as_deref(),
        time: control.as_ref().map(|control| PlayingTime::same(SideTime::from(control))),
    };
    Ok(RulesInForce {
        choice: settings.library.choose(&settings.request, &facts).map_err(|fault| fault.to_string())?,
        control,
        control_is_formal,
        unsaid,
        termination: termination.as_deref().and_then(Termination::read),
    })
}
