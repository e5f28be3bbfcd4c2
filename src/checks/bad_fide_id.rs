use super::event_prelude::*;

check! {
    /// A FIDE number is not one.
    ///
    /// ## Why it matters
    /// The game goes to nobody's rating, or to somebody else's. Real numbers have six to nine digits so
    /// far; anything from five to ten is let through.
    ///
    /// ## Example
    /// FIDE numbers have more digits:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI          12 1983/01/03  1.5    3     6 w =     4 b 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Look the player up in the rating list; leave the field empty where there is no number.
    id: "bad-fide-id", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.event.format == Format::Pgn {
        return;
    }
    for player in &file.event.players {
        let Some(id) = player.id() else { continue };
        let digits = player.fide_id.bytes().all(|b| b.is_ascii_digit());
        if !digits || !(5..=10).contains(&id.len()) {
            let words = format!("{:?} is not a FIDE number", player.fide_id);
            let finding = out.field(player, "fide_id", &player.fide_id, words);
            finding.found = Some(player.fide_id.as_str().into());
        }
    }
}
