use super::prelude::*;

check! {
    /// The FEN cannot be read, or no game can have its position.
    ///
    /// ## Why it matters
    /// The game cannot be replayed from it, so nothing else can be said about its moves.
    ///
    /// ## Example
    /// `[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]`: a king is missing.
    ///
    /// ## What to do
    /// Correct the FEN: two kings, the side that has just moved not in check, no pawns on the outer ranks.
    id: "illegal-position", severity: Error, on: Sheet(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if let Opening::Broken(fault) = game.opening {
        out.add(&CHECK, Place::Tag("FEN"), fault.to_string());
    }
}
