//! The topics from the program itself: checks, incidents, decisions.

use super::Topic;
use crate::case::{Actor, Kind, KindRow};
use crate::checks::{Check, On};
use crate::cli::args::TopicKind;
use crate::report::doc;
use crate::rulings::Decision;
use crate::rulings::manual::{self, Entry};

pub(super) const ON_A_SCORESHEET: &str = "Checks on a scoresheet";
pub(super) const ON_THE_CLOCK: &str = "Checks on the clock";
pub(super) const ON_EVENTS: &str = "Checks on results and events";

/// The topics of checks, in their order. Their articles are looked up when they are explained in full.
pub fn of_checks(checks: &[Check]) -> Vec<Topic> {
    checks.iter().map(of_check).collect()
}

fn of_check(check: &Check) -> Topic {
    let whole = doc::markdown(check.doc);
    let text = whole.split_once("\n\n").map_or("", |(_, text)| text);
    let group = match check.on {
        On::Sheet(_) | On::Game(_) | On::Run => ON_A_SCORESHEET,
        On::Clock(_) => ON_THE_CLOCK,
        On::Event(_) => ON_EVENTS,
    };
    Topic {
        id: check.id.to_owned(),
        kind: TopicKind::Check,
        group: group.to_owned(),
        severity: Some(check.severity),
        title: doc::title(check.doc),
        text: text.to_owned(),
        articles: Vec::new(),
        also: Vec::new(),
    }
}

/// The topics of incidents, and of endings that the board itself decides.
pub fn of_incidents() -> Vec<Topic> {
    let incidents = manual::INCIDENTS.iter().map(|entry| of_entry(entry, "Incidents that are reported"));
    incidents
        .chain(manual::BOARD.iter().map(|entry| of_entry(entry, "What the board itself decides")))
        .collect()
}

/// The topics of decisions.
pub fn of_decisions() -> Vec<Topic> {
    Decision::ALL.into_iter().map(of_decision).collect()
}

fn of_entry(entry: &Entry, group: &str) -> Topic {
    let row = Kind::named(entry.name).map(Kind::row);
    let mut parts = vec![format!("## What the arbiter does\n\n{}", entry.does)];
    parts.extend(row.map(|row| in_the_case_file(entry, row)));
    parts.push(what_comes_out(entry));
    parts.push(what_decides(entry));
    Topic {
        id: entry.name.to_owned(),
        kind: TopicKind::Incident,
        group: group.to_owned(),
        severity: None,
        title: row.map_or_else(
            || format!("{}, shown by the moves themselves.", entry.title),
            |row| sentence(row.records),
        ),
        text: format!("{}\n\n{}", entry.means, parts.join("\n\n")),
        articles: Vec::new(),
        also: Vec::new(),
    }
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", chars.as_str())
}

/// The fields of the kind, with an example.
fn in_the_case_file(entry: &Entry, row: &KindRow) -> String {
    let by = match row.by {
        Actor::Player => "the player: `white` or `black`",
        Actor::OnMove => "the player, who has the move: `white` or `black`",
        Actor::Anybody => "whose act it is: `white`, `black`, `arbiter` or `other`",
    };
    let mut fields = vec![
        ("ply", "half-moves made when it happened"),
        ("noticed", "half-moves made when it was noticed or claimed; the same as `ply` if not given"),
        ("by", by),
        ("noticed_by", "`player`, `opponent`, `arbiter` or `other`; taken as the opponent"),
    ];
    fields.extend(entry.fields);
    let fields: Vec<String> = fields.iter().map(|(name, says)| format!("- `{name}`: {says}")).collect();
    let example = entry.example().unwrap_or_default();
    format!("## In the case file\n\n{}\n\n```toml\n{example}```", fields.join("\n"))
}

fn what_comes_out(entry: &Entry) -> String {
    let line = |decision: &Decision| format!("- `{}`: {}", decision.word(), decision.means());
    let lines: Vec<String> = entry.decisions.iter().map(line).collect();
    format!("## Possible decisions\n\n{}", lines.join("\n"))
}

fn what_decides(entry: &Entry) -> String {
    let sections: Vec<String> = entry.sections.iter().map(|section| format!("`{section}`")).collect();
    let first = entry.sections.first().copied().unwrap_or_default();
    format!(
        "## Which rules decide it\n\n{} of the rulesets. `flagfall explain {first}` lists the keys, and \
         `flagfall rulesets diff` says what changes from one ruleset to another.",
        match sections.as_slice() {
            [one] => format!("The section {one}"),
            several => format!("The sections {}", several.join(", ")),
        }
    )
}

fn of_decision(decision: Decision) -> Topic {
    let word = decision.word();
    let kinds = manual::INCIDENTS.iter().chain(manual::BOARD);
    let from: Vec<&str> =
        kinds.filter(|entry| entry.decisions.contains(&decision)).map(|entry| entry.name).collect();
    Topic {
        id: word.to_owned(),
        kind: TopicKind::Decision,
        group: "Decisions".to_owned(),
        severity: None,
        title: decision.means().to_owned(),
        text: format!("{}\n\n## Incidents that can lead to it\n\n{}", decision.follows(), from.join(", ")),
        articles: Vec::new(),
        also: Vec::new(),
    }
}
