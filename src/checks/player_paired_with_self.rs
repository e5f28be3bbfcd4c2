use super::event_prelude::*;

check! {
    /// A player is paired with himself.
    ///
    /// ## Why it matters
    /// The number of the opponent is wrong, and the opponent's cell has no counterpart.
    ///
    /// ## Example
    /// In the first round:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  1.5    3     3 w =     4 b 1     1 b 0
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  1.5    4  0000 - H     5 w 1     2 w 0
    /// ```
    ///
    /// ## What to do
    /// Look the pairing of that round up, and correct the number.
    id: "player-paired-with-self", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for player in &file.event.players {
        for cell in player.cells.iter().filter(|cell| cell.opponent == Some(player.no)) {
            let words = format!("round {}: {} is paired with himself", cell.round, player.name);
            out.cell(player, cell, words).field = Some("opponent".into());
        }
    }
}
