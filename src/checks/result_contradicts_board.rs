use super::prelude::*;
use super::results;

check! {
    /// The final position ended the game, and the result says otherwise.
    ///
    /// ## Why it matters
    /// A mate, a stalemate or a dead position on the board decides the game at once. No later agreement or
    /// resignation changes that, though a result that both players signed stands until it is appealed against.
    /// A `*` only leaves the result out: that is a warning.
    ///
    /// ## Example
    /// Mate, but the result is a draw:
    /// ```pgn
    /// 1. f3 e5 2. g4 Qh4# 1/2-1/2
    /// ```
    /// In order:
    /// ```pgn
    /// 1. f3 e5 2. g4 Qh4# 0-1
    /// ```
    ///
    /// ## What to do
    /// Check that the last moves are recorded rightly; then correct the result.
    ///
    /// Repair: after mate or stalemate `*` becomes the result (safe); any other result is replaced too (unsafe).
    id: "result-contradicts-board", severity: Error, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(EndFault::ResultContradicts { end, right }) = game.end_fault else { return };
    let what = match end {
        BoardEnd::Checkmate => "checkmate",
        BoardEnd::Stalemate => "stalemate",
        _ => "dead: neither side can mate by any series of legal moves",
    };
    let written = game.outcome().map_or("?", Outcome::as_str);
    let message = format!(
        "the final position is {what}, so the result is {}; the record says {written}",
        right.as_str()
    );
    let slot = out
        .add(&CHECK, Anchor::End, message)
        .data("end", end.word())
        .data("expected", right.as_str())
        .fix(|| results::by_board(game)?.draft(game, format!("write {}", right.as_str())));
    if game.outcome() == Some(Outcome::Unfinished) {
        slot.severity(Severity::Warning);
    }
}
