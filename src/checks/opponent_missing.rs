use super::event_prelude::*;

check! {
    /// A cell names a starting number that no player has.
    ///
    /// ## Why it matters
    /// The game has only one side; its opponent's points and colours cannot be checked, and it is rated for
    /// nobody.
    ///
    /// ## Example
    /// There are six players:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  1.5    3    57 w =     4 b 1     1 b 0
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  1.5    4  0000 - H     5 w 1     2 w 0
    /// ```
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
            finding.field = Some("opponent".into());
            finding.found = Some(no.into());
        }
    }
}
