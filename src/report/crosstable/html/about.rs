//! The text around the tables of a page: place, dates, arbiter, number of players, and the legend.

use maud::{Markup, html};

use crate::event::{Event, Kind};
use crate::report::crosstable::Crosstable;
use crate::report::shown;
use crate::report::visible;
use crate::report::visible::{MESSAGE, NAME};

/// The data of the event given in the file.
pub(super) fn event(table: &Crosstable<'_>, what: &str) -> Markup {
    let event = table.event;
    let deputies =
        event.records.iter().filter(|record| record.code == "112" && !record.text.trim().is_empty());
    let deputies: Vec<&str> = deputies.map(|record| record.text.trim()).take(20).collect();
    let rows = [
        ("Place", place(event)),
        ("Dates", dates(event)),
        ("Chief arbiter", record(event, "102")),
        ("Deputies", deputies.join(", ")),
        ("Time control", record(event, "122")),
        ("Players", players(event)),
        ("Teams", if event.teams.is_empty() { String::new() } else { event.teams.len().to_string() }),
        ("System", what.to_owned()),
    ];
    html! {
        dl {
            @for (name, text) in rows.iter().filter(|(_, text)| !text.is_empty()) {
                dt { (name) }
                dd { (shown(text, MESSAGE)) }
            }
        }
    }
}

fn record(event: &Event, code: &str) -> String {
    event.record(code).map(|record| record.text.trim().to_owned()).unwrap_or_default()
}

fn place(event: &Event) -> String {
    let parts = [record(event, "022"), record(event, "032")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

fn dates(event: &Event) -> String {
    match (event.first_day, event.last_day) {
        (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
        (Some(day), _) | (None, Some(day)) => day.to_string(),
        (None, None) => String::new(),
    }
}

fn players(event: &Event) -> String {
    let rated = event.players.iter().filter(|player| player.rating.is_some()).count();
    let all = event.players.len();
    if rated == 0 || rated == all { all.to_string() } else { format!("{all}, {rated} of them rated") }
}

/// The meaning of cells and columns.
pub(super) fn legend(table: &Crosstable<'_>) -> Markup {
    let standings = table.standings;
    let example = match standings.kind {
        Kind::Swiss => ("12w1", "won with White (b: Black) against number 12"),
        Kind::Knockout => ("12w1", "won with White (b: Black) against number 12"),
        Kind::RoundRobin => ("1 ½ 0", "won, drawn, lost against the player with the rank of the column"),
        Kind::Team => {
            ("6w 2½", "against team 6 with White (b: Black) on board 1, 2½ board points; F: by forfeit")
        }
    };
    let mut rows = vec![(example.0.to_owned(), example.1.to_owned())];
    let codes: &[(&str, &str)] = match standings.kind {
        Kind::Team => {
            &[("bye 2", "a round without an opponent, with the board points that it gave; -0: absent")]
        }
        _ => &[
            ("+ -", "won, lost by forfeit"),
            ("-1 -½ -0", "no opponent: a bye of one point, half a point or no point"),
            ("W D L", "won, drawn, lost in less than one move; not rated"),
            ("*", "result not known; without a result: not finished"),
        ],
    };
    rows.extend(codes.iter().map(|(code, words)| ((*code).to_owned(), (*words).to_owned())));
    rows.extend(standings.tiebreaks.iter().map(|spec| (spec.name.clone(), spec.tiebreak.title.to_owned())));
    if standings.rows.iter().any(|row| row.performance.is_some()) {
        rows.push(("Rp".to_owned(), "tournament performance rating".to_owned()));
    }
    html! {
        section.legend {
            h2 { "Legend" }
            dl {
                @for (code, words) in &rows {
                    dt { (shown(code, NAME)) }
                    dd { (visible(words)) }
                }
            }
        }
    }
}
