//! `/rule`: a ruling step by step.

mod announced;
mod earlier;
mod fill;
mod form;
mod game;
mod outcome;
mod view;

use hyper::StatusCode;
use maud::html;

use super::layout::Page;
use crate::case::Kind;
use crate::desk::api::of_trouble;
use crate::desk::http::answer::{Answer, Refusal, page, see_other};
use crate::desk::http::guard::random;
use crate::desk::http::request::Fields;
use crate::desk::ruled::{self, Fault, Ruled};
use crate::desk::state::Desk;
use form::Form;

/// What is shown of the ruling.
enum Outcome {
    /// What happened was not said yet.
    Open,
    Ruled(Box<Ruled>),
    /// Something is missing or wrong.
    Not(String),
}

/// Shows the form with what was sent, or records the ruling.
///
/// # Errors
/// 403 for a form that this desk did not make.
pub(super) fn answer(
    desk: &Desk,
    mut fields: Fields,
    is_sent: bool,
    token: &str,
    is_right: &dyn Fn(&str) -> bool,
) -> Result<Answer, Refusal> {
    if is_sent && !is_right(fields.get("token").unwrap_or_default()) {
        let form = Form::of(desk, fields);
        let words = "This form was made by another start of the desk, or by another site. Nothing was recorded; send it again.";
        return Ok(shown(desk, &form, token, StatusCode::FORBIDDEN, Some(words.to_owned())));
    }
    if !is_sent && let Some(id) = fields.get("corrects").and_then(|id| id.parse().ok()) {
        fill::from_entry(desk, id, &mut fields)?;
    }
    if fields.get("nonce").is_none() {
        fields.set("nonce", random().unwrap_or_default());
    }
    let form = Form::of(desk, fields);
    if is_sent && form.get("do") == "record" {
        return Ok(recorded(desk, &form, token));
    }
    Ok(shown(desk, &form, token, StatusCode::OK, None))
}

fn recorded(desk: &Desk, form: &Form, token: &str) -> Answer {
    let Some(document) = form.document() else {
        let words = "Say what happened first.".to_owned();
        return shown(desk, form, token, StatusCode::BAD_REQUEST, Some(words));
    };
    match ruled::record(desk, document, form.decision()) {
        Ok(entry) => see_other(&format!("/ruling/{}", entry.id)),
        Err(fault) => {
            let (status, words) = match &fault {
                Fault::Case { plain, .. } => (StatusCode::BAD_REQUEST, plain.clone()),
                Fault::Outside(words) => (StatusCode::FORBIDDEN, words.clone()),
                Fault::Journal(trouble) => (of_trouble(trouble), trouble.to_string()),
            };
            let words = format!("Not recorded: {words}. What you typed is still here.");
            shown(desk, form, token, status, Some(words))
        }
    }
}

fn shown(desk: &Desk, form: &Form, token: &str, status: StatusCode, alert: Option<String>) -> Answer {
    let outcome = match form.document() {
        None => Outcome::Open,
        Some(document) => match ruled::rule(desk, document, form.decision().corrects) {
            Ok(ruled) => Outcome::Ruled(Box::new(ruled)),
            Err(Fault::Case { plain, .. }) => Outcome::Not(plain),
            Err(fault) => Outcome::Not(fault.words()),
        },
    };
    let content = html! {
        h1 { "Ruling" @if let Some(kind) = form.kind { ": " (ruled::kind_words(kind.name())) } }
        @if let Some(words) = &alert { p.alert role="alert" { (words) } }
        (view::form(desk, form, token, &outcome))
    };
    let title = form.kind.map_or("Rule", Kind::name);
    page(status, Page { title, desk: Some(desk), content, is_live: false }.html())
}
