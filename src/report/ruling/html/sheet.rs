//! One printable sheet: a case, from its facts to the lines for the signatures.

use maud::{Markup, html};
use shakmaty::Square;

use super::board;
use super::chart::chart;
use super::moves::moves;
use crate::report::ruling::{Fact, Heard, Item, Sheet};
use crate::report::{VERSION, visible};
use crate::ruleset::by_number;
use crate::rulings::{Adjudication, in_terms_of};

/// Maximum number of positions drawn in addition to the first one.
const SMALL_BOARDS: usize = 3;

/// Lengths of text, in characters, above which the font becomes one step smaller, so that the sheet fits on a page.
const SMALLER: [usize; 4] = [1_200, 1_650, 2_600, 3_700];

/// The space taken by the headings of a ruling, in characters.
const HEADINGS: usize = 500;

/// The space taken by a drawing, in characters.
const DRAWING: usize = 250;

/// The sheet of a case. `number` counts the sheets of the page, from 1.
pub(super) fn sheet(number: usize, case: &Heard) -> Markup {
    match &case.outcome {
        Ok(ruled) => ruled_on(&format!("s{number}"), ruled),
        Err(error) => html! {
            article.sheet {
                h1 { (visible(&case.file)) }
                p.decision { "Not ruled on: " (visible(error)) }
            }
        },
    }
}

fn ruled_on(id: &str, ruled: &Adjudication) -> Markup {
    let sheet = Sheet::of(ruled);
    let at = first_position(ruled);
    html! {
        article class={ "sheet size" (size(&sheet, ruled)) } id=(id) aria-labelledby={ (id) "-case" } data-at=(at) {
            header {
                p.what { "Ruling" }
                h1 id={ (id) "-case" } { (visible(&sheet.title)) }
            }
            div.columns {
                div.game {
                    (position(id, ruled, at))
                    (chart(ruled, id))
                }
                div.case {
                    (facts("The game", &game_facts(&sheet)))
                    (moves(ruled, id))
                }
            }
            (rulings(id, ruled, &sheet, at))
            (findings(&sheet))
            (articles(&sheet))
            (foot(&sheet, ruled))
        }
    }
}

/// The game of a case without its rulings: position, clocks, facts, moves to step through, and what was found.
pub(super) fn game(ruled: &Adjudication) -> Markup {
    let (id, sheet, at) = ("game", Sheet::of(ruled), ruled.record.len());
    html! {
        article.sheet id=(id) aria-label="The game" data-at=(at) {
            div.columns {
                div.game {
                    (position(id, ruled, at))
                    (chart(ruled, id))
                }
                div.case {
                    (facts("The game", &game_facts(&sheet)))
                    (moves(ruled, id))
                    (findings(&sheet))
                }
            }
        }
    }
}

/// The font size step for the amount of text.
fn size(sheet: &Sheet, ruled: &Adjudication) -> usize {
    let facts =
        |facts: &[Fact]| facts.iter().map(|(name, value)| name.len() + value.len() + 20).sum::<usize>();
    let lines = |lines: &[String]| lines.iter().map(|line| line.chars().count() + 30).sum::<usize>();
    let item = |item: &Item| {
        HEADINGS + item.decision.len() + facts(&item.facts) + lines(&item.reasons) + lines(&item.options)
    };
    let mut articles: Vec<&(String, String)> = sheet.items.iter().flat_map(|item| &item.articles).collect();
    articles.sort();
    articles.dedup();
    let articles: usize = articles.iter().map(|(number, says)| number.len() + says.len() + 20).sum();
    let items: usize = sheet.items.iter().map(item).sum();
    let drawings = usize::from(ruled.clocks.rows.len() > 1) + sheet.items.len().saturating_sub(1);
    let length = items
        + articles
        + facts(&sheet.facts)
        + lines(&sheet.findings)
        + lines(&sheet.assumed)
        + DRAWING * drawings;
    SMALLER.iter().filter(|from| length > **from).count()
}

/// The number of half-moves before the position shown first: that of the first ruling on an incident.
fn first_position(ruled: &Adjudication) -> usize {
    let incident = ruled.rulings.iter().find(|ruling| ruling.incident.is_some());
    let ply = incident.or(ruled.rulings.first()).map_or(ruled.record.len(), |ruling| ruling.ply);
    ply.min(ruled.record.len())
}

fn position(id: &str, ruled: &Adjudication, at: usize) -> Markup {
    let record = &ruled.record;
    html! {
        figure.position {
            (board::svg(record.board(at), &marked(ruled, at), id))
            figcaption.where aria-live="polite" { (caption(ruled, at)) }
            div.steps hidden role="group" aria-label="Step through the game" {
                button type="button" data-step="first" title="Home" { "|◀" span.name { "First position" } }
                button type="button" data-step="back" title="Left arrow" { "◀" span.name { "One half-move back" } }
                button type="button" data-step="incident" { "◆" span.name { "Position of the incident" } }
                button type="button" data-step="on" title="Right arrow" { "▶" span.name { "One half-move on" } }
                button type="button" data-step="last" title="End" { "▶|" span.name { "Last position" } }
            }
        }
    }
}

fn caption(ruled: &Adjudication, at: usize) -> String {
    let record = &ruled.record;
    let turn = record.turn(at).fold_wb("White", "Black");
    match at {
        0 => format!("At the start of the record. {turn} to move."),
        at => format!("After {}. {turn} to move.", visible(&record.label(at))),
    }
}

