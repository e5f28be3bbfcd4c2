//! What happened before in the same game: incidents of the form that were answered and put aside, and what the clocks showed then.

use maud::{Markup, html};
use serde_json::Value;

use super::form::Form;
use crate::case::FACTS;
use crate::desk::http::request::Fields;
use crate::desk::ruled::{kind_words, spoken};
use crate::report::visible;

/// The hidden fields that carry them, each an incident or a reading of the clocks as JSON.
const FIELD: &str = "before";

/// All of the form, in their order.
pub(super) fn all(fields: &Fields) -> Vec<Value> {
    let of_field = fields.0.iter().filter(|(name, _)| name == FIELD);
    let objects = of_field.filter_map(|(_, value)| serde_json::from_str(value).ok());
    objects.filter(Value::is_object).collect()
}

/// Adds one to the form.
pub(super) fn push(fields: &mut Fields, one: &Value) {
    fields.0.push((FIELD.to_owned(), one.to_string()));
}

/// Whether it is an incident, not a reading.
pub(super) fn is_incident(one: &Value) -> bool {
    one.get("kind").is_some()
}

/// Does what a button asks for: puts what was answered aside, or removes one of those before.
pub(super) fn apply(fields: &mut Fields) {
    if let Some(at) = fields.get("forget").and_then(|at| at.parse::<usize>().ok()) {
        let mut kept = all(fields);
        if at < kept.len() {
            kept.remove(at);
        }
        fields.remove(FIELD);
        kept.iter().for_each(|one| push(fields, one));
    }
    fields.remove("forget");
    if fields.get("do") != Some("then") {
        return;
    }
    if let Some((incident, clock)) = Form::answered(fields) {
        push(fields, &incident);
        clock.iter().for_each(|clock| push(fields, clock));
        let names = ["kind", "what", "option", "ply", "noticed", "white_clock", "black_clock"].into_iter();
        names.chain(FACTS.iter().map(|fact| fact.key)).for_each(|name| fields.remove(name));
    }
}

/// The hidden fields.
pub(super) fn hidden(earlier: &[Value]) -> Markup {
    html! { @for one in earlier { input type="hidden" name=(FIELD) value=(one); } }
}

/// The list of them, each with a button that removes it.
pub(super) fn list(earlier: &[Value]) -> Markup {
    html! {
        @if !earlier.is_empty() {
            p { "Before this:" }
            ol { @for (at, one) in earlier.iter().enumerate() { li {
                (visible(&words(one))) " "
                button name="forget" value=(at) { "Remove" span.unseen { " " (visible(&words(one))) } }
            } } }
        }
    }
}

/// In a few words: `Illegal move by Black, Nxd4`.
fn words(one: &Value) -> String {
    let text = |key: &str| one.get(key).and_then(Value::as_str).unwrap_or_default();
    if !is_incident(one) {
        return format!("Clocks: White {}, Black {}", text("white"), text("black"));
    }
    let mut words = kind_words(text("kind"));
    if !text("by").is_empty() {
        words = format!("{words} by {}", spoken(text("by")));
    }
    match text("move") {
        "" => words,
        played => format!("{words}, {played}"),
    }
}
