//! The form: the game, what happened, the facts, and the ruling beside it.

use maud::{Markup, html};

use super::Outcome;
use super::earlier;
use super::form::{Form, NOTHING};
use super::game::game;
use super::outcome::{decision, record, ruling};
use crate::case::{Answer, FactRow, KINDS, Kind, KindRow};
use crate::desk::pages::controls::{Control, choice};
use crate::desk::ruled::spoken;
use crate::desk::state::Desk;
use crate::rulings::display;
use crate::rulings::manual::entry;

/// Most kinds that are offered for words.
const MOST_KINDS: usize = 8;

/// The whole form.
pub(super) fn form(desk: &Desk, form: &Form, token: &str, outcome: &Outcome) -> Markup {
    html! {
        form.rule method="post" action="/rule" data-rule {
            div data-part="hidden" {
                @for name in ["nonce", "corrects", "kind", "date"] {
                    @if !form.get(name).is_empty() { input type="hidden" name=(name) value=(form.get(name)); }
                }
                input type="hidden" name="token" value=(token);
                (earlier::hidden(&form.earlier))
            }
            // The first button is the one that Return presses.
            button.unseen name="do" value="continue" tabindex="-1" aria-hidden="true" { "Continue" }
            div.questions {
                (game(desk, form))
                div data-part="earlier" { (earlier::list(&form.earlier)) }
                (happened(form))
                div data-part="facts" {
                    @if let Some(kind) = form.kind { (facts(kind.row(), form, outcome)) }
                    @else if form.is_chosen() { div.pair { (clocks(form, outcome)) } }
                }
                button name="do" value="continue" { "Continue" }
                " "
                button name="do" value="then" { "Then something else happened" }
                // On a phone the ruling is below the questions; its first sentence stays in view.
                a.peek data-part="peek" href="#ruling-heading" tabindex="-1" aria-hidden="true" { (decision(outcome)) }
            }
            div.answer {
                (ruling(desk, outcome))
                div data-part="record" { (record(desk, form, outcome)) }
            }
        }
    }
}

/// What happened.
fn happened(form: &Form) -> Markup {
    let asked = form.get("what");
    let known = form.is_chosen() && asked.is_empty();
    let found = match form.kind.filter(|_| known) {
        Some(kind) => vec![kind],
        None if known => Vec::new(),
        None => Kind::search(asked),
    };
    let nothing = if known { form.kind.is_none() } else { asked.is_empty() };
    let most = if asked.is_empty() { KINDS.len() } else { MOST_KINDS };
    let hint = "In your words: phone, illegal move, both flags, came late";
    html! {
        fieldset {
            legend { "What happened?" }
            (Control { name: "what", label: "What happened", hint, value: asked }.text(""))
            div.kinds data-part="kinds" role="group" aria-label="Kinds of incident" {
                @if found.is_empty() && !nothing { p { "Nothing fits these words. Leave the field empty to see every kind." } }
                @for kind in found.iter().take(most) {
                    button name="choose" value=(kind.name()) aria-pressed=[(form.kind == Some(*kind)).then_some("true")] {
                        (spoken(kind.name())) span { (kind.row().records) }
                    }
                }
                @if nothing {
                    button name="choose" value=(NOTHING) aria-pressed=[known.then_some("true")] {
                        "Nothing was reported" span { "what the record shows by itself" }
                    }
                }
                @if known { button name="choose" value="" { "Something else" span { "show every kind" } } }
            }
        }
    }
}

/// The facts that the kind reads.
fn facts(kind: &KindRow, form: &Form, outcome: &Outcome) -> Markup {
    html! {
        fieldset {
            legend { "The facts" }
            @for fact in kind.facts() { (question(kind, fact, form)) }
            div.pair { (clocks(form, outcome)) }
        }
    }
}

/// One fact.
fn question(kind: &KindRow, fact: &FactRow, form: &Form) -> Markup {
    let of_kind = entry(kind.name).and_then(|entry| entry.fields.iter().find(|(key, _)| *key == fact.key));
    let hint = match (fact.key, of_kind) {
        ("after", _) => "The half-move made last, as 12... Nf6; the last one of the game if empty".to_owned(),
        ("noticed_after", _) => "Where it was noticed later: the half-move made last then".to_owned(),
        // The documentation of a key speaks of true and false.
        (_, Some((_, says))) if fact.answer != Answer::YesNo => capitalised(&says.replace('`', "")),
        _ => fact.question.to_owned(),
    };
    let sent = form.get(fact.key);
    let value = match (fact.key, sent) {
        ("noticed_by", "player") => form.get("by"),
        ("noticed_by", "opponent") if form.get("by") == "white" => "black",
        ("noticed_by", "opponent") if form.get("by") == "black" => "white",
        _ => sent,
    };
    let control = Control { name: fact.key, label: fact.label, hint: &hint, value };
    let words = fact.words(kind);
    match fact.answer {
        Answer::YesNo => {
            control.one_of(&[choice("", "Not known"), choice("true", "Yes"), choice("false", "No")])
        }
        Answer::Word if fact.key == "noticed_by" => {
            let people = ["white", "black", "arbiter", "other"].map(|word| choice(word, spoken(word)));
            control.one_of(&[vec![choice("", "Not known")], people.to_vec()].concat())
        }
        Answer::Word if !words.is_empty() => {
            let known = words.iter().map(|word| choice(word, spoken(word)));
            control.one_of(&std::iter::once(choice("", "Not known")).chain(known).collect::<Vec<_>>())
        }
        Answer::Text => control.lines(),
        _ => control.text(""),
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// What the clocks showed; what the record says of them is the hint.
fn clocks(form: &Form, outcome: &Outcome) -> Markup {
    let known = |side: shakmaty::Color| match outcome {
        Outcome::Ruled(ruled) => {
            let noticed = ruled.adjudication.rulings.last().map_or(usize::MAX, |ruling| ruling.noticed);
            ruled.adjudication.clocks.left(side, noticed).map(display)
        }
        _ => None,
    };
    let field = |name, label, side| {
        let known = known(side);
        let hint =
            known.as_ref().map_or("As 0:45:00".to_owned(), |shown| format!("The record shows {shown}"));
        Control { name, label, hint: &hint, value: form.get(name) }.text(known.as_deref().unwrap_or_default())
    };
    html! {
        (field("white_clock", "White's clock", shakmaty::Color::White))
        (field("black_clock", "Black's clock", shakmaty::Color::Black))
    }
}
