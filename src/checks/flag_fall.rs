use super::prelude::*;
use crate::clock::{Fact, Proof};
use crate::ruleset::FlagCall;

check! {
    /// A player's time ran out, and the game went on or the result ignores it.
    ///
    /// ## Why it matters
    /// A player who does not complete the required moves in time loses, unless the opponent cannot mate. If only
    /// the players may call a flag, a flag that was not called does not count as fallen.
    ///
    /// ## Example
    /// Five minutes for the game, and none left; the reading is in whole seconds, so it is only an info:
    /// ```pgn
    /// [TimeControl "300"]
    ///
    /// 1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]}
    /// 2. Nf3 {[%clk 0:00:00]} Nc6 {[%clk 0:04:50]} 3. Bc4
    /// ```
    /// In order:
    /// ```pgn
    /// [TimeControl "300"]
    ///
    /// 1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]}
    /// 2. Nf3 {[%clk 0:00:01]} Nc6 {[%clk 0:04:50]} 3. Bc4
    /// ```
    ///
    /// ## What to do
    /// Look at the record of the clocks and the arbiter's notes. A zero in whole seconds proves nothing: up to a second
    /// may have been left.
    id: "flag-fall", severity: Error, on: Clock(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    for fact in game.time.reconstruction().facts() {
        let FactKind::RanOut { proof, display_ms, went_on } = fact.kind else { continue };
        if !went_on && !ignored_by_result(game, fact.side) {
            continue;
        }
        let why = match proof {
            Proof::Display => format!("the display reads {}", clock(display_ms.unwrap_or(0))),
            Proof::Flag { required: Some(required), made } => {
                format!("the log says that the flag fell, with {made} of {required} moves completed")
            }
            Proof::Flag { required: None, .. } => "the log says that the flag fell".to_string(),
            Proof::Control { required, made } => {
                format!("{made} of {required} moves were made when the stage's time was used up")
            }
            Proof::Elapsed => "the times used add up to more than there was".to_string(),
            Proof::TimeOfDay => "by the times of day no time was left".to_string(),
            Proof::WholeSecondZero => {
                "the display reads zero in whole seconds, so up to a second may have been left".to_string()
            }
        };
        let after = if went_on { "the game went on" } else { "the result ignores it" };
        let message = format!("{}'s time ran out: {why}; {after}", side(fact.side));
        put(game, out, fact, proof, message);
    }
}

fn put(game: &Game<'_>, out: &mut Findings<'_>, fact: &Fact, proof: Proof, message: String) {
    let slot = out.add(&CHECK, reading(game, fact.ply), message).data("side", side(fact.side).to_lowercase());
    if game.rules.flag.arbiter_calls.value == FlagCall::Never {
        slot.severity(Severity::Info).note("not claimed: under these rules only the players may call a flag");
    } else if proof == Proof::WholeSecondZero {
        slot.severity(Severity::Info);
    }
}

/// Whether the result ignores the fallen flag: it is a win for that player without mate, or a draw that neither the
/// board, the opponent's material nor the Termination tag explains.
fn ignored_by_result(game: &Game<'_>, fallen: Color) -> bool {
    let Some(outcome) = game.outcome() else { return false };
    match outcome.winner() {
        Some(winner) => winner == fallen && !mated_by(game, fallen),
        None => outcome == Outcome::Draw && !draw_explained(game, !fallen),
    }
}

fn mated_by(game: &Game<'_>, side: Color) -> bool {
    let last = game.replay.plies.len();
    game.replay.plies.last().is_some_and(|ply| ply.mates()) && game.mover(last) == side
}

fn draw_explained(game: &Game<'_>, opponent: Color) -> bool {
    !game.replayed_to_the_end()
        || game.mated_or_stalemated().is_some()
        || game.dead_at.is_some()
        || super::flag_test::cannot_win(&game.replay.last, opponent, game.rules)
        || game.termination.is_some_and(|t| t != super::termination::Termination::Time)
}
