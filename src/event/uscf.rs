//! US Chess rating reports, format 2C: a set of three dBase tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::day;
use super::dbf::{self, Table};
use super::fault::{Fault, FaultKind};
use super::model::{Cell, Event, Format, Kind, Mark, Player, Record};
use super::outcome::{Colour, Outcome};

/// The three files of a report, as bytes, and the name that findings print.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The folder or archive.
    pub file: String,
    /// `THEXPORT.DBF`.
    pub header: Option<Vec<u8>>,
    /// `TSEXPORT.DBF`.
    pub sections: Option<Vec<u8>>,
    /// `TDEXPORT.DBF`.
    pub details: Option<Vec<u8>>,
}

impl Report {
    /// Whether all three files are present.
    pub fn is_complete(&self) -> bool {
        self.header.is_some() && self.sections.is_some() && self.details.is_some()
    }

    /// Whether `name` is one of the three files, and that file is still missing.
    pub fn lacks(&self, name: &str) -> bool {
        match name.to_ascii_uppercase().as_str() {
            "THEXPORT.DBF" => self.header.is_none(),
            "TSEXPORT.DBF" => self.sections.is_none(),
            "TDEXPORT.DBF" => self.details.is_none(),
            _ => false,
        }
    }

    /// Adds a file by its name, ignoring case and folders; false if it is not one of the three.
    pub fn take(&mut self, name: &str, bytes: Vec<u8>) -> bool {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_uppercase();
        let part = match name.as_str() {
            "THEXPORT.DBF" => &mut self.header,
            "TSEXPORT.DBF" => &mut self.sections,
            "TDEXPORT.DBF" => &mut self.details,
            _ => return false,
        };
        *part = Some(bytes);
        true
    }
}

/// Whether `name` is one of the three files of a report.
pub fn is_part(name: &str) -> bool {
    Report::default().take(name, Vec::new())
}

/// Reads a report: one event per section.
pub fn read(report: &Report) -> Vec<Event> {
    let table = |part: &Option<Vec<u8>>| part.as_deref().map(dbf::read).unwrap_or_default();
    let (header, sections, details) =
        (table(&report.header), table(&report.sections), table(&report.details));
    let file: Arc<str> = report.file.as_str().into();
    let mut by_section: BTreeMap<&str, Vec<(u64, &[String])>> = BTreeMap::new();
    for (line, record) in (1..).zip(&details.records) {
        by_section.entry(details.get(record, "D_SEC_NUM")).or_default().push((line, record));
    }
    let mut events: Vec<Event> = Vec::with_capacity(sections.records.len());
    for section in &sections.records {
        // If several sections have the same number, the first one gets the players.
        let players = by_section.remove(sections.get(section, "S_SEC_NUM")).unwrap_or_default();
        events.push(section_of(&file, &header, &sections, &details, section, &players));
    }
    if events.is_empty() {
        events.push(Event::new(file, Format::UsChess));
    }
    let parts = [
        (&report.header, &header, "THEXPORT.DBF"),
        (&report.sections, &sections, "TSEXPORT.DBF"),
        (&report.details, &details, "TDEXPORT.DBF"),
    ];
    for (bytes, table, name) in parts {
        let damage =
            if bytes.is_none() { Some("the file is missing".to_owned()) } else { table.damage.clone() };
        if let (Some(damage), Some(event)) = (damage, events.first_mut()) {
            event.faults.push(Fault::new(FaultKind::EventSyntax, 1, name, "", format!("{name}: {damage}")));
        }
    }
    events
}

fn section_of(
    file: &Arc<str>,
    header: &Table,
    sections: &Table,
    details: &Table,
    section: &[String],
    players: &[(u64, &[String])],
) -> Event {
    let mut event = Event::new(Arc::clone(file), Format::UsChess);
    let of_event = |field: &str| header.records.first().map_or("", |record| header.get(record, field));
    let of_section = |field: &str| sections.get(section, field);
    event.name =
        format!("{}: {}", of_event("H_NAME"), of_section("S_SEC_NAME")).trim_matches([':', ' ']).to_owned();
    let first = [of_section("S_BEG_DATE"), of_event("H_BEG_DATE")];
    let last = [of_section("S_END_DATE"), of_event("H_END_DATE")];
    event.first_day = first.into_iter().find_map(day::packed_day);
    event.last_day = last.into_iter().find_map(day::packed_day);
    event.kind = match of_section("S_TRN_TYPE") {
        "R" => Some(Kind::RoundRobin),
        "S" | "2" => Some(Kind::Swiss),
        _ => None,
    };
    event.planned_rounds = of_section("S_TOT_RNDS").parse().ok().filter(|rounds| *rounds > 0);
    event.records.push(Record { code: "022".to_owned(), line: 1, text: of_event("H_CITY").to_owned() });
    let rounds = rounds_of(details, event.planned_rounds.unwrap_or(99));
    for (line, record) in players {
        player(&mut event, details, &rounds, record, *line);
    }
    event
}

