use super::prelude::*;

check! {
    /// A draw that needs no claim was reached, and the result is not a draw.
    ///
    /// ## Why it matters
    /// In editions that have these rules, the fifth occurrence of a position ends the game, and so do seventy-five
    /// moves by each player without a capture or pawn move; the arbiter has to step in. If the last of those moves
    /// gives mate, the mate counts.
    ///
    /// ## Example
    /// The FEN counts 148 half-moves without a pawn moved or a piece taken; `124... Kd5` ends the game:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/4k3/8/8/4K3/4R3/8 w - - 148 124"]
    ///
    /// 124. Re1 Kd5 125. Re2 1-0
    /// ```
    /// In order:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/4k3/8/8/4K3/4R3/8 w - - 148 124"]
    ///
    /// 124. Re1 Kd5 1/2-1/2
    /// ```
    ///
    /// ## What to do
    /// The game was drawn at the half-move named. If this was not noticed during the game, it is a matter for an
    /// appeal.
    id: "missed-automatic-draw", severity: Error, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(EndFault::MissedAutomaticDraw { ply, end }) = game.end_fault else { return };
    let result = game.outcome().map_or("?", Outcome::as_str);
    let message = match end {
        BoardEnd::Fivefold => {
            let times = game.replay.plies.get(ply - 1).map_or(0, |p| p.occurrence);
            format!(
                "the position occurs for the {} time, which draws the game; the result is {result}",
                ordinal(times)
            )
        }
        _ => format!(
            "{} half-moves without a capture or pawn move draw the game here; the result is {result}",
            game.replay.plies.get(ply - 1).map_or(0, |p| p.halfmove_clock)
        ),
    };
    let slot = out.add(&CHECK, Anchor::Ply(ply), message).data("end", end.word());
    if end == BoardEnd::Fivefold {
        slot.note(format!("it occurred before {}", places(game, &game.replay.earlier_occurrences(ply))));
    }
}
