use super::prelude::*;

check! {
    /// The record goes on after the game ended on the board.
    ///
    /// ## Why it matters
    /// Checkmate, stalemate and a dead position end the game at once, and so do fivefold repetition and
    /// seventy-five moves in editions that have these rules. Whatever was played, claimed or resigned later is
    /// void.
    ///
    /// One or two half-moves after a dead position, in a game called a draw, change nothing: that is a warning. So are
    /// more of them in a drawn game that is older than the first edition of its rules that is known.
    ///
    /// ## Example
    /// With two bare kings the game ended with the capture:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/8/3k4/8/8/3pK3/8 w - - 0 37"]
    ///
    /// 37. Kxd2 Kc4 1/2-1/2
    /// ```
    /// In order:
    /// ```pgn
    /// [SetUp "1"]
    /// [FEN "8/8/8/3k4/8/8/3pK3/8 w - - 0 37"]
    ///
    /// 37. Kxd2 1/2-1/2
    /// ```
    ///
    /// ## What to do
    /// The position that ended the game decides the result; `data.end` says how it did. If the published result is
    /// another, correct it or take it to the appeals committee.
    id: "moves-after-end", severity: Error, on: Game(run)
}

/// Half-moves after a dead position that players make before they notice it.
const FEW: usize = 2;

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let Some(EndFault::MovesAfter { ply, end }) = game.end_fault else { return };
    let what = match end {
        BoardEnd::Checkmate => "checkmate",
        BoardEnd::Stalemate => "stalemate",
        BoardEnd::DeadPosition => "a position in which neither side can mate by any series of legal moves",
        BoardEnd::Fivefold => "the fifth occurrence of a position",
        BoardEnd::SeventyFive => "seventy-five moves by each player without a capture or pawn move",
    };
    let how = if ply == 0 {
        "the start position is".to_string()
    } else {
        format!("{} brought about", last_move(game, ply))
    };
    let message = format!("{how} {what}, which ended the game; moves follow");
    let slot = out.add(&CHECK, Place::Ply(ply + 1), message).data("end", end.word()).data("ply", ply);
    // What ended a game before the first edition that is known is an assumption.
    let harmless = end == BoardEnd::DeadPosition
        && (game.recorded() <= ply + FEW || game.predates_rules)
        && game.outcome() == Some(Outcome::Draw);
    if harmless {
        slot.severity(Severity::Warning);
    }
}
