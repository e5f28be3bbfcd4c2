//! Which rules apply to a case: time control, ruleset, supervision, announced variations.

use std::sync::Arc;

use shakmaty::ByColor;

use super::duty::name;
use super::record::Record;
use super::session::Session;
use super::words::capital;
use crate::case::{Case, Fault, Given, Regulations};
use crate::clock::{
    Because, Bonus, CommentReadings, Decided, Evidence, FirstShown, Hms, Stage, Stroke, TimeControl, Typed,
    Unsaid, first_shown,
};
use crate::place::Place;
use crate::ruleset::{
    Choice, GameFacts, PlayingTime, ReadText, Request, Rules, RulesetError, Selection, SideTime, StrokeForm,
    Supervision,
};

/// The ruleset that the command line or the case asks for, and where it does.
pub(super) fn selection(
    case: &Case,
    session: &Session<'_>,
    file: &Arc<str>,
) -> Result<(Selection, Place), Fault> {
    let (name, place) = match (session.ruleset, &case.ruleset) {
        (Some(name), _) => (name, Place::file(file)),
        (None, Some(said)) => (said.text.as_str(), said.place.clone()),
        (None, None) => ("auto", Place::file(file)),
    };
    let read: ReadText<'_> =
        &|path| case.file(path).map_or_else(|| (session.read)(path), |text| Ok(text.to_owned()));
    let as_written = session.library.select(name, read);
    let selected = as_written.or_else(|why| {
        let lower = name.to_ascii_lowercase();
        let is_name = matches!(why, RulesetError::Unknown { .. }) && lower != name;
        if is_name { session.library.select(&lower, read) } else { Err(why) }
    });
    match selected {
        Ok(selection) => Ok((selection, place)),
        Err(why) => Err(Fault::new(&place, why.to_string()).key("ruleset")),
    }
}

/// The time control: that of the command line, of the case, or of the scoresheet's tag.
///
/// # Errors
/// If it cannot be read, or has no unit and nothing shows which is meant.
pub(super) fn control(
    case: &Case,
    record: &Record,
    session: &Session<'_>,
    selection: &Selection,
    file: &Arc<str>,
    notes: &mut Vec<String>,
) -> Result<Option<TimeControl>, Fault> {
    let shown = match case.clock.as_ref().and_then(|book| book.game(1)) {
        Some(log) => log.first_shown(),
        None => first_shown(CommentReadings::new(&record.text, &record.sheet.commands), record.turn(0)),
    };
    let tag = tag_control(record, shown);
    let (text, place) = match (session.time_control, &case.time_control) {
        (Some(text), _) => (text, Place::file(file)),
        (None, Some(said)) => (said.text.as_str(), said.place.clone()),
        (None, None) => return Ok(tag.map(|(control, _)| control)),
    };
    let faulty =
        |message: String, help: &str| Err(Fault::new(&place, message).key("time_control").help(help));
    let unsaid = match Typed::read(text) {
        Ok(Typed::Certain(control)) => return Ok(control),
        Ok(Typed::Unsaid(unsaid)) => unsaid,
        Err(why) => {
            return faulty(format!("\"{text}\": {why}"), "write it as 90m+30s, 40/90m:30m or G/60;d5");
        }
    };
    let evidence = Evidence {
        shown,
        other: tag.as_ref().filter(|(_, certain)| *certain).map(|(control, _)| control),
        one_speed: matches!(selection, Selection::Forced(_)),
        stroke: stroke(case, session, selection),
    };
    match unsaid.decide(&evidence) {
        Some(decided) => {
            notes.push(because(text, &decided, &evidence));
            Ok(Some(decided.control))
        }
        None => faulty(format!("\"{text}\" does not say its unit"), &format!("write {}", unsaid.spelt_out())),
    }
}

/// The time control of the scoresheet's tag, and whether it has one meaning. A tag without a unit has seconds unless a clock
/// shows minutes; a tag that cannot be read is a finding, not a fault of the case.
fn tag_control(record: &Record, shown: ByColor<Option<FirstShown>>) -> Option<(TimeControl, bool)> {
    let tag = record.tag("TimeControl")?;
    let control = TimeControl::parse(&tag).ok()?.into_control()?;
    let Some(unsaid) = Unsaid::of(&tag, &control) else { return Some((control, true)) };
    match unsaid.decide(&Evidence { shown, ..Evidence::default() }) {
        Some(decided) => Some((decided.control, true)),
        None => Some((control, false)),
    }
}

/// How the federation writes a stroke, where the case or the command line names it.
fn stroke(case: &Case, session: &Session<'_>, selection: &Selection) -> Option<Stroke> {
    let named = session.ruleset.or(case.ruleset.as_ref().map(|said| said.text.as_str()));
    named.filter(|name| !name.eq_ignore_ascii_case("auto"))?;
    let request = Request { selection: selection.clone(), today: session.today, supervision: None };
    let choice = session.library.choose(&request, &GameFacts::default()).ok()?;
    Some(match *choice.rules.speed.stroke {
        StrokeForm::Increment => Stroke::Increment,
        StrokeForm::Moves => Stroke::Moves,
    })
}

fn because(text: &str, decided: &Decided, evidence: &Evidence<'_>) -> String {
    let why = match decided.because {
        Because::Shown(side) => {
            let shown = evidence.shown.get(side).map_or(0, |shown| shown.ms);
            format!("{}'s clock first showed {}", name(side), Hms(shown))
        }
        Because::Other => "the scoresheet's tag says so".to_owned(),
        Because::OneSpeed => "arbiters write minutes, and nothing here speaks against it".to_owned(),
        Because::Stroke => "this is how the federation writes it".to_owned(),
    };
    format!("The time control {text} is read as {}: {why}.", decided.control)
}

/// The time control with the times that the players began with, where those are unequal.
pub(super) fn with_unequal_start(
    control: Option<TimeControl>,
    regulations: &Regulations,
) -> Option<TimeControl> {
    let of = |start: &Given<u32>| start.as_ref().map(|(seconds, _)| i64::from(*seconds) * 1000);
    let (white, black) = (of(&regulations.start_white), of(&regulations.start_black));
    let alone = || {
        let main_ms = white.max(black)?;
        TimeControl::new(vec![Stage { moves: None, main_ms, bonus: Bonus::None }])
    };
    Some(control.or_else(alone)?.with_start(white, black))
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
    (selection, place): (Selection, Place),
    file: &Arc<str>,
    notes: &mut Vec<String>,
) -> Result<(Choice, Arc<Rules>), Fault> {
    let faulty = |why: RulesetError| Fault::new(&place, why.to_string()).key("ruleset");
    let by_id = matches!(selection, Selection::Forced(_));
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
        leave_out(
            lenient || !by_id,
            "supervision",
            &why,
            place.as_ref().unwrap_or(&Place::file(file)),
            notes,
        )?;
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

/// A key that the ruleset lacks: a fault, or a note if the ruleset overrides that of the case.
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

/// The name of the FIDE quickplay finish among the variations.
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

/// What was assumed in the choice of the rules, in sentences.
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
