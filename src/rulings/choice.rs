//! Which rules hold for a case: time control, ruleset, supervision, announced variations.

use std::sync::Arc;

use super::record::Record;
use super::session::Session;
use super::words::capital;
use crate::case::{Case, Fault, Given, Place, Regulations};
use crate::clock::{Bonus, Stage, TimeControl};
use crate::ruleset::{Choice, GameFacts, PlayingTime, Request, Rules, RulesetError, SideTime, Supervision};

pub(super) fn control(
    case: &Case,
    record: &Record,
    session: &Session<'_>,
    file: &Arc<str>,
) -> Result<Option<TimeControl>, Fault> {
    let (text, place) = match (session.time_control, &case.time_control) {
        (Some(text), _) => (text.to_owned(), Place::file(file)),
        (None, Some(said)) => (said.text.clone(), said.place.clone()),
        (None, None) => match record.tag("TimeControl") {
            // A tag that cannot be read is a finding, not a fault of the case.
            Some(tag) => return Ok(TimeControl::parse(&tag).ok().and_then(|written| written.into_control())),
            None => return Ok(None),
        },
    };
    match TimeControl::parse(&text) {
        Ok(written) => Ok(written.into_control()),
        Err(why) => Err(Fault::new(&place, format!("\"{text}\": {why}"))
            .key("time_control")
            .help("write it as 5400+30, 40/7200:3600 or G/60;d5")),
    }
}

/// The time control with the times that the players began with, where those are unequal: the longer one, so that nothing is
/// held against a clock that is right.
pub(super) fn with_unequal_start(
    control: Option<TimeControl>,
    regulations: &Regulations,
) -> Option<TimeControl> {
    let starts = [&regulations.start_white, &regulations.start_black];
    let Some(longest) = starts.into_iter().flatten().map(|(seconds, _)| i64::from(*seconds) * 1000).max()
    else {
        return control;
    };
    let mut stages = match &control {
        Some(control) => control.stages().to_vec(),
        None => vec![Stage { moves: None, main_ms: longest, bonus: Bonus::None }],
    };
    let one_is_said = starts.into_iter().any(Option::is_none);
    if let Some(first) = stages.first_mut() {
        first.main_ms = if one_is_said { first.main_ms.max(longest) } else { longest };
    }
    TimeControl::new(stages)
}

/// The time of each player.
fn playing_time(control: Option<&TimeControl>, regulations: &Regulations) -> Option<PlayingTime> {
    let same = control.map(SideTime::from);
    let of = |start: &Given<u32>| match start {
        None => same,
        Some((seconds, _)) => {
            let (time, first) = (same.unwrap_or_default(), f64::from(*seconds));
            let rest = time.main_seconds - time.first_stage_seconds;
            Some(SideTime { main_seconds: rest + first, first_stage_seconds: first, ..time })
        }
    };
    let (white, black) = (of(&regulations.start_white), of(&regulations.start_black));
    Some(PlayingTime { white: white.or(black)?, black: black.or(white)? })
}

