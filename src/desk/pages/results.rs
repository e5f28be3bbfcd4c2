//! `/results`: standings and cross tables of the result files, and what is wrong in them.

use hyper::StatusCode;
use maud::html;

use super::controls::{Control, choice};
use super::layout::Page;
use crate::desk::http::answer::{Answer, page};
use crate::desk::http::request::Fields;
use crate::desk::results::{explained, files, judged};
use crate::desk::state::Desk;
use crate::report::crosstable::{Order, html as table};
use crate::report::visible;

/// Shows one result file.
pub(super) fn answer(desk: &Desk, fields: &Fields) -> Answer {
    let files = files(desk);
    let file = fields.get("file").filter(|file| files.iter().any(|known| known == file));
    let file = file.or(files.first().map(String::as_str));
    let judged = file.map(|file| judged(desk, file, fields.get("against")));
    let working = match (&judged, fields.get("player")) {
        (Some(Ok(judged)), Some(player)) => {
            Some(explained(judged, player).unwrap_or_else(|| "Nobody has that name or number.".to_owned()))
        }
        _ => None,
    };
    let value = |name| fields.get(name).unwrap_or_default();
    let choices: Vec<_> = files.iter().map(|file| choice(file, visible(file))).collect();
    let content = html! {
        h1 { "Results" }
        link rel="stylesheet" href="/assets/table.css";
        link rel="stylesheet" href="/assets/desk.css";
        script src="/assets/table.js" defer {}
        @if files.is_empty() {
            p { "No result file. Put one into the folder (open.trf), or name it in event.toml: " code { "results = [\"open.trf\"]" } "." }
        } @else {
            form.search method="get" action="/results" {
                (Control { name: "file", label: "File", hint: "", value: file.unwrap_or_default() }.one_of(&choices))
                (Control { name: "player", label: "Tie-breaks of", hint: "A player's name or number", value: value("player") }.text(""))
                (Control { name: "against", label: "Published table", hint: "A file in the folder to compare with", value: value("against") }.text("published.csv"))
                button { "Show" }
            }
        }
        @if let Some(text) = &working {
            h2 { "Tie-breaks explained" }
            pre.wide tabindex="0" { (lines(text)) }
        }
        @match &judged {
            None => {},
            Some(Err(why)) => p.alert role="alert" { (visible(why)) },
            Some(Ok(judged)) => div.results { (table::part(&judged.table(&judged.problems(), Order::Rank))) },
        }
    };
    page(StatusCode::OK, Page { title: "Results", desk: Some(desk), content, is_live: false }.html())
}

/// Text in lines, each made harmless.
pub(super) fn lines(text: &str) -> String {
    text.lines().map(|line| visible(line)).collect::<Vec<_>>().join("\n")
}
