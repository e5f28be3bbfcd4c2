use super::event_prelude::*;

check! {
    /// A player is paired with himself.
    ///
    /// ## Why it matters
    /// The number of the opponent is wrong, and the opponent's cell has no counterpart.
    ///
    /// ## Example
    /// Player 4 with `4 b =`.
    ///
    /// ## What to do
    /// Look the pairing of that round up, and correct the number.
    id: "player-paired-with-self", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for player in &file.event.players {
        for cell in player.cells.iter().filter(|cell| cell.opponent == Some(player.no)) {
            let words = format!("round {}: {} is paired with himself", cell.round, player.name);
            out.cell(player, cell, words).field = Some("opponent".to_owned());
        }
    }
}
