use super::prelude::*;
use crate::clock::Fact;

check! {
    /// The figures of a clock contradict each other.
    ///
    /// ## Why it matters
    /// Time used, time left and the time control must agree; if they do not, one of them is wrong. In a clock log
    /// the time of day decides: the display is never trusted alone. A clock that goes up by a little more than the
    /// time control gives was read late; that is reported as info only (`data.late`).
    ///
    /// ## Example
    /// Forty seconds were used, and two minutes are gone:
    /// ```pgn
    /// [TimeControl "1800"]
    ///
    /// 1. e4 {[%clk 0:30:00]} e5 {[%clk 0:30:00]}
    /// 2. Nf3 {[%clk 0:28:00] [%emt 0:00:40]} Nc6
    /// ```
    /// In order:
    /// ```pgn
    /// [TimeControl "1800"]
    ///
    /// 1. e4 {[%clk 0:30:00]} e5 {[%clk 0:30:00]}
    /// 2. Nf3 {[%clk 0:29:20] [%emt 0:00:40]} Nc6
    /// ```
    ///
    /// ## What to do
    /// `data.display` is the reading and `data.recomputed` the value expected, in seconds. A constant difference
    /// points to a clock that was set wrongly, a single one to a wrong reading.
    id: "clock-arithmetic", severity: Warning, on: Clock(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    for fact in game.time.reconstruction().facts() {
        if let FactKind::Gain { before_ms, shown_ms, allowed_ms, cause: GainCause::Late } = fact.kind {
            late(game, out, fact, [before_ms, shown_ms, allowed_ms]);
        }
        let (display, recomputed, more) = match fact.kind {
            FactKind::Arithmetic { display_ms, recomputed_ms, times: 1 } => {
                (display_ms, recomputed_ms, String::new())
            }
            FactKind::Arithmetic { display_ms, recomputed_ms, times } => {
                (display_ms, recomputed_ms, format!("; the same difference {times} times"))
            }
            FactKind::IncrementMissing { display_ms, recomputed_ms, increment_ms, .. } => (
                display_ms,
                recomputed_ms,
                format!("; the increment of {} seconds is never added", increment_ms / 1000),
            ),
            _ => continue,
        };
        let message = format!(
            "{}'s clock shows {}, but by the time used it should show {}{more}",
            side(fact.side),
            clock(display),
            clock(recomputed)
        );
        let slot = out.add(&CHECK, reading(game, fact.ply), message);
        slot.data("display", json_seconds(display)).data("recomputed", json_seconds(recomputed));
    }
}

/// A reading that shows more than the time control gives, and less than a penalty adds.
fn late(game: &Game<'_>, out: &mut Findings<'_>, fact: &Fact, [before, shown, allowed]: [i64; 3]) {
    let message = format!(
        "{}'s clock goes up from {} to {}, and the time control adds at most {}: the previous reading was taken late",
        side(fact.side),
        clock(before),
        clock(shown),
        clock(allowed)
    );
    let slot = out.add(&CHECK, reading(game, fact.ply), message).severity(Severity::Info);
    slot.data("display", json_seconds(shown))
        .data("recomputed", json_seconds(before + allowed))
        .data("late", true);
}
