use super::event_prelude::*;

check! {
    /// The Result of a game is not that of the table.
    ///
    /// ## Why it matters
    /// One of them is wrong; the signed scoresheet decides. A forfeit and a win by the same player do not
    /// differ.
    ///
    /// ## Example
    /// Berg and Abel drew in round 2:
    /// ```pgn
    /// [Event "Spring open"]
    /// [Date "2026.03.07"]
    /// [Round "2"]
    /// [White "Berg, Bruno"]
    /// [Black "Abel, Anna"]
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
    /// Look the result up on the signed scoresheets.
    id: "pgn-result-differs", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let Some((games, sources)) = file.sources() else { return };
    for (game, cell) in &sources.result_differs {
        let words =
            format!("{} against {}: the result is not that of the table", game.white.name, game.black.name);
        let finding = out.game(games, game, words);
        finding.field = Some("result".into());
        finding.expected = Some(cell.outcome.code().to_string().into());
    }
}
