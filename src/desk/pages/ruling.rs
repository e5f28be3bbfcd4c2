//! `/ruling/ID`: the sheet of an entry.

use hyper::StatusCode;
use maud::html;

use super::layout::Page;
use crate::case::Document;
use crate::desk::api::of_trouble;
use crate::desk::http::answer::{Answer, Refusal, page};
use crate::desk::journal::Entry;
use crate::desk::ruled::{self, kind_words};
use crate::desk::state::Desk;
use crate::report::ruling::{Heard, page_parts};
use crate::report::visible;
use crate::rulings::plain;

/// Shows an entry.
///
/// # Errors
/// 404 where there is none.
pub(super) fn answer(desk: &Desk, id: &str) -> Result<Answer, Refusal> {
    let none = || Refusal::new(StatusCode::NOT_FOUND, "there is no such entry");
    let id: i64 = id.parse().map_err(|_| none())?;
    let read = desk.journal().entry(id);
    let entry =
        read.map_err(|trouble| Refusal::new(of_trouble(&trouble), trouble.to_string()))?.ok_or_else(none)?;
    let document = Document::from_toml(&"entry".into(), entry.text("case").unwrap_or_default());
    let ruled = document.ok().and_then(|document| ruled::alone(desk, document).ok());
    let differs =
        ruled.as_ref().is_none_or(|ruled| ruled.object().get("rulings") != entry.ruling().get("rulings"));
    let title = format!("Ruling {id}");
    let content = html! {
        (decided(desk, &entry))
        @if differs {
            p.notice { "This version of the program rules otherwise on the case, or not at all. Recorded was: " (visible(entry.sentence())) }
        }
        @match ruled {
            Some(ruled) => (page_parts::sheet(&Heard::alone(title.clone(), Ok(ruled.adjudication)))),
            None => h1 { (title) },
        }
        script src="/assets/sheet.js" defer {}
    };
    Ok(page(StatusCode::OK, Page { title: &title, desk: Some(desk), content, is_live: false }.html()))
}

/// What was decided beyond the ruling itself.
fn decided(desk: &Desk, entry: &Entry) -> maud::Markup {
    let text = |key| entry.text(key).map(|text| visible(text).into_owned());
    html! {
        section.decided aria-label="Entry" {
            dl {
                div { dt { "Entry" } dd { (entry.id) } }
                div { dt { "Recorded" } dd { (text("at").unwrap_or_default()) } }
                @if let Some(kind) = entry.text("kind") { div { dt { "Incident" } dd { (kind_words(kind)) } } }
                @if let Some(board) = text("board") {
                    div { dt { "Board" } dd {
                        @if desk.boards.board(&board).is_some() {
                            a href={ "/board/" (super::encoded(&board)) } { (board) }
                        } @else { (board) }
                    } }
                }
                @if let Some(who) = text("who") { div { dt { "Arbiter" } dd { (who) } } }
                @if let Some(option) = text("option") { div { dt { "Option" } dd { (option) " (" (plain(&option)) ")" } } }
                @if let Some(note) = text("note") { div { dt { "Note" } dd { (note) } } }
                @if let Some(id) = entry.number("corrects") { div { dt { "Corrects" } dd { a href={ "/ruling/" (id) } { "entry " (id) } } } }
                @if let Some(id) = entry.corrected_by { div { dt { "Corrected by" } dd { a href={ "/ruling/" (id) } { "entry " (id) } } } }
                div { dt { "Digest" } dd.digest { (visible(&entry.digest)) } }
            }
            p.screen { a href={ "/rule?corrects=" (entry.id) } { "Correct this" } }
        }
    }
}
