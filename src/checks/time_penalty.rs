use super::prelude::*;

check! {
    /// A clock went up by a time penalty for the opponent.
    ///
    /// ## Why it matters
    /// An illegal move or a wrong claim of a draw gives the opponent time (FIDE 7.5.5 and 9.5.3). The amount shows
    /// that this happened, although no scoresheet says so, and it counts when the next illegal move is judged. A
    /// rise of less than half of such an amount is not taken for a penalty: the readings were taken late, which
    /// `clock-arithmetic` reports.
    ///
    /// ## Example
    /// Black's clock goes up by 2:10 with 30 seconds a move: two minutes were added, and 20 seconds used:
    /// ```pgn
    /// [TimeControl "5400+30"]
    ///
    /// 1. e4 {[%clk 1:30:20]} e5 {[%clk 1:30:10]}
    /// 2. Nf3 {[%clk 1:30:40]} Nc6 {[%clk 1:32:20]}
    /// ```
    /// Nothing but the increment:
    /// ```pgn
    /// [TimeControl "5400+30"]
    ///
    /// 1. e4 {[%clk 1:30:20]} e5 {[%clk 1:30:10]}
    /// 2. Nf3 {[%clk 1:30:40]} Nc6 {[%clk 1:30:20]}
    /// ```
    ///
    /// ## What to do
    /// Nothing; `data.bonus` is the time that the rules add, in seconds.
    id: "time-penalty", severity: Info, on: Clock(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    for fact in game.time.reconstruction().facts() {
        let FactKind::Gain { before_ms, shown_ms, cause: GainCause::Penalty(penalty), .. } = fact.kind else {
            continue;
        };
        let message = format!(
            "{}'s clock goes up from {} to {}: a penalty of {} seconds for the opponent explains it",
            side(fact.side),
            clock(before_ms),
            clock(shown_ms),
            penalty / 1000
        );
        out.add(&CHECK, reading(game, fact.ply), message).data("bonus", json_seconds(penalty));
    }
}
