use super::prelude::*;

check! {
    /// The first reading is higher than the time control gives.
    ///
    /// ## Why it matters
    /// The clocks were set wrongly, or the time control in the tags is not the one that was played.
    ///
    /// ## Example
    /// Two hours on a clock of ninety minutes:
    /// ```pgn
    /// [TimeControl "5400+30"]
    ///
    /// 1. e4 {[%clk 2:00:00]} e5 {[%clk 1:30:00]}
    /// ```
    /// In order:
    /// ```pgn
    /// [TimeControl "5400+30"]
    ///
    /// 1. e4 {[%clk 1:30:00]} e5 {[%clk 1:30:00]}
    /// ```
    ///
    /// ## What to do
    /// Compare the tag with the regulations of the event.
    id: "clock-start", severity: Warning, on: Clock(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    for fact in game.time.reconstruction().facts() {
        let FactKind::StartTooHigh { shown_ms, allowed_ms, .. } = fact.kind else { continue };
        let message = format!(
            "{}'s first reading is {}; the time control gives {} at most",
            side(fact.side),
            clock(shown_ms),
            clock(allowed_ms)
        );
        let slot = out.add(&CHECK, reading(game, fact.ply), message);
        slot.data("display", json_seconds(shown_ms)).data("allowed", json_seconds(allowed_ms));
    }
}
