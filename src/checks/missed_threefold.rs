use super::prelude::*;

check! {
    /// A draw by repetition could have been claimed, and the game went on.
    ///
    /// ## Why it matters
    /// The third occurrence of a position only gives a right to claim: the player about to bring it about may claim
    /// by writing the move without playing it, and the opponent may claim once it is on the board. The arbiter does
    /// not step in.
    ///
    /// ## Example
    /// The fourth move of Black sets up the initial position for the third time; Black could have claimed by
    /// writing it:
    /// ```pgn
    /// 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4
    /// ```
    /// Nothing to claim:
    /// ```pgn
    /// 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. e4
    /// ```
    ///
    /// ## What to do
    /// Nothing: whoever does not claim plays on. The finding shows that a claim was possible.
    id: "missed-threefold", severity: Info, on: Game(run)
}

fn run(game: &Game<'_>, out: &mut Findings<'_>) {
    let count = game.rules.threefold.count.value;
    if count == 0 || game.replay.oddities.occurrence < count {
        return;
    }
    for (i, ply) in game.replay.plies.iter().enumerate() {
        if ply.occurrence != count || !went_on(game, i + 1) {
            continue;
        }
        let earlier = game.replay.earlier_occurrences(i + 1);
        let message = format!(
            "{} brings the position about for the {} time: a draw could have been claimed; it occurred before {}",
            last_move(game, i + 1),
            ordinal(count),
            places(game, &earlier)
        );
        out.add(&CHECK, Anchor::Ply(i + 1), message).data("plies", earlier);
    }
}
