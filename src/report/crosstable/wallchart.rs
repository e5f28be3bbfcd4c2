//! The wall chart of US Chess: one row per player in the order of the final rank, cells between bars.

use std::io::{self, Write};

use super::Crosstable;
use crate::event::field::Slot;
use crate::event::{Colour, Outcome};
use crate::report::shown;

/// Width of the column of names.
const NAME: usize = 31;

/// Prints the chart.
///
/// # Errors
/// Those of the writer.
pub fn write(table: &Crosstable<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (event, standings) = (table.event, table.standings);
    let rounds = standings.field.rounds;
    let rule = "-".repeat(47 + 6 * rounds as usize);
    let heads = |text: &dyn Fn(u32) -> String| (1..=rounds).map(text).collect::<String>();
    writeln!(out, "{rule}")?;
    writeln!(out, " Pair | {:<NAME$} |Total|{}", "Player Name", heads(&|_| "Round|".to_owned()))?;
    writeln!(out, " Num  | {:<NAME$} | Pts |{}", "ID / Rtg", heads(&|round| format!("{round:^5}|")))?;
    writeln!(out, "{rule}")?;
    for row in &standings.rows {
        let (Some(player), Some(entrant)) = (event.players.get(row.entrant), standings.entrant(row)) else {
            continue;
        };
        let slot = |round: u32| entrant.of_round(round).first();
        let number =
            |slot: &Slot| slot.opponent.and_then(|at| standings.field.entrants.get(at)).map(|e| e.no);
        let result = |round: u32| match slot(round) {
            Some(slot) => {
                let number = number(slot).map(|no| no.to_string()).unwrap_or_default();
                format!("{}{number:>4}|", letter(slot.outcome))
            }
            None => "     |".to_owned(),
        };
        let colour = |round: u32| {
            let letter = match slot(round).and_then(|slot| slot.colour) {
                Some(Colour::White) => 'W',
                Some(Colour::Black) => 'B',
                None => ' ',
            };
            format!("{letter}    |")
        };
        let name = shown(&player.name.to_uppercase(), NAME - 1).into_owned();
        writeln!(
            out,
            "{:>5} | {name:<NAME$} |{:<5}|{}",
            row.no,
            format!("{:.1}", entrant.score.primary),
            heads(&result)
        )?;
        let rating = player.rating.map_or_else(|| "Unrated".to_owned(), |rating| rating.to_string());
        let about = shown(&format!("{} / R: {rating}", player.fide_id), NAME - 1).into_owned();
        writeln!(out, "{:>5} | {about:<NAME$} |     |{}", shown(&player.federation, 5), heads(&colour))?;
        writeln!(out, "{rule}")?;
    }
    Ok(())
}

/// The letter of a result.
fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Win | Outcome::ShortWin => 'W',
        Outcome::Draw | Outcome::ShortDraw => 'D',
        Outcome::Loss | Outcome::ShortLoss => 'L',
        Outcome::ForfeitWin => 'X',
        Outcome::ForfeitLoss => 'F',
        Outcome::FullBye | Outcome::PairingBye => 'B',
        Outcome::HalfBye => 'H',
        Outcome::ZeroBye => 'U',
        Outcome::Unknown | Outcome::Pending => ' ',
    }
}
