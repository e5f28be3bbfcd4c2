//! `/` and `/board/R.B`: the boards as they stand.

use hyper::StatusCode;
use maud::{Markup, html};

use super::encoded;
use super::layout::Page;
use crate::case::Document;
use crate::desk::api::of_trouble;
use crate::desk::boards::Board;
use crate::desk::http::answer::{Answer, Refusal, page};
use crate::desk::journal::Query;
use crate::desk::ruled::{Ruled, alone, spoken};
use crate::desk::state::Desk;
use crate::report::ruling::page_parts::game;
use crate::report::{shown, visible};
use crate::rulings::{Record, display};

/// Most characters of a player's name in the list.
const NAME: usize = 40;

/// All boards.
pub(super) fn all(desk: &Desk) -> Answer {
    let boards = desk.boards.all();
    let content = html! {
        h1 { "Boards" }
        @if boards.is_empty() {
            p { "No game is in the sources yet. Put PGN files into the folder, or name sources in event.toml." }
            p { a href="/rule" { "Rule without a board" } }
        } @else {
            ul.boards data-boards { @for board in &boards { (tile(board)) } }
        }
    };
    page(StatusCode::OK, Page { title: "Boards", desk: Some(desk), content, is_live: true }.html())
}

/// One board in the list.
fn tile(board: &Board) -> Markup {
    let name = |name: &Option<String>| shown(name.as_deref().unwrap_or("?"), NAME).into_owned();
    html! {
        li.urgent[board.is_urgent()] data-board=(board.id) {
            a href={ "/board/" (encoded(&board.id)) } {
                strong.id { (visible(&board.id)) }
                span.players { (name(&board.white)) " – " (name(&board.black)) }
            }
            (clocks(board))
            span.last { (visible(board.last.as_deref().unwrap_or("no move yet"))) }
            @if board.result != "*" { span.result { (board.result) } }
            (alerts(board))
        }
    }
}

fn alerts(board: &Board) -> Markup {
    let text = |alert: &serde_json::Value, key: &str| {
        alert.get(key).and_then(|text| text.as_str().map(str::to_owned))
    };
    html! {
        ul.alerts {
            @for alert in &board.alerts {
                li class=[text(alert, "severity")] { (visible(&text(alert, "message").unwrap_or_default())) }
            }
        }
    }
}

/// The last displays. A script counts the running one down and marks it as an estimate.
fn clocks(board: &Board) -> Markup {
    let one = |side: &str, left: Option<f64>| {
        html! {
            @if let Some(left) = left {
                span.clock data-side=(side) data-left=(left) data-runs[board.turn == side && board.result == "*"] {
                    span.unseen { (spoken(side)) " " } (display(left))
                }
            }
        }
    };
    html! { span.clocks { (one("white", board.clocks.0)) (one("black", board.clocks.1)) } }
}

/// One board.
///
/// # Errors
/// 404 where there is none.
pub(super) fn one(desk: &Desk, id: &str) -> Result<Answer, Refusal> {
    let board =
        desk.boards.board(id).ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no such board"))?;
    let asked = Query { board: Some(id.to_owned()), limit: Some(usize::MAX), ..Query::default() };
    let found = desk
        .journal()
        .find(&asked)
        .map_err(|trouble| Refusal::new(of_trouble(&trouble), trouble.to_string()))?;
    let title = format!("Board {}", board.id);
    let ruled = played(desk, &board);
    let content = html! {
        h1 { "Board " (visible(&board.id)) ": " (shown(&board.players(), 2 * NAME)) }
        div data-board=(board.id) data-reload {
            p {
                (clocks(&board)) " "
                @if board.result == "*" { (spoken(board.turn)) " to move" } @else { "Result " (board.result) }
            }
            (alerts(&board))
            p { a.main href={ "/rule?board=" (encoded(&board.id)) } { "What happened?" } }
            @if let Some(ruled) = &ruled {
                (state(&ruled.adjudication.record, board.plies))
                (game(&ruled.adjudication))
            }
            h2 { "Rulings" }
            @if found.entries.is_empty() { p { "None." } }
            ul {
                @for entry in &found.entries {
                    li {
                        a href={ "/ruling/" (entry.id) } { (entry.id) ". " (spoken(entry.text("kind").unwrap_or("ruling"))) }
                        " " (visible(entry.sentence()))
                    }
                }
            }
        }
        script src="/assets/sheet.js" defer {}
    };
    Ok(page(StatusCode::OK, Page { title: &title, desk: Some(desk), content, is_live: true }.html()))
}

/// The board's game as a case without incidents.
fn played(desk: &Desk, board: &Board) -> Option<Ruled> {
    let mut document = Document::default();
    document.set("scoresheet", "game.pgn");
    document.add_file("game.pgn", &board.text);
    if let Some(ruleset) = &desk.event.ruleset {
        document.set("ruleset", ruleset.as_str());
    }
    if let Some(control) = desk.event.time_control.as_ref().filter(|_| !board.has_control) {
        document.set("time_control", control.as_str());
    }
    alone(desk, document).ok()
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// Repetitions and counters.
fn state(record: &Record, plies: usize) -> Markup {
    let same = record.same_positions(plies);
    let quiet = record.quiet(plies);
    html! {
        dl.state {
            div { dt { "This position stood" } dd { (times(same.len().max(1))) } }
            div { dt { "Half-moves without capture or pawn move" } dd { (quiet) } }
        }
    }
}
