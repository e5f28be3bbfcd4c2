use super::event_prelude::*;
use chrono::NaiveDate;

use crate::event::{Cell, Mark, Outcome};

check! {
    /// A player gets a pairing-allocated bye again, or after a round that gave a win's points without play.
    ///
    /// ## Why it matters
    /// Nobody gets the bye twice, nor after a forfeit win (C.04.1, article 4). From February 2026 nobody gets it
    /// after a full-point bye either.
    ///
    /// ## Example
    /// Player 4 has a bye in rounds 2 and 3:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  1.0    5     6 w =  0000 - H     1 b 0
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  2.0    3     1 b 0  0000 - U  0000 - U
    /// 001    5 m    Egger, Emil                       1900 SUI    99000005 1985/01/05  0.5    6     2 w 0     6 b 0  0000 - H
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  1.5    4     3 b =     5 w 1     2 w 0
    /// ```
    ///
    /// ## What to do
    /// Check the pairing of that round; the bye goes to somebody else.
    id: "bye-twice", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.kind != Kind::Swiss {
        return;
    }
    let full_byes_count = file.event.first_day >= NaiveDate::from_ymd_opt(2026, 2, 1);
    for player in &file.event.players {
        let mut before: Option<&Cell> = None;
        for cell in &player.cells {
            let unexplained = cell.mark == Some(Mark::FullPoint);
            if cell.outcome == Outcome::PairingBye
                && !unexplained
                && let Some(before) = before
            {
                let words = format!(
                    "round {}: a bye for {}, who had {} in round {}",
                    cell.round,
                    player.name,
                    before.outcome.code(),
                    before.round
                );
                out.cell(player, cell, words).field = Some("result".into());
            }
            let counts = match cell.outcome {
                Outcome::PairingBye => !unexplained || full_byes_count,
                Outcome::ForfeitWin => true,
                Outcome::FullBye => full_byes_count,
                _ => false,
            };
            before = before.or(Some(cell).filter(|_| counts));
        }
    }
}
