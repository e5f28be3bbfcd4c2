use super::prelude::*;
use super::termination::Termination;

check! {
    /// The game is said to have been lost on time, but the record speaks against it.
    ///
    /// ## Why it matters
    /// A mate or stalemate on the board comes before a flag fall. A loser with much time left, or one who made the
    /// last move, points to a lost connection, a clock that was not pressed, or a wrong tag.
    ///
    /// ## Example
    /// The last move mates; whatever the clock showed afterwards does not count:
    /// ```pgn
    /// [Termination "Time forfeit"]
    ///
    /// 1. f3 e5 2. g4 Qh4# 0-1
    /// ```
    /// In order:
    /// ```pgn
    /// [Termination "Normal"]
    ///
    /// 1. f3 e5 2. g4 Qh4# 0-1
    /// ```
    ///
    /// ## What to do
    /// Look for the arbiter's note on the end of the game. The tag is certainly wrong only if the board had already
    /// ended the game.
    id: "timeout-not-fallen", severity: Warning, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    if game.termination != Some(Termination::Time)
        || game.sheet.moves.is_empty()
        || !game.replayed_to_the_end()
    {
        return;
    }
    if game.mated_or_stalemated().is_some() || game.dead_at.is_some() {
        // If the board contradicts the result, only that is reported.
        if game.end_fault.is_none() {
            let message =
                "the game is said to be lost on time, but it had already ended on the board".to_string();
            out.add(&CHECK, Anchor::End, message);
        }
        return;
    }
    let Some(loser) = game.outcome().and_then(Outcome::winner).map(|winner| !winner) else { return };
    if let Some(message) = doubt(game, loser) {
        out.add(&CHECK, Anchor::End, message).severity(Severity::Info);
    }
}

/// What speaks against a flag fall, without disproving it.
fn doubt(game: &Game<'_>, loser: Color) -> Option<String> {
    let last = game.recorded();
    if game.mover(last) == loser {
        return Some(format!(
            "{} lost on time after making the last move: the press may be missing",
            side(loser)
        ));
    }
    let reading = game.time.reconstruction().last(loser)?;
    // The tenth is our own threshold; the Laws have none.
    (reading.more_than_one(10)?).then(|| {
        format!(
            "{} lost on time; the last reading is {}, more than a tenth of the stage",
            side(loser),
            clock(reading.left_ms)
        )
    })
}
