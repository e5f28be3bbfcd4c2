use super::prelude::*;

check! {
    /// A win for a side that could not checkmate by any series of legal moves.
    ///
    /// ## Why it matters
    /// Since 2023, resigning to an opponent who cannot mate is a draw (FIDE 5.1.2); a flag fall against such an
    /// opponent always was. Under older Laws and under US Chess rules a resignation still loses; then this is only
    /// an info.
    ///
    /// ## Example
    /// Black has a lone king left:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/8/4k3/8/8/4QK2/8 b - - 0 60"]
    ///
    /// 60... Kd5 0-1
    /// ```
    /// In order:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/8/4k3/8/8/4QK2/8 b - - 0 60"]
    ///
    /// 60... Kd5 1-0
    /// ```
    ///
    /// ## What to do
    /// Find out how the game ended. A forfeit, a default or a penalty may give such a result; if the Termination
    /// tag says so, this check reports nothing.
    id: "impossible-win", severity: Error, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(EndFault::ImpossibleWin { winner }) = game.end_fault else { return };
    let side = winner.fold_wb("White", "Black");
    let message = format!("{side} is said to have won, but could not checkmate by any series of legal moves");
    let slot = out.add(&CHECK, Anchor::End, message).data("winner", side.to_lowercase());
    if game.rules.resignation.helpless.value == Helpless::Loss {
        slot.severity(Severity::Info)
            .note("under these rules resigning loses even so: ask how the game ended");
    }
}
