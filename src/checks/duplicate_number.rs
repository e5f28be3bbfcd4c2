use super::event_prelude::*;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

check! {
    /// Two players have one starting number.
    ///
    /// ## Why it matters
    /// Every cell that names the number could mean either of them. The first one is taken here.
    ///
    /// ## Example
    /// Number 3 stands twice, and so number 7 is nobody:
    /// ```trf
    /// 062 7
    /// 072 7
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  1.5    3     6 w =     4 b 1     1 b 0
    /// 001    3 m    Gross, Gerd                       1700 SUI    99000007 1987/01/07  0.0    7  0000 - Z  0000 - Z  0000 - Z
    /// ```
    ///
    /// ## What to do
    /// Give one of them the number that the cells of his opponents name.
    id: "duplicate-number", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let mut first: FxHashMap<u32, &Player> = FxHashMap::default();
    for player in file.event.players.iter().filter(|player| player.no > 0) {
        match first.entry(player.no) {
            Entry::Vacant(free) => drop(free.insert(player)),
            Entry::Occupied(taken) => {
                let words = format!(
                    "number {} is {}'s already (line {})",
                    player.no,
                    taken.get().name,
                    taken.get().line
                );
                out.field(player, "number", &player.no.to_string(), words);
            }
        }
    }
}
