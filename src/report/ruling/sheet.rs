//! The ruling sheet as content: what every format for people says, in the order in which it is read aloud.

use super::words;
use crate::rulings::{Adjudication, Record, Ruling};

/// Half-moves shown before and after the moment of an incident.
const AROUND: usize = 6;

/// Everything that is printed about a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The title.
    pub title: String,
    /// Facts of the game: name and value.
    pub facts: Vec<(&'static str, String)>,
    /// The result of the whole case, in words.
    pub result: String,
    /// What the checks found in the record.
    pub findings: Vec<String>,
    /// The rulings.
    pub items: Vec<Item>,
}

/// One ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it is about.
    pub heading: String,
    /// What is decided.
    pub decision: String,
    /// The moves around it, the moment marked with `|`.
    pub moves: String,
    /// The position, as FEN.
    pub fen: String,
    /// What the clocks showed last, where anything says so.
    pub clocks: Option<String>,
    /// The steps.
    pub reasons: Vec<String>,
    /// What may be done, where it is left to the arbiter.
    pub options: Vec<String>,
    /// The articles and what they say.
    pub articles: Vec<(String, String)>,
}

impl Sheet {
    /// The sheet of a case.
    pub fn of(ruled: &Adjudication) -> Sheet {
        let record = &ruled.record;
        Sheet {
            title: ruled.title.clone(),
            facts: facts(ruled),
            result: format!("{} – {}", ruled.result.as_str(), ruled.result.words()),
            findings: ruled.findings.iter().map(|finding| finding.message.clone()).collect(),
            items: ruled.rulings.iter().map(|ruling| Item::of(ruling, ruled, record)).collect(),
        }
    }
}

fn facts(ruled: &Adjudication) -> Vec<(&'static str, String)> {
    let record = &ruled.record;
    let mut facts = Vec::new();
    if let (Some(white), Some(black)) = (record.tag("White"), record.tag("Black")) {
        facts.push(("Players", format!("{white} – {black}")));
    }
    for (name, tag) in [("Event", "Event"), ("Round", "Round"), ("Date", "Date")] {
        if let Some(value) = record.tag(tag) {
            facts.push((name, value));
        }
    }
    let rules = &ruled.rules;
    let supervision = match rules.supervision {
        Some(crate::ruleset::Supervision::Full) => ", full supervision",
        Some(crate::ruleset::Supervision::Limited) => ", limited supervision",
        None => "",
    };
    facts.push(("Rules", format!("{} ({}{supervision})", rules.title, rules.id)));
    if !rules.variations.is_empty() {
        facts.push(("Announced", rules.variations.join(", ")));
    }
    if let Some(control) = &ruled.time_control {
        facts.push(("Time control", control.clone()));
    }
    facts
}

impl Item {
    fn of(ruling: &Ruling, ruled: &Adjudication, record: &Record) -> Item {
        let at = ruling.restore.unwrap_or(ruling.ply);
        let articles = ruling.articles.iter().map(|number| {
            let says =
                ruled.rules.article(number).map(|article| article.says.to_string()).unwrap_or_default();
            (number.to_string(), says)
        });
        Item {
            heading: heading(ruling, record),
            decision: words::decision(ruling, record.board(at)),
            moves: moves(record, ruling.ply, ruling.noticed),
            fen: record.fen(at),
            clocks: clocks(ruled, ruling.noticed),
            reasons: ruling.reasons.clone(),
            options: words::options(ruling),
            articles: articles.collect(),
        }
    }
}

fn heading(ruling: &Ruling, record: &Record) -> String {
    let by = match ruling.by {
        Some("white") => " by White",
        Some("black") => " by Black",
        _ => "",
    };
    let what = ruling.kind.replace('-', " ");
    let noticed = match ruling.noticed > ruling.ply {
        true => format!(", noticed after {}", words::half_moves(ruling.noticed)),
        false => String::new(),
    };
    let when = match ruling.ply {
        0 => "before the first move of the record".to_owned(),
        ply => format!("after {} ({})", record.label(ply), words::half_moves(ply)),
    };
    let shown = if ruling.incident.is_none() { " (shown by the record)" } else { "" };
    format!("{}{by}, {when}{noticed}{shown}", capital(&what))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The moves around the moment, with `|` where it happened.
fn moves(record: &Record, ply: usize, noticed: usize) -> String {
    let first = ply.saturating_sub(AROUND) + 1;
    let last = (noticed.max(ply) + AROUND).min(record.len());
    let mut words = Vec::new();
    if first > 1 {
        words.push("…".to_owned());
    }
    for half_move in first..=last {
        if half_move == ply + 1 {
            words.push("|".to_owned());
        }
        let whites = record.turn(half_move - 1).is_white();
        let numbered = whites || half_move == first || half_move == ply + 1;
        words.push(if numbered { record.label(half_move) } else { record.written(half_move).into_owned() });
        if record.is_illegal(half_move) {
            words.push("(illegal)".to_owned());
        }
    }
    if last == ply {
        words.push("|".to_owned());
    }
    if last < record.len() {
        words.push("…".to_owned());
    }
    words.join(" ")
}

fn clocks(ruled: &Adjudication, noticed: usize) -> Option<String> {
    let left = |side| ruled.clocks.left(side, noticed);
    let shown = |left: Option<f64>| left.map_or("unknown".to_owned(), crate::rulings::display);
    match (left(shakmaty::Color::White), left(shakmaty::Color::Black)) {
        (None, None) => None,
        (white, black) => Some(format!("White {}, Black {}", shown(white), shown(black))),
    }
}
