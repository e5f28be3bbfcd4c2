use super::event_prelude::*;

check! {
    /// The pair met, in another round.
    ///
    /// ## Why it matters
    /// Tags of a broadcast often carry the round of the day before.
    ///
    /// ## Example
    /// `[Round "4.1"]`, and round 3 in the table.
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
