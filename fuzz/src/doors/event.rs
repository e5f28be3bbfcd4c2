//! Result files: checks, standings with every tie-break, every crosstable. Writing an event as a report file
//! and reading it back gives the same event.

use std::sync::Arc;

use flagfall::checks::{EventSettings, check_event};
use flagfall::event::standings::{Options, Standings, standings};
use flagfall::event::tiebreaks::{Edition, parse_list};
use flagfall::event::uscf::{self, Report};
use flagfall::event::{Event, Format, Kind, read, trf};
use flagfall::report::crosstable::trf::text as written;
use flagfall::report::crosstable::{Crosstable, FORMATS, Order, explain, wallchart};

use super::{games, parts, pick, today};

const MOST: usize = 32 << 10;

const TIEBREAKS: &str = "DE,BH:C1,BH:M1,FB,SB:C1,AOB,PS:C1,WIN,WON,BPG,BWG,REP,STD,TPN,KS,ARO:C1,TPR,PTP,APRO,APPO,\
                         RTNG,SSSC,EMMSB,EDEBT,BC,TBR,BBE,MMED,SOLK,CUM,MED,KASH,CUMOPP";

/// Tie-breaks to use for one input.
const FEW: usize = 6;

/// Ways to print a cross table: each format, the wall chart and the explanation of tie-breaks.
const TABLES: usize = FORMATS.len() + 2;

/// A FIDE report file.
pub fn trf(data: &[u8]) {
    file(data, &[Format::Trf]);
}

/// Tables and games as CSV and JSON, and games as PGN.
pub fn csv(data: &[u8]) {
    file(data, &[Format::GamesCsv, Format::TableCsv, Format::TableJson, Format::Pgn]);
}

/// The three tables of a US Chess rating report, each in one part.
pub fn dbf(data: &[u8]) {
    let [header, sections, details] =
        parts::<3>(data.get(..MOST).unwrap_or(data)).map(|part| Some(part.to_vec()));
    let report = Report { file: "report".into(), header, sections, details };
    for event in uscf::read(&report) {
        everything(&event, data);
    }
}

fn file(data: &[u8], formats: &[Format]) {
    let bytes = data.get(..MOST).unwrap_or(data);
    let _ = flagfall::event::recognise("x", bytes);
    for format in formats {
        if let Some(event) = read("x".into(), bytes, *format) {
            everything(&event, data);
        }
    }
}

fn everything(event: &Event, data: &[u8]) {
    let findings = check_event(event, None, &EventSettings::new(today()));
    games::reports(&findings);
    let editions = [Edition::Y2009, Edition::Y2023, Edition::Y2026];
    let kinds = [None, Some(Kind::RoundRobin), Some(Kind::Swiss), Some(Kind::Team), Some(Kind::Knockout)];
    let (edition, kind) = (editions[pick(data, 3)], kinds[pick(data, 15) / 3]);
    let plain = standings(event, &Options { kind, ..Options::new(edition) });
    written_again(event, &plain);
    // Only a few at a time, because there are many; over all inputs each gets enough events.
    let mut tiebreaks = parse_list(TIEBREAKS).expect("tie-breaks");
    let first = pick(data, tiebreaks.len());
    tiebreaks.rotate_left(first);
    tiebreaks.truncate(FEW);
    let table = standings(event, &Options { kind, tiebreaks, k: Some(20), ..Options::new(edition) });
    printed(event, &table, pick(data, TABLES * 31) / 31);
}

/// Writes one of the crosstables, as [`games::reports`] writes one report.
fn printed(event: &Event, standings: &Standings, which: usize) {
    let table = Crosstable { event, standings, problems: &[], order: Order::Rank };
    let mut out = Vec::new();
    let format = which.checked_sub(2).map(|format| FORMATS[format]);
    let written = match format {
        Some(format) => format.write(&table, 80, &mut out),
        None if which == 0 => wallchart::write(&table, &mut out),
        None => explain::write(&table, "1", &mut out).map(drop),
    };
    written.expect("memory");
    let text = std::str::from_utf8(&out).expect("UTF-8");
    let json = format.is_some_and(|format| format.name == "json");
    assert!(!json || serde_json::from_str::<serde_json::Value>(text).is_ok());
}

/// Asserts that an event that was written, read and written again stays the same from then on.
fn written_again(event: &Event, table: &Standings) {
    let first = written(event, table);
    let again = trf::read(Arc::clone(&event.file), first.as_bytes());
    let options = Options { kind: Some(table.kind), ..Options::new(table.edition) };
    let second = written(&again, &standings(&again, &options));
    let third = trf::read(Arc::clone(&event.file), second.as_bytes());
    let third = written(&third, &standings(&third, &options));
    assert_eq!(second, third, "written, read, written");
}
