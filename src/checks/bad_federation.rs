use super::event_prelude::*;
use crate::event::federations;

check! {
    /// A federation code that FIDE does not have.
    ///
    /// ## Why it matters
    /// Norms ask for opponents of several federations, and the rating list knows players by theirs.
    ///
    /// ## Example
    /// There is no such federation:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 QQQ    99000003 1983/01/03  1.5    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Write the code of FIDE's list, `FID` for players under the FIDE flag; old codes (YUG, TCH, …) are
    /// read as they are.
    id: "bad-federation", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.event.format == Format::Pgn {
        return;
    }
    let unknown =
        |player: &&Player| !player.federation.is_empty() && !federations::is_known(&player.federation);
    for player in file.event.players.iter().filter(unknown) {
        let words = format!("{:?} is not a federation code", player.federation);
        let finding = out.field(player, "federation", &player.federation, words);
        finding.found = Some(player.federation.as_str().into());
    }
}
