//! One case from facts to rulings: the ruleset is chosen, the game replayed, the incidents heard in order.

use std::sync::Arc;

use chrono::NaiveDate;

use super::clocks::{Clocks, Moment, Row};
use super::facts;
use super::found::{self, Found};
use super::hearing::{Hearing, who};
use super::reconcile::{self, Reconciled};
use super::record::Record;
use super::ruling::{Adjudication, GameResult, Ruling, Scoresheets, SheetCount, Sides};
use super::{
    adjournment, arrival, both_flags, clock_setting, conduct, draw_claim, draw_offer, ending, equipment,
    flag, illegal_move, quickplay, set_up, sheets, touch,
};
use crate::case::{Case, Doer, Fault, Given, Incident, Kind, Place};
use crate::clock::{Event, Log, LogBook, Reading, TimeControl};
use crate::ruleset::{
    Choice, GameFacts, Library, PlayingTime, ReadText, Request, Rules, RulesetError, SideTime, Supervision,
};
use crate::scoresheet::{CommandKind, Outcome};

/// What the command line says about the rules, and what does not depend on the case.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    /// The rulesets.
    pub library: &'a Library,
    /// Reads a user's ruleset file.
    pub read: ReadText<'a>,
    /// The date that stands for today.
    pub today: NaiveDate,
    /// A ruleset that wins over the case's; keys that it lacks are left out then.
    pub ruleset: Option<&'a str>,
    /// A time control that wins over the case's.
    pub time_control: Option<&'a str>,
    /// A supervision that wins over the case's.
    pub supervision: Option<Supervision>,
}

/// Rules on a case. `file` names it in messages.
///
/// # Errors
/// Where the case contradicts itself or cannot be understood: one fault, at its line.
pub fn adjudicate(case: &Case, file: &Arc<str>, session: &Session<'_>) -> Result<Adjudication, Fault> {
    adjudicate_under(case, file, session, &|rules| rules)
}

