use super::Finding;
use super::event_prelude::*;
use crate::event::pairing::{Rules, cited};

check! {
    /// A pairing breaks an absolute criterion of the Swiss system.
    ///
    /// ## Why it matters
    /// Two players meet once at most (C1), the pairing-allocated bye does not go to a player who has had one, or a win without a
    /// game (C2), and two players who are both due the same colour absolutely do not meet, unless one is a topscorer in the last
    /// round (C3). What the file forbids (`260`, `XXP`) stands beside these. An arbiter may not depart from them.
    /// Where no pairing of all players keeps them, the finding is an info for the round.
    ///
    /// ## Example
    /// 1 and 2 play in rounds 2 and 3 of a Dutch Swiss:
    /// ```trf
    /// 092 Individual: Swiss-System (FIDE Dutch)
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  2.5    1     4 w 1     2 b =     2 w 1
    /// 001    2 m FM Berg, Bruno                       2150 SUI    99000002 1982/01/02  1.5    4     5 b 1     1 w =     1 b 0
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  2.5    2     6 w =     4 b 1     5 w 1
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  0.0    5     1 b 0     3 w 0     6 w 0
    /// 001    5 m    Egger, Emil                       1900 SUI    99000005 1985/01/05  0.0    6     2 w 0     6 b 0     3 b 0
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  2.5    3     3 b =     5 w 1     4 b 1
    /// ```
    ///
    /// ## What to do
    /// Pair the round again, if it has not begun (C.04.2, 4.4). `flagfall pairings FILE --round N` shows what the rules give.
    id: "pairing-forbidden", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    // What holds for every system is said by the checks of its own.
    if file.judged().other_system {
        return;
    }
    for judged in &file.judged().rounds {
        let round = judged.round;
        if judged.incomplete {
            let broken = judged.forbidden.len() + judged.barred_byes.len();
            let words = format!(
                "round {round}: the absolute criteria allow no pairing of all players; {broken} of the pairs and byes break one"
            );
            let finding = out.event(words);
            finding.severity = Severity::Info;
            finding.round = Some(round.to_string().into());
            finding.ruleset = Some(judged.rules.edition().id.into());
            finding.data.insert("complete".into(), false.into());
            continue;
        }
        for (one, other, bar) in &judged.forbidden {
            let (Some(player), Some(cell)) = (file.player(*one), file.cell(*one, round)) else { continue };
            let criterion = bar.criterion(judged.rules);
            let words =
                format!("round {round}: {one} and {other} must not be paired: {} ({criterion})", bar.says());
            note(out.cell(player, cell, words), criterion, judged.rules);
        }
        for number in &judged.barred_byes {
            let (Some(player), Some(cell)) = (file.player(*number), file.cell(*number, round)) else {
                continue;
            };
            let criterion = judged.rules.bars_bye();
            let words = format!(
                "round {round}: {number} must not have the bye after an earlier one, or a win without a game ({criterion})"
            );
            note(out.cell(player, cell, words), criterion, judged.rules);
        }
    }
}

fn note(finding: &mut Finding, criterion: &'static str, rules: Rules) {
    finding.field = Some("opponent".into());
    finding.articles = vec![cited(rules, criterion)];
    finding.ruleset = Some(rules.edition().id.into());
    finding.data.insert("criterion".into(), criterion.into());
}

/// What this check names is not said again by the checks that look at one side of it.
pub(super) fn replaces(found: &mut Vec<Finding>) {
    let named: Vec<(Option<u32>, Option<std::sync::Arc<str>>)> = found
        .iter()
        .filter(|finding| finding.check == CHECK.id && finding.player.is_some())
        .map(|finding| (finding.player, finding.round.clone()))
        .collect();
    if named.is_empty() {
        return;
    }
    found.retain(|finding| {
        !matches!(finding.check, "repeat-pairing" | "bye-twice" | "prohibited-pairing")
            || !named.iter().any(|(player, round)| {
                (*player == finding.player || *player == finding.opponent) && *round == finding.round
            })
    });
}
