//! `/journal`: everything that was recorded.

use hyper::StatusCode;
use maud::html;

use super::controls::Control;
use super::layout::Page;
use crate::desk::api::{asked, of_trouble};
use crate::desk::http::answer::{Answer, Refusal, page};
use crate::desk::http::request::Fields;
use crate::desk::ruled::spoken;
use crate::desk::state::Desk;
use crate::report::visible;

/// Shows the entries that are looked for.
///
/// # Errors
/// 400 for a query that is not understood, 503 where the journal cannot be read.
pub(super) fn answer(desk: &Desk, fields: &Fields) -> Result<Answer, Refusal> {
    let found = desk
        .journal()
        .find(&asked(fields)?)
        .map_err(|trouble| Refusal::new(of_trouble(&trouble), trouble.to_string()))?;
    let control =
        |name, label| Control { name, label, hint: "", value: fields.get(name).unwrap_or_default() }.text("");
    let content = html! {
        h1 { "Journal" }
        form.search method="get" action="/journal" role="search" {
            (control("q", "Search"))
            (control("round", "Round"))
            (control("board", "Board"))
            (control("player", "Player"))
            (control("kind", "Kind"))
            button { "Show" }
        }
        @if found.entries.is_empty() { p { "No entry." } } @else {
            div.wide tabindex="0" role="region" aria-label="Entries" {
                table {
                    caption { "Entries" }
                    thead { tr { @for name in ["Entry", "Recorded", "Board", "Incident", "Player", "Ruling", "Arbiter"] { th scope="col" { (name) } } } }
                    tbody {
                        @for entry in &found.entries {
                            tr.corrected[entry.corrected_by.is_some()] {
                                th scope="row" { a href={ "/ruling/" (entry.id) } { (entry.id) } }
                                @let text = |key| visible(entry.text(key).unwrap_or_default()).into_owned();
                                td { (text("at").get(..16).unwrap_or_default().replace('T', " ")) }
                                td { (text("board")) }
                                td { (spoken(&text("kind"))) }
                                td { (text("player")) }
                                td {
                                    @if let Some(by) = entry.corrected_by { strong { "Corrected by entry " (by) ". " } }
                                    (visible(entry.sentence()))
                                    @if let Some(option) = entry.text("option") { " Decided: " (visible(option)) "." }
                                }
                                td { (text("who")) }
                            }
                        }
                    }
                }
            }
        }
        @if found.more { p { "There are more entries; search for fewer, or ask /api/journal." } }
        @if !found.counts.is_empty() {
            h2 { "By player" }
            ul { @for (player, kinds) in &found.counts {
                li { strong { (visible(player)) } ": "
                    (kinds.iter().map(|(kind, count)| format!("{} {count}", spoken(kind).to_lowercase())).collect::<Vec<_>>().join(", ")) }
            } }
        }
        h2 { "Take it with you" }
        p { "The last digest is " code.digest { (found.head) } ". Written down elsewhere, it shows later whether anything was changed or cut off: "
            code { "flagfall desk verify FOLDER --expect DIGEST" } ". " code { "flagfall desk export FOLDER --format html" } " writes a report to print." }
    };
    Ok(page(StatusCode::OK, Page { title: "Journal", desk: Some(desk), content, is_live: false }.html()))
}
