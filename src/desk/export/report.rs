//! `html`: the arbiter's report, for the screen and for A4.

use std::io::{self, Write};

use maud::{DOCTYPE, PreEscaped, html};

use crate::desk::event::Event;
use crate::desk::journal::Entry;
use crate::desk::ruled::spoken;
use crate::report::{VERSION, visible};
use crate::rulings::plain;

const STYLE: &str = include_str!("../assets/report.css");

/// Writes the report: the event, then the entries round by round.
pub(super) fn write(out: &mut dyn Write, event: &Event, entries: &[Entry]) -> io::Result<()> {
    let mut rounds: Vec<&str> = Vec::new();
    for entry in entries {
        let round = entry.text("round").unwrap_or_default();
        if !rounds.contains(&round) {
            rounds.push(round);
        }
    }
    let title = visible(event.title());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Arbiter's report: " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { main {
                h1 { "Arbiter's report: " (title) }
                dl.head {
                    @if let Some(ruleset) = &event.ruleset { div { dt { "Laws" } dd { (visible(ruleset)) } } }
                    @if let Some(control) = &event.time_control { div { dt { "Time control" } dd { (visible(control)) } } }
                    @if !event.arbiters.is_empty() { div { dt { "Arbiters" } dd { (visible(&event.arbiters.join(", "))) } } }
                    div { dt { "Entries" } dd { (entries.len()) } }
                    @if let Some(last) = entries.last() { div { dt { "Last digest" } dd.digest { (visible(&last.digest)) } } }
                }
                @for round in rounds {
                    h2 { @if round.is_empty() { "Without a round" } @else { "Round " (visible(round)) } }
                    @for entry in entries.iter().filter(|entry| entry.text("round").unwrap_or_default() == round) { (one(entry)) }
                }
                p.by { "flagfall " (VERSION) }
            } }
        }
    };
    out.write_all(page.into_string().as_bytes())
}

fn one(entry: &Entry) -> maud::Markup {
    let text = |key| entry.text(key).map(|text| visible(text).into_owned());
    html! {
        section.corrected[entry.corrected_by.is_some()] {
            h3 { (entry.id) ". " (visible(&spoken(entry.text("kind").unwrap_or("ruling"))))
                @if let Some(player) = text("player") { ", " (player) } }
            p.where {
                @if let Some(board) = text("board") { "Board " (board) ". " }
                @if let (Some(white), Some(black)) = (text("white"), text("black")) { (white) " – " (black) ". " }
                (text("at").unwrap_or_default()) @if let Some(who) = text("who") { ", " (who) }
            }
            @if let Some(by) = entry.corrected_by { p { strong { "Corrected by entry " (by) "." } } }
            @if let Some(id) = entry.number("corrects") { p { "Corrects entry " (id) "." } }
            p.ruling { (visible(entry.sentence())) }
            @if let Some(option) = text("option") { p { "Decided: " (option) " (" (plain(&option)) ")." } }
            @if let Some(note) = text("note") { p { "Note: " (note) } }
            p { "Articles: " (articles(entry)) }
            p.appeal { "Appeal: ☐ none ☐ lodged at " span.blank {} " decided " span.blank {} }
        }
    }
}

fn articles(entry: &Entry) -> String {
    let rulings = entry.ruling().get("rulings").and_then(serde_json::Value::as_array);
    let last = rulings.and_then(|all| all.iter().rfind(|ruling| !ruling["incident"].is_null()));
    let articles = last.and_then(|ruling| ruling["articles"].as_array());
    let numbers = articles.into_iter().flatten().filter_map(serde_json::Value::as_str);
    visible(&numbers.collect::<Vec<_>>().join(", ")).into_owned()
}
