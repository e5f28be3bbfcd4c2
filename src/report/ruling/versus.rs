//! Compares the rulings on the same facts under several rulesets, in one table: one column per ruleset, one row per item
//! that may differ.

use super::words::{self, name};
use super::{Fact, Heard};
use crate::report::ruling::sheet::heading;
use crate::ruleset::{Key, Printed};
use crate::rulings::{Adjudication, Difference, GameResult, Ruling};

/// The contents of a comparison, for every format.
#[derive(Debug, Clone)]
pub(super) struct Versus {
    /// The title of the case.
    pub title: String,
    /// The facts, which are the same under all rulesets.
    pub facts: Vec<Fact>,
    /// Ids of the rulesets.
    pub rulesets: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// The values of the rulesets that change the ruling.
    pub differences: Vec<Decisive>,
    /// Notes below the table: rulesets that rule the same, cases that could not be ruled on.
    pub notes: Vec<String>,
}

/// A value that changes the ruling, and what the articles of each ruleset say about it.
#[derive(Debug, Clone)]
pub(super) struct Decisive {
    /// The subject of the value.
    pub about: String,
    /// The rulesets with the same text, and that text.
    pub says: Vec<(String, String)>,
}

/// One row of the table.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The subject of the row.
    pub name: String,
    /// Whether it is the heading of a group, which has no cells.
    pub is_heading: bool,
    /// One cell per ruleset.
    pub cells: Vec<String>,
}

impl Row {
    fn heading(name: impl Into<String>) -> Row {
        Row { name: name.into(), is_heading: true, cells: Vec::new() }
    }

    fn of(name: impl Into<String>, cells: Vec<String>) -> Row {
        Row { name: name.into(), is_heading: false, cells }
    }

    fn says_something(&self) -> bool {
        self.cells.iter().any(|cell| !cell.is_empty() && cell != NOTHING)
    }
}

/// The cell of a ruleset without a value.
const NOTHING: &str = "–";

/// The comparisons of a run, one per case.
pub(super) fn all(cases: &[Heard]) -> Vec<Versus> {
    cases.chunk_by(|a, b| a.file == b.file).map(of).collect()
}

fn of(cases: &[Heard]) -> Versus {
    let ruled: Vec<&Adjudication> = cases.iter().filter_map(|case| case.outcome.as_ref().ok()).collect();
    let first = ruled.first();
    let mut rows = vec![Row::of("Result", cells(&ruled, |case| result(case.result)))];
    for (number, incident) in (1..).zip(incidents(&ruled)) {
        rows.extend(about(number, &incident, &ruled));
    }
    Versus {
        title: first.map_or_else(
            || cases.first().map(|case| case.file.clone()).unwrap_or_default(),
            |case| case.title.clone(),
        ),
        facts: first.map(|case| same_facts(case)).unwrap_or_default(),
        rulesets: ruled.iter().map(|case| column(case)).collect(),
        rows,
        differences: differences(cases, &ruled),
        notes: notes(cases, &ruled),
    }
}

/// The ruleset's id, and the supervision if the rulebook distinguishes it.
fn column(case: &Adjudication) -> String {
    use crate::ruleset::Supervision::{Full, Limited};
    let supervision = match case.rules.supervision {
        Some(Full) => ", full supervision",
        Some(Limited) => ", limited supervision",
        None => "",
    };
    format!("{}{supervision}", case.ruleset)
}

fn same_facts(case: &Adjudication) -> Vec<Fact> {
    super::facts::of_game(case)
        .into_iter()
        .filter(|(name, _)| !matches!(*name, "Rules" | "Announced"))
        .collect()
}

fn cells(ruled: &[&Adjudication], of: impl Fn(&Adjudication) -> String) -> Vec<String> {
    ruled.iter().map(|case| of(case)).collect()
}

fn result(result: GameResult) -> String {
    format!("{} ({})", result.as_str(), result.words())
}

/// Identifies the same ruling under different rulesets.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Incident {
    number: Option<usize>,
    kind: &'static str,
    ply: usize,
    noticed: usize,
}

impl Incident {
    fn of(ruling: &Ruling) -> Incident {
        Incident { number: ruling.incident, kind: ruling.kind, ply: ruling.ply, noticed: ruling.noticed }
    }

    fn ruling<'c>(&self, case: &'c Adjudication) -> Option<&'c Ruling> {
        case.rulings.iter().find(|ruling| Incident::of(ruling) == *self)
    }
}

/// The incidents on which any ruleset rules, in the order of hearing.
fn incidents(ruled: &[&Adjudication]) -> Vec<Incident> {
    let mut all: Vec<Incident> = Vec::new();
    for incident in ruled.iter().flat_map(|case| &case.rulings).map(Incident::of) {
        if !all.contains(&incident) {
            all.push(incident);
        }
    }
    all.sort_by_key(|incident| (incident.number.is_none().then_some(incident.noticed), incident.number));
    let (mut found, mut reported): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|incident| incident.number.is_none());
    let mut order = Vec::new();
    for incident in reported.drain(..) {
        let before = found.iter().take_while(|found| found.noticed <= incident.noticed).count();
        order.extend(found.drain(..before));
        order.push(incident);
    }
    order.extend(found);
    order
}

