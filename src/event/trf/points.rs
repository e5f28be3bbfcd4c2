//! The point system (`162`, `XXS`, `BB?`), and penalties, bonuses and changed values (`299`).

use super::columns::Columns;
use super::{numbers, syntax};
use crate::event::fault::{Fault, FaultKind};
use crate::event::model::{Adjustment, Event, Record};
use crate::event::points::{PointSystem, Score};

/// Collects the values of all records. `XXS` takes precedence over `162`, and `162` over `BB?`.
#[derive(Debug, Default)]
pub(super) struct Reader {
    older: Vec<(String, Score)>,
    coded: Vec<(String, Score)>,
    extension: Vec<(String, Score)>,
}

impl Reader {
    /// Reads one record.
    pub(super) fn read(&mut self, event: &mut Event, record: &Record) {
        let text = record.text.trim();
        let (coded, extended) = (self.coded.len(), self.extension.len());
        match record.code.as_str() {
            "162" => {
                for (name, value) in pairs(event, record, text) {
                    self.coded.push((name, value));
                }
            }
            "XXS" => {
                for word in text.split_whitespace() {
                    match word.split_once('=').and_then(|(name, value)| Some((name, Score::parse(value)?))) {
                        Some((name, value)) => self.extension.push((name.to_ascii_uppercase(), value)),
                        None => syntax(event, record, word),
                    }
                }
            }
            code => match (code.get(2..), Score::parse(text)) {
                (Some(letter), Some(value)) => self.older.push((letter.to_owned(), value)),
                _ => syntax(event, record, text),
            },
        }
        let mut probe = PointSystem::default();
        let names = self.coded.iter().skip(coded).chain(self.extension.iter().skip(extended));
        if let Some((name, _)) = names.rev().find(|(name, value)| !probe.set(name, *value)) {
            syntax(event, record, name);
        }
    }

    /// The point system that results from all records.
    pub(super) fn system(&self) -> PointSystem {
        let mut system = PointSystem::default();
        let older = self.older.iter().map(|(name, value)| {
            let name = match name.as_str() {
                "Z" => "ZPB",
                "F" => "FL",
                "U" => "PAB",
                other => other,
            };
            (name, *value)
        });
        let mut follow = |list: &mut dyn Iterator<Item = (&str, Score)>| {
            let list: Vec<_> = list.collect();
            for (name, value) in &list {
                system.set(name, *value);
            }
            // Unless a record says otherwise, a pairing-allocated bye gives as much as a win, and an unknown result as
            // much as a draw.
            let named = |wanted: &str| list.iter().any(|(name, _)| *name == wanted);
            if named("W") && !named("P") && !named("PAB") {
                system.pairing_bye = system.for_win();
            }
            if named("D") && !named("X") {
                system.unknown = system.for_draw();
            }
        };
        follow(&mut older.into_iter());
        follow(&mut self.coded.iter().map(|(name, value)| (name.as_str(), *value)));
        for (name, value) in &self.extension {
            system.set(name, *value);
        }
        if self.extension.iter().any(|(name, _)| name == "D") {
            system.unknown = system.for_draw();
        }
        system
    }
}

/// Alternating names and values: `W 3.0    D 1.0`.
pub(super) fn pairs(event: &mut Event, record: &Record, text: &str) -> Vec<(String, Score)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut out = Vec::new();
    for pair in words.chunks(2) {
        match pair {
            [name, value] if Score::parse(value).is_some() => {
                out.extend(Score::parse(value).map(|value| (name.to_ascii_uppercase(), value)));
            }
            other => syntax(event, record, &other.join(" ")),
        }
    }
    out
}

/// Values of a `299` record: match points, points, round.
type Values = (Option<Score>, Option<Score>, Option<u32>);

/// Reads a `299` record, in the columns of the standard or in those that Sharly Chess writes.
pub(super) fn adjustment(event: &mut Event, record: &Record, columns: &Columns<'_>) {
    const STANDARD: [(usize, usize); 4] = [(8, 11), (14, 17), (20, 22), (24, 9999)];
    const SHIFTED: [(usize, usize); 4] = [(7, 10), (12, 15), (17, 19), (21, 9999)];
    let read = |fields: &[(usize, usize); 4]| -> Option<Values> {
        let [matches, games, round, _] = fields.map(|(a, b)| columns.get(a, b).trim());
        let score = |text: &str| if text.is_empty() { Some(None) } else { Score::parse(text).map(Some) };
        let round = if round.is_empty() { 0 } else { round.parse().ok()? };
        Some((score(matches)?, score(games)?, (round > 0).then_some(round)))
    };
    let separated = |fields: &[(usize, usize); 4]| {
        fields.iter().all(|(first, _)| columns.get(first - 1, first - 1).trim().is_empty())
    };
    let (values, list, shifted) = match (read(&STANDARD), read(&SHIFTED)) {
        (Some(values), _) if separated(&STANDARD) => (values, columns.from(24), false),
        (_, Some(values)) if separated(&SHIFTED) => (values, columns.from(21), true),
        _ => return syntax(event, record, record.text.trim()),
    };
    let code = columns.get(5, 5).trim().chars().next().map(|code| code.to_ascii_uppercase());
    if code.is_some_and(|code| !"WDLFHZ+-".contains(code)) {
        return syntax(event, record, columns.get(5, 5));
    }
    let (match_points, points, round) = values;
    let numbers = numbers(event, record, list);
    // A record with shifted columns that names nobody is too uncertain to change the points of everybody.
    let counts = !shifted || !numbers.is_empty();
    if shifted {
        let set_aside = if counts { "" } else { "; it names nobody and is not counted" };
        let words =
            format!("record 299: the fields stand in other columns than the format has them{set_aside}");
        let text = record.text.trim();
        event.faults.push(Fault::new(FaultKind::ColumnShift, record.line, "299", text, words));
    }
    if counts {
        event.adjustments.push(Adjustment { line: record.line, code, match_points, points, round, numbers });
    }
}