/// The round fields: round, field name, and index in a record.
fn rounds_of(details: &Table, rounds: u32) -> Vec<(u32, String, usize)> {
    let places: BTreeMap<&str, usize> =
        details.fields.iter().enumerate().rev().map(|(at, name)| (name.as_str(), at)).collect();
    let field = |round: u32| {
        let name = format!("D_RND{round:02}");
        places.get(name.as_str()).map(|at| (round, name.clone(), *at))
    };
    (1..=rounds).map_while(field).collect()
}

fn player(event: &mut Event, details: &Table, rounds: &[(u32, String, usize)], record: &[String], line: u64) {
    let field = |name: &str| details.get(record, name);
    let number = field("D_PAIR_NUM");
    let no = number.parse().unwrap_or_else(|_| {
        let words = format!("{number:?} is not a pairing number");
        event.faults.push(Fault::new(FaultKind::EventSyntax, line, "D_PAIR_NUM", number, words));
        0
    });
    let mut cells = Vec::new();
    for (round, name, at) in rounds {
        let round = *round;
        let text = record.get(*at).map_or("", String::as_str);
        match token(text) {
            Some(cell) => cells.push(Cell { round, line, ..cell }),
            None if text.is_empty() => {}
            None => {
                let words = format!("round {round}: {text:?} is not a result");
                let fault = Fault::new(FaultKind::UnknownResult, line, name, text, words);
                event.faults.push(fault.of(no).in_round(round));
            }
        }
    }
    event.players.push(Player {
        no,
        line,
        name: field("D_NAME").to_owned(),
        rating_text: field("D_RATING").to_owned(),
        rating: field("D_RATING").parse().ok().filter(|rating| *rating > 0),
        fide_id: field("D_MEM_ID").to_owned(),
        cells,
        ..Player::default()
    });
}

/// Reads a round field: letter, opponent, colour.
fn token(text: &str) -> Option<Cell> {
    let letter = text.chars().next()?.to_ascii_uppercase();
    let rest = text.get(1..)?.trim();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, colour) = rest.split_at(end);
    let opponent = digits.parse::<u32>().ok().filter(|no| *no > 0);
    let colour = match colour.trim() {
        "" => None,
        "W" | "w" => Some(Colour::White),
        "B" | "b" => Some(Colour::Black),
        _ => return None,
    };
    let outcome = match (letter, opponent) {
        ('W' | 'N', _) => Outcome::Win,
        ('D' | 'R', _) => Outcome::Draw,
        ('L' | 'S', _) => Outcome::Loss,
        ('B', _) => Outcome::FullBye,
        ('H', _) => Outcome::HalfBye,
        ('U', _) => Outcome::ZeroBye,
        ('X', Some(_)) => Outcome::ForfeitWin,
        ('F', Some(_)) => Outcome::ForfeitLoss,
        ('X', None) => Outcome::FullBye,
        ('F', None) => Outcome::ZeroBye,
        _ => return None,
    };
    // N, S and R are results given to one side only, so they are not compared with the opponent's result.
    let mark = matches!(letter, 'N' | 'S' | 'R').then_some(Mark::OneSided);
    Some(Cell { opponent, colour, mark, ..Cell::new(0, outcome) })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::dbf::testing::table;
    use super::*;

    #[test]
    fn a_report_of_one_section() {
        let mut report = Report { file: "report".into(), ..Report::default() };
        let header = table(
            &[("H_NAME", 35), ("H_BEG_DATE", 8), ("H_CITY", 21)],
            &[&["SPRING OPEN", "20260404", "TESTVILLE"]],
        );
        let sections = table(
            &[("S_SEC_NUM", 2), ("S_SEC_NAME", 30), ("S_TRN_TYPE", 1), ("S_TOT_RNDS", 2)],
            &[&["1", "OPEN", "S", "2"]],
        );
        let details = table(
            &[
                ("D_SEC_NUM", 2),
                ("D_PAIR_NUM", 4),
                ("D_MEM_ID", 8),
                ("D_NAME", 30),
                ("D_RND01", 7),
                ("D_RND02", 7),
            ],
            &[
                &["1", "1", "12345678", "DOE, JANE", "W2W", "H0"],
                &["1", "2", "00000000", "ROE, RICHARD", "L1B", "Z0"],
            ],
        );
        assert!(report.take("thexport.dbf", header) && report.take("a/TSEXPORT.DBF", sections));
        assert!(report.take("TDEXPORT.DBF", details) && !report.take("README", Vec::new()));
        let event = read(&report).pop().unwrap();
        assert_eq!(
            (event.name.as_str(), event.kind, event.planned_rounds),
            ("SPRING OPEN: OPEN", Some(Kind::Swiss), Some(2))
        );
        let codes = |at: usize| event.players[at].cells.iter().map(|c| c.outcome.code()).collect::<String>();
        assert_eq!((codes(0).as_str(), codes(1).as_str()), ("1H", "0"));
        assert_eq!(event.players[1].id(), None);
        assert_eq!(event.faults.iter().map(|f| f.kind).collect::<Vec<_>>(), [FaultKind::UnknownResult]);
    }
}
