use super::event_prelude::*;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::names;

check! {
    /// Two players have the same name, and nothing tells them apart.
    ///
    /// ## Why it matters
    /// The same person may have been entered twice. Case, accents and punctuation are set aside; different
    /// FIDE numbers or birth dates tell namesakes apart.
    ///
    /// ## Example
    /// The name of player 5, and no FIDE number for either:
    /// ```trf
    /// 001    5 m    Egger, Emil                       1900 SUI             1985/01/05  0.5    6     2 w 0     6 b 0     4 w =
    /// 001    6 m    EGGER, EMIL                       1850 SUI             1985/01/05  1.5    4     3 b =     5 w 1     2 w 0
    /// ```
    ///
    /// ## What to do
    /// Delete one of them, or add FIDE numbers or birth dates.
    id: "duplicate-player", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if !file.is_table() {
        return;
    }
    let mut named: FxHashMap<String, Namesakes<'_>> = FxHashMap::default();
    for player in &file.event.players {
        let folded = names::folded(&player.name);
        if folded.is_empty() {
            continue;
        }
        let same = named.entry(folded).or_default();
        if let Some(other) = same.not_told_apart(player) {
            let (lower, higher) = if other.no <= player.no { (other, player) } else { (player, other) };
            let words = format!("{} has the same name as player {}", lower.name, higher.no);
            let finding = out.field(lower, "name", &lower.name, words);
            finding.opponent = Some(higher.no);
        }
        same.push(player);
    }
}

/// FIDE number and birth date; any, where there is none.
type Key<'a> = (Option<&'a str>, Option<&'a str>);

/// Players of one name, by FIDE number and birth date: the first of each, and of each number or date with any of the other.
#[derive(Default)]
struct Namesakes<'a> {
    count: usize,
    firsts: BTreeMap<Key<'a>, (usize, &'a Player)>,
}

impl<'a> Namesakes<'a> {
    /// The first player whom neither number nor date tells apart from another.
    fn not_told_apart(&self, player: &Player) -> Option<&'a Player> {
        // What a player does not have fits any; what he has fits the same, and nothing.
        let fitting = |own: &str| {
            if own.is_empty() { vec![None] } else { vec![Some(own.to_owned()), Some(String::new())] }
        };
        let (ids, births) = (fitting(player.id().unwrap_or_default()), fitting(&player.birth));
        let keys =
            ids.iter().flat_map(|id| births.iter().map(move |birth| (id.as_deref(), birth.as_deref())));
        keys.filter_map(|key| self.firsts.get(&key)).min_by_key(|(at, _)| *at).map(|(_, first)| *first)
    }

    fn push(&mut self, player: &'a Player) {
        let (id, birth) = (player.id().unwrap_or_default(), player.birth.as_str());
        for key in [(Some(id), Some(birth)), (None, Some(birth)), (Some(id), None), (None, None)] {
            self.firsts.entry(key).or_insert((self.count, player));
        }
        self.count += 1;
    }
}
