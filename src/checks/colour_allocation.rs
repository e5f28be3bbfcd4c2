use super::event_prelude::*;
use crate::event::pairing::cited;

check! {
    /// The colours of a pair are not those that the rules of the Swiss system give.
    ///
    /// ## Why it matters
    /// Colours are decided by preference, difference and history (C.04.3, article 5; 2017: E), never by the arbiter's choice. A
    /// wrong colour moves the preferences of both players in every later round.
    ///
    /// ## Example
    /// In round 3, 3 was due White against 2, who had White last:
    /// ```trf
    /// 092 Individual: Swiss-System (FIDE Dutch)
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  2.5    1     4 w 1     2 b =     6 w 1
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  2.5    2     5 b 1     1 w =     3 w 1
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  1.5    3     6 w =     4 b 1     2 b 0
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  1.5    4     3 b =     5 w 1     1 b 0
    /// ```
    ///
    /// ## What to do
    /// Compare with the published pairings: a file may have the colours the wrong way round. Where the game was played so, it
    /// stands.
    id: "colour-allocation", severity: Warning, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    if file.judged().other_system {
        return;
    }
    for judged in &file.judged().rounds {
        for wrong in &judged.colours {
            let (number, round) = (wrong.white, judged.round);
            let (Some(player), Some(cell)) = (file.player(number), file.cell(number, round)) else {
                continue;
            };
            let article = wrong.rule.article(judged.rules);
            let words = format!(
                "round {round}: {number} has Black against {}; by {article} White was due",
                wrong.black
            );
            let finding = out.cell(player, cell, words);
            finding.field = Some("colour".into());
            finding.articles = vec![cited(judged.rules, article)];
            finding.ruleset = Some(judged.rules.edition().id.into());
            finding.data.insert("article".into(), article.into());
        }
    }
}
