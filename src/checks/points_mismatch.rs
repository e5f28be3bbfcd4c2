use super::event_prelude::*;
use crate::event::Score;

check! {
    /// The points of a player are not the sum of his results.
    ///
    /// ## Why it matters
    /// Ranks and prizes are given by the points field. The sum uses the points that the file names for each
    /// result, and points given or taken beside the results.
    ///
    /// ## Example
    /// The results give 1.5:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  2.0    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Correct the result or the sum.
    id: "points-mismatch", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for player in &file.event.players {
        let Some(said) = player.points else { continue };
        let unread = file.has_unread(player);
        if unread {
            continue;
        }
        let results = player.cells.iter().map(|cell| file.event.points.of(cell.outcome, cell.colour));
        let beside = file
            .event
            .adjustments
            .iter()
            .filter(|a| !file.event.has_teams() && a.numbers.contains(&player.no));
        let sum = results.sum::<Score>() + beside.map(|a| a.points).sum::<Score>() + blanks(file, player);
        if sum != said {
            let finding =
                out.player(player, format!("{} has {said} points, and results that give {sum}", player.name));
            finding.field = Some("points".into());
            finding.expected = Some(sum.value().into());
            finding.found = Some(said.value().into());
        }
    }
}

/// What blank rounds of a Swiss give: those of known absences, where these give anything.
fn blanks(file: &ResultFile<'_>, player: &Player) -> Score {
    let each = file.event.points.zero_bye;
    if file.kind != Kind::Swiss || each == Score::ZERO {
        return Score::ZERO;
    }
    (1..=file.last_round).filter(|round| player.cell(*round).is_none()).map(|_| each).sum()
}
