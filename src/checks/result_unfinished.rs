use rustc_hash::FxHashSet;

use super::event_prelude::*;

check! {
    /// A result is missing in a round before the last.
    ///
    /// ## Why it matters
    /// The standings count it as the rules of the event say, or not at all, until it is known.
    ///
    /// ## Example
    /// Round 2 of 3 has a game without a result:
    /// ```trf
    /// 001    3 w    Cerny, Clara                      2080 SUI    99000003 1983/01/03  1.0    4     6 w =     4 b *     1 b 0
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  1.0    5     1 b 0     3 w *     5 b =
    /// 001    6 m    Frei, Fred                        1850 SUI    99000006 1986/01/06  1.5    3     3 b =     5 w 1     2 w 0
    /// ```
    ///
    /// ## What to do
    /// Enter the result of the adjourned or unreported game.
    id: "result-unfinished", severity: Info, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    let unread_rows = unread_rows(file);
    for player in &file.event.players {
        for cell in player.cells.iter().filter(|cell| cell.outcome.is_open() && cell.round < file.last_round)
        {
            let theirs = cell.opponent.and_then(|no| file.cell(no, cell.round));
            let reported = theirs.is_some_and(|theirs| {
                theirs.opponent == Some(player.no)
                    && theirs.outcome.is_open()
                    && cell.opponent < Some(player.no)
            });
            if reported || file.is_unread(player.no, cell.round) || unread_rows.contains(&cell.line) {
                continue;
            }
            let words = format!("round {}: the result of {} is missing", cell.round, player.name);
            out.cell(player, cell, words).field = Some("result".into());
        }
    }
}

/// The rows of a table of games whose result could not be read: both sides stand in one row.
fn unread_rows(file: &ResultFile<'_>) -> FxHashSet<u64> {
    let unknown = file.event.faults.iter().filter(|fault| fault.kind == FaultKind::UnknownResult);
    unknown.filter(|_| !file.is_table()).map(|fault| fault.line).collect()
}
