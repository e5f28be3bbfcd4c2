use super::event_prelude::*;
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
    let mut named: FxHashMap<String, Vec<&Player>> = FxHashMap::default();
    for player in &file.event.players {
        let folded = names::folded(&player.name);
        if folded.is_empty() {
            continue;
        }
        let same = named.entry(folded).or_default();
        if let Some(other) = same.iter().find(|other| !told_apart(other, player)) {
            let (lower, higher) = if other.no <= player.no { (*other, player) } else { (player, *other) };
            let words = format!("{} has the same name as player {}", lower.name, higher.no);
            let finding = out.player(lower, words);
            finding.opponent = Some(higher.no);
            finding.field = Some("name".into());
        }
        same.push(player);
    }
}

fn told_apart(a: &Player, b: &Player) -> bool {
    let differ = |a: &str, b: &str| !a.is_empty() && !b.is_empty() && a != b;
    differ(a.id().unwrap_or_default(), b.id().unwrap_or_default()) || differ(&a.birth, &b.birth)
}
