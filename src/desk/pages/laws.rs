//! `/laws`: look up, compare editions, and ask whether a side can still mate.

use hyper::StatusCode;
use maud::{Markup, html};

use super::controls::{Control, choice};
use super::layout::Page;
use super::results::lines;
use super::set_up::SetUp;
use crate::cli::args::{ExplainFormat, MateFormat};
use crate::desk::http::answer::{Answer, page};
use crate::desk::http::request::Fields;
use crate::desk::laws::{compared, explained, mates};
use crate::desk::state::Desk;
use crate::replay::Board;
use crate::report::ruling::page_parts::drawing;
use crate::report::visible;
use crate::ruleset::Printed;
use crate::rulings::Record;

/// Shows what was asked for.
pub(super) fn answer(desk: &Desk, fields: &Fields) -> Answer {
    let content = html! {
        h1 { "Laws" }
        (look_up(desk, fields))
        (compare(desk, fields))
        (mate(fields))
    };
    page(StatusCode::OK, Page { title: "Laws", desk: Some(desk), content, is_live: false }.html())
}

fn field<'f>(fields: &'f Fields, name: &'f str, label: &'f str, hint: &'f str) -> Control<'f> {
    Control { name, label, hint, value: fields.get(name).unwrap_or_default() }
}

fn failed(why: &str) -> Markup {
    html! { p.alert role="alert" { (visible(why)) } }
}

fn look_up(desk: &Desk, fields: &Fields) -> Markup {
    let found = fields.get("q").map(|id| explained(desk, id, ExplainFormat::Text));
    html! {
        section aria-labelledby="look-up" {
            h2 id="look-up" { "Look up" }
            form.search method="get" action="/laws" role="search" {
                (field(fields, "q", "Article, kind or check", "7.5.5, fide-2018:7.5, touch, flag-fall, uscf-7:11D").text(""))
                button { "Look up" }
            }
            @match &found {
                None => {},
                Some(Ok(text)) => pre tabindex="0" { (lines(text)) },
                Some(Err(why)) => (failed(why)),
            }
        }
    }
}

fn compare(desk: &Desk, fields: &Fields) -> Markup {
    let choices: Vec<_> = desk.library.ids().iter().map(|id| choice(id, id.to_string())).collect();
    let (a, b) =
        (fields.get("a").unwrap_or("fide-2018-standard"), fields.get("b").unwrap_or("fide-2023-standard"));
    let asked = fields.get("a").is_some() && fields.get("b").is_some();
    let found = asked.then(|| compared(desk, a, b));
    let side = |printed: &Printed| html! { (visible(&printed.text())) br; small { (visible(&printed.articles.join(", "))) } };
    html! {
        section aria-labelledby="compare" {
            h2 id="compare" { "Compare editions" }
            form.search method="get" action="/laws" {
                (Control { name: "a", label: "From", hint: "", value: a }.one_of(&choices))
                (Control { name: "b", label: "To", hint: "", value: b }.one_of(&choices))
                button { "Compare" }
            }
            @match &found {
                None => {},
                Some(Err(why)) => (failed(why)),
                Some(Ok(changes)) if changes.is_empty() => p { "Nothing differs." },
                Some(Ok(changes)) => div.wide tabindex="0" role="region" aria-label="What changes" {
                    table {
                        thead { tr { th scope="col" { "What" } th scope="col" { (a) } th scope="col" { (b) } } }
                        tbody { @for change in changes {
                            tr { th scope="row" { (change.subject) ": " (change.says) } td { (side(&change.a)) } td { (side(&change.b)) } }
                        } }
                    }
                },
            }
        }
    }
}

fn mate(fields: &Fields) -> Markup {
    let set_up = SetUp::of(fields);
    let fen = set_up.fen();
    let found = fen.map(|fen| mates(fen, MateFormat::Text));
    let shown = found.as_ref().filter(|found| found.is_ok()).and(fen).and_then(board);
    let position = Control {
        name: "fen",
        label: "Position",
        hint: "FEN, such as 8/8/8/5k2/8/8/6N1/5K2 w - - 0 1",
        value: fen.unwrap_or_default(),
    };
    html! {
        section aria-labelledby="mate" {
            h2 id="mate" { "Can this side still mate?" }
            form.search method="get" action="/laws#mate" {
                (position.text(""))
                button { "Ask" }
                (set_up.controls())
            }
            @if let Some(board) = shown.as_ref().filter(|_| !set_up.is_touched) { div.position { (drawing(board, "mate-board")) } }
            @match &found {
                None => {},
                Some(Ok(text)) => pre tabindex="0" { (lines(text)) },
                // A board that is half set up is no fault.
                Some(Err(why)) if set_up.is_touched => p { "No answer yet: " (visible(why)) },
                Some(Err(why)) => (failed(why)),
            }
        }
    }
}

/// The position of a FEN.
fn board(fen: &str) -> Option<Board> {
    let text = format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n*\n", fen.replace(['"', '\\', '\n'], ""));
    let record = Record::of_text(text.into_bytes(), &"position".into(), None).ok()?;
    Some(*record.board(0))
}
