//! FIDE's tournament report files: TRF06, TRF16 with the extensions of pairing programs, and TRF26.

mod columns;
mod header;
mod player;
mod points;
mod tabs;
mod teams;

use std::sync::Arc;

pub use player::{MOST_ROUNDS, place_of_field};

use super::fault::{Fault, FaultKind};
use super::model::{Event, Format, Record};
use super::text::Lines;
use columns::Columns;

/// Records that may occur only once.
const ONCE: &[&str] = &[
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "122", "132", "142", "152", "192",
    "202", "212", "222", "352", "362", "XXR",
];

/// Header records whose text is kept and not interpreted.
const PLAIN: &[&str] =
    &["022", "032", "062", "072", "082", "102", "112", "122", "152", "172", "182", "222", "250"];

/// Records of pairing programs that do not concern results.
const EXTENSIONS: &[&str] = &["XXC", "XXA", "XXZ", "DAT"];

/// Whether a line looks like a record of a report file.
pub fn is_record(line: &str) -> bool {
    let Some(code) = line.get(..3) else { return false };
    let bytes = code.as_bytes();
    let numbered = matches!(bytes, [b'0' | b'1', b'0'..=b'9', b'2']) || code == "001";
    numbered && line.as_bytes().get(3).is_none_or(|b| matches!(b, b' ' | b'\t'))
}

/// Reads a report file. This never fails: what cannot be read becomes a fault of the event.
pub fn read(file: Arc<str>, bytes: &[u8]) -> Event {
    let mut event = Event::new(file, Format::Trf);
    event.lines = Lines::read(bytes);
    event.faults.extend(event.lines.encoding_fault());
    let lines = std::mem::take(&mut event.lines);
    let mut pending = Vec::new();
    let (mut points, mut firsts) = (points::Reader::default(), Firsts::default());
    for (number, text) in lines.numbered() {
        if let Some(comment) = text.strip_prefix("###") {
            pending.extend(silenced(comment));
            continue;
        }
        if text.trim().is_empty() {
            continue;
        }
        event.silenced.extend(pending.drain(..).map(|id| (number, id)));
        read_line(&mut event, &mut points, &mut firsts, number, text);
    }
    event.points = points.system();
    event.lines = lines;
    header::settle(&mut event);
    teams::settle(&mut event);
    player::settle(&mut event);
    event
}

/// Whether records with this code affect the points of players or teams, apart from results and the point system.
pub fn says_how_points_come(code: &str) -> bool {
    matches!(code, "192" | "240" | "299" | "300" | "320" | "330" | "352" | "362" | "802")
}

/// Reads single records into an event that already has its players and teams.
pub(super) fn read_records<'r>(event: &mut Event, records: impl Iterator<Item = (&'r str, &'r str)>) {
    let (mut points, mut firsts) = (points::Reader::default(), Firsts::default());
    for (code, text) in records {
        read_line(event, &mut points, &mut firsts, 1, &format!("{code} {text}"));
    }
    header::settle(event);
}

/// Whether the line is a player line with leading blanks.
fn is_indented_player(text: &str) -> bool {
    text.starts_with(' ') && text.trim_start().starts_with("001 ")
}

/// The checks named by a `flagfall:ignore` comment.
fn silenced(comment: &str) -> Vec<String> {
    let Some((_, list)) = comment.split_once("flagfall:ignore") else { return Vec::new() };
    let list = list.split_whitespace().next().unwrap_or_default();
    list.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect()
}

/// The lines of the first records of each code in [`ONCE`], in the order of that list.
#[derive(Default)]
struct Firsts([Option<u64>; ONCE.len()]);

impl Firsts {
    /// The line of an earlier record with this code, if the code may occur only once. If there is none, notes this line.
    fn known(&mut self, code: &str, line: u64) -> Option<u64> {
        let first = self.0.get_mut(ONCE.iter().position(|once| *once == code)?)?;
        let known = *first;
        first.get_or_insert(line);
        known
    }
}

fn read_line(event: &mut Event, points: &mut points::Reader, firsts: &mut Firsts, number: u64, text: &str) {
    let columns = Columns::new(text);
    let code = columns.get(1, 3).trim().to_owned();
    if code == "001" || is_indented_player(text) {
        return player::read(event, number, text);
    }
    let code = code.to_ascii_uppercase();
    let record = Record { code: code.clone(), line: number, text: columns.from(5).trim_end().to_owned() };
    if let Some(first) = firsts.known(&code, number) {
        let words = format!("record {code} stands twice; line {first} is the one that counts");
        event.faults.push(Fault::new(FaultKind::DuplicateRecord, number, &code, &record.text, words));
        return;
    }
    match code.as_str() {
        "012" | "042" | "052" | "092" | "132" | "142" | "192" | "202" | "212" | "352" | "XXR" => {
            header::read(event, &record, text);
        }
        "162" | "XXS" | "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => points.read(event, &record),
        "260" | "XXP" => header::prohibition(event, &record, &columns),
        "299" => points::adjustment(event, &record, &columns),
        "013" | "240" | "300" | "310" | "320" | "330" | "362" | "801" | "802" => {
            teams::read(event, &record, &columns)
        }
        plain if PLAIN.contains(&plain) || EXTENSIONS.contains(&plain) => {}
        _ => unknown(event, &record),
    }
    event.records.push(record);
}

/// Reports an unknown record, except records of a national rating list, which begin with a federation code.
fn unknown(event: &mut Event, record: &Record) {
    let national = super::federations::is_known(&record.code)
        && record.text.get(..4).or(Some(&record.text)).is_some_and(|s| s.trim().parse::<u32>().is_ok());
    if !national {
        let words = format!("no edition of the format has a record {:?}", record.code);
        event.faults.push(Fault::new(
            FaultKind::UnknownRecord,
            record.line,
            &record.code,
            &record.text,
            words,
        ));
    }
}

/// Numbers separated by blanks. Reports anything else as a fault.
fn numbers(event: &mut Event, record: &Record, text: &str) -> Vec<u32> {
    let mut out = Vec::new();
    for word in text.split_whitespace() {
        match word.parse() {
            Ok(number) => out.push(number),
            Err(_) => syntax(event, record, word),
        }
    }
    out
}

/// Reports text in a record that cannot be read.
fn syntax(event: &mut Event, record: &Record, found: &str) {
    let words = format!("record {}: {found:?} cannot be read", record.code);
    event.faults.push(fault(FaultKind::EventSyntax, record, found, words));
}

/// A fault of a record. Its position is the record's text if that is what was found, else the whole line.
fn fault(kind: FaultKind, record: &Record, found: &str, words: String) -> Fault {
    let fault = Fault::new(kind, record.line, &record.code, found, words);
    if found.is_empty() || record.text.trim() != found {
        return fault;
    }
    let (column, length) = record.place();
    fault.at(column, length)
}
