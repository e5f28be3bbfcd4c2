use super::event_prelude::*;

check! {
    /// A team names a player who is not there.
    ///
    /// ## Why it matters
    /// The points of that board are missing from the sums of the team.
    ///
    /// ## Example
    /// There is no player 57:
    /// ```trf
    /// 013 Alder                              1    2   57
    /// ```
    ///
    /// ## What to do
    /// Correct the number in the list of the team.
    id: "team-member-missing", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for team in &file.event.teams {
        for no in team.members.iter().filter(|no| **no > 0 && file.player(**no).is_none()) {
            let finding =
                out.line(team.line.max(1), format!("team {} lists player {no}, who is not there", team.name));
            finding.name = Some(team.name.as_str().into());
            finding.field = Some("members".into());
            finding.found = Some((*no).into());
        }
    }
}
