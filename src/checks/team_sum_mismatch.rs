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
    /// A match won by 2½ to ½ gives two match points, and the list of the first team says three:
    /// ```trf
    /// 082 2
    /// 092 Team: Round-Robin
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  1.0    1     4 w 1
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  1.0    1     5 b 1
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  0.5    3     6 w =
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  0.0    5     1 b 0
    /// 001    5 m    Egger, Emil                       1900 SUI    99000005 1985/01/05  0.0    5     2 w 0
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  0.5    3     3 b =
    /// 310   1 Alder                            ALD             3.0    2.5   1     1    2    3
    /// 310   2 Birch                            BIR             0.0    0.5   2     4    5    6
    /// ```
    /// In order:
    /// ```trf
    /// 082 2
    /// 092 Team: Round-Robin
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  1.0    1     4 w 1
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  1.0    1     5 b 1
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  0.5    3     6 w =
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  0.0    5     1 b 0
    /// 001    5 m    Egger, Emil                       1900 SUI    99000005 1985/01/05  0.0    5     2 w 0
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  0.5    3     3 b =
    /// 310   1 Alder                            ALD             2.0    2.5   1     1    2    3
    /// 310   2 Birch                            BIR             0.0    0.5   2     4    5    6
    /// ```
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
