//! The round as a report file: the event up to the round before, with the round's pairs and no results.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::Pairings;
use crate::event::standings::{Options, standings};
use crate::event::{Cell, Colour, Event, Kind, Outcome};
use crate::report::crosstable::trf;

/// Writes the event, with the round that the rules give as its last one.
///
/// # Errors
/// Those of the writer.
pub fn write(pairings: &Pairings<'_>, out: &mut dyn Write) -> io::Result<()> {
    let event = with_round(pairings);
    let options = Options { kind: Some(Kind::Swiss), ..Options::new(pairings.edition) };
    out.write_all(trf::text(&event, &standings(&event, &options)).as_bytes())
}

fn with_round(pairings: &Pairings<'_>) -> Event {
    let due = pairings.due;
    let mut cells: BTreeMap<u32, Cell> = BTreeMap::new();
    let mut seat = |no: u32, opponent: u32, colour: Colour| {
        let cell =
            Cell { opponent: Some(opponent), colour: Some(colour), ..Cell::new(due.round, Outcome::Pending) };
        cells.insert(no, cell);
    };
    for board in &due.boards {
        seat(board.white, board.black, Colour::White);
        seat(board.black, board.white, Colour::Black);
    }
    if let Some(bye) = &due.bye {
        cells.insert(bye.player, Cell::new(due.round, Outcome::PairingBye));
    }
    for no in &due.absent {
        cells.insert(*no, absence(pairings, *no));
    }
    let mut event = pairings.event.clone();
    event.cut_to_round(due.round - 1);
    for player in &mut event.players {
        player.cells.extend(cells.remove(&player.no));
    }
    // The absences of this round are in the cells. The record would be taken for the next round.
    event.records.retain(|record| record.code != "XXZ");
    event
}

/// The cell of a player who is not paired, as in the file: its own cell, or one by the list of byes.
fn absence(pairings: &Pairings<'_>, no: u32) -> Cell {
    let round = pairings.due.round;
    if let Some(cell) = pairings.player(no).and_then(|player| player.cell(round)) {
        return cell.clone();
    }
    let byes =
        pairings.event.round_byes.iter().find(|byes| byes.round == round && byes.numbers.contains(&no));
    Cell::new(round, byes.map_or(Outcome::ZeroBye, |byes| byes.outcome))
}
