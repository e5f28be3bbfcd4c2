use super::event_prelude::*;

check! {
    /// A player has the same colour three times running.
    ///
    /// ## Why it matters
    /// Pairing rules avoid it (C.04.1, article 7), but for the last round and where a system makes
    /// exceptions.
    ///
    /// ## Example
    /// Player 1 has White in the first three rounds of five, player 2 Black, which is a difference of three as
    /// well:
    /// ```trf
    /// XXR 5
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  2.5    1     4 w 1     2 w =     3 w 1
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  2.5    2     5 b 1     1 b =     6 b 1
    /// ```
    ///
    /// ## What to do
    /// Nothing, where the pairing program was right; otherwise compare the colours with the scoresheets.
    id: "three-colours-in-row", severity: Info, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.kind != Kind::Swiss {
        return;
    }
    let last = file.event.planned_rounds.unwrap_or(file.last_round).max(file.last_round);
    for player in file.event.players.iter().filter(|player| file.is_settled(player)) {
        let (mut colour, mut running) = (None, 0);
        for cell in player.cells.iter().filter(|cell| cell.outcome.is_played() && cell.colour.is_some()) {
            running = if cell.colour == colour { running + 1 } else { 1 };
            colour = cell.colour;
            if running == 3 && cell.round < last {
                let words =
                    format!("round {}: {} has the same colour a third time running", cell.round, player.name);
                out.cell(player, cell, words).field = Some("colour".into());
            }
        }
    }
}