pub(super) fn choose(
    case: &Case,
    record: &Record,
    control: Option<&TimeControl>,
    session: &Session<'_>,
    file: &Arc<str>,
    notes: &mut Vec<String>,
) -> Result<(Choice, Arc<Rules>), Fault> {
    let (name, place) = match (session.ruleset, &case.ruleset) {
        (Some(name), _) => (name, Place::file(file)),
        (None, Some(said)) => (said.text.as_str(), said.place.clone()),
        (None, None) => ("auto", Place::file(file)),
    };
    let faulty = |why: RulesetError| Fault::new(&place, why.to_string()).key("ruleset");
    let selection = session.library.select(name, session.read).map_err(faulty)?;
    let asked = asked_supervision(case, session);
    let request =
        Request { selection, today: session.today, supervision: asked.as_ref().map(|(asked, _)| *asked) };
    let tags = [record.tag("EventDate"), record.tag("Date"), record.tag("UTCDate")];
    let said = case.date.as_ref().map(|said| said.text.as_str());
    let facts = GameFacts {
        event_date: said.or(tags[0].as_deref()),
        date: said.or(tags[1].as_deref()),
        utc_date: said.or(tags[2].as_deref()),
        time: playing_time(control, &case.regulations),
    };
    let choice = session.library.choose(&request, &facts).map_err(faulty)?;
    let lenient = session.ruleset.is_some();
    if let Some((_, place)) = &asked
        && !choice.ruleset.supervised()
    {
        let why = format!("{} has no full and limited supervision", choice.ruleset.id);
        leave_out(lenient, "supervision", &why, place.as_ref().unwrap_or(&Place::file(file)), notes)?;
    }
    let variations = variations(case, &choice, lenient, notes)?;
    let rules = match variations.is_empty() {
        true => choice.rules.clone(),
        false => {
            let names: Vec<&str> = variations.iter().map(String::as_str).collect();
            let supervision = asked.map_or(Supervision::Limited, |(asked, _)| asked);
            choice
                .ruleset
                .varied(choice.day, supervision, &names)
                .map_err(|why| Fault::new(&Place::file(file), why.to_string()).key("variations"))?
        }
    };
    Ok((choice, rules))
}

fn asked_supervision(case: &Case, session: &Session<'_>) -> Option<(Supervision, Option<Place>)> {
    let of = |word: &str| if word == "full" { Supervision::Full } else { Supervision::Limited };
    match (session.supervision, &case.supervision) {
        (Some(asked), _) => Some((asked, None)),
        (None, Some(said)) => Some((of(&said.text), Some(said.place.clone()))),
        (None, None) => None,
    }
}

/// A key that the ruleset lacks: a fault, or a note where the ruleset was named against the case.
fn leave_out(
    lenient: bool,
    key: &str,
    why: &str,
    place: &Place,
    notes: &mut Vec<String>,
) -> Result<(), Fault> {
    if lenient {
        notes.push(format!("`{key}` is left out: {why}."));
        return Ok(());
    }
    Err(Fault::new(place, why).key(key).help("leave it out, or name another ruleset"))
}

/// The name under which the FIDE quickplay finish stands among the variations.
const GUIDELINE: &str = "III";

fn variations(
    case: &Case,
    choice: &Choice,
    lenient: bool,
    notes: &mut Vec<String>,
) -> Result<Vec<String>, Fault> {
    let known = |name: &str| {
        choice
            .ruleset
            .variations()
            .iter()
            .map(|(known, _)| known.to_string())
            .find(|known| known.eq_ignore_ascii_case(name))
    };
    let mut wanted = Vec::new();
    for (name, place) in &case.regulations.variations {
        match known(name) {
            Some(name) => wanted.push(name),
            None => {
                let list: Vec<&str> = choice.ruleset.variations().iter().map(|(name, _)| &**name).collect();
                let why = format!("{} has no variation {name} (it has {})", choice.ruleset.id, listed(&list));
                leave_out(lenient, "variations", &why, place, notes)?;
            }
        }
    }
    if let Some((true, place)) = &case.regulations.guideline_iii as &Given<bool> {
        match known(GUIDELINE) {
            Some(name) => wanted.push(name),
            None => {
                let why = format!("{} has no quickplay finish by Guideline III", choice.ruleset.id);
                leave_out(lenient, "guideline_iii", &why, place, notes)?;
            }
        }
    }
    Ok(wanted)
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// What was taken for granted in the choice of the rules, in sentences.
pub(super) fn assumptions(choice: &Choice) -> Vec<String> {
    let mut assumed: Vec<String> =
        choice.assumed.iter().map(|assumption| format!("{}.", capital(&assumption.to_string()))).collect();
    if choice.supervision_assumed {
        assumed.push(
            "The event does not say whether supervision is full or limited: limited is assumed, as in most events at this \
             speed."
                .to_owned(),
        );
    }
    assumed
}
