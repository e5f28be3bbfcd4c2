use super::event_prelude::*;
use rustc_hash::FxHashMap;

use crate::event::field::Entrant;
use crate::event::tiebreaks::Edition;
use crate::event::{TeamSums, teams};

check! {
    /// Match points or game points of a team are not the sums of its boards.
    ///
    /// ## Why it matters
    /// Team standings go by these fields. The sums use match points, byes, forfeits and points beside the
    /// results as the file names them.
    ///
    /// ## Example
    /// `310` says 7.0 match points, and the boards give 6.0.
    ///
    /// ## What to do
    /// Correct the sums, or the result of the board that is wrong.
    id: "team-sum-mismatch", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.event.teams.is_empty() || file.kind != Kind::Team {
        return;
    }
    let field = teams::field(file.event, Edition::Y2026);
    let mut printed: FxHashMap<u32, Vec<&TeamSums>> = FxHashMap::default();
    for sums in &file.event.team_sums {
        printed.entry(sums.team).or_default().push(sums);
    }
    let (of_matches, of_games) = (field.match_points(), field.game_points());
    // While a match goes on, programs add up its points each in their own way.
    let finished = |entrant: &&Entrant| entrant.slots.iter().all(|slot| !slot.outcome.is_open());
    let teams = file.event.teams.iter().zip(&field.entrants);
    for (team, entrant) in teams.filter(|(_, entrant)| finished(entrant)) {
        let own = [(team.line, team.match_points, team.game_points)];
        let printed = printed.get(&team.no).into_iter().flatten();
        let records =
            own.into_iter().chain(printed.map(|sums| (sums.line, sums.match_points, sums.game_points)));
        for (line, match_points, game_points) in records {
            let sums = [
                ("match_points", "match points", match_points, entrant.score.get(of_matches)),
                ("game_points", "game points", game_points, entrant.score.get(of_games)),
            ];
            for (key, what, said, sum) in sums {
                let Some(said) = said.filter(|said| (said.value() - sum).abs() > 1e-9) else { continue };
                let words = format!("team {} has {said} {what}, and boards that give {sum:.1}", team.name);
                let finding = out.line(line, words);
                finding.name = Some(team.name.as_str().into());
                finding.field = Some(key.into());
                finding.expected = Some(sum.into());
                finding.found = Some(said.value().into());
            }
        }
    }
}
