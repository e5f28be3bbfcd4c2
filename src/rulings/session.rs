//! One case from facts to rulings: the ruleset is chosen, the game replayed, the incidents heard in order.

use std::io::ErrorKind;
use std::sync::Arc;

use chrono::NaiveDate;

use super::announcement::announcement;
use super::choice::{assumptions, choose, control, selection, with_unequal_start};
use super::clock_history::Clocks;
use super::contradictions::check;
use super::docket::{hear, top_result};
use super::evidence::Evidence;
use super::facts;
use super::found;
use super::hearing::Hearing;
use super::placing::placed;
use super::reconcile::{self, Reconciled};
use super::record::Record;
use super::ruling::{Adjudication, Scoresheets, SheetCount, Sides};
use crate::case::{Case, Fault};
use crate::clock::TimeControl;
use crate::ruleset::{Library, ReadText, Rules, Supervision};

/// What the command line says about the rules, and what does not depend on the case.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    /// The rulesets.
    pub library: &'a Library,
    /// Reads a user's ruleset file.
    pub read: ReadText<'a>,
    /// The date that is taken as today.
    pub today: NaiveDate,
    /// A ruleset that overrides the case's; keys that it lacks are then ignored.
    pub ruleset: Option<&'a str>,
    /// A time control that overrides the case's.
    pub time_control: Option<&'a str>,
    /// A supervision that overrides the case's.
    pub supervision: Option<Supervision>,
}

impl<'a> Session<'a> {
    /// Everything as the case says, and no files; a case without a date is of `today`.
    pub fn new(library: &'a Library, today: NaiveDate) -> Session<'a> {
        Session {
            library,
            read: &|_| Err(ErrorKind::NotFound.into()),
            today,
            ruleset: None,
            time_control: None,
            supervision: None,
        }
    }
}

/// Rules on a case. `file` names it in messages.
///
/// # Errors
/// Where the case contradicts itself or cannot be understood: one fault, at its line.
pub fn adjudicate(case: &Case, file: &Arc<str>, session: &Session<'_>) -> Result<Adjudication, Fault> {
    adjudicate_under(case, file, session, &|rules| rules)
}

/// Rules on a case under the chosen rules as changed by `alter`.
pub(super) fn adjudicate_under(
    case: &Case,
    file: &Arc<str>,
    session: &Session<'_>,
    alter: &dyn Fn(Arc<Rules>) -> Arc<Rules>,
) -> Result<Adjudication, Fault> {
    let Reconciled { mut record, scoresheets, mut notes, notation } = reconcile::of_case(case, file)?;
    record.play_as_written();
    let case = &*placed(case, &record, notation)?;
    record.read_on(&case.incidents);
    let asked = selection(case, session, file)?;
    let control = control(case, &record, session, &asked.0, file, &mut notes)?;
    let (choice, rules) = choose(case, &record, control.as_ref(), session, asked, file, &mut notes)?;
    let control = with_unequal_start(control, &case.regulations);
    let rules = alter(rules);
    check(case, &record)?;
    let log = case.clock.as_ref().and_then(|book| book.game(1));
    let clocks = match log {
        Some(log) => Clocks::of_log(log),
        None => Clocks::of_record(&record),
    };
    let mut assumed = assumptions(&choice);
    let mut found = found::on_the_board(&record, &rules);
    if let Some(log) = log {
        found.extend(found::in_the_log(log, &record, &case.incidents));
        notes.extend(found::undecided_presses(log, record.turn(0)));
    }
    let evidence = Evidence::of(&record, case.part);
    let reconstruction = facts::reconstruction(&record, evidence, control.as_ref(), log);
    found.extend(found::in_the_clocks(&reconstruction, &record, &rules, &clocks, &case.incidents));
    found.sort_by_key(|found| found.at);
    let mut hearing = Hearing::open(case, &rules, &record, &clocks, evidence, control.as_ref());
    hearing.missing_pairs = missing_pairs(scoresheets.as_ref());
    hearing.forgot_to_press = log.map_or(Vec::new(), |log| found::forgotten_presses(log, record.turn(0)));
    hear(&mut hearing, &found)?;
    let result = top_result(&hearing);
    let mut rulings = std::mem::take(&mut hearing.rulings);
    if let Some(first) = rulings.first_mut() {
        first.caveats.extend(notes.iter().cloned());
        first.assumed.splice(0..0, assumed.iter().cloned());
    }
    for ruling in &mut rulings {
        ruling.own_up();
        ruling.ruling = announcement(ruling, &record);
        ruling.put_in_terms_of(&rules);
        let new = ruling.assumed.iter().filter(|taken| !assumed.contains(taken)).cloned().collect::<Vec<_>>();
        assumed.extend(new);
    }
    let findings = facts::findings(case, &record, &choice, session, control.as_ref());
    let title = case.title.clone().or_else(|| players(&record)).unwrap_or_else(|| file.to_string());
    Ok(Adjudication {
        ruleset: rules.id.clone(),
        title,
        result,
        findings,
        rulings,
        scoresheets,
        notes,
        assumed,
        time_control: control_text(case, &record, session, control.as_ref()),
        control: control.clone(),
        incidents: case.incidents.clone(),
        rules: rules.clone(),
        record,
        clocks,
    })
}

fn missing_pairs(sheets: Option<&Scoresheets>) -> Sides<Option<u32>> {
    let pairs = |count: &SheetCount| u32::try_from(count.missing_pairs).ok();
    sheets.map_or_else(Sides::default, |sheets| Sides {
        white: pairs(&sheets.white),
        black: pairs(&sheets.black),
    })
}

/// The time control as it was written, or as it is read if that differs.
fn control_text(
    case: &Case,
    record: &Record,
    session: &Session<'_>,
    control: Option<&TimeControl>,
) -> Option<String> {
    let said = case.time_control.as_ref().map(|said| said.text.clone());
    let text = session.time_control.map(str::to_owned).or(said).or_else(|| record.tag("TimeControl"))?;
    let plain = TimeControl::parse(&text).ok().and_then(|written| written.into_control());
    match control.filter(|control| plain.as_ref() != Some(control)) {
        Some(control) => Some(control.to_string()),
        None => Some(text),
    }
}

fn players(record: &Record) -> Option<String> {
    Some(format!("{} – {}", record.tag("White")?, record.tag("Black")?))
}