/// The squares that the incidents in this position concern.
fn marked(ruled: &Adjudication, at: usize) -> Vec<Square> {
    let of = |number: Option<usize>| number.and_then(|number| ruled.incidents.get(number));
    let here = ruled.rulings.iter().filter(|ruling| ruling.ply == at);
    let mut squares = Vec::new();
    for incident in here.filter_map(|ruling| of(ruling.incident)) {
        squares.extend(incident.squares.iter().copied());
        squares.extend(incident.written.as_deref().into_iter().flat_map(named));
    }
    squares
}

/// The squares that a move names.
fn named(text: &str) -> Vec<Square> {
    let square = |pair: &[u8]| Square::from_ascii(pair).ok();
    text.as_bytes().windows(2).filter_map(square).collect()
}

/// The facts of the game. Names that the record does not give are left empty, to be filled in by hand.
fn game_facts(sheet: &Sheet) -> Vec<Fact> {
    let known = |name: &str| sheet.facts.iter().find(|(fact, _)| *fact == name);
    let named = |name: &'static str| known(name).cloned().unwrap_or((name, String::new()));
    let mut facts = ["White", "Black", "Event", "Round"].map(named).to_vec();
    facts.extend(
        sheet.facts.iter().filter(|(name, _)| !["White", "Black", "Event", "Round"].contains(name)).cloned(),
    );
    facts.push(("Result", sheet.result.clone()));
    facts
}

fn facts(heading: &str, facts: &[Fact]) -> Markup {
    html! {
        table.facts {
            caption { (heading) }
            tbody {
                @for (name, value) in facts {
                    tr { th scope="row" { (name) } td { (visible(value)) } }
                }
            }
        }
    }
}

fn findings(sheet: &Sheet) -> Markup {
    html! {
        @if !sheet.findings.is_empty() {
            h2 { "Found in the record" }
            ul { @for finding in &sheet.findings { li { (visible(finding)) } } }
        }
    }
}

fn rulings(id: &str, ruled: &Adjudication, sheet: &Sheet, shown: usize) -> Markup {
    let mut drawn = vec![shown];
    html! {
        @if let Some(words) = sheet.no_ruling() { p.decision { (words) } }
        @for (number, item) in (1..).zip(&sheet.items) {
            @let small = small_board(ruled, item, &mut drawn);
            (one(&format!("{id}-r{number}"), number, item, small.then(|| ruled.record.board(item.at))))
        }
    }
}

/// Whether the position of a ruling is drawn beside it: if it has not been drawn yet, and there is room.
fn small_board(ruled: &Adjudication, item: &Item, drawn: &mut Vec<usize>) -> bool {
    let at = item.at.min(ruled.record.len());
    let new = !drawn.contains(&at) && drawn.len() <= SMALL_BOARDS;
    if new {
        drawn.push(at);
    }
    new
}

fn one(id: &str, number: usize, item: &Item, small: Option<&crate::replay::Board>) -> Markup {
    html! {
        section.ruling aria-labelledby=(id) {
            h2 id=(id) { (number) ". " (visible(&item.heading)) }
            p.decision { strong { "Ruling: " } (visible(&item.decision)) }
            (discretion(item))
            @if let Some(position) = small {
                div.small { (board::svg(position, &[], &format!("{id}-board"))) }
            }
            @if !item.facts.is_empty() { (facts("Facts", &item.facts)) }
            h3 { "Reasons" }
            ol.reasons { @for reason in &item.reasons { li { (visible(reason)) } } }
            @if !item.articles.is_empty() { p.cited { strong { "Articles: " } (numbers(item)) } }
        }
    }
}

fn numbers(item: &Item) -> String {
    let numbers: Vec<&str> = item.articles.iter().map(|(number, _)| number.as_str()).collect();
    visible(&numbers.join(", ")).into_owned()
}

/// The text of the articles of all rulings, each once.
fn articles(sheet: &Sheet) -> Markup {
    let mut all: Vec<&(String, String)> = Vec::new();
    for article in sheet.items.iter().flat_map(|item| &item.articles) {
        if !all.contains(&article) {
            all.push(article);
        }
    }
    all.sort_by(|(a, _), (b, _)| by_number(a, b));
    html! {
        @if !all.is_empty() {
            section.laws {
                h2 { "The articles, in our own words" }
                dl.articles {
                    @for (article, says) in all {
                        div { dt { (visible(article)) } dd { (visible(says)) } }
                    }
                }
            }
        }
    }
}

fn discretion(item: &Item) -> Markup {
    html! {
        @if !item.options.is_empty() {
            fieldset {
                legend { "Open to the " (item.official) }
                @for option in &item.options {
                    label { input type="checkbox"; " " (visible(option)) }
                }
            }
        }
    }
}

fn foot(sheet: &Sheet, ruled: &Adjudication) -> Markup {
    html! {
        footer {
            @if !sheet.assumed.is_empty() {
                p.assumed { strong { "Assumed: " } (visible(&sheet.assumed.join(" "))) }
            }
            @if let Some(appeal) = &sheet.appeal {
                p.appeal { strong { "Right of appeal: " } (visible(appeal)) }
            }
            div.signatures {
                p { (in_terms_of(&ruled.rules, "Arbiter")) }
                @for line in ["Place, date and time", "White (has taken note)", "Black (has taken note)"] {
                    p { (line) }
                }
            }
            p.by { "flagfall " (VERSION) ", " (visible(&ruled.ruleset)) }
        }
    }
}
