use super::event_prelude::*;
use std::collections::BTreeSet;

check! {
    /// A round without any game between rounds that have some.
    ///
    /// ## Why it matters
    /// A whole round was left out of the file, or rounds were numbered wrongly.
    ///
    /// ## Example
    /// Games of rounds 1, 2 and 4.
    ///
    /// ## What to do
    /// Find the games of the round, or correct the numbers.
    id: "missing-round", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let rounds: BTreeSet<u32> =
        file.event.players.iter().flat_map(|p| &p.cells).map(|cell| cell.round).collect();
    let (Some(first), Some(last)) = (rounds.first(), rounds.last()) else { return };
    // Where many rounds are missing the file holds a choice of the games, or its numbers are dates or stages.
    let missing = (last - first) as usize + 1 - rounds.len();
    if missing * 3 > rounds.len() {
        return;
    }
    for round in (*first..*last).filter(|round| !rounds.contains(round)) {
        let finding = out.event(format!("no game of round {round}"));
        finding.round = Some(round.to_string().into());
    }
}
