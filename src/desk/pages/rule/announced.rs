//! What the event announced for this game: the `[regulations]` of a case.

use maud::{Markup, html};
use serde_json::{Map, Value, json};

use super::form::Form;
use crate::case::REGULATION_KEYS;
use crate::desk::pages::controls::{Choice, Control, choice};
use crate::desk::ruled::spoken;

/// How a regulation is given.
enum Kind {
    Yes,
    Words(&'static [&'static str]),
    Number,
    Text,
}

/// A regulation: its control's label and hint, and how it is given.
fn described(key: &str) -> (String, &'static str, Kind) {
    let label = |text: &str| text.to_owned();
    match key {
        "default_time" => (label("Default time"), "Who comes later loses: 30 min, 0:30:00", Kind::Text),
        "guideline_iii" => (label("Guideline III"), "The quickplay finish of the FIDE Laws", Kind::Yes),
        "no_draw_before" => (label("No draw before move"), "No draw by agreement before it", Kind::Number),
        "phone" => {
            (label("Penalty for a phone"), "", Kind::Words(&["loss", "half-point", "warning", "time"]))
        }
        "phone_seconds" => (label("Time for a phone"), "2 min, 0:02:00", Kind::Text),
        "repeat" => (label("Second offence in the event"), "", Kind::Words(&["loss"])),
        "start_white" => (label("White begins with"), "Where the times differ: 0:10:00", Kind::Text),
        "start_black" => (label("Black begins with"), "Where the times differ: 0:05:00", Kind::Text),
        "variations" => (label("US Chess variations"), "By rule number, such as 14G2", Kind::Text),
        other => (spoken(&other.replace('_', "-")), "", Kind::Text),
    }
}

/// The regulations that were given, as a case has them.
pub(super) fn regulations(form: &Form) -> Option<Value> {
    let mut table = Map::new();
    for key in REGULATION_KEYS {
        let text = form.get(key);
        if text.is_empty() {
            continue;
        }
        let value = match (described(key).2, *key) {
            (_, "variations") => {
                json!(text.split([',', ';', ' ']).filter(|word| !word.is_empty()).collect::<Vec<_>>())
            }
            (Kind::Yes, _) => text.parse::<bool>().map_or_else(|_| json!(text), |flag| json!(flag)),
            (Kind::Number | Kind::Text, _) => text.parse::<i64>().map_or_else(|_| json!(text), |n| json!(n)),
            (Kind::Words(_), _) => json!(text),
        };
        table.insert((*key).to_owned(), value);
    }
    (!table.is_empty()).then_some(Value::Object(table))
}

/// The controls, folded away until they are needed.
pub(super) fn controls(form: &Form) -> Markup {
    let given = REGULATION_KEYS.iter().any(|key| !form.get(key).is_empty());
    html! {
        details open[given] {
            summary { "What the event announced" }
            div.pair { @for key in REGULATION_KEYS { (one(key, form.get(key))) } }
        }
    }
}

fn one(key: &str, value: &str) -> Markup {
    let (label, hint, kind) = described(key);
    let control = Control { name: key, label: &label, hint, value };
    let unsaid = choice("", "Not announced");
    let words = |words: &[&str]| -> Vec<Choice> {
        std::iter::once(unsaid.clone()).chain(words.iter().map(|word| choice(word, spoken(word)))).collect()
    };
    match kind {
        Kind::Yes => control.one_of(&[unsaid, choice("true", "Yes"), choice("false", "No")]),
        Kind::Words(known) => control.one_of(&words(known)),
        Kind::Number | Kind::Text => control.text(""),
    }
}
