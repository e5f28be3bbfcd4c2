use super::event_prelude::*;
use rustc_hash::FxHashMap;

check! {
    /// A player is in the lists of two teams.
    ///
    /// ## Why it matters
    /// The points count for both.
    ///
    /// ## Example
    /// Player 2 is in both lists:
    /// ```trf
    /// 013 Alder                              1    2
    /// 013 Birch                              2    3
    /// ```
    ///
    /// ## What to do
    /// Delete the number from one of the lists.
    id: "team-member-shared", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let mut first: FxHashMap<u32, &str> = FxHashMap::default();
    for team in &file.event.teams {
        for no in team.members.iter().filter(|no| **no > 0) {
            let Some(other) = first.insert(*no, &team.name) else { continue };
            let words = format!("player {no} is in the lists of {other} and {}", team.name);
            let finding = out.line(team.line.max(1), words);
            finding.player = Some(*no);
            finding.name = file.player(*no).map(|player| player.name.as_str().into());
            finding.field = Some("members".into());
        }
    }
}
