use super::event_prelude::*;
use crate::event::kind;

check! {
    /// A game that should be there is not.
    ///
    /// ## Why it matters
    /// In a round-robin that has finished every pair has met. With the games of an event beside its table,
    /// each game of the table has its scoresheet; forfeits and byes have none.
    ///
    /// ## Example
    /// A round-robin of four in which Berg and Cerny did not meet:
    /// ```csv
    /// Round,White,Black,Result
    /// 1,"Abel, Anna","Dahl, David",1-0
    /// 2,"Dahl, David","Cerny, Clara",0-1
    /// 2,"Abel, Anna","Berg, Bruno",½-½
    /// 3,"Berg, Bruno","Dahl, David",1-0
    /// 3,"Cerny, Clara","Abel, Anna",0-1
    /// ```
    /// In order:
    /// ```csv
    /// Round,White,Black,Result
    /// 1,"Abel, Anna","Dahl, David",1-0
    /// 1,"Berg, Bruno","Cerny, Clara",½-½
    /// 2,"Dahl, David","Cerny, Clara",0-1
    /// 2,"Abel, Anna","Berg, Bruno",½-½
    /// 3,"Berg, Bruno","Dahl, David",1-0
    /// 3,"Cerny, Clara","Abel, Anna",0-1
    /// ```
    ///
    /// ## What to do
    /// Find the missing result, or the missing scoresheet.
    id: "missing-game", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    match file.kind {
        Kind::RoundRobin if is_finished(file) => round_robin(file, out),
        _ => {}
    }
    let Some((_, sources)) = file.sources() else { return };
    for meeting in &sources.table_alone {
        let (player, cell) = meeting;
        let words = format!(
            "round {}: {} against {} is in the table and not among the games",
            cell.round,
            player.no,
            cell.opponent.unwrap_or(0)
        );
        out.cell(player, cell, words);
    }
}

/// All rounds have been played: those planned, or as many as a round-robin of so many players has.
fn is_finished(file: &ResultFile<'_>) -> bool {
    let players =
        file.event.players.iter().filter(|p| p.cells.iter().any(|c| c.opponent.is_some())).count() as u32;
    let cycles = kind::cycles(&kind::meetings(file.event));
    let rounds = (players + players % 2).saturating_sub(1) * cycles;
    file.last_round >= file.event.planned_rounds.unwrap_or(rounds).max(1) && file.last_round >= rounds
}

/// The part of the games of a round-robin, as a divisor, that may be missing from a file of all of them.
const MOST: u64 = 10;

fn round_robin(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let met = kind::meetings(file.event);
    let cycles = kind::cycles(&met);
    let mut players: Vec<&Player> =
        file.event.players.iter().filter(|p| p.cells.iter().any(|c| c.opponent.is_some())).collect();
    players.sort_by_key(|player| player.no);
    players.retain(|player| !file.has_unread(player));
    let games = file.event.format == Format::Pgn;
    let pairs = players.len() as u64 * players.len().saturating_sub(1) as u64 / 2;
    let played: u64 = met.values().map(|count| u64::from((*count).min(cycles))).sum();
    let expected = pairs.saturating_mul(u64::from(cycles));
    // Where more than a tenth of the games are not there, the file is a selection.
    if games && expected.saturating_sub(played).saturating_mul(MOST) > expected {
        return;
    }
    for (at, player) in players.iter().enumerate() {
        for other in players.iter().skip(at + 1).filter(|other| other.no != player.no) {
            let count = met.get(&(player.no, other.no)).copied().unwrap_or(0);
            if count >= cycles {
                continue;
            }
            // Every pair that is passed over has met: there are no more of these than games.
            if out.is_full() {
                return;
            }
            // Starting numbers stand in tables only.
            let (one, two) = match games {
                true => (player.name.to_string(), other.name.to_string()),
                false => (player.no.to_string(), other.no.to_string()),
            };
            let words = match count {
                0 => format!("{one} and {two} did not meet"),
                n => format!("{one} and {two} met {n} times of {cycles}"),
            };
            let finding = if games { out.event(words) } else { out.player(player, words) };
            finding.name = Some(player.name.as_str().into());
            if games {
                finding.data.insert("opponent_name".into(), two.into());
            } else {
                (finding.player, finding.opponent) = (Some(player.no), Some(other.no));
            }
        }
    }
}
