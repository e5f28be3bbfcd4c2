use super::event_prelude::*;

check! {
    /// The colours of a game are exchanged.
    ///
    /// ## Why it matters
    /// The table or the tags have White and Black the wrong way round.
    ///
    /// ## Example
    /// `[White "Yarland, Nils"]`, and Black in the table.
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
