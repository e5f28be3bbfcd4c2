//! The facts of a case in words: of the game, and of each incident as reported.

use shakmaty::Color;

use super::words::{self, name};
use crate::case::{Incident, Kind, Noticed};
use crate::ruleset::Supervision;
use crate::rulings::{Adjudication, Ruling, Scoresheets, display, in_terms_of, spoken};

/// The name of a fact, and its value.
pub type Fact = (&'static str, String);

/// The facts of the game.
pub(super) fn of_game(ruled: &Adjudication) -> Vec<Fact> {
    let record = &ruled.record;
    let mut facts = Vec::new();
    for (name, tag) in [("White", "White"), ("Black", "Black"), ("Event", "Event"), ("Site", "Site")] {
        facts.extend(record.tag(tag).map(|value| (name, value)));
    }
    for (name, tag) in [("Round", "Round"), ("Board", "Board"), ("Date", "Date")] {
        let unknown = |value: &String| value.chars().all(|c| matches!(c, '?' | '.' | '-'));
        facts.extend(record.tag(tag).filter(|value| !unknown(value)).map(|value| (name, value)));
    }
    facts.push(("Rules", rules(ruled)));
    if !ruled.rules.variations.is_empty() {
        facts.push(("Announced", format!("variation {}", ruled.rules.variations.join(", "))));
    }
    if let Some(control) = &ruled.time_control {
        facts.push(("Time control", control.clone()));
    }
    if let Some(sheets) = &ruled.scoresheets {
        facts.push(("Scoresheets", scoresheets(sheets)));
    }
    facts
}

fn rules(ruled: &Adjudication) -> String {
    let rules = &ruled.rules;
    let supervision = match rules.supervision {
        Some(Supervision::Full) => ", full supervision",
        Some(Supervision::Limited) => ", limited supervision",
        None => "",
    };
    format!("{} ({}{supervision})", rules.title, rules.id)
}

fn scoresheets(sheets: &Scoresheets) -> String {
    let alike = format!("{} are alike on both", words::half_moves(sheets.agreed_plies));
    let parted = sheets
        .first_divergence
        .map_or(String::new(), |ply| format!("; they first differ at half-move {ply} of the game"));
    let of = |side: &str, count: &crate::rulings::SheetCount| {
        let missing = match count.missing_pairs {
            0 => "none missing".to_owned(),
            n => format!("{n} missing"),
        };
        format!("; {side}'s has {} move pairs, {missing}", count.complete_pairs)
    };
    format!("{alike}{parted}{}{}", of("White", &sheets.white), of("Black", &sheets.black))
}

/// The facts reported about an incident, and what the clocks showed then.
pub(super) fn of_incident(ruling: &Ruling, ruled: &Adjudication) -> Vec<Fact> {
    let incident = ruling.incident.and_then(|number| ruled.incidents.get(number));
    let mut facts = match incident {
        Some(incident) => reported(incident, ruling, ruled),
        None => vec![("Shown by", shown_by(ruled))],
    };
    facts.extend(clocks(ruled, ruling.noticed).map(|shown| ("Clocks", shown)));
    facts
}

fn shown_by(ruled: &Adjudication) -> String {
    let log = ruled.clocks.from_log && !ruled.clocks.rows.is_empty();
    if log { "the moves and the clock log" } else { "the moves of the record" }.to_owned()
}

fn reported(incident: &Incident, ruling: &Ruling, ruled: &Adjudication) -> Vec<Fact> {
    let mut facts = Vec::new();
    if incident.noticed_by_said {
        facts.push(("Noticed by", in_terms_of(&ruled.rules, &noticed_by(incident))));
    }
    let board = ruled.record.board(ruling.ply);
    if let Some(text) = &incident.written {
        let said = words::said(text, board);
        facts.push(("Move", if said == *text { said } else { format!("{said} ({text})") }));
    }
    if let Some(pressed) = incident.pressed_said {
        facts.push(("Clock pressed", if pressed { "yes" } else { "no" }.to_owned()));
    }
    if !incident.squares.is_empty() {
        let squares: Vec<String> =
            incident.squares.iter().map(|square| ruled.record.piece_on(ruling.ply, *square)).collect();
        facts.push(("Touched", squares.join(", then ")));
    }
    facts.extend(incident.seconds.map(|seconds| (seconds_mean(incident.kind), seconds_in_words(seconds))));
    facts.extend(incident.count.map(|count| (count_means(incident.kind), count.to_string())));
    facts.extend(incident.value.clone().map(|value| ("Reported as", value)));
    facts.extend(incident.note.clone().map(|note| ("Note", note)));
    facts
}

fn noticed_by(incident: &Incident) -> String {
    match (incident.noticed_by, incident.by.player()) {
        (Noticed::Player, Some(player)) => name(player).to_string(),
        (Noticed::Opponent, Some(player)) => format!("the opponent, {}", name(!player)),
        (Noticed::Player, None) => "the one concerned".to_owned(),
        (Noticed::Opponent, None) => "a player".to_owned(),
        (Noticed::Arbiter, _) => "the arbiter".to_owned(),
        (Noticed::Other, _) => "someone else".to_owned(),
    }
}

fn seconds_in_words(seconds: i64) -> String {
    let sign = if seconds < 0 { "minus " } else { "" };
    format!("{sign}{}", spoken(seconds))
}

fn seconds_mean(kind: Kind) -> &'static str {
    match kind {
        Kind::LateArrival | Kind::AbsentAtResumption => "Late by",
        Kind::ClockMisset => "Missing each time",
        Kind::LeftVenue => "Away for",
        _ => "Time left",
    }
}

fn count_means(kind: Kind) -> &'static str {
    match kind {
        Kind::ClockMisset => "How many times",
        Kind::NotRecording | Kind::IncompleteScoresheet => "Move pairs missing",
        Kind::RefusedToComply => "Refusal number",
        _ => "Offence number",
    }
}

/// The last displays at or before `noticed` half-moves.
fn clocks(ruled: &Adjudication, noticed: usize) -> Option<String> {
    let left = |side| ruled.clocks.left(side, noticed);
    let shown = |left: Option<f64>| left.map_or("not known".to_owned(), display);
    match (left(Color::White), left(Color::Black)) {
        (None, None) => None,
        (white, black) => Some(format!("White {}, Black {}", shown(white), shown(black))),
    }
}
