//! The form and the ruling beside it.

use maud::{Markup, html};

use super::Outcome;
use super::form::Form;
use crate::case::{Answer, FactRow, KINDS, Kind, KindRow};
use crate::desk::pages::controls::{Choice, Control, choice};
use crate::desk::ruled::{Ruled, spoken};
use crate::desk::state::Desk;
use crate::report::ruling::page_parts::drawing;
use crate::report::ruling::{Item, Sheet};
use crate::report::{shown, visible};
use crate::rulings::manual::entry;
use crate::rulings::{Ruling, TrialValue, display, plain};

/// Most characters of a name in a list.
const NAME: usize = 60;

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
            }
            // The first button is the one that Return presses.
            button.unseen name="do" value="continue" tabindex="-1" aria-hidden="true" { "Continue" }
            div.questions {
                (game(desk, form))
                (happened(form))
                div data-part="facts" { @if let Some(kind) = form.kind { (facts(kind.row(), form, outcome)) } }
                button name="do" value="continue" { "Continue" }
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

/// The sentence that is said aloud; empty where there is none yet.
fn decision(outcome: &Outcome) -> String {
    let Outcome::Ruled(ruled) = outcome else { return String::new() };
    last_item(ruled).map_or_else(String::new, |(item, _)| visible(&item.decision).into_owned())
}

/// The last incident's ruling, as the sheet has it and as the engine gave it.
fn last_item(ruled: &Ruled) -> Option<(Item, &Ruling)> {
    let rulings = &ruled.adjudication.rulings;
    let (at, ruling) = rulings.iter().enumerate().rev().max_by_key(|(_, ruling)| ruling.incident)?;
    Some((Sheet::of(&ruled.adjudication).items.into_iter().nth(at)?, ruling))
}

/// Which game it is.
fn game(desk: &Desk, form: &Form) -> Markup {
    let boards = desk.boards.all();
    let mut choices = vec![choice("", "None: the moves or a position")];
    choices.extend(
        boards.iter().map(|board| {
            choice(&board.id, format!("{} {}", visible(&board.id), shown(&board.players(), NAME)))
        }),
    );
    let control = |name, label, hint| Control { name, label, hint, value: form.get(name) };
    let chosen = boards.iter().any(|board| board.id == form.get("board"));
    html! {
        fieldset {
            legend { "Which game" }
            @if !boards.is_empty() { (control("board", "Board", "").one_of(&choices)) }
            div data-part="game" {
                @if !chosen {
                    (control("moves", "Moves", "Movetext or a PGN game: 1. e4 e5 2. Nf3").lines())
                    (control("fen", "Position", "FEN of the position before the first of the moves; the initial one if empty").text(""))
                }
            }
            div.pair {
                (control("time_control", "Time control", "90m+30s, 3m+2s, G/60;d5").text(desk.event.time_control.as_deref().unwrap_or_default()))
                (control("ruleset", "Ruleset", "").one_of(&rulesets(desk, form)))
                (control("supervision", "Supervision", "Rapid and blitz under FIDE rules").one_of(&[
                    choice("", "Not known"), choice("full", "Full"), choice("limited", "Limited"),
                ]))
            }
        }
    }
}

fn rulesets(desk: &Desk, form: &Form) -> Vec<Choice> {
    let usual = desk.event.ruleset.as_deref().map_or("By the date and the time control".to_owned(), |name| {
        format!("The event's: {}", visible(name))
    });
    let mut choices = vec![choice("", usual)];
    choices.extend(desk.library.families().map(|family| choice(family, family)));
    choices.extend(desk.library.ids().iter().map(|id| choice(id, id.to_string())));
    if let Some(name) = desk.event.ruleset.as_deref().filter(|_| form.get("ruleset").is_empty()) {
        choices.retain(|(value, _)| value != name);
    }
    choices
}

/// What happened.
fn happened(form: &Form) -> Markup {
    let asked = form.get("what");
    let known = form.kind.filter(|_| asked.is_empty());
    let found = match known {
        Some(kind) => vec![kind],
        None => Kind::search(asked),
    };
    let most = if asked.is_empty() { KINDS.len() } else { MOST_KINDS };
    let hint = "In your words: phone, illegal move, both flags, came late";
    html! {
        fieldset {
            legend { "What happened?" }
            (Control { name: "what", label: "What happened", hint, value: asked }.text(""))
            div.kinds data-part="kinds" role="group" aria-label="Kinds of incident" {
                @if found.is_empty() { p { "Nothing fits these words. Leave the field empty to see every kind." } }
                @for kind in found.iter().take(most) {
                    button name="choose" value=(kind.name()) aria-pressed=[(form.kind == Some(*kind)).then_some("true")] {
                        (spoken(kind.name())) span { (kind.row().records) }
                    }
                }
                @if known.is_some() { button name="choose" value="" { "Something else" span { "show every kind" } } }
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

/// The ruling, as it follows from what was said so far.
fn ruling(desk: &Desk, outcome: &Outcome) -> Markup {
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
                    p.ask { (ask.question) }
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
fn record(desk: &Desk, form: &Form, outcome: &Outcome) -> Markup {
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
