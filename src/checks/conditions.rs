//! The conditions of a game as a few of its tags name them: the rules, the time control, how it ended. An archive has few
//! different ones, so they are kept by the tags' values and read once.

use std::sync::Arc;

use chrono::NaiveDate;
use rustc_hash::FxHashMap;
use shakmaty::ByColor;

use super::run::Settings;
use super::termination::Termination;
use crate::clock::{Evidence, FirstShown, TimeControl, Unsaid, Written};
use crate::mixer::{Key, Mixer};
use crate::ruleset::{Choice, GameFacts, PlayingTime, SideTime, whole_day};
use crate::scoresheet::{Scoresheet, tag_value};

/// Conditions that are kept.
const KEPT: usize = 4096;

/// The conditions of one game.
#[derive(Debug)]
pub(super) struct Conditions {
    /// The rules, and what about them was assumed.
    pub(super) choice: Choice,
    /// The time control, where there is one that can be read.
    pub(super) control: Option<TimeControl>,
    /// Whether the TimeControl tag, if there is one, has a form that is no finding.
    pub(super) control_is_formal: bool,
    /// What the tag means in seconds and in minutes, where it does not say which and seconds are assumed.
    unsaid: Option<Unsaid>,
    /// What the Termination tag says.
    pub(super) termination: Option<Termination>,
}

/// The values of the tags that decide.
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

/// The conditions read so far; one for each worker.
#[derive(Debug)]
pub(super) struct ConditionsRead {
    turning_points: Vec<NaiveDate>,
    kept: FxHashMap<Key, Arc<Conditions>>,
}

impl ConditionsRead {
    /// None yet, for games under these settings.
    pub(super) fn new(settings: &Settings) -> ConditionsRead {
        ConditionsRead {
            turning_points: settings.library.turning_points(&settings.request),
            kept: FxHashMap::default(),
        }
    }

    /// The key of what decides: for a full date not the day, but the days between which it lies.
    fn key(&self, values: &Deciding<'_>, minutes: Option<&TimeControl>) -> Key {
        let Deciding { event_date, date, utc_date, control, termination } = *values;
        let mut mixer = Mixer::new();
        let mut mix = |value: Option<&[u8]>| {
            mixer.add(u64::from(value.is_some()));
            mixer.bytes(value.unwrap_or_default());
        };
        mix(control);
        mix(termination);
        match deciding_day(values) {
            Some(day) => mixer.add(self.turning_points.partition_point(|from| *from <= day) as u64),
            None => [event_date, date, utc_date].into_iter().for_each(mix),
        }
        if let Some(minutes) = minutes {
            mixer.bytes(minutes.to_string().as_bytes());
        }
        mixer.key()
    }

    /// The conditions of a game. `shown` says what each clock shows first. It is asked only where the TimeControl tag may mean
    /// minutes, and decides for the whole game.
    ///
    /// # Errors
    /// Where no ruleset fits, in words.
    pub(super) fn of(
        &mut self,
        settings: &Settings,
        text: &[u8],
        sheet: &Scoresheet,
        shown: impl FnOnce() -> ByColor<Option<FirstShown>>,
    ) -> Result<Arc<Conditions>, String> {
        let values = Deciding::of(text, sheet);
        let conditions = self.read(settings, &values, None)?;
        let Some(unsaid) = &conditions.unsaid else { return Ok(conditions) };
        let evidence = Evidence { shown: shown(), ..Evidence::default() };
        match unsaid.decide(&evidence) {
            Some(decided) if decided.control != *unsaid.seconds() => {
                self.read(settings, &values, Some(&decided.control))
            }
            _ => Ok(conditions),
        }
    }

    /// The conditions under these values; `minutes`: what the time control means in minutes, where it does.
    fn read(
        &mut self,
        settings: &Settings,
        values: &Deciding<'_>,
        minutes: Option<&TimeControl>,
    ) -> Result<Arc<Conditions>, String> {
        let key = self.key(values, minutes);
        if let Some(kept) = self.kept.get(&key) {
            return Ok(Arc::clone(kept));
        }
        let read = Arc::new(read(settings, values, minutes)?);
        if self.kept.len() >= KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, Arc::clone(&read));
        Ok(read)
    }
}

/// The day of the date that decides, where it is a full one.
fn deciding_day(values: &Deciding<'_>) -> Option<NaiveDate> {
    // The first of them decides where it is whole, as nearly all are.
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
) -> Result<Conditions, String> {
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
    Ok(Conditions {
        choice: settings.library.choose(&settings.request, &facts).map_err(|fault| fault.to_string())?,
        control,
        control_is_formal,
        unsaid,
        termination: termination.as_deref().and_then(Termination::read),
    })
}
