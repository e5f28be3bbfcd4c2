use super::event_prelude::*;
use crate::event::Colour;

check! {
    /// A player has had one colour in three more games than the other.
    ///
    /// ## Why it matters
    /// Pairing rules keep the difference at two (C.04.1, article 6), but for the last round and where a
    /// system makes exceptions.
    ///
    /// ## Example
    /// Player 1 has White in the first three rounds of five, player 2 Black, which is three in a row as well:
    /// ```trf
    /// XXR 5
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  2.5    1     4 w 1     2 w =     3 w 1
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  2.5    2     5 b 1     1 b =     6 b 1
    /// ```
    ///
    /// ## What to do
    /// Nothing, where the pairing program was right; otherwise compare the colours with the scoresheets.
    id: "colour-difference", severity: Info, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.kind != Kind::Swiss {
        return;
    }
    let last = file.event.planned_rounds.unwrap_or(file.last_round).max(file.last_round);
    for player in file.event.players.iter().filter(|player| file.is_settled(player)) {
        let mut difference = 0i32;
        let games = player.cells.iter().filter(|cell| cell.outcome.is_played() && cell.round < last);
        for cell in games {
            difference += match cell.colour {
                Some(Colour::White) => 1,
                Some(Colour::Black) => -1,
                None => 0,
            };
            if difference.abs() > 2 {
                let (more, less) = if difference > 0 { ("White", "Black") } else { ("Black", "White") };
                let words = format!(
                    "round {}: {} has had {more} in {} more games than {less}",
                    cell.round,
                    player.name,
                    difference.abs()
                );
                out.cell(player, cell, words).field = Some("colour".into());
                break;
            }
        }
    }
}
