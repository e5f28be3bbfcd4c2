use super::event_prelude::*;

check! {
    /// A game without an opponent, or a bye with one.
    ///
    /// ## Why it matters
    /// 1, =, 0, W, D and L are results of games; F, H, U and Z stand for rounds without one. Pairing
    /// programs stop at the contradiction, or read it each in its own way.
    ///
    /// ## Example
    /// `0000 - 1`; `62 b Z`.
    ///
    /// ## What to do
    /// Write the opponent, or the code of the bye; for a game that was not played, + and -.
    id: "result-without-opponent", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for player in &file.event.players {
        for cell in &player.cells {
            let code = cell.outcome.code();
            let words = match cell.opponent {
                None if cell.outcome.is_played() => {
                    format!("round {}: result {code} without an opponent", cell.round)
                }
                Some(no) if cell.outcome.is_bye() => {
                    format!("round {}: {code} is a bye, and {no} is named as the opponent", cell.round)
                }
                _ => continue,
            };
            let finding = out.cell(player, cell, words);
            finding.field = Some("result".to_owned());
            finding.found = Some(code.to_string().into());
        }
    }
}
