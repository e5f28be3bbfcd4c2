use super::event_prelude::*;
use chrono::NaiveDate;

use crate::event::{Cell, Outcome};

check! {
    /// A player gets a pairing-allocated bye again, or after a round that gave a win's points without play.
    ///
    /// ## Why it matters
    /// Nobody gets the bye twice (C.04.1, article 4). Until June 2025 a forfeit win stood in its way as
    /// well, from July 2025 also a full-point bye.
    ///
    /// ## Example
    /// U in rounds 4 and 5.
    ///
    /// ## What to do
    /// Check the pairing of that round; the bye goes to somebody else.
    id: "bye-twice", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.kind != Kind::Swiss {
        return;
    }
    let full_byes_count = file.event.first_day >= NaiveDate::from_ymd_opt(2025, 7, 1);
    for player in &file.event.players {
        let mut before: Option<&Cell> = None;
        for cell in &player.cells {
            if cell.outcome == Outcome::PairingBye
                && let Some(before) = before
            {
                let words = format!(
                    "round {}: a bye for {}, who had {} in round {}",
                    cell.round,
                    player.name,
                    before.outcome.code(),
                    before.round
                );
                out.cell(player, cell, words).field = Some("result".to_owned());
            }
            let counts = match cell.outcome {
                Outcome::PairingBye | Outcome::ForfeitWin => true,
                Outcome::FullBye => full_byes_count,
                _ => false,
            };
            before = before.or(Some(cell).filter(|_| counts));
        }
    }
}
