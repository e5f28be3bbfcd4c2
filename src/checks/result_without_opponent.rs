use super::event_prelude::*;

check! {
    /// A game without an opponent, or a bye with one.
    ///
    /// ## Why it matters
    /// 1, =, 0, W, D and L are results of games; F, H, U and Z stand for rounds without one. Pairing
    /// programs stop at the contradiction, or read it each in its own way.
    ///
    /// ## Example
    /// A win against nobody, neither a bye nor a forfeit:
    /// ```trf
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  2.5    2  0000 - U     1 w =     6 b 1
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  0.5    6     1 b 0     3 w 0     5 b =
    /// 001    5 m    Egger, Emil                       1900 SUI    99000005 1985/01/05  1.5    5  0000 - 1     6 b 0     4 w =
    /// ```
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
            finding.field = Some("result".into());
            finding.found = Some(code.to_string().into());
        }
    }
}
