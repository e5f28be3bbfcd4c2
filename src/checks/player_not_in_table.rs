use super::event_prelude::*;

check! {
    /// A player whom the other source does not have.
    ///
    /// ## Why it matters
    /// The name or the FIDE number is wrong in one of them, or the player is missing. Players are found by
    /// FIDE number, then by name.
    ///
    /// ## Example
    /// Nobody of this name took part:
    /// ```pgn
    /// [Event "Spring open"]
    /// [Date "2026.03.07"]
    /// [Round "2"]
    /// [White "Zeller, Zoe"]
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
    /// Correct the name or the number.
    id: "player-not-in-table", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let Some((games, sources)) = file.sources() else { return };
    for (player, cell) in &sources.unknown_to_table {
        let words = format!("{} does not stand in the table", player.name);
        let finding = out.cell(player, cell, words);
        cell.sheet.iter().for_each(|sheet| finding.file = std::sync::Arc::clone(games.file_of(*sheet)));
        (finding.player, finding.opponent) = (None, None);
    }
    for player in &sources.unknown_to_games {
        out.player(player, format!("{} played, and has no game in {}", player.name, games.file));
    }
}
