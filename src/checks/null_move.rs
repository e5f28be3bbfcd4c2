use super::prelude::*;

check! {
    /// The main line contains a null move.
    ///
    /// ## Why it matters
    /// A player may not pass in chess. Annotators write `--` for a threat, or for a move that was not recorded; the
    /// position after it is not known, and the replay stops.
    ///
    /// ## Example
    /// No move at all, as in analysis:
    /// ```pgn
    /// 1. e4 e5 2. -- Nc6
    /// ```
    /// In order:
    /// ```pgn
    /// 1. e4 e5 2. Nf3 Nc6
    /// ```
    ///
    /// ## What to do
    /// Write the move that was played, or put the threat into a variation.
    id: "null-move", severity: Error, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if let Some(ply) = game.stopped(Stop::Null) {
        out.add(
            &CHECK,
            Anchor::Ply(ply),
            "a null move: a player may not pass; the replay of this game ends here".to_string(),
        );
    }
}
