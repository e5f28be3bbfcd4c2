use super::event_prelude::*;

check! {
    /// A game that the table does not have.
    ///
    /// ## Why it matters
    /// Either the table lacks a result, or the game is of another event.
    ///
    /// ## Example
    /// A game of round 9 between two players who met in round 1 only.
    ///
    /// ## What to do
    /// Look the pairing up, and correct the table or the file of games.
    id: "extra-game", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let Some((games, sources)) = file.sources() else { return };
    for game in &sources.games_alone {
        let words = format!("{} against {} is not a pairing in the table", game.white.name, game.black.name);
        out.game(games, game, words);
    }
}
