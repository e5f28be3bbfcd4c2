//! Case files: what is wrong in them, and what is ruled.

use std::ops::Range;
use std::sync::Arc;

use super::document::{Document, Lens};
use super::host::Host;
use super::text::Text;
use crate::case::{Case, Fault};
use crate::place::Place;
use crate::report::visible;
use crate::rulings::{Adjudication, Session, adjudicate};

/// The largest case that is read, in bytes, as `flagfall adjudicate` has it.
const LARGEST: usize = 4 << 20;

/// Keys at the beginning of a line by which a case file is known from other TOML.
const KEYS: [&str; 8] = [
    "incidents",
    "moves",
    "scoresheet",
    "white_scoresheet",
    "black_scoresheet",
    "time_control",
    "fen",
    "supervision",
];

/// Whether a file is a case file, or an empty one that may become a case file.
pub(super) fn is_case(name: &str, text: &str) -> bool {
    let name = name.to_ascii_lowercase();
    if !name.ends_with(".toml") || name == "flagfall.toml" {
        return false;
    }
    let says_so = |line: &str| {
        let key = line.split_once('=').map(|(key, _)| key.trim());
        key.is_some_and(|key| KEYS.contains(&key)) || line.trim().starts_with("[[incident]]")
    };
    text.trim().is_empty() || text.lines().any(says_so)
}

/// The faults of a case with their bytes, or its rulings.
pub(super) fn ruled(
    host: &dyn Host,
    uri: &str,
    document: &Document,
) -> (Vec<(Range<usize>, String)>, Vec<Lens>) {
    let text = &document.text;
    if text.as_str().trim().is_empty() {
        return (Vec::new(), Vec::new());
    }
    if text.as_str().len() > LARGEST {
        let words = format!("the case has more than {LARGEST} bytes; it is not read");
        return (vec![(0..0, words)], Vec::new());
    }
    let name = &document.name;
    let load = |named: &str| host.load(uri, named);
    let case = match Case::parse(name, text.as_str(), &load) {
        Ok(case) => case,
        Err(fault) => return (vec![placed(&fault, name, text)], Vec::new()),
    };
    let expected = case.expected.as_ref().and_then(|expected| expected.as_ref().err());
    let mut faults: Vec<_> = expected.map(|fault| placed(fault, name, text)).into_iter().collect();
    let read = |path: &std::path::Path| host.ruleset(uri, path);
    let session = Session { read: &read, ..Session::new(host.library(), host.today()) };
    let lenses = match adjudicate(&case, name, &session) {
        Ok(ruled) => lenses(&case, &ruled, name, text),
        Err(fault) => {
            faults.push(placed(&fault, name, text));
            Vec::new()
        }
    };
    (faults, lenses)
}

/// Each ruling above its incident; above the first line what the board or the clock log shows by itself.
fn lenses(case: &Case, ruled: &Adjudication, name: &Arc<str>, text: &Text) -> Vec<Lens> {
    ruled
        .rulings
        .iter()
        .map(|ruling| {
            let place = ruling.incident.and_then(|at| case.incidents.get(at)).map(|incident| &incident.place);
            let line = place.filter(|place| place.file == *name).map_or(0, |place| heading(place, text));
            Lens { line, words: visible(&ruling.ruling).into_owned() }
        })
        .collect()
}

/// The line of `[[incident]]` above a place.
fn heading(place: &Place, text: &Text) -> usize {
    let line = place.line.saturating_sub(1);
    let above = (0..=line).rev().find(|line| text.line(*line).trim_start().starts_with("[[incident"));
    above.unwrap_or(line)
}

/// The bytes of a fault, and its words. A fault of another file, which the case names, is about the first line.
fn placed(fault: &Fault, name: &Arc<str>, text: &Text) -> (Range<usize>, String) {
    let key = fault.key.as_ref().map(|key| format!("`{key}`: ")).unwrap_or_default();
    let help = fault.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
    let words = format!("{key}{}{help}", fault.message);
    if fault.place.file != *name {
        return (0..text.line(0).len(), format!("{}: {words}", fault.place));
    }
    let line = fault.place.line.saturating_sub(1);
    let start = text.line_start(line);
    let written = text.line(line);
    // A byte order mark is not counted by the reader of cases.
    let mark = usize::from(line == 0 && written.starts_with('\u{feff}'));
    let column = fault.place.column.saturating_sub(1) + mark;
    let from = written.char_indices().nth(column).map_or(written.trim_end().len(), |(at, _)| at);
    (start + from..start + written.trim_end().len().max(from), words)
}
