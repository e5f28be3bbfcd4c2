use super::prelude::*;

check! {
    /// A game was won on time by a side that could not checkmate.
    ///
    /// ## Why it matters
    /// Such a game is drawn: under FIDE's Laws if no series of legal moves leads to mate, under US Chess rules
    /// depending on the material and on whether a win can be forced.
    ///
    /// ## Example
    /// White's lone king wins on time:
    /// ```pgn
    /// [Termination "Time forfeit"]
    /// [SetUp "1"]
    /// [FEN "4k3/8/8/8/8/8/q7/6K1 w - - 0 60"]
    ///
    /// 60. Kh1 1-0
    /// ```
    /// In order:
    /// ```pgn
    /// [Termination "Time forfeit"]
    /// [SetUp "1"]
    /// [FEN "4k3/8/8/8/8/8/q7/6K1 w - - 0 60"]
    ///
    /// 60. Kh1 1/2-1/2
    /// ```
    ///
    /// ## What to do
    /// The result should be a draw; `flagfall mate` shows the proof for the final position.
    id: "timeout-not-winnable", severity: Error, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(EndFault::TimeoutNotWinnable { winner }) = game.end_fault else { return };
    let winner = side(winner);
    let message = format!("{winner} won on time, but could not checkmate: the game is drawn");
    out.add(&CHECK, Anchor::End, message)
        .data("winner", winner.to_lowercase())
        .data("expected", Outcome::Draw.as_str());
}
