//! The ruling beside the questions, and recording it.

use maud::{Markup, html};

use super::Outcome;
use super::form::Form;
use crate::desk::pages::controls::{Control, choice};
use crate::desk::ruled::{Ruled, spoken};
use crate::desk::state::Desk;
use crate::report::ruling::page_parts::drawing;
use crate::report::ruling::{Item, Sheet};
use crate::report::visible;
use crate::rulings::{Ruling, TrialValue, display, plain};

/// The sentence that is said aloud; empty where there is none yet.
pub(super) fn decision(outcome: &Outcome) -> String {
    let Outcome::Ruled(ruled) = outcome else { return String::new() };
    last_item(ruled).map_or_else(String::new, |(item, _)| visible(&item.decision).into_owned())
}

/// The last incident's ruling, as the sheet has it and as the engine gave it.
fn last_item(ruled: &Ruled) -> Option<(Item, &Ruling)> {
    let rulings = &ruled.adjudication.rulings;
    let (at, ruling) = rulings.iter().enumerate().rev().max_by_key(|(_, ruling)| ruling.incident)?;
    Some((Sheet::of(&ruled.adjudication).items.into_iter().nth(at)?, ruling))
}

/// The ruling, as it follows from what was said so far.
pub(super) fn ruling(desk: &Desk, outcome: &Outcome) -> Markup {
    html! {
        section.ruling-now role="region" aria-labelledby="ruling-heading" aria-live="polite" data-part="ruling" {
            h2 id="ruling-heading" { "Ruling" }
            @match outcome {
                Outcome::Open => p { "Say what happened; the ruling is shown here." },
                Outcome::Not(why) => p.open { "No ruling yet. " (visible(why)) "." },
                Outcome::Ruled(ruled) => (ruled_on(desk, ruled)),
            }
        }
    }
}

fn ruled_on(desk: &Desk, ruled: &Ruled) -> Markup {
    let sheet = Sheet::of(&ruled.adjudication);
    let asks = ruled.asks(desk);
    let others = ruled.other_games(desk).unwrap_or_default();
    html! {
        @if let Some((item, ruling)) = last_item(ruled) {
            p.aloud { (visible(&item.decision)) }
            @if let Some(clock) = &ruling.clock { p.clocks { "Clocks: White " (display(clock.white)) ", Black " (display(clock.black)) } }
            @if !item.options.is_empty() {
                p { "Open to the " (item.official) ":" }
                ul { @for option in &item.options { li { (visible(option)) } } }
            }
            @if !asks.is_empty() {
                h3 { "What would change it" }
                @for ask in &asks {
                    p.ask { @if let Some(words) = ruled.earlier(ask.incident) { (words) ": " } (ask.question) }
                    ul { @for then in &ask.then { li { strong { (answer(then.value)) } ": " (visible(&then.ruling)) } } }
                }
            }
            h3 { "Reasons" }
            ol { @for reason in &item.reasons { li { (visible(reason)) } } }
            @if !item.articles.is_empty() {
                p { strong { "Articles: " } (visible(&item.articles.iter().map(|(number, _)| number.as_str()).collect::<Vec<_>>().join(", "))) }
            }
            @if !sheet.assumed.is_empty() { p { strong { "Assumed: " } (visible(&sheet.assumed.join(" "))) } }
            div.position { (drawing(ruled.adjudication.record.board(ruling.ply), "position")) }
        } @else {
            p { "Nothing is to be ruled on." }
        }
        @if !ruled.whole.same_game.is_empty() {
            p { "Counted with it, from this game: " @for id in &ruled.whole.same_game { a href={ "/ruling/" (id) } { "entry " (id) } " " } }
        }
        @if !others.is_empty() {
            p { "In other games of these players, not counted:" }
            ul { @for entry in &others { li {
                a href={ "/ruling/" (entry.id) } { "entry " (entry.id) } " "
                (visible(entry.text("player").unwrap_or_default())) ", " (visible(&spoken(entry.text("kind").unwrap_or_default())))
            } } }
        }
        p.by { (visible(&ruled.adjudication.ruleset)) }
    }
}

fn answer(value: TrialValue) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::Bool(true)) => "Yes".to_owned(),
        Ok(serde_json::Value::Bool(false)) => "No".to_owned(),
        Ok(serde_json::Value::String(word)) => spoken(&word),
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

/// Recording what was decided.
pub(super) fn record(desk: &Desk, form: &Form, outcome: &Outcome) -> Markup {
    let Outcome::Ruled(ruled) = outcome else { return html! {} };
    let last = ruled.adjudication.rulings.iter().max_by_key(|ruling| ruling.incident);
    let options = last.map_or(&[][..], |ruling| &ruling.options);
    let mut choices = vec![choice("", "Not decided")];
    choices.extend(options.iter().map(|word| choice(word, format!("{word}: {}", plain(word)))));
    html! {
        fieldset {
            legend { "Decided" }
            @if !options.is_empty() {
                (Control { name: "option", label: "Option", hint: "", value: form.get("option") }.one_of(&choices))
            }
            (Control { name: "who", label: "Arbiter", hint: "", value: form.get("who") }.suggested(&desk.event.arbiters))
            @if !form.get("corrects").is_empty() { p { "This corrects entry " (visible(form.get("corrects"))) "." } }
            button.main name="do" value="record" disabled[desk.read_only.is_some()] { "Record ruling" }
        }
    }
}
