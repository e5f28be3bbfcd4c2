//! The crosstable as CSV: one row per player, in a form that `event::csv` can read.

use std::io::{self, Write};

use super::cells::{decimal, swiss};
use super::{Crosstable, Holds};
use crate::event::field::Slot;
use crate::event::standings::Standings;
use crate::event::{Kind, Outcome};
use crate::report::csv::{cell, of_csv};

/// What this format can hold.
pub(super) const HOLDS: Holds = Holds { findings: false, any_size: false };

/// Writes the standings; for a team event, those of the teams, without rounds.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Crosstable<'_>, _width: usize, out: &mut dyn Write) -> io::Result<()> {
    let (event, standings) = (table.event, table.standings);
    let team = standings.kind == Kind::Team;
    let mut writer = csv::Writer::from_writer(out);
    let mut header: Vec<String> = ["rank", "no", "name"].map(str::to_owned).to_vec();
    if team {
        let other = if standings.field.game_points_first { "match_points" } else { "game_points" };
        header.extend(["points", other].map(str::to_owned));
    } else {
        header.extend(["title", "rating", "federation", "fide_id", "points"].map(str::to_owned));
    }
    header.extend(standings.tiebreaks.iter().map(|spec| spec.name.clone()));
    let rounds = if team { 0 } else { standings.field.rounds };
    header.extend((1..=rounds).map(|round| round.to_string()));
    writer.write_record(&header).map_err(of_csv)?;
    for row in &standings.rows {
        let Some(entrant) = standings.entrant(row) else { continue };
        let mut cells = vec![row.rank.to_string(), row.no.to_string(), cell(&row.name).into_owned()];
        match event.players.get(row.entrant).filter(|_| !team) {
            Some(player) => cells.extend([
                cell(&player.title).into_owned(),
                player.rating.map(|rating| rating.to_string()).unwrap_or_default(),
                cell(&player.federation).into_owned(),
                player.id().map(|id| cell(id).into_owned()).unwrap_or_default(),
                decimal(entrant.score.primary),
            ]),
            None => cells.extend([decimal(entrant.score.primary), decimal(entrant.score.secondary)]),
        }
        cells.extend(row.tiebreaks.iter().map(|working| working.value.map(decimal).unwrap_or_default()));
        for round in 1..=rounds {
            let slots = entrant.of_round(round);
            cells.push(slots.iter().map(|slot| result(standings, slot)).collect::<Vec<_>>().join(" "));
        }
        writer.write_record(&cells).map_err(of_csv)?;
    }
    writer.flush()
}

/// A result that can be read again. Without a colour, the result comes first, because it would be joined to the number.
fn result(standings: &Standings, slot: &Slot) -> String {
    let opponent = slot.opponent.and_then(|at| standings.field.entrants.get(at));
    let letter = match slot.outcome {
        Outcome::Win => 'W',
        Outcome::Draw => 'D',
        Outcome::Loss => 'L',
        Outcome::ForfeitWin => 'X',
        Outcome::ForfeitLoss => 'F',
        _ => return swiss(&standings.field, slot),
    };
    match opponent.filter(|_| slot.colour.is_none()) {
        Some(opponent) => format!("{letter}{}", opponent.no),
        None => swiss(&standings.field, slot),
    }
}
