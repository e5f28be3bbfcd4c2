use super::event_prelude::*;
use rustc_hash::FxHashMap;

use crate::event::{Cell, Outcome};

check! {
    /// More than one pairing-allocated bye in a round.
    ///
    /// ## Why it matters
    /// A bye is allocated only where the number of players is odd, to one player.
    ///
    /// ## Example
    /// Two byes in round 3:
    /// ```trf
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  1.0    5     1 b 0     3 w 0  0000 - U
    /// 001    5 m    Egger, Emil                       1900 SUI    99000005 1985/01/05  1.0    6     2 w 0     6 b 0  0000 - U
    /// ```
    ///
    /// ## What to do
    /// A bye that was asked for is H, F or Z; a game that was won without play is +. Tables of chess-results, whose -1
    /// is any full point without a game, are not checked.
    id: "bye-count", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.kind != Kind::Swiss {
        return;
    }
    let mut by_round: FxHashMap<u32, Vec<(&Player, &Cell)>> = FxHashMap::default();
    for player in &file.event.players {
        for cell in
            player.cells.iter().filter(|cell| cell.outcome == Outcome::PairingBye && cell.mark.is_none())
        {
            by_round.entry(cell.round).or_default().push((player, cell));
        }
    }
    for (round, byes) in by_round {
        let (Some((player, cell)), true) = (byes.get(1), byes.len() > 1) else { continue };
        let words = format!("round {round}: {} players have a pairing-allocated bye", byes.len());
        let finding = out.cell(player, cell, words);
        finding.field = Some("result".into());
        finding.found = Some(byes.len().into());
        finding.expected = Some(1.into());
    }
}
