use super::event_prelude::*;

check! {
    /// A game that the table does not have.
    ///
    /// ## Why it matters
    /// Either the table lacks a result, or the game is of another event.
    ///
    /// ## Example
    /// These two never met:
    /// ```pgn
    /// [Event "Spring open"]
    /// [Date "2026.03.08"]
    /// [Round "4"]
    /// [White "Abel, Anna"]
    /// [Black "Frei, Fred"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0
    /// ```
    /// In order:
    /// ```pgn
    /// [Event "Spring open"]
    /// [Date "2026.03.07"]
    /// [Round "2"]
    /// [White "Berg, Bruno"]
    /// [Black "Abel, Anna"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2
    /// ```
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
