use super::Fix;
use super::event_prelude::*;
use crate::event::Score;

check! {
    /// The points of a player are not the sum of the results.
    ///
    /// ## Why it matters
    /// Ranks and prizes are given by the points field. The sum uses the points that the file names for each
    /// result, and points given or taken beside the results. In a team event the points of the players are
    /// only information and are not checked.
    ///
    /// ## Example
    /// The results give 1.5:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  2.0    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Correct the result or the sum.
    ///
    /// Repair (unsafe): the sum of the results.
    id: "points-mismatch", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for player in &file.event.players {
        if let Some((said, sum)) = mismatch(file, player) {
            let words = format!("{} has {said} points, and results that give {sum}", player.name);
            let fix = repair(player, (said, sum), out);
            let finding = out.field(player, "points", &said.to_string(), words);
            finding.fix = fix;
            finding.expected = Some(sum.value().into());
            finding.found = Some(said.value().into());
        }
    }
}

/// The points of a player and the sum of the results, if they differ.
fn mismatch(file: &ResultFile<'_>, player: &Player) -> Option<(Score, Score)> {
    let said = player.points.filter(|_| !file.event.is_of_teams() && !file.has_unread(player))?;
    let results = player.cells.iter().map(|cell| file.event.points_of(player.no, cell));
    let sum = results.sum::<Score>() + file.event.points_added(player.no) + blanks(file, player);
    (sum != said).then_some((said, sum))
}

fn repair(player: &Player, (said, sum): (Score, Score), out: &EventFindings<'_>) -> Option<Box<Fix>> {
    out.written_in_field(player, "points", &said.to_string(), &sum.to_string())
}

/// The points of a player after the repairs of the run.
pub(super) fn after_repairs(
    file: &ResultFile<'_>,
    player: &Player,
    out: &EventFindings<'_>,
) -> Option<Score> {
    let repaired = || {
        let (said, sum) = mismatch(file, player)?;
        repair(player, (said, sum), out).map(|_| sum)
    };
    file.points_repaired.then(repaired).flatten().or(player.points)
}

/// What blank rounds of a Swiss give: those of known absences, where these give anything.
fn blanks(file: &ResultFile<'_>, player: &Player) -> Score {
    if file.kind != Kind::Swiss {
        return Score::ZERO;
    }
    let rounds = (1..=file.last_round).filter(|round| player.cell(*round).is_none());
    rounds.map(|round| file.event.points_of_absence(player.no, round)).sum()
}
