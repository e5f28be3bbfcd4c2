use super::event_prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::event::kind;

check! {
    /// Two players meet again.
    ///
    /// ## Why it matters
    /// In a Swiss nobody meets the same opponent twice; a pairing that was forfeited does not count. In a
    /// round-robin a pair meets once a cycle.
    ///
    /// ## Example
    /// 1 and 2 play in rounds 2 and 3:
    /// ```trf
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  2.5    1     4 w 1     2 b =     2 w 1
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  1.5    4     5 b 1     1 w =     1 b 0
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  2.0    2     6 w =     4 b 1  0000 - H
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  2.0    3     3 b =     5 w 1  0000 - H
    /// ```
    ///
    /// ## What to do
    /// Check the pairing of the later round.
    id: "repeat-pairing", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let allowed = match file.kind {
        Kind::Swiss => 1,
        Kind::RoundRobin => kind::cycles(&kind::meetings(file.event)),
        Kind::Team | Kind::Knockout => return,
    };
    let mut pairings: Vec<Pairing<'_>> = file.pairings().filter(Pairing::is_played).collect();
    // A few players in many rounds: some cycles of which not every game is there.
    let few = file.kind == Kind::Swiss && file.event.players.len() <= file.last_round as usize + 1;
    // And where a quarter of the games are not there, nobody knows what kind of event they are from.
    let full = file.event.players.len() / 2 * file.last_round as usize;
    let partial = pairings.len() * 4 <= full * 3;
    let games = file.event.format == Format::Pgn;
    if games && (few || partial) {
        return;
    }
    pairings.sort_by_key(|pairing| pairing.round);
    // Games of one pair in one round are a match.
    let mut matches = FxHashSet::default();
    pairings.retain(|pairing| matches.insert((pairing.round, pairing.lower.no, pairing.higher.no)));
    let mut met: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    let mut again = Vec::new();
    for pairing in pairings {
        let count = met.entry((pairing.lower.no, pairing.higher.no)).or_insert(0);
        *count += 1;
        if *count > allowed {
            again.push((pairing, *count));
        }
    }
    // Games of one heading where many pairs meet again are matches, whatever they are called.
    if games && again.len() * 10 > met.len().max(20) {
        return;
    }
    // Starting numbers stand in tables only.
    let called = |player: &Player| if games { player.name.to_string() } else { player.no.to_string() };
    for (pairing, count) in again {
        let words = format!(
            "round {}: {} and {} meet for the {} time",
            pairing.round,
            called(pairing.lower),
            called(pairing.higher),
            if count == 2 { "second".to_owned() } else { format!("{count}th") }
        );
        out.pairing(&pairing, words).field = Some("opponent".into());
    }
}
