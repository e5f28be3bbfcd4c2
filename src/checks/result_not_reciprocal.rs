use super::event_prelude::*;

check! {
    /// The results of the two players of a game do not fit together.
    ///
    /// ## Why it matters
    /// One of the records is wrong, and with it points, tie-breaks and rating. A draw for one and a loss
    /// for the other is possible as a penalty, and a warning only.
    ///
    /// ## Example
    /// Both have won:
    /// ```trf
    /// 001    4 m    Dahl, David                       1990 SUI    99000004 1984/01/04  1.5    3     1 b 1     3 w 0     5 b =
    /// ```
    ///
    /// ## What to do
    /// Look the result up on the signed scoresheets.
    id: "result-not-reciprocal", severity: Error, on: Event(run)
}

fn run(file: &ResultFile<'_>, out: &mut EventFindings<'_>) {
    for pairing in file.pairings() {
        let fit = reciprocal(pairing.cells.0, pairing.cells.1);
        if !matches!(fit, Reciprocity::Contradiction | Reciprocity::Penalty) {
            continue;
        }
        let finding = out.pairing(&pairing, pairing.both_results());
        finding.field = Some("result".into());
        finding.expected = Some(pairing.cells.1.outcome.mirror().code().to_string().into());
        finding.found = Some(pairing.cells.0.outcome.code().to_string().into());
        if fit == Reciprocity::Penalty {
            finding.severity = Severity::Warning;
        }
    }
}
