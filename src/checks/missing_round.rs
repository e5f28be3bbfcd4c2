use super::event_prelude::*;
use std::collections::BTreeSet;

check! {
    /// A round without any game between rounds that have some.
    ///
    /// ## Why it matters
    /// A whole round was left out of the file, or rounds were numbered wrongly.
    ///
    /// ## Example
    /// Nothing is known of round 3:
    /// ```csv
    /// Round,White,Black,Result
    /// 1,"Abel, Anna","Dahl, David",1-0
    /// 1,"Berg, Bruno","Cerny, Clara",½-½
    /// 2,"Dahl, David","Cerny, Clara",0-1
    /// 2,"Abel, Anna","Berg, Bruno",½-½
    /// 4,"Berg, Bruno","Dahl, David",1-0
    /// 4,"Cerny, Clara","Abel, Anna",0-1
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
    /// Find the games of the round, or correct the numbers. Files that hold one player's games, or a selection, are no finding.
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
    if file.event.format == Format::Pgn && !is_whole(file, &rounds) {
        return;
    }
    for round in (*first..*last).filter(|round| !rounds.contains(round)) {
        let finding = out.event(format!("no game of round {round}"));
        finding.round = Some(round.to_string().into());
    }
}

/// Whether the games look like all those of an event: in most rounds at least half of the players play. One player's games and a
/// selection have fewer.
fn is_whole(file: &ResultFile<'_>, rounds: &BTreeSet<u32>) -> bool {
    let playing =
        |round: u32| file.event.players.iter().filter(|player| player.cell(round).is_some()).count();
    let mut counts: Vec<usize> = rounds.iter().map(|round| playing(*round)).collect();
    counts.sort_unstable();
    counts.get(counts.len() / 2).is_some_and(|median| median * 2 >= file.event.players.len())
}
