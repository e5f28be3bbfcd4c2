use super::event_prelude::*;

check! {
    /// The sex of a player is not m or w.
    ///
    /// ## Why it matters
    /// Women's titles and prizes are given by it. `f` is understood as w, and reported, because other
    /// programs do not.
    ///
    /// ## Example
    /// Neither m nor w:
    /// ```trf
    /// 001    3 x    Cerny, Clara                      2080 SUI    99000003 1983/01/03  1.5    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Write m or w, or leave the field empty.
    id: "bad-sex", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let odd = |player: &&Player| !matches!(player.sex.as_str(), "" | "m" | "w" | "M" | "W");
    for player in file.event.players.iter().filter(odd) {
        let words = format!("sex {:?} is neither m nor w", player.sex);
        let finding = out.field(player, "sex", &player.sex, words);
        finding.found = Some(player.sex.as_str().into());
    }
}
