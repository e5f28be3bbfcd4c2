use super::event_prelude::*;

check! {
    /// The sex of a player is not m or w.
    ///
    /// ## Why it matters
    /// Women's titles and prizes are given by it. `f` is understood as w, and reported, because other
    /// programs do not.
    ///
    /// ## Example
    /// `x` or `f` in column 10.
    ///
    /// ## What to do
    /// Write m or w, or leave the field empty.
    id: "bad-sex", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let odd = |player: &&Player| !matches!(player.sex.as_str(), "" | "m" | "w" | "M" | "W");
    for player in file.event.players.iter().filter(odd) {
        let finding = out.player(player, format!("sex {:?} is neither m nor w", player.sex));
        finding.field = Some("sex".to_owned());
        finding.found = Some(player.sex.as_str().into());
    }
}
