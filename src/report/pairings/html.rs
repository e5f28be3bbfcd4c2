//! Pairings as one HTML page, to be shown or printed: without scripts or external resources.

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::Pairings;
use super::words::{assumed, comparison, downfloaters, floats, heading, list, points, preference};
use crate::event::pairing::DueBracket;
use crate::report::shown;
use crate::report::visible::NAME;

const STYLE: &str = include_str!("page.css");

/// SHA-256 of [`STYLE`] in base 64; a test compares it.
const STYLE_DIGEST: &str = "y2+qxrMXnEcTh/ptz3oBbHPgANRIlEGHhaafcs0PZLM=";

/// Writes the page.
///
/// # Errors
/// Those of the writer.
pub fn write(pairings: &Pairings<'_>, out: &mut dyn Write) -> io::Result<()> {
    let due = pairings.due;
    let policy =
        format!("default-src 'none'; style-src 'sha256-{STYLE_DIGEST}'; base-uri 'none'; form-action 'none'");
    let name = shown(&pairings.event.name, NAME);
    let title = if name.is_empty() { "Pairings" } else { &*name };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) ", round " (due.round) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p.soft { (heading(pairings)) }
                (boards(pairings))
                @if let Some(bye) = &due.bye { p { "Bye: " (bye.player) " " (person(pairings, bye.player)) } }
                @if !due.absent.is_empty() { p { "Not paired: " (list(&due.absent)) } }
                @if !due.complete {
                    p {
                        "The absolute criteria allow no pairing of all players: the arbiter decides. Without an opponent: "
                        (list(&due.left))
                    }
                }
                @if let Some(judged) = &due.compare {
                    h2 { "The file's round" }
                    @for line in comparison(judged) { p { (line) } }
                }
                @if pairings.explain {
                    @for bracket in &due.brackets { (explained(pairings, bracket)) }
                }
                @for name in &due.assumed { p.soft { (assumed(name)) } }
            }
        }
    };
    out.write_all(page.into_string().as_bytes())?;
    out.write_all(b"\n")
}

fn person(pairings: &Pairings<'_>, no: u32) -> Markup {
    html! { (shown(&pairings.name(no), NAME)) }
}

fn boards(pairings: &Pairings<'_>) -> Markup {
    let due = pairings.due;
    let score =
        |no: u32| due.players.iter().find(|player| player.number == no).map(|player| points(player.score));
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th { "Board" } th { "No." } th.left { "White" } th { "Pts" }
                        th { "Pts" } th.left { "Black" } th { "No." }
                    }
                }
                tbody {
                    @for board in &due.boards {
                        tr {
                            td { (board.board) }
                            td { (board.white) }
                            td.left { (person(pairings, board.white)) }
                            td { (score(board.white).unwrap_or_default()) }
                            td { (score(board.black).unwrap_or_default()) }
                            td.left { (person(pairings, board.black)) }
                            td { (board.black) }
                        }
                    }
                }
            }
        }
    }
}

fn explained(pairings: &Pairings<'_>, bracket: &DueBracket) -> Markup {
    let due = pairings.due;
    let player = |no: &u32| due.players.iter().find(|player| player.number == *no);
    let board = |pair: &[u32; 2]| due.boards.iter().find(|board| [board.white, board.black] == *pair);
    html! {
        h2 { "Bracket of " (points(bracket.score)) }
        div.scroll {
            table {
                thead {
                    tr {
                        th { "BSN" } th { "No." } th.left { "Name" } th { "Pts" } th.left { "Colour" }
                        th.left { "Floats" }
                    }
                }
                tbody {
                    @for (at, no) in bracket.moved_down.iter().chain(&bracket.residents).enumerate() {
                        @if let Some(player) = player(no) {
                            tr {
                                td { (at + 1) }
                                td { (no) }
                                td.left { (person(pairings, *no)) }
                                td { (points(player.score)) }
                                td.left { (preference(player)) }
                                td.left { (floats(player)) }
                            }
                        }
                    }
                }
            }
        }
        @for pair in &bracket.pairs {
            @if let Some(board) = board(pair) {
                p {
                    (pair[0]) "\u{2013}" (pair[1]) ": colours by " (board.article)
                    @if !board.gives_way.is_empty() { "; gives way on " (board.gives_way.join(", ")) }
                }
            }
        }
        @for line in downfloaters(pairings, bracket) { p { (line) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::digest;

    #[test]
    fn the_policy_admits_the_style() {
        assert_eq!(STYLE_DIGEST, digest::of(STYLE));
        assert!(!STYLE.contains("</style") && !STYLE.contains("url(") && !STYLE.contains("@import"));
    }
}
