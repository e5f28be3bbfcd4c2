//! Records on the event itself: name, dates, type, number of rounds, dates of rounds, tie-breaks.

use super::columns::Columns;
use super::{fault, numbers, syntax};
use crate::event::day;
use crate::event::fault::{Fault, FaultKind};
use crate::event::model::{Event, Kind, Prohibition, Record, RoundDate};
use crate::event::outcome::Colour;

/// Reads a record into the fields of the event.
pub(super) fn read(event: &mut Event, record: &Record, line: &str) {
    let text = record.text.trim();
    match record.code.as_str() {
        "012" => event.name = text.to_owned(),
        "042" => event.first_day = event_day(event, record),
        "052" => event.last_day = event_day(event, record),
        "132" => round_dates(event, record, &Columns::new(line)),
        "142" | "XXR" => match text.parse() {
            Ok(rounds) if event.planned_rounds.is_none() || record.code == "142" => {
                event.planned_rounds = Some(rounds)
            }
            Ok(_) => {}
            Err(_) if text.is_empty() => {}
            Err(_) => syntax(event, record, text),
        },
        "202" if !event.tiebreaks.is_empty() => {}
        "202" | "212" => {
            event.tiebreaks =
                text.split(',').map(|s| s.trim().to_owned()).filter(|s| !s.is_empty()).collect();
        }
        "352" => {
            let colour = |c: char| match c.to_ascii_uppercase() {
                'W' => Some(Colour::White),
                'B' => Some(Colour::Black),
                _ => None,
            };
            match text.chars().map(colour).collect() {
                Some(colours) => event.board_colours = colours,
                None => syntax(event, record, text),
            }
        }
        _ => {}
    }
}

fn event_day(event: &mut Event, record: &Record) -> Option<chrono::NaiveDate> {
    let text = record.text.trim();
    let day = day::full_day(text);
    let in_form = day.is_some() && text.contains('/');
    if !text.is_empty() && !in_form {
        let words = format!("record {}: {text:?} is not a date of the form YYYY/MM/DD", record.code);
        event.faults.push(fault(FaultKind::BadDate, record, text, words));
    }
    day
}

fn round_dates(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let mut round = 0;
    let mut column = 92;
    while column <= columns.width() {
        round += 1;
        let text = columns.get(column, column + 7).trim();
        let place = (record.line, columns.offset(column) as u64 + 1);
        if !text.is_empty() {
            let day = day::short_day(text);
            if day.is_none() {
                let words = format!("the date of round {round}, {text:?}, is not of the form YY/MM/DD");
                let fault = Fault::new(FaultKind::BadDate, record.line, "132", text, words);
                event.faults.push(fault.in_round(round).at(place.1, text.len() as u64));
            }
            event.round_dates.push(RoundDate { round, place, text: text.to_owned(), day });
        }
        column += 10;
    }
}

/// `260`: rounds, then numbers, which are team numbers in a team event. `XXP`: only numbers of players.
pub(super) fn prohibition(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    let ranged = record.code == "260";
    let bound = |a, b| columns.get(a, b).trim().parse::<u32>().ok();
    let rounds = if ranged { bound(5, 7).zip(bound(9, 11)) } else { None };
    let list = if ranged { columns.from(13) } else { columns.from(4) };
    let numbers = numbers(event, record, list);
    event.prohibitions.push(Prohibition { line: record.line, rounds, numbers, of_teams: ranged });
}

/// Finishes what needs the whole header: the kind of event, tie-breaks, and the order of the dates.
pub(super) fn settle(event: &mut Event) {
    event.kind = ["192", "092"].iter().find_map(|code| kind_of(&event.record(code)?.text));
    event.game_points_first = event.record("192").is_some_and(|record| ranks_by_game_points(&record.text));
    if let (Some(first), Some(last), Some(record)) = (event.first_day, event.last_day, event.record("052"))
        && last < first
    {
        let words = format!("the last day, {last}, is before the first, {first}");
        let fault = fault(FaultKind::BadDate, record, record.text.trim(), words);
        event.faults.push(fault);
    }
    if event.records.iter().any(|r| r.code == "212") {
        let of_212 = event.record("212").map(|r| r.text.clone()).unwrap_or_default();
        event.tiebreaks = of_212.split(',').map(|s| s.trim().to_owned()).filter(|s| !s.is_empty()).collect();
    }
}

/// Whether game points rank first. The type code of a team event ends with its scores in order: `FIDE_TEAM_TYPEA_GP_MP`.
fn ranks_by_game_points(code: &str) -> bool {
    let code = code.trim().to_ascii_uppercase();
    let code = code.strip_suffix("_BAKU").unwrap_or(&code);
    code.ends_with("_GP_MP") || code.ends_with("_GP") && !code.ends_with("_MP_GP")
}

/// The kind of event for a type in words or a type code.
pub(crate) fn kind_of(text: &str) -> Option<Kind> {
    let text = text.to_ascii_uppercase();
    let has = |part: &str| text.contains(part);
    let word = |name: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|w| w == name);
    if has("TEAM") {
        Some(Kind::Team)
    } else if has("KNOCK") || has("ELIMINATION") {
        Some(Kind::Knockout)
    } else if ["SWISS", "DUTCH", "BAKU", "BURSTEIN", "DUBOV"].iter().any(|p| has(p)) || word("LIM") {
        Some(Kind::Swiss)
    } else if ["ROUND", "BERGER", "ALL-PLAY-ALL"].iter().any(|p| has(p)) || word("RR") {
        Some(Kind::RoundRobin)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_their_words() {
        assert_eq!(kind_of("Individual: Swiss-System (Dutch)"), Some(Kind::Swiss));
        assert_eq!(kind_of("Team: Swiss-System"), Some(Kind::Team));
        assert_eq!(kind_of("FIDE_ROUND_ROBIN"), Some(Kind::RoundRobin));
        assert_eq!(kind_of("RR, single"), Some(Kind::RoundRobin));
        assert_eq!(kind_of("Single elimination"), Some(Kind::Knockout));
        assert_eq!(kind_of("Torrential"), None);
    }

    #[test]
    fn the_coded_type_says_which_score_ranks_first() {
        for (code, game_points) in [
            ("FIDE_TEAM_GP_MP", true),
            ("FIDE_TEAM_TYPEB_GP_BAKU", true),
            ("FIDE_TEAM_TYPEA_MP_GP", false),
            ("FIDE_TEAM_MP", false),
            ("FIDE_TEAM_BAKU", false),
        ] {
            assert_eq!(ranks_by_game_points(code), game_points, "{code}");
        }
    }
}
