use super::event_prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

check! {
    /// The boards of a match are not in the order of the team's list.
    ///
    /// ## Why it matters
    /// Players sit in the fixed order of the list. The order of one team crosses that of the other: one of
    /// them sat out of order, and no record says that it was allowed.
    ///
    /// ## Example
    /// The first of one team plays the second of the other, and the second the first:
    /// ```trf
    /// 082 2
    /// 092 Team: Round-Robin
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  1.0    1     5 w 1
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  1.0    1     4 b 1
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  0.5    3     6 w =
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  0.0    5     2 w 0
    /// 001    5 m    Egger, Emil                       1900 SUI    99000005 1985/01/05  0.0    5     1 b 0
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  0.5    3     3 b =
    /// 310   1 Alder                            ALD             2.0    2.5   1     1    2    3
    /// 310   2 Birch                            BIR             0.0    0.5   2     4    5    6
    /// ```
    ///
    /// ## What to do
    /// Check the pairing of the match; a change that was allowed is a `300` record.
    id: "team-board-order", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    // Only a `310` record gives an order: leagues with `013` lines let their players sit as they like.
    if file.kind != Kind::Team || !file.event.teams.iter().any(|team| team.fixed_order) {
        return;
    }
    let mut seat: FxHashMap<u32, (usize, usize)> = FxHashMap::default();
    for (team, list) in file.event.teams.iter().enumerate() {
        for (place, no) in list.members.iter().enumerate() {
            seat.entry(*no).or_insert((team, place));
        }
    }
    let mut matches: FxHashMap<(u32, usize, usize), Vec<(usize, usize)>> = FxHashMap::default();
    for pairing in file.pairings() {
        let (Some(a), Some(b)) = (seat.get(&pairing.lower.no), seat.get(&pairing.higher.no)) else {
            continue;
        };
        let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
        matches.entry((pairing.round, a.0, b.0)).or_default().push((a.1, b.1));
    }
    let out_of_order: FxHashSet<(u32, u32)> =
        file.event.out_of_order.iter().map(|changed| (changed.team, changed.round)).collect();
    for ((round, a, b), mut boards) in matches {
        boards.sort_unstable();
        let crossed = boards.windows(2).any(|pair| matches!(pair, [(_, x), (_, y)] if x > y));
        let (Some(team), Some(other)) = (file.event.teams.get(a), file.event.teams.get(b)) else { continue };
        let allowed = [team.no, other.no].iter().any(|no| out_of_order.contains(&(*no, round)));
        if crossed && !allowed {
            let words = format!(
                "round {round}: the boards of {} and {} are not in the order of their lists",
                team.name, other.name
            );
            let finding = out.line(team.line.max(1), words);
            finding.name = Some(team.name.as_str().into());
            finding.round = Some(round.to_string().into());
        }
    }
}
