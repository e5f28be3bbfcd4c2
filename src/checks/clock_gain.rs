use super::prelude::*;

check! {
    /// A clock went up by more than the time control and one penalty can explain.
    ///
    /// ## Why it matters
    /// Either the clock was set or read wrongly, or time was added that the Laws do not provide for, or the time
    /// control in the tags is not the one that was played.
    ///
    /// ## Example
    /// A quarter of an hour more, with 30 seconds a move:
    /// ```pgn
    /// [TimeControl "5400+30"]
    ///
    /// 1. e4 {[%clk 1:30:20]} e5 {[%clk 1:30:10]}
    /// 2. Nf3 {[%clk 1:30:40]} Nc6 {[%clk 1:45:20]}
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
    /// Look in the arbiter's log for a correction of the clock; compare the time control with the regulations.
    id: "clock-gain", severity: Error, on: Clock(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    for fact in game.time.reconstruction().facts() {
        let (before, shown, allowed, why) = match fact.kind {
            FactKind::Gain { before_ms, shown_ms, allowed_ms, cause: GainCause::Unknown } => {
                (before_ms, shown_ms, allowed_ms, "and no penalty explains it".to_string())
            }
            FactKind::GainsOften { before_ms, shown_ms, allowed_ms, times, .. } => (
                before_ms,
                shown_ms,
                allowed_ms,
                format!("this happens {times} times: this time control was not played"),
            ),
            FactKind::StageEarly { before_ms, shown_ms, allowed_ms, required, .. } => {
                let why = format!(
                    "the time of the next stage was added one move before move {required}: the clock had counted one press too many"
                );
                (before_ms, shown_ms, allowed_ms, why)
            }
            _ => continue,
        };
        let message = format!(
            "{}'s clock goes up from {} to {}; the time control gives {} at most, {why}",
            side(fact.side),
            clock(before),
            clock(shown),
            clock(allowed)
        );
        let data = (json_seconds(shown - before), json_seconds(allowed));
        out.add(&CHECK, reading(game, fact.ply), message).data("gain", data.0).data("allowed", data.1);
    }
}
