use super::event_prelude::*;
use crate::event::Cell;

check! {
    /// A player's cell names an opponent whose own cell names somebody else, or nobody.
    ///
    /// ## Why it matters
    /// One of the two records is wrong, and the points of one of the players with it. Each side's own
    /// record is counted.
    ///
    /// ## Example
    /// Round 2: player 12 met 7, and player 7 met 3.
    ///
    /// ## What to do
    /// Look the pairing of that round up, and correct the cell that is wrong.
    id: "pairing-not-reciprocal", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for player in &file.event.players {
        for cell in player.cells.iter().filter(|cell| !cell.outcome.is_bye()) {
            let Some(other) = cell.opponent.filter(|no| *no != player.no).and_then(|no| file.player(no))
            else {
                continue;
            };
            let answers = other.cells.iter().any(|c| c.round == cell.round && c.opponent == Some(player.no));
            if answers || file.is_unread(other.no, cell.round) {
                continue;
            }
            let theirs = other.cell(cell.round).and_then(|theirs| theirs.opponent);
            let says = theirs.map_or("nobody".to_owned(), |no| no.to_string());
            let words = format!(
                "round {}: {} met {}, whose own record names {says}",
                cell.round, player.no, other.no
            );
            let finding = if player.no < other.no {
                out.cell(player, cell, words)
            } else {
                // The record of the lower number is where both sides look first.
                let place =
                    Cell { opponent: Some(player.no), ..other.cell(cell.round).unwrap_or(cell).clone() };
                let place = if place.line == other.line {
                    place
                } else {
                    Cell { line: other.line, column: 0, ..place }
                };
                out.cell(other, &place, words)
            };
            finding.field = Some("opponent".to_owned());
            finding.expected = Some(player.no.into());
            finding.found = theirs.map(Into::into);
        }
    }
}
