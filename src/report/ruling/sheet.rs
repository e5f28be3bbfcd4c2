//! The contents of the ruling sheet: what every format for people prints, in the order in which it is read aloud.

use super::facts::{self, Fact};
use super::{appeal, words};
use crate::report::visible::{MESSAGE, NAME, cut};
use crate::rulings::manual::title;
use crate::rulings::{Adjudication, Record, Ruling, in_terms_of};

/// Half-moves shown before and after the moment of an incident.
const AROUND: usize = 6;

/// Everything that is printed about a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The title.
    pub title: String,
    /// Facts of the game.
    pub facts: Vec<Fact>,
    /// The result of the whole case, in words.
    pub result: String,
    /// The findings of the checks in the record.
    pub findings: Vec<String>,
    /// The rulings.
    pub items: Vec<Item>,
    /// What was assumed.
    pub assumed: Vec<String>,
    /// The right of appeal, if anything was decided.
    pub appeal: Option<String>,
}

/// One ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The kind of incident and its moment.
    pub heading: String,
    /// What was reported, and the clock displays.
    pub facts: Vec<Fact>,
    /// The decision.
    pub decision: String,
    /// The moves around it, with `|` at the moment; `None` if the record has no moves.
    pub moves: Option<String>,
    /// Half-moves made in the position shown.
    pub at: usize,
    /// That position, as FEN.
    pub fen: String,
    /// The reasons, step by step.
    pub reasons: Vec<String>,
    /// The options, if the Laws leave the decision to the arbiter.
    pub options: Vec<String>,
    /// The official who decides, in the ruleset's own term.
    pub official: String,
    /// The articles and what they say.
    pub articles: Vec<(String, String)>,
}

impl Sheet {
    /// The sheet of a case.
    pub fn of(ruled: &Adjudication) -> Sheet {
        let record = &ruled.record;
        let sheet = Sheet {
            title: ruled.title.clone(),
            facts: facts::of_game(ruled),
            result: format!("{} – {}", ruled.result.as_str(), ruled.result.words()),
            findings: ruled.findings.iter().map(|finding| finding.message.clone()).collect(),
            items: ruled.rulings.iter().map(|ruling| Item::of(ruling, ruled, record)).collect(),
            assumed: ruled.assumed.clone(),
            appeal: (!ruled.rulings.is_empty()).then(|| appeal::words(ruled)),
        };
        sheet.for_people()
    }

    /// The text printed if there are no rulings.
    pub fn no_ruling(&self) -> Option<&'static str> {
        match (self.items.is_empty(), self.findings.is_empty()) {
            (false, _) => None,
            (true, true) => Some("No incident was reported, and the record shows nothing to rule on."),
            (true, false) => Some("No incident was reported; what was found in the record is below."),
        }
    }

    /// Truncates very long names and messages.
    fn for_people(mut self) -> Sheet {
        cut(&mut self.title, 2 * NAME);
        self.facts.iter_mut().for_each(|(_, value)| cut(value, 2 * NAME));
        self.findings.iter_mut().for_each(|message| cut(message, MESSAGE));
        self
    }
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
            facts: facts::of_incident(ruling, ruled),
            decision: ruling.ruling.clone(),
            moves: moves(record, ruling.ply, ruling.noticed),
            at,
            fen: record.fen(at),
            reasons: ruling.reasons.clone(),
            options: words::options(ruling),
            official: in_terms_of(&ruled.rules, "arbiter"),
            articles: articles.collect(),
        }
    }
}

/// `Illegal move (Black), after 4. d4, noticed after 5. O-O`.
pub(super) fn heading(ruling: &Ruling, record: &Record) -> String {
    let by = match ruling.by {
        Some("white") => " (White)",
        Some("black") => " (Black)",
        _ => "",
    };
    let noticed = match ruling.noticed > ruling.ply {
        true => format!(", noticed {}", when(ruling.noticed, record)),
        false => String::new(),
    };
    format!("{}{by}, {}{noticed}", title(ruling.kind), when(ruling.ply, record))
}

fn when(ply: usize, record: &Record) -> String {
    match ply {
        0 if record.is_empty() && record.starts_later() => "in the position given".to_owned(),
        0 => "before the first move".to_owned(),
        // An attempted move may be on the board but not in the record.
        ply if ply == record.len() + 1 => "after the move that was tried".to_owned(),
        ply if ply > record.len() => format!("after {}", words::half_moves(ply)),
        ply => format!("after {}", record.label(ply)),
    }
}

/// The moves around the incident, with `|` at its moment.
fn moves(record: &Record, ply: usize, noticed: usize) -> Option<String> {
    if record.is_empty() {
        return None;
    }
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
    Some(words.join(" "))
}
