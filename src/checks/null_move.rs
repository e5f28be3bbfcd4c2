use super::prelude::*;

check! {
    /// A null move stands in the main line.
    ///
    /// ## Why it matters
    /// Nobody may pass in chess. Annotators write `--` for a threat, or for a move that was not recorded; the
    /// position after it is anybody's guess, and the replay stops.
    ///
    /// ## Example
    /// No move at all, as analysis has it:
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
            Place::Ply(ply),
            "a null move: nobody may pass; the replay of this game ends here".to_string(),
        );
    }
}