/// The same under rules that `alter` makes of those chosen.
pub(super) fn adjudicate_under(
    case: &Case,
    file: &Arc<str>,
    session: &Session<'_>,
    alter: &dyn Fn(Arc<Rules>) -> Arc<Rules>,
) -> Result<Adjudication, Fault> {
    let Reconciled { mut record, scoresheets, mut notes } = reconcile::of_case(case, file)?;
    record.read_on(&case.incidents);
    let control = control(case, &record, session, file)?;
    let (choice, rules) = choose(case, &record, control.as_ref(), session, file, &mut notes)?;
    let rules = alter(rules);
    check(case, &record)?;
    let log_book = log_book(case)?;
    let log = log_book.as_ref().and_then(|book| book.game(1)).cloned();
    let clocks = match &log {
        Some(log) => Clocks::of_log(log),
        None => Clocks::of_record(&record),
    };
    assumptions(&choice, &mut notes);
    let mut found = found::on_the_board(&record, &rules);
    if let Some(log) = &log {
        found.extend(found::in_the_log(log, &record, &case.incidents));
        notes.extend(found::undecided_presses(log, record.turn(0)));
    }
    let account = facts::account(&record, control.as_ref(), log.as_ref());
    found.extend(found::in_the_account(&account, &record, &rules, &clocks, &case.incidents));
    found.sort_by_key(|found| found.at);
    let mut hearing = Hearing {
        case,
        laws: &rules,
        record: &record,
        clocks: &clocks,
        control: control.as_ref(),
        rulings: Vec::new(),
        ended: None,
        offences: Sides::default(),
        offer: None,
        restored: Vec::new(),
        corrected: Vec::new(),
        missing_pairs: missing_pairs(scoresheets.as_ref()),
        time_claims_barred: false,
    };
    hear(&mut hearing, &found)?;
    let result = top_result(&hearing);
    let mut rulings = std::mem::take(&mut hearing.rulings);
    if let Some(first) = rulings.first_mut() {
        first.caveats.extend(notes.iter().cloned());
    }
    for ruling in &mut rulings {
        ruling.own_up();
    }
    let findings = facts::findings(case, &record, &choice, log_book.as_ref(), session, control.as_ref());
    let title = case.title.clone().or_else(|| players(&record)).unwrap_or_else(|| file.to_string());
    Ok(Adjudication {
        ruleset: rules.id.clone(),
        title,
        result,
        findings,
        rulings,
        scoresheets,
        notes,
        time_control: control_text(case, &record, session),
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

fn control_text(case: &Case, record: &Record, session: &Session<'_>) -> Option<String> {
    let said = case.time_control.as_ref().map(|said| said.text.clone());
    session.time_control.map(str::to_owned).or(said).or_else(|| record.tag("TimeControl"))
}

fn players(record: &Record) -> Option<String> {
    Some(format!("{} – {}", record.tag("White")?, record.tag("Black")?))
}

fn control(
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

fn playing_time(control: &TimeControl) -> PlayingTime {
    PlayingTime::same(SideTime::from(control))
}

fn choose(
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
        time: control.map(playing_time),
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

fn assumptions(choice: &Choice, notes: &mut Vec<String>) {
    for assumption in &choice.assumed {
        notes.push(format!("Assumed: {assumption}."));
    }
    if choice.supervision_assumed {
        notes.push(
            "The event does not say whether supervision is full or limited: limited is assumed, as in most events at this \
             speed."
                .to_owned(),
        );
    }
}

/// Refuses incidents that the record contradicts.
fn check(case: &Case, record: &Record) -> Result<(), Fault> {
    for incident in &case.incidents {
        let made_move = matches!(
            incident.kind,
            Kind::IllegalMove
                | Kind::TwoHands
                | Kind::PromotionNotReplaced
                | Kind::PressedWithoutMoving
                | Kind::Touch
        );
        let room = record.len() + usize::from(made_move);
        for (key, ply, most) in [("ply", incident.ply, record.len()), ("noticed", incident.noticed, room)] {
            if ply > most {
                return Err(beyond(incident, record, key, ply));
            }
        }
        let turn = record.turn(incident.ply);
        if incident.kind.row().by == Doer::OnMove && incident.by.player() != Some(turn) {
            return Err(wrong_side(incident, turn, "who did it has the move"));
        }
        let claim = matches!(incident.kind, Kind::ClaimThreefold | Kind::ClaimFifty);
        let others = incident.by.player() != Some(turn);
        if claim && others && (incident.ply == 0 || announces_another_move(incident, record)) {
            return Err(wrong_side(incident, turn, "only the player who has the move can announce one"));
        }
    }
    Ok(())
}

fn announces_another_move(incident: &Incident, record: &Record) -> bool {
    let plain = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).to_ascii_lowercase();
    let uci = record.ply(incident.ply).map(|ply| ply.mv.uci(record.mode().is_chess960()));
    incident.written.as_deref().is_some_and(|text| {
        plain(text) != plain(&record.written(incident.ply)) && Some(text.to_ascii_lowercase()) != uci
    })
}

fn beyond(incident: &Incident, record: &Record, key: &str, ply: usize) -> Fault {
    let why = match record.stop() {
        Some(_) => format!(
            "{ply} half-moves, and the record can be replayed for {} only: {} does not fit",
            record.len(),
            record.label(record.len() + 1)
        ),
        None => format!("{ply} half-moves, and the record has {}", record.len()),
    };
    Fault::new(&incident.place, why).key(key).help("`ply` counts the half-moves made, 0 before the first")
}

fn wrong_side(incident: &Incident, turn: shakmaty::Color, why: &str) -> Fault {
    Fault::new(
        &incident.place,
        format!(
            "`{}` by {} with {} half-moves made, when {} has the move",
            incident.kind.name(),
            incident.by.word(),
            incident.ply,
            who(turn)
        ),
    )
    .key("by")
    .help(why)
}

/// The clock log; that of the case's own game where it holds several.
fn log_book(case: &Case) -> Result<Option<LogBook>, Fault> {
    let Some(record) = &case.clock else { return Ok(None) };
    let record = record.of_game(case.game);
    LogBook::read(record.csv.as_bytes()).map(Some).map_err(|why| {
        let line = usize::try_from(why.line).unwrap_or(0);
        let line = match &record.lines {
            Some(lines) => lines.get(line.saturating_sub(1)).copied().unwrap_or(0),
            None => line,
        };
        let column = why.column.filter(|_| record.lines.is_none()).unwrap_or(0);
        Fault::new(&Place { file: record.file.clone(), line, column }, why.to_string())
    })
}

impl Clocks {
    /// The history that a clock log tells.
    fn of_log(log: &Log) -> Clocks {
        let seconds = |reading: Option<Reading>| reading.map(|reading| reading.ms as f64 / 1000.0);
        let rows = log.rows().iter().map(|row| Row {
            moment: match row.event {
                Event::Start => Moment::Start,
                Event::Press => Moment::Press,
                Event::Stop => Moment::Stop,
                Event::Flag => Moment::Flag,
                Event::Set => Moment::Set,
                Event::Reading => Moment::Reading,
            },
            side: row.side,
            ply: row.ply as usize,
            white: seconds(row.shown.white),
            black: seconds(row.shown.black),
        });
        Clocks { rows: rows.collect(), from_log: true }
    }

    /// The readings that stand in the scoresheet's comments: each the mover's clock after his press.
    fn of_record(record: &Record) -> Clocks {
        let clk = record.sheet.commands.iter().filter(|command| command.kind == CommandKind::Clk);
        let rows = clk.filter_map(|command| {
            let text = String::from_utf8_lossy(command.value.of(&record.text));
            let seconds = Reading::parse(text.trim())?.ms as f64 / 1000.0;
            let ply = command.ply as usize;
            let side = !record.turn(ply);
            let of = |color: shakmaty::Color| (side == color && ply > 0).then_some(seconds);
            Some(Row {
                moment: Moment::Press,
                side: Some(side),
                ply,
                white: of(shakmaty::Color::White),
                black: of(shakmaty::Color::Black),
            })
        });
        Clocks { rows: rows.collect(), from_log: false }
    }
}

fn hear(hearing: &mut Hearing<'_>, found: &[Found]) -> Result<(), Fault> {
    let mut pending = found.iter().filter(|found| !found.unnoticed && !found.by_illegal_move).peekable();
    let incidents = &hearing.case.incidents;
    for (number, incident) in incidents.iter().enumerate() {
        while let Some(due) = pending.next_if(|found| found.at <= incident.noticed) {
            enter_found(hearing, due);
        }
        let mut ruling = match hearing.ended.clone() {
            Some(end) => ending::after_the_end(hearing, number, incident, &end),
            None => rule(hearing, number, incident)?,
        };
        not_read(incident, &mut ruling);
        hearing.enter(ruling);
    }
    for due in pending {
        enter_found(hearing, due);
    }
    for late in found.iter().filter(|found| found.by_illegal_move) {
        if stands(hearing, late.at) {
            enter_found(hearing, late);
        }
    }
    for late in found.iter().filter(|found| found.unnoticed) {
        enter_found(hearing, late);
    }
    Ok(())
}

fn enter_found(hearing: &mut Hearing<'_>, found: &Found) {
    if hearing.ended.is_some() || hearing.is_void(found.at) {
        return;
    }
    if let Some(ruling) = found::rule(hearing, found) {
        hearing.enter(ruling);
    }
}

/// Whether the illegal half-move number `at` was ruled to stand.
fn stands(hearing: &Hearing<'_>, at: usize) -> bool {
    hearing.rulings.iter().any(|ruling| {
        ruling.ply + 1 == at
            && ruling.kind == Kind::IllegalMove.name()
            && ruling.decision == super::Decision::Stands
    })
}

/// Says which fields were given and not read.
fn not_read(incident: &Incident, ruling: &mut Ruling) {
    if !incident.unread.is_empty() {
        let fields: Vec<String> = incident.unread.iter().map(|field| format!("`{field}`")).collect();
        ruling.because(format!(
            "{} has no part in `{}` and was not used.",
            fields.join(", "),
            incident.kind.name()
        ));
    }
}

fn rule(hearing: &mut Hearing<'_>, number: usize, incident: &Incident) -> Result<Ruling, Fault> {
    let family = match incident.kind {
        Kind::IllegalMove | Kind::PressedWithoutMoving | Kind::TwoHands | Kind::PromotionNotReplaced => {
            illegal_move::rule
        }
        Kind::Touch => touch::rule,
        Kind::PiecesDisplaced => set_up::displaced,
        Kind::DrawOffer => draw_offer::offered,
        Kind::DrawAccepted => draw_offer::accepted,
        Kind::DrawDeclined => draw_offer::declined,
        Kind::AgreeDraw => draw_offer::agreed,
        Kind::ClaimThreefold | Kind::ClaimFifty => draw_claim::rule,
        Kind::ClaimDeadPosition => draw_claim::dead_position,
        Kind::ClaimNoProgress => quickplay::rule,
        Kind::FlagFall => flag::rule,
        Kind::BothFlags => both_flags::rule,
        Kind::LateArrival => arrival::rule,
        Kind::ClockMisset => clock_setting::rule,
        Kind::Resign => ending::resigned,
        Kind::ResultAgreed => ending::result_agreed,
        Kind::ClocksStopped | Kind::Handshake => ending::sign,
        Kind::WrongInitialPosition => set_up::initial_position,
        Kind::ColoursReversed => set_up::colours,
        Kind::BoardRotated => set_up::board,
        Kind::IllegalPosition => set_up::illegal_position,
        Kind::NotRecording => sheets::not_recording,
        Kind::RecordedBeforeMoving => sheets::before_moving,
        Kind::IncompleteScoresheet => sheets::incomplete,
        Kind::SealedMove => adjournment::sealed,
        Kind::AbsentAtResumption => adjournment::absent,
        Kind::Equipment => return equipment::rule(hearing, number, incident),
        Kind::PhoneRang
        | Kind::DeviceFound
        | Kind::OutsideHelp
        | Kind::NotesUsed
        | Kind::LeftVenue
        | Kind::Distraction
        | Kind::RefusedToComply
        | Kind::PrearrangedResult => conduct::rule,
    };
    Ok(family(hearing, number, incident))
}

/// The result of the whole case.
fn top_result(hearing: &Hearing<'_>) -> GameResult {
    if let Some(end) = &hearing.ended {
        return end.result;
    }
    if hearing.rulings.iter().any(|ruling| ruling.decision.leaves_open()) {
        return GameResult::Open;
    }
    match hearing.record.outcome() {
        Some(Outcome::White) => GameResult::Win(shakmaty::Color::White),
        Some(Outcome::Black) => GameResult::Win(shakmaty::Color::Black),
        Some(Outcome::Draw) => GameResult::Draw,
        Some(Outcome::Unfinished) | None => GameResult::Open,
    }
}
