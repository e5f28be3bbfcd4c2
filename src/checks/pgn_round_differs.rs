use super::event_prelude::*;

check! {
    /// The pair met, in another round.
    ///
    /// ## Why it matters
    /// Tags of a broadcast often carry the round of the day before.
    ///
    /// ## Example
    /// Berg and Abel met in round 2:
    /// ```pgn
    /// [Event "Spring open"]
    /// [Date "2026.03.07"]
    /// [Round "3"]
    /// [White "Berg, Bruno"]
    /// [Black "Abel, Anna"]
    ///
    /// 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2
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
    /// Correct the Round tag.
    id: "pgn-round-differs", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let Some((games, sources)) = file.sources() else { return };
    for (game, cell) in &sources.round_differs {
        let words = format!(
            "{} against {}: the table has this game in another round",
            game.white.name, game.black.name
        );
        let finding = out.game(games, game, words);
        finding.field = Some("round".into());
        finding.expected = Some(cell.round.into());
    }
}
