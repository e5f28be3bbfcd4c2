use super::event_prelude::*;

check! {
    /// One side of a pairing is recorded as a forfeit, the other as played.
    ///
    /// ## Why it matters
    /// A forfeit is not rated and counts otherwise in tie-breaks.
    ///
    /// ## Example
    /// A forfeit win, and a game that was lost:
    /// ```trf
    /// 001    1 w    Abel, Anna                        2210 SUI    99000001 1981/01/01  2.5    1     4 w +     2 b =     3 w 1
    /// ```
    ///
    /// ## What to do
    /// Ask the arbiter of the round whether the game was played.
    id: "forfeit-and-played", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for pairing in file.pairings() {
        if reciprocal(pairing.cells.0, pairing.cells.1) != Reciprocity::ForfeitAndPlayed {
            continue;
        }
        let finding = out.pairing(&pairing, pairing.both_results());
        finding.field = Some("result".into());
        finding.found = Some(pairing.cells.0.outcome.code().to_string().into());
    }
}
