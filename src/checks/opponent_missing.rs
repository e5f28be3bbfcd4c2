use super::event_prelude::*;

check! {
    /// A cell names a starting number that no player has.
    ///
    /// ## Why it matters
    /// The game has only one side; its opponent's points and colours cannot be checked, and it is rated for
    /// nobody.
    ///
    /// ## Example
    /// `57 b 1` in an event of sixteen players.
    ///
    /// ## What to do
    /// Look the pairing of that round up, and correct the number.
    id: "opponent-missing", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for player in &file.event.players {
        for cell in &player.cells {
            let Some(no) = cell.opponent.filter(|no| file.player(*no).is_none()) else { continue };
            let words = format!("round {}: {} met number {no}, which no player has", cell.round, player.name);
            let finding = out.cell(player, cell, words);
            finding.field = Some("opponent".to_owned());
            finding.found = Some(no.into());
        }
    }
}
