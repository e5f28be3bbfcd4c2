use super::prelude::*;

check! {
    /// The FEN cannot be read, or its position cannot occur in a game.
    ///
    /// ## Why it matters
    /// The game cannot be replayed from it, so nothing else can be reported about its moves.
    ///
    /// ## Example
    /// A king is missing:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    ///
    /// 1. e4
    /// ```
    /// In order:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    ///
    /// 1. e4
    /// ```
    ///
    /// ## What to do
    /// Correct the FEN: two kings, the side that has just moved not in check, no pawns on the first and last ranks.
    id: "illegal-position", severity: Error, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if let StartPosition::Broken(fault) = game.start {
        out.add(&CHECK, Anchor::Tag("FEN"), fault.to_string());
    }
}
