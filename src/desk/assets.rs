//! Files that pages use, embedded in the program.

use hyper::StatusCode;

use super::http::answer::{Answer, body};
use crate::report::crosstable::html;
use crate::report::ruling::page_parts;

/// The file of a name.
pub(super) fn asset(name: &str) -> Option<Answer> {
    let css = "text/css; charset=utf-8";
    let js = "text/javascript; charset=utf-8";
    let (kind, text) = match name {
        "desk.css" => (css, include_str!("assets/desk.css")),
        "desk.js" => (js, include_str!("assets/desk.js")),
        "sheet.css" => (css, page_parts::STYLE),
        "table.css" => (css, html::STYLE),
        "table.js" => (js, html::SCRIPT),
        "sheet.js" => (js, page_parts::SCRIPT),
        _ => return None,
    };
    Some(body(StatusCode::OK, kind, text))
}
