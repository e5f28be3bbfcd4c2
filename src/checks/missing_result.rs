use super::layout::{end_of_line, end_of_movetext};
use super::prelude::*;
use super::{missing_tag, results};

check! {
    /// No termination marker ends the movetext.
    ///
    /// ## Why it matters
    /// PGN ends every game with `1-0`, `0-1`, `1/2-1/2` or `*`. A game without one may have lost its last moves.
    ///
    /// ## Example
    /// The text ends without a termination marker:
    /// ```pgn
    /// 1. e4 e5 2. Nf3
    /// ```
    /// In order, for a game without a result:
    /// ```pgn
    /// 1. e4 e5 2. Nf3 *
    /// ```
    ///
    /// ## What to do
    /// Compare with the scoresheet, and write the result after the last move.
    ///
    /// Repair (safe): the result of the Result tag, if it has one.
    id: "missing-result", severity: Warning, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let sheet = game.sheet;
    // If the text breaks off, or its end cannot be read, that is reported instead.
    if sheet.marker.is_some() || !sheet.has_movetext() || sheet.broken_off || unreadable_end(game) {
        return;
    }
    out.add(&CHECK, Anchor::End, "no termination marker ends the movetext".to_string()).fix(|| marker(game));
}

/// The repair that writes the result of the Result tag after the last move and what belongs to it.
fn marker(game: &Game<'_>) -> Option<Draft> {
    let made = results::made(game).and_then(|repair| repair.tag);
    let tag = made.or_else(|| game.sheet.result_tag(game.text)).or_else(|| missing_tag::added_result(game));
    let result = tag.filter(|result| *result != Outcome::Unfinished)?;
    if game.sheet.faults.iter().any(|fault| fault.kind != FaultKind::Tag) {
        return None;
    }
    let (at, in_line) = end_of_movetext(game)?;
    let before = if in_line { end_of_line(game.text) } else { " " };
    let result = result.as_str();
    Some(Draft::safe(format!("write {result} at the end"), Span::new(at, at), format!("{before}{result}")))
}

fn unreadable_end(game: &Game<'_>) -> bool {
    let last = game.sheet.moves.last().map_or(0, |text| text.span.end);
    game.sheet.faults.iter().any(|fault| fault.kind == FaultKind::Token && fault.span.start >= last)
}