fn about(number: usize, incident: &Incident, ruled: &[&Adjudication]) -> Vec<Row> {
    let head = ruled.iter().find_map(|case| Some(heading(incident.ruling(case)?, &case.record)));
    let of = |what: fn(&Ruling, &Adjudication) -> String| {
        cells(ruled, |case| incident.ruling(case).map_or(NOTHING.to_owned(), |ruling| what(ruling, case)))
    };
    let rows = [
        Row::of("Decision", of(decision)),
        Row::of("Time", of(|ruling, _| time(ruling))),
        Row::of(
            "Clocks set to",
            of(|ruling, _| ruling.clock.as_ref().map_or(NOTHING.to_owned(), words::clocks)),
        ),
        Row::of("Moves left", of(moves_left)),
        Row::of("Left open", of(|ruling, _| or_nothing(words::options(ruling).join("; ")))),
        Row::of("Articles", of(|ruling, _| or_nothing(ruling.articles.join(", ")))),
    ];
    let mut all = vec![Row::heading(format!("{number}. {}", head.unwrap_or_default()))];
    all.extend(rows.into_iter().filter(Row::says_something));
    all
}

fn or_nothing(text: String) -> String {
    if text.is_empty() { NOTHING.to_owned() } else { text }
}

fn decision(ruling: &Ruling, case: &Adjudication) -> String {
    let word = ruling.decision.word().replace('-', " ");
    match (ruling.result, ruling.restore) {
        (Some(result), _) => format!("{word}: {}", result.words()),
        (_, Some(0)) => format!("{word} the start of the record"),
        (_, Some(ply)) => format!("{word} after {}", case.record.label(ply)),
        _ => word,
    }
}

fn time(ruling: &Ruling) -> String {
    let Some(adjust) = &ruling.adjust else { return NOTHING.to_owned() };
    let sides = [shakmaty::Color::White, shakmaty::Color::Black].into_iter();
    let changed = sides.filter(|side| *adjust.of(*side) != 0);
    let words: Vec<String> = changed.map(|side| format!("{} {:+} s", name(side), adjust.of(side))).collect();
    or_nothing(words.join(", "))
}

fn moves_left(ruling: &Ruling, case: &Adjudication) -> String {
    let Some(must) = &ruling.must else { return NOTHING.to_owned() };
    let board = case.record.board(ruling.restore.unwrap_or(ruling.ply));
    must.iter().map(|uci| words::san(uci, board)).collect::<Vec<_>>().join(", ")
}

/// Each value that changes the ruling, with what every ruleset says about it.
fn differences(cases: &[Heard], ruled: &[&Adjudication]) -> Vec<Decisive> {
    let mut keys: Vec<&'static Key> = Vec::new();
    for case in cases {
        let Some(Difference::Keys(found)) = &case.difference else { continue };
        for key in found {
            if !keys.iter().any(|known| known.path() == key.path()) {
                keys.push(key);
            }
        }
    }
    keys.iter().map(|key| Decisive { about: key.label(), says: says(ruled, key) }).collect()
}

fn says(ruled: &[&Adjudication], key: &Key) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for case in ruled {
        let says = value(case, key);
        match all.iter_mut().find(|(_, known)| *known == says) {
            Some((rulesets, _)) => rulesets.push_str(&format!(", {}", case.ruleset)),
            None => all.push((case.ruleset.to_string(), says)),
        }
    }
    all
}

/// A ruleset's value, its articles, and what the first of them says.
fn value(case: &Adjudication, key: &Key) -> String {
    let leaf = case.rules.values().get(key.section, key.name);
    let Some(printed) = leaf.map(Printed::of) else { return NOTHING.to_owned() };
    let articles = printed.articles.join(", ");
    let first = printed.articles.first().and_then(|number| case.rules.article(number));
    match first {
        Some(article) => format!("{} ({articles}: {})", printed.text(), article.says.trim_end_matches('.')),
        None if articles.is_empty() => printed.text().to_string(),
        None => format!("{} ({articles})", printed.text()),
    }
}

fn notes(cases: &[Heard], ruled: &[&Adjudication]) -> Vec<String> {
    let mut notes = Vec::new();
    let first = ruled.first().map(|case| case.ruleset.to_string()).unwrap_or_default();
    let of = |wanted: fn(&Difference) -> bool| -> Vec<String> {
        let these = cases.iter().filter(|case| case.difference.as_ref().is_some_and(wanted));
        these.filter_map(|case| Some(case.outcome.as_ref().ok()?.ruleset.to_string())).collect()
    };
    let same = of(|difference| matches!(difference, Difference::None));
    if !same.is_empty() {
        let all = same.len() + 1 == ruled.len();
        let who = if all { "All rule".to_owned() } else { format!("{} and {first} rule", same.join(", ")) };
        notes.push(format!("{who} the same on these facts."));
    }
    let unknown = of(|difference| matches!(difference, Difference::Unknown));
    if !unknown.is_empty() {
        notes.push(format!(
            "No single value makes the difference between {first} and {}: `flagfall rulesets diff` lists all.",
            unknown.join(", ")
        ));
    }
    for case in cases {
        if let Err(error) = &case.outcome {
            notes.push(format!("Not ruled on: {error}"));
        }
    }
    notes
}
