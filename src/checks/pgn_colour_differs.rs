use super::event_prelude::*;

check! {
    /// The colours of a game are exchanged.
    ///
    /// ## Why it matters
    /// The table or the tags have White and Black the wrong way round.
    ///
    /// ## Example
    /// Berg had White in round 2:
    /// ```pgn
    /// [Event "Spring open"]
    /// [Date "2026.03.07"]
    /// [Round "2"]
    /// [White "Abel, Anna"]
    /// [Black "Berg, Bruno"]
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
    /// Look the colours up on the scoresheets.
    id: "pgn-colour-differs", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let Some((games, sources)) = file.sources() else { return };
    for (game, cell) in &sources.colour_differs {
        let words =
            format!("{} against {}: the table has the colours exchanged", game.white.name, game.black.name);
        let finding = out.game(games, game, words);
        finding.field = Some("colour".into());
        finding.expected = cell.colour.map(|colour| colour.letter().to_string().into());
    }
}
