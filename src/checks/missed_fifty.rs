use super::prelude::*;

check! {
    /// A draw by the fifty-move rule could have been claimed, and the game went on.
    ///
    /// ## Why it matters
    /// After fifty moves by each player without a capture or pawn move a draw may be claimed; the player about to
    /// make the last of them may claim by writing it down. The arbiter does not step in before the seventy-fifth.
    ///
    /// ## Example
    /// The FEN counts 98 half-moves without a pawn moved or a piece taken; `99... Kd5` is the hundredth:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/4k3/8/8/4K3/4R3/8 w - - 98 99"]
    ///
    /// 99. Re1 Kd5 100. Re2
    /// ```
    /// Drawn in time:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/4k3/8/8/4K3/4R3/8 w - - 98 99"]
    ///
    /// 99. Re1 Kd5 1/2-1/2
    /// ```
    ///
    /// ## What to do
    /// Nothing: whoever does not claim plays on. `data.since` is the last half-move that was a capture or pawn move.
    id: "missed-fifty", severity: Info, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let limit = game.rules.fifty.moves.value.saturating_mul(2);
    if !game.replay.was_quiet_for(limit) {
        return;
    }
    for (i, ply) in game.replay.plies.iter().enumerate() {
        if limit == 0 || ply.halfmove_clock != limit || ply.mates() || !went_on(game, i + 1) {
            continue;
        }
        let since = (i + 1).checked_sub(limit as usize).filter(|&since| since > 0);
        let from = since.map_or_else(|| "the start position".to_string(), |since| last_move(game, since));
        let message = format!(
            "{limit} half-moves without a capture or pawn move since {from}: a draw could have been claimed"
        );
        out.add(&CHECK, Anchor::Ply(i + 1), message).data("since", since.unwrap_or(0));
    }
}
