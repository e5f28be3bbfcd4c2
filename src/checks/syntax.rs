use super::broken_text;
use super::prelude::*;

check! {
    /// Text in the record cannot be read as PGN.
    ///
    /// ## Why it matters
    /// Text that cannot be read is evidence of something: a damaged file, a word typed in the wrong place, a
    /// scoresheet that was copied badly. Programs that silently skip such text lose moves or whole games. The
    /// replay of a game stops if it finds such text in the place of a move.
    ///
    /// ## Example
    /// There is no square `q7`:
    /// ```pgn
    /// 1. e4 e5 2. Bq7 Nc6 3. Nf3
    /// ```
    /// In order:
    /// ```pgn
    /// 1. e4 e5 2. Bc4 Nc6 3. Nf3
    /// ```
    ///
    /// ## What to do
    /// Compare with the original scoresheet or broadcast and correct the text. An unclosed comment or
    /// variation needs its `}` or `)`; a tag needs both quotes and its bracket.
    ///
    /// Repair: a result that is written together with the last move is separated, and bytes that are no text go after
    /// the result (safe); an open comment is closed (unsafe).
    id: "syntax", severity: Error, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let stop = stop(game);
    // Moves of other variants may be written in ways that chess does not have.
    let foreign =
        |fault: &&Fault| fault.kind == FaultKind::Token && *game.start == StartPosition::UnsupportedVariant;
    for fault in game.sheet.faults.iter().filter(|fault| !foreign(fault)) {
        let text = quoted(fault.span.of(game.text));
        let message = match fault.kind {
            FaultKind::Token if stop == Some(fault.span) => {
                format!("{text} cannot be read as a move; the replay of this game ends here")
            }
            FaultKind::Token => format!("{text} cannot be read as PGN"),
            FaultKind::AfterResult => format!("{text} follows the termination marker"),
            FaultKind::Tag => format!("the tag {text} has no end: a quote or its bracket is missing"),
            FaultKind::Comment => "a comment is opened here and never closed".to_string(),
            FaultKind::Variation => "a variation is opened here and never closed".to_string(),
            FaultKind::Closing => format!("{text} closes nothing"),
        };
        let last = game.replay.last;
        out.add(&CHECK, place(fault, stop), message).fix(|| broken_text::repair(game, fault, &last));
    }
}

/// The half-move that a fault belongs to: the one whose place it takes, or else the last one before it.
fn place(fault: &Fault, stop: Option<Span>) -> Anchor<'static> {
    let before = fault.ply as usize;
    if fault.kind == FaultKind::Token && stop == Some(fault.span) {
        Anchor::Instead(fault.span, before + 1)
    } else {
        Anchor::At(fault.span, before)
    }
}

/// The unreadable token in the place of a move, at which the replay ends.
fn stop(game: &Game<'_>) -> Option<Span> {
    let ply = game.sheet.readable?;
    let first = game.sheet.faults.iter().find(|fault| fault.kind == FaultKind::Token && fault.ply == ply);
    first.map(|fault| fault.span)
}
