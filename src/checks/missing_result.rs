use super::prelude::*;

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
    id: "missing-result", severity: Warning, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let sheet = game.sheet;
    // If the text breaks off, or its end cannot be read, that is reported instead.
    if sheet.marker.is_some() || !sheet.has_movetext() || sheet.broken_off || unreadable_end(game) {
        return;
    }
    out.add(&CHECK, Place::End, "no termination marker ends the movetext".to_string());
}

fn unreadable_end(game: &Game<'_>) -> bool {
    let last = game.sheet.moves.last().map_or(0, |text| text.span.end);
    game.sheet.faults.iter().any(|fault| fault.kind == FaultKind::Token && fault.span.start >= last)
}
