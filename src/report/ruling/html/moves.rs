//! The moves of the game, each with the position after it, which the script shows.

use maud::{Markup, html};

use super::board::placement;
use crate::report::visible;
use crate::rulings::{Adjudication, Record};

/// Half-moves printed before and after an incident; the rest of the game is shown on the screen only.
const AROUND: usize = 6;

/// The game as a list of half-moves, with the incidents in their places.
pub(super) fn moves(ruled: &Adjudication, id: &str) -> Markup {
    let record = &ruled.record;
    html! {
        @if !record.is_empty() {
            h2 { "Moves" }
            ol.moves id={ (id) "-moves" } data-fen=(placement(record.board(0))) data-turn=(turn(record, 0)) {
                @for ply in 0..=record.len() {
                    @if ply > 0 { (half_move(ruled, ply)) " " }
                    @for (number, ruling) in ruled.rulings.iter().enumerate() {
                        @if ruling.ply.min(record.len()) == ply {
                            li.incident { "◆ " (number + 1) } " "
                        }
                    }
                }
            }
        }
    }
}

fn half_move(ruled: &Adjudication, ply: usize) -> Markup {
    let record = &ruled.record;
    let near = is_near(ruled, ply);
    let gap = !near && is_near(ruled, ply + 1) || near && ply > 1 && !is_near(ruled, ply - 1);
    let whites = record.turn(ply - 1).is_white();
    let number = record.board(ply - 1).move_number();
    let first = ply == 1 || gap && near;
    html! {
        @if gap && near { li.gap aria-hidden="true" { "…" } }
        li.far[!near] {
            span.whole {
                @if whites { span.number { (number) "." } " " }
                @else if first { span.number { (number) "..." } " " }
                span.ply data-ply=(ply) data-fen=(placement(record.board(ply))) data-turn=(turn(record, ply))
                    data-marks=(marks(record, ply)) data-label=(visible(&record.label(ply))) {
                    (visible(&record.written(ply)))
                }
            }
            @if record.is_illegal(ply) { " (illegal)" }
        }
    }
}

fn turn(record: &Record, ply: usize) -> &'static str {
    record.turn(ply).fold_wb("White", "Black")
}

/// Whether the half-move is near an incident and therefore printed.
fn is_near(ruled: &Adjudication, ply: usize) -> bool {
    ruled.rulings.is_empty()
        || ruled
            .rulings
            .iter()
            .any(|ruling| ply + AROUND > ruling.ply && ply <= ruling.noticed.max(ruling.ply) + AROUND)
}

/// Origin and target of a half-move.
fn marks(record: &Record, ply: usize) -> String {
    record.ply(ply).map_or(String::new(), |played| format!("{} {}", played.mv.from, played.mv.target()))
}
