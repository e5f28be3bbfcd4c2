use super::event_prelude::*;
use crate::event::pairing::cited;

check! {
    /// The pairing-allocated bye went to a player to whom it was not due.
    ///
    /// ## Why it matters
    /// The bye goes to one of the lowest scores that allow a complete pairing (C5), and of these, where one bracket decides, to a
    /// player with as few unplayed games as possible (C9). It gives a win's points.
    ///
    /// ## Example
    /// 6 is absent in round 3, and 3 has the bye with more points than 4 and 5:
    /// ```trf
    /// 092 Individual: Swiss-System (FIDE Dutch)
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  2.5    1     4 w 1     2 b =     5 w 1
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  2.5    2     5 b 1     1 w =     4 b 1
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  2.5    3     6 w =     4 b 1  0000 - U
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  0.0    5     1 b 0     3 w 0     2 w 0
    /// 001    5 m    Egger, Emil                       1900 SUI    99000005 1985/01/05  0.0    6     2 w 0     6 b 0     1 b 0
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  1.5    4     3 b =     5 w 1  0000 - Z
    /// ```
    ///
    /// ## What to do
    /// Ask how the round was paired. `flagfall pairings FILE --round N` shows to whom the bye was due, and why.
    id: "bye-not-due", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.judged().other_system {
        return;
    }
    for judged in &file.judged().rounds {
        let round = judged.round;
        for bye in &judged.byes {
            let number = bye.player;
            let (Some(player), Some(cell)) = (file.player(number), file.cell(number, round)) else {
                continue;
            };
            let words = match bye.due {
                Some(due) => format!("round {round}: {number} has the bye; by the rules it was due to {due}"),
                None => format!("round {round}: {number} has the bye, and nobody had to be left over"),
            };
            let finding = out.cell(player, cell, words);
            finding.field = Some("result".into());
            finding.articles = vec![cited(judged.rules, bye.criterion)];
            finding.ruleset = Some(judged.rules.edition().id.into());
            if let Some(due) = bye.due {
                finding.data.insert("due".into(), due.into());
            }
        }
    }
}
