//! Which game it is, and under which rules it is played.

use maud::{Markup, html};

use super::announced;
use super::form::Form;
use crate::case::sheets::LANGUAGES;
use crate::desk::pages::controls::{Choice, Control, choice};
use crate::desk::ruled::spoken;
use crate::desk::state::Desk;
use crate::report::{shown, visible};

/// Most characters of a name in a list.
const NAME: usize = 60;

/// Which game it is.
pub(super) fn game(desk: &Desk, form: &Form) -> Markup {
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
                    @if !form.get("fen").is_empty() {
                        (control("record", "Record", "").one_of(&[
                            choice("", "The whole game from this position"), choice("part", "A part: moves were made before"),
                        ]))
                    }
                    (scoresheets(form))
                }
            }
            div.pair {
                (control("time_control", "Time control", "90m+30s, 3m+2s, G/60;d5").text(desk.event.time_control.as_deref().unwrap_or_default()))
                (control("ruleset", "Ruleset", "").one_of(&rulesets(desk, form)))
                (control("supervision", "Supervision", "Rapid and blitz under FIDE rules").one_of(&[
                    choice("", "Not known"), choice("full", "Full"), choice("limited", "Limited"),
                ]))
            }
            details open[!form.get("clock_log").is_empty()] {
                summary { "Clock log" }
                (control("clock_log", "Clock log", "CSV: event,side,white,black,at,ply. It takes the place of the clocks that are typed").lines())
            }
            (announced::controls(form))
        }
    }
}

/// The scoresheets of both players, where they differ.
fn scoresheets(form: &Form) -> Markup {
    let control = |name, label, hint| Control { name, label, hint, value: form.get(name) };
    let used =
        ["white_scoresheet", "black_scoresheet", "language"].iter().any(|name| !form.get(name).is_empty());
    let mut languages = vec![choice("", "Not said"), choice("auto", "Find out")];
    languages.extend(LANGUAGES.iter().map(|language| choice(language.code, language.name)));
    languages.extend(["figurine", "descriptive"].map(|word| choice(word, spoken(word))));
    html! {
        details open[used] {
            summary { "Two scoresheets" }
            (control("white_scoresheet", "White's scoresheet", "As White wrote it, movetext or PGN").lines())
            (control("black_scoresheet", "Black's scoresheet", "As Black wrote it").lines())
            (control("language", "Language", "The piece letters of the scoresheets").one_of(&languages))
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
