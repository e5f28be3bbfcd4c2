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
    /// By his line player 4 met 6 in round 2, by theirs 3 and 5 did:
    /// ```trf
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  0.5    5     1 b 0     6 w 0     5 b =
    /// ```
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
            let answers = file.answer(other, cell.round, player.no, None);
            if answers.is_some() || file.is_unread(other.no, cell.round) {
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
            finding.field = Some("opponent".into());
            finding.expected = Some(player.no.into());
            finding.found = theirs.map(Into::into);
        }
    }
}
