use super::event_prelude::*;
use rustc_hash::FxHashMap;

check! {
    /// Two players have one FIDE number.
    ///
    /// ## Why it matters
    /// Both results would be rated for the same person. US Chess ids are held to the same.
    ///
    /// ## Example
    /// The number of player 1:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000001 1983/01/03  1.5    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Look both players up in the rating list.
    id: "duplicate-fide-id", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if !file.is_table() {
        return;
    }
    let mut first: FxHashMap<&str, &Player> = FxHashMap::default();
    for player in &file.event.players {
        let Some(id) = player.id() else { continue };
        let Some(other) = first.insert(id, player) else { continue };
        let (lower, higher) = if other.no <= player.no { (other, player) } else { (player, other) };
        let words = format!("{} and {} ({}) have the number {id}", lower.name, higher.name, higher.no);
        let finding = out.field(lower, "fide_id", &lower.fide_id, words);
        finding.opponent = Some(higher.no);
        finding.found = Some(id.into());
    }
}
